"""The table of a sliding board: every start up to some length, with its length and its number of solutions."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from fewest.design.levels.starts import StartTable
from fewest.design.levels.task import LevelsTask
from fewest.design.slide.levels.task import SlidePlan, pieces_given
from fewest.solver.budget import Budget
from fewest.solver.kernels import slide_levels
from fewest.solver.model import Slices
from fewest.solver.slide.labelling import labelled
from fewest.solver.slide.puzzle import EMPTY, SlidePuzzle
from fewest.solver.slide.search.packing import Packing

FIRST_CAPACITY = 1 << 16
"""Capacity of a table at first, in positions."""
MAX_LENGTH = 65_000
"""Most moves of a position in a table."""
EXPAND_ROWS = 20_000
"""Rows per kernel call: some hundredths of a second."""


def start_table(task: LevelsTask, budget: Budget, plan: SlidePlan) -> Slices[StartTable | None]:
    """Make the table of a sliding board: every position up to the greatest length; None if too many."""
    goal = labelled(SlidePuzzle(task.board, task.goal, task.goal))
    packing = Packing(goal)
    # A position is one word in the kernel.
    if (goal.positions > plan.arrangements and task.max_length > plan.shallow) or packing.words > 1:
        return None
    pieces = sorted({EMPTY, *task.goal})
    given = pieces_given(task) or (None,) * goal.cells
    masked = [0 if piece is None else (1 << packing.bits) - 1 for piece in given]
    pinned = [0 if piece is None else pieces.index(piece) for piece in given]
    mask, wanted, first = packing.pack([masked, pinned, goal.start])[:, 0].view(np.uint64)

    def allows(positions: npt.NDArray[np.uint64]) -> npt.NDArray[np.bool_]:
        return np.asarray(positions & mask == wanted)

    def puzzle(word: int) -> SlidePuzzle:
        row = np.array([[word]], np.uint64).view(np.int64)
        return SlidePuzzle(task.board, tuple(pieces[label] for label in packing.unpack(row)[0]), task.goal)

    adjacent = packing.board.adjacent
    capacity = FIRST_CAPACITY
    slots = np.zeros(2 * capacity, np.int32)
    positions = np.zeros(capacity, np.uint64)
    length = np.zeros(capacity, np.uint16)
    count = np.zeros(capacity, np.int64)
    positions[0] = first
    count[0] = 1
    slide_levels.rehash(positions, slots, 1)
    cursor = np.array([0, 1, 0], np.int64)
    max_length = min(task.max_length, MAX_LENGTH)
    # Position, length, count, and two slots of the hash table.
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
        # They have been counted in the budget.
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
        allows,
        puzzle,
        max_length if longest >= max_length else None,
    )
