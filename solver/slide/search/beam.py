"""Beam search: breadth-first search that expands only the most promising positions. It proves nothing."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from fewest.solver.layers import trace
from fewest.solver.model import INFINITE, Slices
from fewest.solver.slide.bounds.pattern_tables import NO_GOAL, PatternDatabase
from fewest.solver.slide.search.context import SearchContext
from fewest.solver.slide.search.frontier import WHOLE, Frontier

CHUNK = 10_000
"""Positions bounded between two reports."""

MAX_RANKED_BOUND = 65_535
"""Larger bounds count as equal, so that two bytes hold them and sorting takes linear time."""


def beam_searches(context: SearchContext, database: PatternDatabase, widths: Iterable[int]) -> Slices[None]:
    """Run beam searches of growing width until one finds a solution, nothing is cut off, or memory is exhausted."""
    frontier = Frontier.from_start(context)
    patience = context.plan.beam_patience * context.labelled.cells
    try:
        for width in widths:
            frontier.restart(context.instance.start_row)
            yield from beam_search(frontier, database, width, patience)
            if frontier.met:
                context.keep_if_shorter(frontier.packing.slides((yield from trace(frontier, None))))
            if frontier.met or (frontier.width == 0 and max(np.diff(frontier.ends)) <= width):
                break
    except MemoryError:
        return
    finally:
        frontier.close()


def beam_search(frontier: Frontier, database: PatternDatabase, width: int, patience: int) -> Slices[None]:
    """Advance until the goal is met, nothing is left, or the least bound has not fallen for too long.

    Parameters
    ----------
    frontier
        Freshly restarted; its ``met`` says whether the goal was met.
    database
        Ranks the positions of a level.
    width
        Positions expanded per level.
    patience
        Levels without a new least bound.
    """
    selected = WHOLE
    least = NO_GOAL
    waited = 0
    frontier.met = 0
    while not frontier.met and frontier.width and waited < patience:
        yield from frontier.advance(INFINITE, database, None, selected)
        low, high = frontier.ends[-2:]
        if low == high:
            break
        bounds = np.empty(high - low, np.int64)
        for begin in range(0, high - low, CHUNK):
            rows = frontier.arena[low + begin : min(high, low + begin + CHUNK)]
            bounds[begin : begin + CHUNK] = database.bounds(frontier.packing.unpack(rows))
            yield frontier.budget.progress()
        waited = waited + 1 if bounds.min() >= least else 0
        least = min(least, int(bounds.min()))
        selected = WHOLE
        if high - low > width:
            # In a stable order: which of equally good ones np.argpartition selects depends on the processor.
            order = np.argsort(np.minimum(bounds, MAX_RANKED_BOUND).astype(np.uint16), kind="stable")
            selected = np.sort(low + order[:width])
