"""Beam search: breadth-first search that expands only the most promising positions. It proves nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import closing, suppress
from math import isqrt
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from fewest.solver.layers import trace
from fewest.solver.model import INFINITE, Slices
from fewest.solver.slide.bounds.pattern_tables import NO_GOAL, Ints
from fewest.solver.slide.search.context import SearchContext
from fewest.solver.slide.search.frontier import WHOLE, Frontier
from fewest.solver.threads import ThreadPool, batched

CHUNK = 10_000
"""Positions that a thread bounds between two reports."""

MAX_RANKED_BOUND = 65_535
"""Larger bounds count as equal, so that two bytes hold them and sorting takes linear time."""

BYTES = 100
"""Memory of a beam for each of its levels and each position of its width, about."""

Bounding: TypeAlias = Callable[[NDArray[np.uint8]], Ints]
"""Bounds positions, uint8 (number, cells): int64 (number,), in moves."""


def beam_searches(context: SearchContext, bounding: Bounding, widths: Iterable[int]) -> Slices[None]:
    """Look for a shorter solution than the best so far, by beam searches of growing width.

    They end when one finds a solution, nothing is cut off, or memory is exhausted.
    """
    with suppress(MemoryError), closing(BeamSearch(context, bounding)) as beam:
        for width in widths:
            yield from beam.run(width)
            if beam.frontier.met:
                context.keep_if_shorter(beam.frontier.packing.slides((yield from trace(beam.frontier, None))))
            # A beam that cut nothing off was a whole search.
            if beam.frontier.met or not beam.cut:
                break


def look_ahead(context: SearchContext, bounding: Bounding, last: int) -> Slices[None]:
    """Run a beam search after an iteration of ``last`` nodes: a solution as short as the bound spares the next one.

    Ever wider beams find little more, so the width grows with the square root of the nodes in the end.
    """
    plan, budget = context.plan, context.budget
    # A beam has about as many levels as the bound has moves, and keeps them all to trace its solution.
    affordable = (budget.bytes_limit - budget.bytes) // (BYTES * max(1, budget.lower_bound))
    width = min(last // plan.nodes_per_beam_position, 2 * isqrt(last), affordable)
    if width >= plan.narrowest_beam:
        yield from beam_searches(context, bounding, (width,))


class BeamSearch:
    """Beam searches of one puzzle.

    Attributes
    ----------
    frontier
        The levels; its ``met`` says whether the goal was met.
    cut
        Whether positions were left out.
    """

    def __init__(self, context: SearchContext, bounding: Bounding) -> None:
        best = context.budget.best
        self.frontier = Frontier.from_start(context)
        self.cut = False
        self._start = context.instance.start_row
        self._expand_all = context.no_bound
        self._bounding = bounding
        self._limit = INFINITE if best is None else len(best) - 1
        self._patience = context.plan.beam_patience * context.labelled.cells
        self._pool = ThreadPool(context.threads)

    def run(self, width: int) -> Slices[None]:
        """Advance until the goal is met, nothing is left, or the least bound has not fallen for too long.

        Parameters
        ----------
        width
            Positions expanded per level.
        """
        frontier = self.frontier
        # The memory of the beam before is used again.
        frontier.restart(self._start)
        frontier.met = 0
        self.cut = False
        selected = WHOLE
        least = NO_GOAL
        waited = 0
        while not frontier.met and frontier.width and waited < self._patience:
            # Without bounds: the kernel knows none of several partitions, by which positions are selected below.
            yield from frontier.advance(INFINITE, self._expand_all, None, selected)
            bounds = yield from self._bounds()
            # Only a shorter solution than the best is worth anything.
            within = np.flatnonzero(bounds <= self._limit - frontier.depth)
            if len(within) == 0:
                break
            waited = waited + 1 if bounds.min() >= least else 0
            least = min(least, int(bounds.min()))
            # In a stable order: which of equally good ones np.argpartition selects depends on the processor.
            order = np.argsort(np.minimum(bounds[within], MAX_RANKED_BOUND).astype(np.uint16), kind="stable")
            self.cut |= len(within) > width
            selected = frontier.ends[-2] + np.sort(within[order[:width]])

    def close(self) -> None:
        """Release the memory and the threads."""
        self.frontier.close()
        self._pool.close()

    def _bounds(self) -> Slices[Ints]:
        """Bound the frontier."""
        frontier = self.frontier
        rows = frontier.arena[slice(*frontier.ends[-2:])]
        bounds = np.empty(len(rows), np.int64)

        def fill(begin: int) -> None:
            bounds[begin : begin + CHUNK] = self._bounding(frontier.packing.unpack(rows[begin : begin + CHUNK]))

        for begins in batched(range(0, len(rows), CHUNK), self._pool.size):
            self._pool.map(fill, begins)
            yield frontier.budget.progress()
        return bounds
