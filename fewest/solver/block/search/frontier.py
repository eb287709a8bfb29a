"""Breadth-first search from one side: level after level of packed positions."""

from __future__ import annotations

import numpy as np

from fewest.solver.block.search.instance import Instance
from fewest.solver.budget import Budget
from fewest.solver.kernels import block_frontier as kernel
from fewest.solver.layers import Layers
from fewest.solver.listing import Array
from fewest.solver.model import Slices

SLICE_ROWS = 30_000
SLICE_MOVES = 400_000
"""Positions expanded per kernel call, and moves made: some hundredths of a second."""

LEVELS = 256
"""Most levels that a kernel call completes."""

ANY_WIDTH = 1 << 62


class Frontier(Layers):
    """One side of a breadth-first search."""

    def __init__(self, instance: Instance, roots: Array, budget: Budget) -> None:
        """Begin at some roots."""
        self.instance = instance
        puzzle = instance.blocks, instance.scratch
        super().__init__(kernel, puzzle, instance.blocks.moves, SLICE_MOVES, roots, budget)

    def advance(self, opposite: Frontier | None = None, widest: int = ANY_WIDTH) -> Slices[None]:
        """Expand level after level, up to one that is met, or empty, or has more than ``widest`` positions."""
        cursor = np.zeros(6, np.int64)
        cursor[kernel.NEXT], cursor[kernel.END] = self.ends[-2:]
        cursor[kernel.SIZE] = self.ends[-1]
        ends = np.zeros(LEVELS, np.int64)
        code = kernel.PAUSED
        while code != kernel.DONE:
            if code == kernel.FULL:
                yield from self.grow(int(cursor[kernel.SIZE]))
            code = kernel.expand(
                self.instance.width,
                self.instance.blocks,
                self.instance.scratch,
                self.found,
                self.opposite_set(opposite),
                cursor,
                ends,
                widest,
                SLICE_ROWS,
                SLICE_MOVES,
            )
            self.budget.nodes += int(cursor[kernel.NODES])
            # A call completes many narrow levels: coming back to Python after each would take longer than the level.
            self.ends += ends[: cursor[kernel.LEVELS]].tolist()
            cursor[kernel.NODES] = cursor[kernel.LEVELS] = 0
            # The last level may have met the other side, so only the levels before it are without a solution.
            if code != kernel.DONE:
                self.budget.raise_bound(self.depth + (opposite.depth if opposite else 0) + 1)
            yield self.budget.progress()
        self.met = int(cursor[kernel.MET])
