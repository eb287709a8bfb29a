"""Breadth-first search from one side: level after level of packed positions."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from fewest.solver.budget import Budget
from fewest.solver.kernels import slide_frontier as kernel
from fewest.solver.model import INFINITE, Slices
from fewest.solver.slide.bounds.pattern_tables import Ints, PatternDatabase
from fewest.solver.slide.search.context import SearchContext
from fewest.solver.slide.search.packing import Packing, Rows

SLICE = 300_000
"""Moves generated per kernel call, approximately: some hundredths of a second."""
FIRST_CAPACITY = 1 << 14
"""Positions an arena has room for at first."""
MAX_CAPACITY = 1 << 30
"""Positions an arena has room for at most: slots hold row numbers as int32."""
WHOLE: Ints = np.empty(0, np.int64)
"""Selects every row of the frontier."""


class Frontier:
    """One side of a breadth-first search: the frontier, and all levels before it, which lead back to the roots.

    Attributes
    ----------
    arena, slots
        int64 (capacity, words), int32 (power of two,): see ``kernels.slide_frontier.PositionSet``.
    slice
        Positions to expand per kernel call.
    ends
        Level k is the rows ``ends[k]`` … ``ends[k + 1] - 1``; the last level is the frontier.
    min_pruned
        Least number of moves after the frontier that a solution through a pruned position takes.
    met
        Number of positions on the frontier that meet the goal or the opposite search.
    """

    arena: Rows
    slots: NDArray[np.int32]

    def __init__(self, packing: Packing, roots: Rows, budget: Budget) -> None:
        self.packing = packing
        self.budget = budget
        self.min_pruned = INFINITE
        self.met = 0
        self.slice = max(100, int(SLICE / max(1.0, packing.mean_moves * packing.cells / 16)))
        capacity = FIRST_CAPACITY
        while capacity < 2 * len(roots) + packing.board.adjacent.size:
            capacity *= 2
        self._allocate(capacity)
        self.restart(roots)

    @classmethod
    def from_start(cls, context: SearchContext) -> Frontier:
        """A search from the start."""
        return cls(context.instance.packing, context.instance.start_row, context.budget)

    @property
    def depth(self) -> int:
        """Moves from the roots to the frontier."""
        return len(self.ends) - 2

    @property
    def width(self) -> int:
        """Number of positions on the frontier."""
        return self.ends[-1] - self.ends[-2]

    @property
    def explored(self) -> kernel.PositionSet:
        """Arena and slots as the kernels take them."""
        return kernel.PositionSet(self.arena, self.slots)

    def restart(self, roots: Rows) -> None:
        """Begin again from the roots, keeping the memory."""
        self.slots[:] = 0
        cursor = np.zeros(6, np.int64)
        kernel.insert(roots, self.explored, cursor)
        self.ends = [0, int(cursor[kernel.SIZE])]

    def advance(
        self,
        allowed: int,
        database: PatternDatabase,
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
                yield from self._grow(int(cursor[kernel.SIZE]))
            code = kernel.expand(
                self.packing.board, database.arrays, self.explored, self.opposite_set(opposite), selected, cursor,
                allowed, self.slice,
            )  # fmt: skip
            self.budget.nodes += int(cursor[kernel.NODES])
            cursor[kernel.NODES] = 0
            yield self.budget.progress()
        self.ends.append(int(cursor[kernel.SIZE]))
        self.min_pruned = int(cursor[kernel.MIN_PRUNED])
        self.met = int(cursor[kernel.MET])

    def opposite_set(self, opposite: Frontier | None) -> kernel.PositionSet:
        """The positions of the opposite search as the kernels take them, empty if there is none."""
        return opposite.explored if opposite else kernel.PositionSet(self.arena[:0], self.slots[:0])

    def find(self, row: Rows) -> int:
        """Row number of a packed position, int64 (words,), or a negative number."""
        return int(kernel.find(row, self.explored))

    def close(self) -> None:
        """Release the memory."""
        self.budget.release(self.arena.nbytes + self.slots.nbytes)
        self.arena, self.slots = self.arena[:0].copy(), self.slots[:0].copy()

    def _allocate(self, capacity: int) -> None:
        slots = 1 << (2 * capacity - 1).bit_length()
        self.budget.reserve(capacity * self.packing.words * 8 + slots * 4)
        self.arena = np.empty((capacity, self.packing.words), np.int64)
        self.slots = np.zeros(slots, np.int32)

    def _grow(self, size: int) -> Slices[None]:
        """Enlarge the arena, which has ``size`` rows in use, as far as the budget allows."""
        old = self.arena
        self.budget.release(self.slots.nbytes)
        self.slots = self.slots[:0]
        for capacity in (2 * len(old), 3 * len(old) // 2, 5 * len(old) // 4):
            try:
                if capacity > MAX_CAPACITY:
                    continue
                self._allocate(capacity)
                break
            except MemoryError:
                continue
        else:
            raise MemoryError(f"no room for more than {len(old)} positions")
        for low in range(0, size, SLICE // 4):
            high = min(size, low + SLICE // 4)
            self.arena[low:high] = old[low:high]
            kernel.rehash(self.explored, low, high)
            yield self.budget.progress()
        self.budget.release(old.nbytes)
