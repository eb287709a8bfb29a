"""Find a good solution early: levels forward of which only the most promising positions are kept."""

from __future__ import annotations

from collections.abc import Generator

import numpy as np

from solver.jump import trace
from solver.jump.frame import Frame
from solver.jump.meeting import Meeting, Side, begin, common
from solver.jump.rules import group
from solver.jump.sets import PositionSet
from solver.jump.walks import Crew
from solver.model import Solution

ANYTHING = 64
"""More moves than any solution has: only positions known to be dead are left out."""


def dive(frame: Frame, width: int, most: int, crew: Crew) -> Generator[None, None, Solution | None]:
    """Look for a solution of at most so many moves among ``width`` positions per level. Yields after each slice.

    Two moves in a row by the same peg are put together, so the solution may be shorter than the levels tell.
    """
    side = yield from begin(frame, ANYTHING)
    try:
        while not side.empty and side.fringe <= most:
            met = yield from common(frame, side.levels[side.fringe])
            if met.size:
                found = yield from trace.path(frame, Meeting(side.fringe, met, side, None), side.fringe)
                return group(tuple(jump for move in found for jump in move))  # type: ignore[misc]
            yield from _deepen(frame, side, width, crew)
        return None
    finally:
        side.free()


def _deepen(frame: Frame, side: Side, width: int, crew: Crew) -> Generator[None, None, None]:
    """Make the next level and keep the positions with the smallest bounds."""
    grown = PositionSet(frame.account)
    yield from side.walker.run(side.levels[side.fringe].slots, ANYTHING, out=grown, crew=crew)
    words = np.sort(grown.words())
    grown.free()
    if words.size > width:
        bounds = side.walker.bound.of(words)
        words = words[np.argsort(bounds, kind="stable")[:width]]
    side.fringe += 1
    side.levels[side.fringe] = PositionSet.of(frame.account, words, frame.images)
