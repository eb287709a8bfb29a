"""Positions level by level from one side of a search, kept in an arena (see ``kernels.slide_levels``)."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from solver.budget import Budget
from solver.kernels import slide_frontier as kernel
from solver.model import Progress
from solver.slide.bounds.pattern_tables import PatternDatabase
from solver.slide.labelling import ANYTHING, LabelledPuzzle

Rows = NDArray[np.int64]
Slice = Generator[Progress, None, None]

SLICE = 300_000
"""Moves made per call, about: some hundredths of a second."""
FIRST_ROOM = 1 << 14
MOST_ROOM = 1 << 30
"""Rows: slots hold row numbers as int32."""
EVERY: Rows = np.empty(0, np.int64)
NEVER = 1 << 40
"""Slack that cuts nothing."""


class Packing:
    """How the positions of one puzzle are packed into words, and its board as an array.

    Attributes
    ----------
    near
        int64 (cells, degree): neighbours, -1 at the end.
    bits, words
        Bits per cell, words per position.
    slice
        Positions to expand per call of a kernel.
    goal_words, goal_mask
        int64 (words,): the goal, and the bits of the cells it says anything of.
    """

    def __init__(self, labelled: LabelledPuzzle) -> None:
        self.cells = labelled.cells
        self.bits = max(1, (len(labelled.counts) - 1).bit_length())
        self.per = 64 // self.bits
        self.words = -(-self.cells // self.per)
        self.near = neighbours(labelled.board.adjacency)
        said = [0 if label == ANYTHING else label for label in labelled.goal]
        mask = [0 if label == ANYTHING else (1 << self.bits) - 1 for label in labelled.goal]
        self.goal_words, self.goal_mask = self.pack([said, mask])
        ways = labelled.empty_cells * sum(map(len, labelled.board.adjacency)) / max(1, labelled.cells)
        self.slice = max(100, int(SLICE / max(1.0, ways * self.cells / 16)))

    def pack(self, positions: Sequence[Sequence[int]]) -> Rows:
        """Pack positions into int64 (number, words)."""
        rows = np.zeros((len(positions), self.words), np.uint64)
        labels = np.asarray(positions, np.uint64).reshape(len(positions), self.cells)
        for cell in range(self.cells):
            rows[:, cell // self.per] |= labels[:, cell] << np.uint64(cell % self.per * self.bits)
        return rows.view(np.int64)

    def unpack(self, rows: Rows) -> NDArray[np.uint8]:
        """Unpack rows into uint8 (number, cells)."""
        words = np.ascontiguousarray(rows).view(np.uint64)
        mask = np.uint64((1 << self.bits) - 1)
        shifts = [np.uint64(cell % self.per * self.bits) for cell in range(self.cells)]
        columns = [(words[:, cell // self.per] >> shifts[cell]) & mask for cell in range(self.cells)]
        return np.stack(columns, axis=1).astype(np.uint8)


def neighbours(adjacency: Sequence[Sequence[int]]) -> NDArray[np.int64]:
    """Write lists of neighbours as one array, filled up with -1."""
    degree = max(1, max(map(len, adjacency), default=0))
    near = np.full((len(adjacency), degree), -1, np.int64)
    for cell, row in enumerate(adjacency):
        near[cell, : len(row)] = row
    return near


class Levels:
    """All positions found from some roots, level by level.

    Attributes
    ----------
    arena, slots
        int64 (capacity, words), int32 (power of two,).
    ends
        Level k is the rows ``ends[k]`` … ``ends[k + 1] - 1``.
    cut
        Least number of moves a solution through a cut position of the last level takes after that level.
    met
        Number of positions on the last level that meet the goal or the other side.
    """

    def __init__(self, packing: Packing, roots: Rows, budget: Budget) -> None:
        self.packing, self.budget = packing, budget
        self.arena = np.empty((0, packing.words), np.int64)
        self.slots = np.zeros(0, np.int32)
        self.ends = [0]
        self.cut, self.met = NEVER, 0
        room = FIRST_ROOM
        while room < 2 * len(roots) + packing.near.size:
            room *= 2
        self._allocate(room)
        self.restart(roots)

    @property
    def depth(self) -> int:
        """Number of the last level."""
        return len(self.ends) - 2

    @property
    def width(self) -> int:
        """Number of positions on the last level."""
        return self.ends[-1] - self.ends[-2]

    def restart(self, roots: Rows) -> None:
        """Forget everything and begin again from the roots, keeping the room."""
        self.slots[:] = 0
        state = np.zeros(6, np.int64)
        kernel.insert(roots, self.arena, self.slots, state)
        self.ends = [0, int(state[kernel.SIZE])]

    def level(self, slack: int, bound: PatternDatabase, other: Levels | None = None, picks: Rows = EVERY) -> Slice:
        """Make the next level from all rows of the last, or the picked: new positions bounded by `slack`."""
        packing = self.packing
        state = np.zeros(6, np.int64)
        state[kernel.NEXT], state[kernel.END] = (0, len(picks)) if len(picks) else self.ends[-2:]
        state[kernel.SIZE], state[kernel.EXCESS] = self.ends[-1], NEVER
        facing = (other.arena, other.slots) if other else (self.arena[:0], self.slots[:0])
        code = kernel.SPENT
        while code != kernel.LEVEL_DONE:
            if code == kernel.NO_ROOM:
                yield from self._grow(int(state[kernel.SIZE]))
            code = kernel.expand(
                packing.near, packing.bits, packing.goal_words, packing.goal_mask, *bound.arrays,
                self.arena, self.slots, *facing, picks, state, slack, packing.slice,
            )  # fmt: skip
            self.budget.nodes += int(state[kernel.NODES])
            state[kernel.NODES] = 0
            yield self.budget.progress()
        self.ends.append(int(state[kernel.SIZE]))
        self.cut, self.met = int(state[kernel.EXCESS]), int(state[kernel.MET])

    def find(self, row: Rows) -> int:
        """Row number of a packed position, or a negative number."""
        return int(kernel.find(row, self.arena, self.slots))

    def close(self) -> None:
        """Give the room back."""
        self.budget.release(self.arena.nbytes + self.slots.nbytes)
        self.arena, self.slots = self.arena[:0].copy(), self.slots[:0].copy()

    def _allocate(self, room: int) -> None:
        slots = 1 << (2 * room - 1).bit_length()
        self.budget.reserve(room * self.packing.words * 8 + slots * 4)
        self.arena = np.empty((room, self.packing.words), np.int64)
        self.slots = np.zeros(slots, np.int32)

    def _grow(self, size: int) -> Slice:
        old = self.arena
        self.budget.release(self.slots.nbytes)
        self.slots = self.slots[:0]
        for room in (2 * len(old), 3 * len(old) // 2, 5 * len(old) // 4):
            try:
                if room > MOST_ROOM:
                    continue
                self._allocate(room)
                break
            except MemoryError:
                continue
        else:
            raise MemoryError(f"no room for more than {len(old)} positions")
        for low in range(0, size, SLICE // 4):
            high = min(size, low + SLICE // 4)
            self.arena[low:high] = old[low:high]
            kernel.rehash(self.arena, self.slots, low, high)
            yield self.budget.progress()
        self.budget.release(old.nbytes)


def roots(packing: Packing, positions: Iterable[Sequence[int]]) -> Rows:
    """Pack the positions a side begins with."""
    return packing.pack(list(positions))
