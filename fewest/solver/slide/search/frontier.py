"""Breadth-first search from one side: level after level of packed positions."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from fewest.solver.budget import Budget
from fewest.solver.kernels import slide_frontier as kernel
from fewest.solver.layers import Layers
from fewest.solver.model import INFINITE, Slices
from fewest.solver.slide.bounds.distance_sums import LevelBounds
from fewest.solver.slide.bounds.pattern_tables import Ints
from fewest.solver.slide.search.context import SearchContext
from fewest.solver.slide.search.packing import Packing, Rows

SLICE = 300_000
"""Moves generated per kernel call, approximately: some hundredths of a second."""
WHOLE: Ints = np.empty(0, np.int64)
"""Selects every row of the frontier."""


class Frontier(Layers):
    """One side of a breadth-first search.

    Attributes
    ----------
    min_pruned
        Least number of moves after the frontier that a solution through a pruned position takes.
    """

    def __init__(self, packing: Packing, roots: Rows, budget: Budget) -> None:
        self.packing = packing
        self.min_pruned = INFINITE
        # Expanding a row takes as long as it has moves, and a move as long as the position has cells.
        rows = max(100, int(SLICE / max(1.0, packing.mean_moves * packing.cells / 16)))
        super().__init__(kernel, (packing.board,), packing.board.adjacent.size, rows, roots, budget)

    @classmethod
    def from_start(cls, context: SearchContext) -> Frontier:
        """A search from the start."""
        return cls(context.instance.packing, context.instance.start_row, context.budget)

    def advance(
        self,
        allowed: int,
        database: LevelBounds,
        opposite: Frontier | None = None,
        selected: NDArray[np.int64] = WHOLE,
    ) -> Slices[None]:
        """Expand the frontier: the new positions with a bound of at most ``allowed`` become the frontier.

        Parameters
        ----------
        allowed
            Moves that may follow a new position.
        database
            Bounds the new positions.
        opposite
            The opposite search, or None to look for the goal.
        selected
            int64 (number,): rows to expand instead of the whole frontier.
        """
        cursor = np.zeros(6, np.int64)
        cursor[kernel.NEXT], cursor[kernel.END] = (0, len(selected)) if len(selected) else self.ends[-2:]
        cursor[kernel.SIZE], cursor[kernel.MIN_PRUNED] = self.ends[-1], INFINITE
        code = kernel.PAUSED
        while code != kernel.DONE:
            if code == kernel.FULL:
                yield from self.grow(int(cursor[kernel.SIZE]))
            code = database.expand(
                self.packing.board, database.arrays, self.found, self.opposite_set(opposite), selected, cursor,
                allowed, self.slice,
            )  # fmt: skip
            self.budget.nodes += int(cursor[kernel.NODES])
            cursor[kernel.NODES] = 0
            yield self.budget.progress()
        self.ends.append(int(cursor[kernel.SIZE]))
        self.min_pruned = int(cursor[kernel.MIN_PRUNED])
        self.met = int(cursor[kernel.MET])
