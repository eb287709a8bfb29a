"""Find a good solution early: levels forward of which only the most promising positions are kept."""

from __future__ import annotations

from collections.abc import Generator

import numpy as np

from solver.jump.board import Words
from solver.jump.rules import group
from solver.jump.search import reconstruct as trace
from solver.jump.search.expand import Crew, capped
from solver.jump.search.frontier import Meeting, Side, begin, common
from solver.jump.search.instance import Frame
from solver.jump.search.position_set import PositionSet
from solver.model import Solution

ANYTHING = 64
"""More moves than any solution has: only positions known to be dead are left out."""

MOST_NODES = 10_000_000
"""Of a level that takes more (on boards with thousands of jumps) only a part is made."""

CHUNK = 1 << 17
"""Slots of a level looked through between two looks at the clock."""


def dive(frame: Frame, width: int, most: int, crew: Crew) -> Generator[None, None, Solution | None]:
    """Look for a solution of at most so many moves among ``width`` positions per level. Yields after each slice.

    Two moves in a row by the same peg are put together, so the solution may be shorter than the levels tell.
    """
    first = yield from begin(frame, ANYTHING)
    side = Side(frame.forward, {frame.base: first}, frame.base)
    try:
        while side.levels[side.fringe].size and side.fringe <= most:
            met = yield from common(frame, side.levels[side.fringe])
            if met.size:
                found = yield from trace.path(frame, Meeting({side.fringe: met}, side, None), side.fringe)
                return group(tuple(jump for move in found for jump in move))  # type: ignore[misc]
            yield from _deepen(frame, side, width, crew)
        return None
    finally:
        side.free()


def _deepen(frame: Frame, side: Side, width: int, crew: Crew) -> Generator[None, None, None]:
    """Make the next level, or a part of it, and keep the positions with the smallest bounds."""
    grown = PositionSet(frame.budget)
    run = side.walker.run(side.levels[side.fringe].slots, ANYTHING, out=grown, crew=crew)
    yield from capped(run, frame.budget, MOST_NODES)
    words = yield from _best(side, grown, width)
    grown.free()
    side.fringe += 1
    side.levels[side.fringe] = PositionSet.of(frame.budget, words, frame.images)


def _best(side: Side, grown: PositionSet, width: int) -> Generator[None, None, Words]:
    """The positions with the smallest bounds, of equal ones the smallest."""
    kept, bounds = np.zeros(0, np.uint64), np.zeros(0, np.int64)
    for at in range(0, grown.slots.size, CHUNK):
        words = grown.slots[at : at + CHUNK]
        words = np.concatenate([kept, words[words != 0]])
        bounds = np.concatenate([bounds, side.walker.bound.of(words[kept.size :])])
        order = np.lexsort((words, bounds))[:width]
        kept, bounds = words[order], bounds[order]
        yield
    return kept
