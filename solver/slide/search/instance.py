"""Standard numbers for cells and ranks, so that boards that differ only in numbering share their tables.

The board and the goal alone decide them, not the start: a graph of the cells, and of the ranks joined to the
cells that want them, is brought to the canonical form BLISS finds.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import cast

import igraph
import numpy as np
from numpy.typing import NDArray

from solver.model import Solution
from solver.slide.board import SlideBoard
from solver.slide.labelling import ANYTHING, Contents
from solver.slide.rules import Slide


@dataclass(frozen=True)
class Standard:
    """A puzzle in standard numbers and the way back.

    Attributes
    ----------
    contents
        The puzzle in standard numbers.
    cells
        ``cells[i]`` is the standard number of the puzzle's cell i.
    ranks
        ``ranks[r]`` is the standard number of the puzzle's rank r.
    """

    contents: Contents
    cells: tuple[int, ...]
    ranks: tuple[int, ...]

    def back(self, solution: Solution) -> Solution:
        """Rewrite a solution in the puzzle's own numbers."""
        own = {standard: cell for cell, standard in enumerate(self.cells)}
        return tuple((own[start], own[to]) for start, to in cast("tuple[Slide, ...]", solution))

    def keys(self, positions: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """Rewrite positions, uint8 (number, cells), in the puzzle's own numbers: the bytes of its keys."""
        own = np.argsort(np.array(self.ranks)).astype(np.uint8)
        return np.ascontiguousarray(own[positions[:, list(self.cells)]])


def standard(contents: Contents) -> Standard:
    """Bring a puzzle to standard numbers."""
    size, kinds = contents.cells, len(contents.many)
    asked = sorted({rank for rank in contents.goal if rank > 0})
    node = {rank: size + number for number, rank in enumerate(asked)}
    edges = [(cell, other) for cell, row in enumerate(contents.board.adjacency) for other in row if cell < other]
    edges += [(cell, node[rank]) for cell, rank in enumerate(contents.goal) if rank > 0]
    colour = [min(max(rank, ANYTHING), 1) + 1 for rank in contents.goal]
    colour += [3 + contents.many[rank] for rank in asked]
    image = _canonical(size + len(asked), edges, colour)
    places = sorted(image[:size])
    canonical = [places.index(place) for place in image[:size]]
    rows: list[list[int]] = [[]] * size
    for cell, row in enumerate(contents.board.adjacency):
        rows[canonical[cell]] = sorted(canonical[other] for other in row)
    line = _line(tuple(map(tuple, rows)))
    cells = tuple(line[place] for place in canonical)
    ranks = [0] * kinds
    inner = sorted(asked, key=lambda rank: image[node[rank]])
    rest = [rank for rank in range(1, kinds) if rank not in node]
    for number, rank in enumerate(inner + rest, 1):
        ranks[rank] = number
    return Standard(_renumbered(contents, cells, tuple(ranks)), cells, tuple(ranks))


@lru_cache(maxsize=64)
def _line(adjacency: tuple[tuple[int, ...], ...]) -> tuple[int, ...]:
    """Number the cells so that many neighbours follow each other: pattern tables are then looked up close by.

    From every cell a walk that goes on to the neighbour with the fewest neighbours left, or when it is stuck to such a
    cell anywhere; the walk with the most steps between neighbours numbers the cells.
    """
    best: tuple[int, list[int]] = (-1, [])
    for first in range(len(adjacency)):
        walk, left, steps = [first], set(range(len(adjacency))) - {first}, 0
        while left:
            near = [cell for cell in adjacency[walk[-1]] if cell in left]
            steps += bool(near)
            walk.append(min(near or left, key=lambda cell: (sum(o in left for o in adjacency[cell]), cell)))
            left.remove(walk[-1])
        best = max(best, (steps, walk), key=lambda found: found[0])
    return tuple(int(place) for place in np.argsort(best[1]))


def _canonical(size: int, edges: list[tuple[int, int]], colour: list[int]) -> list[int]:
    """Canonical place of every node. In igraph 1.0 entry i of the answer is the old node at place i."""
    answer = igraph.Graph(size, edges).canonical_permutation(color=colour)
    image = [0] * size
    for place, old in enumerate(answer):
        image[old] = place
    return image


def _renumbered(contents: Contents, cells: tuple[int, ...], ranks: tuple[int, ...]) -> Contents:
    own = sorted(range(contents.cells), key=lambda cell: cells[cell])
    adjacency = contents.board.adjacency
    many = [0] * len(ranks)
    for rank, number in enumerate(ranks):
        many[number] = contents.many[rank]
    parts = sorted(tuple(sorted(cells[cell] for cell in part)) for part in contents.components)
    return Contents(
        SlideBoard(tuple(tuple(sorted(cells[other] for other in adjacency[cell])) for cell in own)),
        tuple(ranks[contents.start[cell]] for cell in own),
        tuple(contents.goal[cell] if contents.goal[cell] < 0 else ranks[contents.goal[cell]] for cell in own),
        tuple(many),
        tuple(parts),
    )
