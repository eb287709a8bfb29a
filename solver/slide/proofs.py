"""Proofs that a sliding puzzle has no solution, without a search.

contents
    Pieces never leave their component. Some component does not hold what the goal asks of its cells, or has
    no empty cell and differs from the goal.
permutation
    Colour the cells of a component so that neighbours differ. With one empty cell and all pieces different,
    every slide is one exchange of two contents and takes the empty cell to the other colour. So the way
    every content has to go must be an even permutation if the empty cell ends on its first colour, and an odd
    one if not.

A proof names cells, never pieces, so it can be carried over to any numbering.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from solver.model import Proof
from solver.slide.contents import ANYTHING, Contents, colours, contents
from solver.slide.puzzle import EMPTY, SlidePuzzle


def prove(puzzle: SlidePuzzle) -> Proof | None:
    """Prove that there is no solution, if one of the simple arguments does."""
    whole = contents(puzzle)
    for part in whole.components:
        proof = _contents(whole, part) or _permutation(whole, part)
        if proof is not None:
            return proof
    return None


def check(puzzle: SlidePuzzle, proof: Proof) -> bool:
    """Check a proof by plain arithmetic, whoever made it; an exhaustion can only be repeated."""
    match proof.get("by"):
        case "exhaustion":
            return True
        case "contents":
            return _closed(puzzle, proof["cells"]) and _lacking(puzzle, proof["cells"])
        case "permutation":
            return _closed(puzzle, proof["cells"]) and _odd_one_out(puzzle, proof)
    return False


def renumber(proof: Proof, order: Sequence[int]) -> Proof:
    """Carry a proof over to a board whose cell ``order[i]`` is cell i here."""
    moved: dict[str, Any] = dict(proof)
    for name in ("cells", "goes_to"):
        if name in moved:
            moved[name] = [order[cell] for cell in moved[name]]
    return moved


def _contents(whole: Contents, part: tuple[int, ...]) -> Proof | None:
    have = Counter(whole.start[cell] for cell in part)
    need = Counter(whole.goal[cell] for cell in part if whole.goal[cell] != ANYTHING)
    stuck = not have[EMPTY] and any(whole.goal[cell] not in (ANYTHING, whole.start[cell]) for cell in part)
    return {"by": "contents", "cells": list(part)} if need - have or stuck else None


def _permutation(whole: Contents, part: tuple[int, ...]) -> Proof | None:
    start, goal = [whole.start[cell] for cell in part], [whole.goal[cell] for cell in part]
    if EMPTY not in start or len(set(start)) < len(part) or sorted(start) != sorted(goal):
        return None
    colour = colours(whole.board)
    if colour is None:
        return None
    place = dict(zip(goal, part, strict=True))
    goes_to = [place[rank] for rank in start]
    even, empty = _even(part, goes_to), part[start.index(EMPTY)]
    if even == (colour[empty] == colour[place[EMPTY]]):
        return None
    shades = [colour[cell] for cell in part]
    return {"by": "permutation", "cells": list(part), "colours": shades, "goes_to": goes_to, "even": even}


def _even(cells: Sequence[int], goes_to: Sequence[int]) -> bool:
    """Whether a permutation of cells is even: cells minus cycles is."""
    after, cycles = dict(zip(cells, goes_to, strict=True)), 0
    while after:
        cycles += 1
        cell = next(iter(after))
        while cell in after:
            cell = after.pop(cell)
    return (len(cells) - cycles) % 2 == 0


def _closed(puzzle: SlidePuzzle, cells: Sequence[int]) -> bool:
    """Whether no edge leaves the cells."""
    inside = set(cells)
    return len(inside) == len(cells) and all(o in inside for cell in cells for o in puzzle.board.adjacency[cell])


def _lacking(puzzle: SlidePuzzle, cells: Sequence[int]) -> bool:
    have = Counter(puzzle.start[cell] for cell in cells)
    need = Counter(piece for cell in cells if (piece := puzzle.goal[cell]) is not None)
    stuck = not have[EMPTY] and any(puzzle.goal[cell] not in (None, puzzle.start[cell]) for cell in cells)
    return bool(need - have) or stuck


def _odd_one_out(puzzle: SlidePuzzle, proof: Proof) -> bool:
    """Whether every content is different, has one place to go, and the permutation has the wrong parity."""
    cells, goes_to = proof["cells"], proof["goes_to"]
    colour = dict(zip(cells, proof["colours"], strict=True))
    start = {cell: puzzle.start[cell] for cell in cells}
    goal = {cell: piece for cell in cells if (piece := puzzle.goal[cell]) is not None}
    return (
        len(set(start.values())) == len(cells)
        and EMPTY in start.values()
        and sorted(goes_to) == sorted(cells)
        and all(colour[cell] != colour[o] for cell in cells for o in puzzle.board.adjacency[cell])
        and len(goal) >= len(cells) - 1
        and all(goal.get(to, start[cell]) == start[cell] for cell, to in zip(cells, goes_to, strict=True))
        and _even(cells, goes_to) == proof["even"]
        and all(
            proof["even"] != (colour[cell] == colour[to])
            for cell, to in zip(cells, goes_to, strict=True)
            if start[cell] == EMPTY
        )
    )
