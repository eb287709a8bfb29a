"""Proofs that a sliding puzzle has no solution, without a search.

labelled
    Pieces never leave their component. Some component does not hold what the goal asks of its cells, or has
    no empty cell and differs from the goal.
permutation
    A component has one empty cell and the goal says all its cells. Take the empty cell along `way` to its goal.
    What is left to do is done by ways of the empty cell from there back to there. Such a way takes the
    labelled of a block (a part that hangs together without any one of its cells) apart from its `entry`,
    the cell nearest to the empty cell's goal, round inside the block only. By `rule`:

    labelled  the block does not hold what the goal asks of it.
    ring      on a ring the order of the pieces never changes.
    parity    where neighbours can be coloured differently, ways back to the entry have an even number of
              slides, so the pieces, all different, undergo an even permutation, and an odd one is asked.
    theta     a ring of six with one cell more between two opposite ones has 7 cells; not all arrangements can
              be reached, and the one asked is not (Wilson, 1974).

    A block that is none of these reaches every arrangement, so these rules decide such components.

A proof names cells, never pieces, so it can be carried over to any numbering.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import igraph

from solver.model import Proof
from solver.slide.board import SlideBoard
from solver.slide.labelling import ANYTHING, LabelledPuzzle, labelled
from solver.slide.puzzle import EMPTY, SlidePuzzle

THETA = 7


def prove(puzzle: SlidePuzzle) -> Proof | None:
    """Prove that there is no solution, if one of the simple arguments does."""
    whole = labelled(puzzle)
    for component in whole.components:
        proof = _contents(whole, component) or _permutation(whole, component)
        if proof is not None:
            return proof
    return None


def check(puzzle: SlidePuzzle, proof: Proof) -> bool:
    """Check a proof by plain arithmetic, whoever made it. Exhaustion has nothing to check and is never accepted."""
    whole = labelled(puzzle)
    match proof.get("by"):
        case "contents":
            return _closed(whole.board, proof["cells"]) and _contents(whole, tuple(proof["cells"])) is not None
        case "permutation":
            return _way_holds(whole, proof["way"]) and _block_holds(whole, proof) and _rule_holds(whole, proof)
    return False


def renumber(proof: Proof, order: Sequence[int]) -> Proof:
    """Carry a proof over to a board whose cell ``order[i]`` is cell i here."""
    moved: dict[str, Any] = dict(proof)
    for name in ("cells", "way"):
        if name in moved:
            moved[name] = [order[cell] for cell in moved[name]]
    if "entry" in moved:
        moved["entry"] = order[moved["entry"]]
    return moved


def _contents(whole: LabelledPuzzle, component: tuple[int, ...]) -> Proof | None:
    have = Counter(whole.start[cell] for cell in component)
    need = Counter(whole.goal[cell] for cell in component if whole.goal[cell] != ANYTHING)
    stuck = not have[EMPTY] and any(whole.goal[cell] not in (ANYTHING, whole.start[cell]) for cell in component)
    return {"by": "contents", "cells": list(component)} if need - have or stuck else None


def _permutation(whole: LabelledPuzzle, component: tuple[int, ...]) -> Proof | None:
    wanted = [whole.goal[cell] for cell in component]
    if ANYTHING in wanted or wanted.count(EMPTY) != 1:
        return None
    home = component[wanted.index(EMPTY)]
    begin = next(cell for cell in component if whole.start[cell] == EMPTY)
    edges = [(cell, other) for cell in component for other in whole.board.adjacency[cell] if cell < other]
    graph = igraph.Graph(whole.cells, edges)
    steps = graph.distances(source=[home])[0]
    way = graph.get_shortest_paths(begin, to=home)[0]
    for block in graph.biconnected_components():
        cells = sorted(block)
        entry = min(cells, key=lambda cell: steps[cell])
        for rule in ("contents", "ring", "parity", "theta"):
            proof = {"by": "permutation", "rule": rule, "cells": cells, "entry": entry, "way": way}
            if _rule_holds(whole, proof):
                return proof
    return None


def _rule_holds(whole: LabelledPuzzle, proof: Proof) -> bool:
    """Whether the rule of a proof forbids what the block would have to do."""
    entry, cells = proof["entry"], [cell for cell in proof["cells"] if cell != proof["entry"]]
    position = list(whole.start)
    for cell, other in pairwise(proof["way"]):
        position[cell], position[other] = position[other], position[cell]
    have, need = [position[cell] for cell in cells], [whole.goal[cell] for cell in cells]
    inside = {cell: [o for o in whole.board.adjacency[cell] if o in proof["cells"]] for cell in proof["cells"]}
    match proof["rule"]:
        case "contents":
            return sorted(have) != sorted(need)
        case "ring":
            round_ = _ring(inside, entry)
            return bool(round_) and not _rotated([position[c] for c in round_], [whole.goal[c] for c in round_])
        case "parity":
            different = len(set(have)) == len(have) and sorted(have) == sorted(need)
            return different and _two_colours(inside) and not _even([have.index(piece) for piece in need])
        case "theta":
            return _is_theta(inside) and not _reached(inside, entry, position, whole.goal)
    return False


def _way_holds(whole: LabelledPuzzle, way: Sequence[int]) -> bool:
    """Whether the way leads the only empty cell of its component to its goal, step by step."""
    component = next(component for component in whole.components if way[0] in component)
    return (
        whole.start[way[0]] == EMPTY
        and whole.goal[way[-1]] == EMPTY
        and [whole.start[cell] for cell in component].count(EMPTY) == 1
        and all(whole.goal[cell] != ANYTHING for cell in component)
        and all(other in whole.board.adjacency[cell] for cell, other in pairwise(way))
    )


def _block_holds(whole: LabelledPuzzle, proof: Proof) -> bool:
    """Whether what lies outside the block touches it in one cell each, and the empty cell's side in `entry`."""
    cells, entry, home = set(proof["cells"]), proof["entry"], proof["way"][-1]
    outside = set(range(whole.cells)) - cells
    holds = entry in cells and (home == entry if home in cells else True)
    while outside:
        side, fresh, touched = set(), [outside.pop()], set()
        while fresh:
            cell = fresh.pop()
            side.add(cell)
            touched |= cells & set(whole.board.adjacency[cell])
            fresh += [other for other in whole.board.adjacency[cell] if other in outside]
            outside -= set(fresh)
        holds = holds and len(touched) <= 1 and (home not in side or touched == {entry})
    return holds


def _closed(board: SlideBoard, cells: Sequence[int]) -> bool:
    """Whether the cells are different and no edge leaves them."""
    inside = set(cells)
    return len(inside) == len(cells) and all(o in inside for cell in cells for o in board.adjacency[cell])


def _ring(inside: dict[int, list[int]], entry: int) -> list[int]:
    """List the cells round a ring after `entry`, or nothing if the block is no ring."""
    if any(len(row) != 2 for row in inside.values()):
        return []
    way = [entry, inside[entry][0]]
    while way[-1] != entry:
        way.append(next(cell for cell in inside[way[-1]] if cell != way[-2]))
    return way[1:-1] if len(way) == len(inside) + 1 else []


def _rotated(have: list[int], need: list[int]) -> bool:
    return any(have[turn:] + have[:turn] == need for turn in range(len(have)))


def _two_colours(inside: dict[int, list[int]]) -> bool:
    """Whether a connected block can be coloured so that neighbours differ."""
    first = next(iter(inside))
    colour, fresh = {first: 0}, [first]
    while fresh:
        cell = fresh.pop()
        for other in inside[cell]:
            if other not in colour:
                colour[other] = 1 - colour[cell]
                fresh.append(other)
    return all(colour[cell] != colour[other] for cell in inside for other in inside[cell])


def _even(places: list[int]) -> bool:
    """Whether a permutation is even: its length minus its cycles is."""
    after, cycles = dict(enumerate(places)), 0
    while after:
        cycles += 1
        place = next(iter(after))
        while place in after:
            place = after.pop(place)
    return (len(places) - cycles) % 2 == 0


def _is_theta(inside: dict[int, list[int]]) -> bool:
    """Whether a block is a ring of six with a seventh cell between two opposite ones."""
    ends = [cell for cell, row in inside.items() if len(row) == 3]
    if len(inside) != THETA or len(ends) != 2 or sum(map(len, inside.values())) != 2 * (THETA + 1):
        return False
    between = set(inside[ends[0]]) & set(inside[ends[1]])
    return len(between) == 1 and ends[1] not in inside[ends[0]]


def _reached(inside: dict[int, list[int]], entry: int, position: list[int], goal: Sequence[int]) -> bool:
    """Whether the block's pieces reach their goal with the empty cell back on `entry`, by trying everything."""
    cells = sorted(inside)
    asked = tuple(EMPTY if cell == entry else goal[cell] for cell in cells)
    seen = {tuple(EMPTY if cell == entry else position[cell] for cell in cells)}
    fresh = list(seen)
    while fresh:
        row = fresh.pop()
        hole = row.index(EMPTY)
        for other in inside[cells[hole]]:
            after, place = list(row), cells.index(other)
            after[hole], after[place] = after[place], EMPTY
            if tuple(after) not in seen:
                seen.add(tuple(after))
                fresh.append(tuple(after))
    return asked in seen
