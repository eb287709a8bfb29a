"""Breadth-first search from one side: level after level of packed positions."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from fewest.solver.block.search.instance import Instance
from fewest.solver.budget import Budget
from fewest.solver.kernels import block_frontier as kernel
from fewest.solver.listing import Array
from fewest.solver.model import Slices

SLICE_ROWS = 30_000
SLICE_MOVES = 400_000
"""Positions expanded per kernel call, and moves made: some hundredths of a second."""

LEVELS = 256
"""Levels that a kernel call completes at most."""

ANY_WIDTH = 1 << 62

FIRST_CAPACITY = 1 << 14
SMALL_CAPACITY = 1 << 20
MAX_CAPACITY = 1 << 30
"""Positions an arena has room for at first; up to when it is made four times as large, not twice; and at most: slots
hold row numbers as int32."""


class Frontier:
    """One side of a breadth-first search.

    Attributes
    ----------
    arena, slots
        See ``kernels.block_frontier.PositionSet``.
    ends
        Level k is the rows ``ends[k]`` … ``ends[k + 1] - 1``; the last level is the frontier.
    met
        Number of positions on the frontier that meet the goal or the opposite search.
    """

    arena: Array
    slots: NDArray[np.int32]

    def __init__(self, instance: Instance, roots: Array, budget: Budget, room: int = 0) -> None:
        """Begin at some roots, with room for so many positions at least."""
        self.instance = instance
        self.budget = budget
        self.met = 0
        capacity = FIRST_CAPACITY
        while capacity < 2 * (max(room, len(roots)) + len(instance.scratch.after)):
            capacity *= 2
        self._allocate(capacity)
        cursor = np.zeros(6, np.int64)
        kernel.insert(roots, self.found, cursor)
        self.ends = [0, int(cursor[kernel.SIZE])]

    @property
    def depth(self) -> int:
        """Moves from the roots to the frontier."""
        return len(self.ends) - 2

    @property
    def width(self) -> int:
        """Number of positions on the frontier."""
        return self.ends[-1] - self.ends[-2]

    @property
    def found(self) -> kernel.PositionSet:
        """Arena and slots as the kernels take them."""
        return kernel.PositionSet(self.arena, self.slots)

    def opposite_set(self, opposite: Frontier | None) -> kernel.PositionSet:
        """The positions of the opposite search as the kernels take them, empty if there is none."""
        return opposite.found if opposite else kernel.PositionSet(self.arena[:0], self.slots[:0])

    def advance(self, opposite: Frontier | None = None, widest: int = ANY_WIDTH) -> Slices[None]:
        """Expand level after level, up to one that is met, or empty, or has more than ``widest`` positions."""
        cursor = np.zeros(6, np.int64)
        cursor[kernel.NEXT], cursor[kernel.END] = self.ends[-2:]
        cursor[kernel.SIZE] = self.ends[-1]
        ends = np.zeros(LEVELS, np.int64)
        code = kernel.PAUSED
        while code != kernel.DONE:
            if code == kernel.FULL:
                yield from self._grow(int(cursor[kernel.SIZE]))
            code = kernel.expand(
                self.instance.width,
                self.instance.blocks,
                self.found,
                self.opposite_set(opposite),
                self.instance.scratch,
                cursor,
                ends,
                widest,
                SLICE_ROWS,
                SLICE_MOVES,
            )
            self.budget.nodes += int(cursor[kernel.NODES])
            self.ends += ends[: cursor[kernel.LEVELS]].tolist()
            cursor[kernel.NODES] = cursor[kernel.LEVELS] = 0
            if code != kernel.DONE:
                self.budget.raise_bound(self.depth + (opposite.depth if opposite else 0) + 1)
            yield self.budget.progress()
        self.met = int(cursor[kernel.MET])

    def append(self, level: Array) -> Slices[None]:
        """Add a level whose positions are new and for which there is room."""
        cursor = np.zeros(6, np.int64)
        cursor[kernel.SIZE] = self.ends[-1]
        for low in range(0, len(level), SLICE_ROWS):
            kernel.insert(level[low : low + SLICE_ROWS], self.found, cursor)
            yield self.budget.progress()
        self.ends.append(int(cursor[kernel.SIZE]))

    def find(self, positions: Array) -> Array:
        """Rows of positions, uint64 (number, words), or negative numbers."""
        rows = np.zeros(len(positions), np.int64)
        kernel.find(positions, self.found, rows)
        return rows

    def close(self) -> None:
        """Release the memory."""
        self.budget.release(self.arena.nbytes + self.slots.nbytes)
        self.arena, self.slots = self.arena[:0].copy(), self.slots[:0].copy()

    def _allocate(self, capacity: int) -> None:
        slots = 1 << (2 * capacity - 1).bit_length()
        words = self.instance.packing.words
        self.budget.reserve(8 * capacity * words + 4 * slots)
        self.arena = np.empty((capacity, words), np.uint64)
        self.slots = np.zeros(slots, np.int32)

    def _grow(self, size: int) -> Slices[None]:
        """Enlarge the arena, which has ``size`` rows in use, as far as the budget allows."""
        old = self.arena
        self.budget.release(self.slots.nbytes)
        self.slots = self.slots[:0]
        factors = (4, 2, 1.5, 1.25) if len(old) < SMALL_CAPACITY else (2, 1.5, 1.25)
        for capacity in (int(factor * len(old)) for factor in factors):
            try:
                if capacity > MAX_CAPACITY:
                    continue
                self._allocate(capacity)
                break
            except MemoryError:
                continue
        else:
            raise MemoryError(f"no room for more than {len(old)} positions")
        for low in range(0, size, SLICE_ROWS):
            high = min(size, low + SLICE_ROWS)
            self.arena[low:high] = old[low:high]
            kernel.rehash(self.found, low, high)
            yield self.budget.progress()
        self.budget.release(old.nbytes)
