"""Boards on which BLISS does not end within minutes: random Latin squares and Steiner triple systems.

Every hole looks like every other, and only a deep search tells them apart. In both, two holes determine the third of
a jump; with a jump for each order of the three, no direction helps either.
"""

from __future__ import annotations

import random
from itertools import combinations, permutations
from typing import Any

import numpy as np
from igraph import Graph

Triples = list[tuple[int, int, int]]


def latin_square(order: int, seed: int) -> Triples:
    """A random Latin square: row, column and symbol of each field, numbered 0 to 3 * order - 1."""
    choice, free, triples = random.Random(seed), np.ones((order, order)), []
    for symbol in range(order):
        rows, columns = (choice.sample(range(order), order) for _ in range(2))
        edges = np.argwhere(free[rows][:, columns]) + np.array([0, order])
        match = Graph.Bipartite([0] * order + [1] * order, edges.tolist()).maximum_bipartite_matching()
        for row, vertex in zip(rows, match.matching, strict=False):
            free[row, columns[vertex - order]] = 0
            triples.append((row, order + columns[vertex - order], 2 * order + symbol))
    return triples


def steiner_triples(points: int, seed: int) -> Triples:
    """A random Steiner triple system: each pair of points is in one triple (Stinson's hill climbing, 1985)."""
    choice, triple_of = random.Random(seed), dict[frozenset[int], frozenset[int]]()
    partners = [set(range(points)) - {point} for point in range(points)]
    while len(triple_of) < points * (points - 1) // 2:
        point = choice.choice([p for p in range(points) if partners[p]])
        pair = choice.sample(sorted(partners[point]), 2)
        triple = frozenset((point, *pair))
        for old in combinations(triple_of.get(frozenset(pair), ()), 2):
            del triple_of[frozenset(old)]
            partners[old[0]].add(old[1])
            partners[old[1]].add(old[0])
        for new in permutations(triple, 2):
            triple_of[frozenset(new)] = triple
            partners[new[0]].discard(new[1])
    return [(a, b, c) for a, b, c in map(sorted, set(triple_of.values()))]


def bose_triples(points: int) -> Triples:
    """The Steiner triple system of Bose (1939), which takes BLISS some ten milliseconds on 27 points."""
    size = points // 3
    half = (size + 1) // 2
    triples = [(x, size + x, 2 * size + x) for x in range(size)]
    for part in range(3):
        after = (part + 1) % 3
        triples += [
            (part * size + x, part * size + y, after * size + (x + y) * half % size)
            for x, y in combinations(range(size), 2)
        ]
    return triples


def hostile_puzzle(triples: Triples, empty: int) -> dict[str, Any]:
    """A jump in every order of each triple; all holes but the last few have a peg, and any jump solves it."""
    holes = 1 + max(map(max, triples))
    return {
        "kind": "jump",
        "board": {"holes": holes, "jumps": sorted(list(jump) for triple in triples for jump in permutations(triple))},
        "start": {"pegs": list(range(holes - empty))},
        "goal": {"count": holes - empty - 1},
    }


HOSTILE = {
    "latin-square-20": hostile_puzzle(latin_square(20, 1), 20),
    "latin-square-21": hostile_puzzle(latin_square(21, 1), 21),
    "steiner-triples-63": hostile_puzzle(steiner_triples(63, 1), 1),
}
MEDIUM = hostile_puzzle(bose_triples(27), 1)
