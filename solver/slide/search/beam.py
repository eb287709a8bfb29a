"""A beam: levels of which only the most promising positions are gone on from. It finds a solution, proves nothing."""

from __future__ import annotations

import numpy as np

from solver.slide.bounds.pattern_tables import NO_GOAL, PatternDatabase
from solver.slide.search.frontier import EVERY, NEVER, Levels, Slice

CHUNK = 10_000
"""Positions bounded between two reports."""


def beam(levels: Levels, bound: PatternDatabase, width: int, patience: int) -> Slice:
    """Make levels until one meets the goal, nothing is left, or nothing has come nearer for too long.

    Parameters
    ----------
    levels
        Freshly restarted; its `met` says whether the goal is met at the end.
    bound
        Orders the positions of a level.
    width
        Positions gone on from on each level.
    patience
        Levels without a smaller bound than ever before.
    """
    picks, least, waited = EVERY, NO_GOAL, 0
    levels.met = 0
    while not levels.met and levels.width and waited < patience:
        yield from levels.level(NEVER, bound, None, picks)
        low, high = levels.ends[-2:]
        if low == high:
            break
        bounds = np.empty(high - low, np.int64)
        for begin in range(0, high - low, CHUNK):
            rows = levels.arena[low + begin : min(high, low + begin + CHUNK)]
            bounds[begin : begin + CHUNK] = bound.bounds(levels.packing.unpack(rows))
            yield levels.budget.progress()
        waited = waited + 1 if bounds.min() >= least else 0
        least = min(least, int(bounds.min()))
        picks = EVERY
        if high - low > width:
            picks = np.sort(low + np.argpartition(bounds, width)[:width])
