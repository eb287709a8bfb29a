"""Bidirectional breadth-first search of puzzles whose positions fit a word: solves small ones before tables are made.

It is two calls of compiled code. Larger searches keep their levels as :mod:`fewest.solver.layers`.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from fewest.solver.kernels import slide_levels as kernel
from fewest.solver.layers import listing_level
from fewest.solver.listing import Listing
from fewest.solver.model import Slices, Solved, Unsolvable, Want
from fewest.solver.slide.search.context import SearchContext
from fewest.solver.slide.search.packing import Rows

MAX_COUNT = 1 << 61
"""Larger numbers of solutions are left to other searches."""

FEW = 24_000
"""Positions that suffice for most puzzles. A larger search begins anew: its memory costs more than the first part."""

BYTES = 8 + 2 + 8 + 16 + 9
"""Memory of a position at most: the word, its length, count and slots, and what :func:`_answer` adds."""


def search_small(
    context: SearchContext, goals: Sequence[Sequence[int]], max_positions: int
) -> Slices[Solved | Unsolvable | None]:
    """Search from the start and from the goals; None if that takes too many positions or too much memory.

    Parameters
    ----------
    context
        The search. Its positions fit a word, and its start is not a goal.
    goals
        All positions that meet the goal.
    max_positions
        Positions that may be explored, both sides together.
    """
    few = yield from _search(context, goals, min(FEW, max_positions))
    if few is not None or max_positions <= FEW:
        return few
    return (yield from _search(context, goals, max_positions))


def _search(
    context: SearchContext, goals: Sequence[Sequence[int]], max_positions: int
) -> Slices[Solved | Unsolvable | None]:
    packing, budget = context.instance.packing, context.budget
    adjacent = packing.board.adjacent
    rows = min(context.labelled.positions, max_positions) + len(goals) + adjacent.size
    if 2 * BYTES * rows > budget.bytes_limit - budget.bytes:
        return None
    budget.reserve(2 * BYTES * rows)
    near, far = _side(context.instance.start_row, rows), _side(packing.pack(goals), rows)
    code = kernel.meet(adjacent, packing.bits, near, far, max_positions, MAX_COUNT)
    budget.nodes += int(near.cursor[kernel.NEXT] + far.cursor[kernel.NEXT])
    yield budget.progress()
    found: Solved | Unsolvable | None = None
    # The last level of either side is whole, so all solutions pass through these positions.
    if code == kernel.MET:
        found = yield from _answer(context, near, far)
    elif code == kernel.DONE:
        found = Unsolvable({"by": "exhaustion", "nodes": budget.nodes})
    else:
        context.raise_bound(1 + sum(int(side.length[side.cursor[kernel.NEXT]]) for side in (near, far)))
    budget.release(2 * BYTES * rows)
    return found


def _side(roots: Rows, rows: int) -> kernel.Side:
    """A side that knows its roots only, with room for so many rows."""
    arena, length, count = np.empty(rows, np.uint64), np.empty(rows, np.uint16), np.empty(rows, np.int64)
    slots = np.zeros(1 << (2 * rows - 1).bit_length(), np.int32)
    number = len(roots)
    arena[:number], length[:number], count[:number] = roots[:, 0].view(np.uint64), 0, 1
    kernel.rehash(arena, slots, number)
    return kernel.Side(arena, slots, length, count, np.array([0, number, 0], np.int64))


def _answer(context: SearchContext, near: kernel.Side, far: kernel.Side) -> Slices[Solved | None]:
    """Read the answer out of two sides that have met; None if there are too many solutions to count."""
    packing, want = context.instance.packing, context.want
    sizes = [int(side.cursor[kernel.SIZE]) for side in (near, far)]
    middle, rest = (int(side.length[size - 1]) for side, size in zip((near, far), sizes, strict=True))
    onward, optimal = np.zeros(sizes[0], np.int64), np.zeros(sizes[1], bool)
    path = np.empty(middle + rest + 1, np.uint64)
    kernel.join(packing.board.adjacent, packing.bits, near, far, onward, optimal, path, MAX_COUNT)
    count = int(onward[0])
    solution = context.instance.original(packing.slides(_rows(path)))
    context.raise_bound(len(solution))
    context.budget.best = solution
    if not want.counts:
        return Solved(solution)
    # The count was cut off at this number.
    if count >= MAX_COUNT:
        return None
    if want is not Want.ALL:
        return Solved(solution, count=count)
    # Both have the positions where they met: those are left out of the far side.
    first, second = np.flatnonzero(onward), np.flatnonzero(optimal & (far.length[: sizes[1]] < rest))
    level_of = np.concatenate([near.length[first], np.uint16(len(path) - 1) - far.length[second]])
    keys = context.instance.keys(_rows(np.concatenate([near.arena[first], far.arena[second]])))
    counts = np.concatenate([onward[first], far.count[second]])
    levels = []
    for level in range(len(path)):
        chosen = level_of == level
        levels.append((yield from listing_level(keys[chosen], counts[chosen], context.budget)))
    return Solved(solution, count=count, listing=Listing(tuple(levels)))


def _rows(words: NDArray[np.uint64]) -> Rows:
    return words.view(np.int64)[:, None]
