"""The table of a sliding board: every start up to some length, with its length and its number of solutions."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from fewest.solver.budget import Budget
from fewest.solver.kernels import slide_levels
from fewest.solver.levels import GenerationTask, StartTable
from fewest.solver.model import Slices
from fewest.solver.slide.board import adjacency_array
from fewest.solver.slide.labelling import labelled
from fewest.solver.slide.levels.plan import SlidePlan
from fewest.solver.slide.levels.sources import pieces_given
from fewest.solver.slide.puzzle import SlidePuzzle
from fewest.solver.slide.rules import Position

FIRST_CAPACITY = 1 << 16
"""Capacity of a table at first, in positions."""
MAX_LENGTH = 65_000
"""Most moves of a position in a table."""
EXPAND_ROWS = 20_000
"""Rows per kernel call: some hundredths of a second."""


class SlidePacking:
    """Positions of a sliding board in one word: a few bits for the label of each cell, 0 for an empty cell.

    Attributes
    ----------
    bits
        Bits per cell.
    fits
        Whether all cells fit a word.
    pinned, pinned_mask
        The pieces that the task gives, packed, and the bits of their cells.
    """

    def __init__(self, task: GenerationTask) -> None:
        goal: Position = task.goal
        self.pieces = sorted(set(goal) | {0})
        label = {piece: number for number, piece in enumerate(self.pieces)}
        self.bits = max(1, (len(self.pieces) - 1).bit_length())
        self.cells = len(goal)
        self.fits = self.bits * self.cells <= 64
        self.goal = sum(label[piece] << (cell * self.bits) for cell, piece in enumerate(goal))
        given = [(cell, piece) for cell, piece in enumerate(pieces_given(task)) if piece is not None]
        self.pinned = sum(label[piece] << (cell * self.bits) for cell, piece in given)
        self.pinned_mask = sum(((1 << self.bits) - 1) << (cell * self.bits) for cell, _ in given)

    def allow(self, positions: npt.NDArray[np.uint64]) -> npt.NDArray[np.bool_]:
        """Whether packed positions, uint64 (number,), have the pieces that the task gives: bool (number,)."""
        return np.asarray(positions & np.uint64(self.pinned_mask) == np.uint64(self.pinned))

    def unpack(self, word: int) -> tuple[int, ...]:
        """The piece on every cell."""
        low = (1 << self.bits) - 1
        return tuple(self.pieces[int(word) >> (cell * self.bits) & low] for cell in range(self.cells))


def start_table(task: GenerationTask, budget: Budget, plan: SlidePlan) -> Slices[StartTable | None]:
    """Make the table of a sliding board: every position up to the greatest length; None if too many."""
    arrangements = labelled(SlidePuzzle(task.board, task.goal, task.goal)).positions
    packing = SlidePacking(task)
    if (arrangements > plan.arrangements and task.max_length > plan.shallow) or not packing.fits:
        return None
    adjacent = adjacency_array(task.board)
    capacity = FIRST_CAPACITY
    slots = np.zeros(2 * capacity, np.int32)
    positions = np.zeros(capacity, np.uint64)
    length = np.zeros(capacity, np.uint16)
    count = np.zeros(capacity, np.int64)
    positions[0] = packing.goal
    count[0] = 1
    slide_levels.rehash(positions, slots, 1)
    cursor = np.array([0, 1, 0], np.int64)
    max_length = min(task.max_length, MAX_LENGTH)
    per_position = 8 + 2 + 8 + 2 * 4
    budget.reserve(capacity * per_position)
    code = slide_levels.PAUSED
    while code != slide_levels.DONE:
        size = int(cursor[slide_levels.SIZE])
        if code == slide_levels.FULL:
            if size > plan.max_positions:
                budget.release(capacity * per_position)
                return None
            budget.reserve(capacity * per_position)
            capacity *= 2
            positions, length, count = (np.concatenate([old, np.zeros_like(old)]) for old in (positions, length, count))
            slots = np.zeros(2 * capacity, np.int32)
            slide_levels.rehash(positions, slots, size)
        code = slide_levels.expand(
            adjacent, packing.bits, positions, slots, length, count, cursor, max_length, plan.max_count, EXPAND_ROWS
        )
        budget.nodes += int(cursor[slide_levels.NODES])
        cursor[slide_levels.NODES] = 0
        yield budget.progress()
    size = int(cursor[slide_levels.SIZE])
    longest = int(length[:size].max())
    return StartTable(
        positions[:size],
        length[:size].astype(np.int64),
        count[:size],
        True,
        plan.max_count,
        packing.allow,
        packing.unpack,
        max_length if longest >= max_length else None,
    )
