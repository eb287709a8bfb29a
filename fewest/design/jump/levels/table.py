"""The table of a jump board: every start up to some number of pegs, with its length and its number of solutions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from fewest.design.jump.levels.task import GivenPegs, JumpPlan, pegs_given
from fewest.design.kernels import jump_levels
from fewest.design.levels.starts import PAUSE, Numbers, StartTable
from fewest.design.levels.task import LevelsTask, Measure
from fewest.solver.budget import Budget
from fewest.solver.jump.board import JumpBoard, Permutation
from fewest.solver.jump.proofs import goal_positions
from fewest.solver.jump.puzzle import JumpPuzzle
from fewest.solver.jump.symmetry import apply_maps, automorphisms, image_tables
from fewest.solver.model import Slices
from fewest.solver.slices import Run
from fewest.solver.threads import ThreadPool

Positions: TypeAlias = npt.NDArray[np.uint64]

FIRST_CAPACITY = 1 << 16
"""Capacity of a table at first, in positions."""
MAX_GROUP = 48
"""Larger groups of symmetries take more time than they save."""
EXPAND_ROWS = 20_000
EXPAND_WORK = 1 << 24
EVALUATE_JUMPS = 2_000_000
"""Limits of a kernel call, some hundredths of a second: rows; work on them (4 for each jump examined, 1 for each image
of the position after it); jumps."""
ROWS_BEYOND = 1 << 17
"""Rows beyond the table that are kept."""
ROWS_MEASURED = 4
"""Kernel calls' worth of rows that may be added to measure one position: a few tenths of a second."""


def start_table(task: LevelsTask, budget: Budget, threads: ThreadPool, plan: JumpPlan) -> Slices[StartTable | None]:
    """Make the table of a jump board; None if its goals are too many to list, or the complement of the start."""
    goals = None if task.goal is None else goal_positions(task.board, task.goal)
    if not goals:
        return None
    return (yield from JumpTable(task, goals, budget, threads, plan).run())


class JumpTable:
    """A table of a jump board as it grows, layer by layer: a layer is the positions with one number of pegs.

    Parameters
    ----------
    task
        One whose goals can be listed.
    budget
        Its memory is accounted for here.
    threads
        Share the work.
    plan
        Says when it ends.
    """

    def __init__(self, task: LevelsTask, goals: list[int], budget: Budget, threads: ThreadPool, plan: JumpPlan) -> None:
        self.task = task
        self.given = pegs_given(task)
        board: JumpBoard = task.board
        group = _symmetries(board, goals, self.given)
        images = image_tables(group, board.holes)
        self.goals = np.unique(apply_maps(images, np.array(goals, np.uint64)).min(axis=0))
        self.budget = budget
        self.threads = threads
        self.plan = plan
        first = np.zeros(board.holes + 1, np.int64)
        for start, _, _ in board.jumps:
            first[start + 1] += 1
        over = np.array([jump[1] for jump in board.jumps], np.int64)
        to = np.array([jump[2] for jump in board.jumps], np.int64)
        self.board = jump_levels.Board(np.cumsum(first), over, to, images)
        self.rows_per_call = max(1, min(EXPAND_ROWS, EXPAND_WORK // max(1, len(to) * (4 + len(images)))))
        self.cursor = np.zeros(4, np.int64)
        self.counted = 0
        capacity = max(FIRST_CAPACITY, 2 * (len(goals) + len(to)))
        self.bytes = 0
        self._allocate(capacity)

    def run(self) -> Slices[StartTable]:
        """Make layer after layer until there are enough matching starts, no more positions, or too many."""
        goal_pegs = np.bitwise_count(self.goals)
        pegs = int(goal_pegs.min())
        last_goals = int(goal_pegs.max())
        begin = 0
        while True:
            end = self._size
            goals = self.goals[goal_pegs == pegs]
            jump_levels.insert(goals, self.levels.arena, self.levels.slots, self.cursor)
            self.levels.count[end : self._size] = 1
            others = self._size
            if not (yield from self._predecessors(begin, end)):
                return (yield from self._ended(end, False))
            worked = int(self.cursor[jump_levels.NODES])
            if not (yield from self._evaluate_all(others, self._size)):
                return (yield from self._ended(end, False))
            worked = int(self.cursor[jump_levels.NODES]) - worked
            if (self._size == end and pegs >= last_goals) or pegs >= self.given.max_pegs:
                return (yield from self._ended(self._size, True))
            found = self._table(self._size, False)
            enough = self.plan.enough + self.plan.enough_per_level * self.task.number
            much = self.plan.work_per_position * max(1, self._size - end)
            if len(found.matches(self.task)) >= enough or worked > much:
                return (yield from self._ended(self._size, False))
            begin = end
            pegs += 1

    @property
    def _size(self) -> int:
        return int(self.cursor[jump_levels.SIZE])

    def _table(self, size: int, complete: bool) -> StartTable:
        levels = self.levels
        return StartTable(
            levels.arena[:size],
            levels.length[:size].astype(np.int64),
            levels.count[:size],
            complete,
            self.plan.max_count,
            self.given.allow,
            lambda position: JumpPuzzle(self.task.board, int(position), self.task.goal),
        )

    def _predecessors(self, begin: int, end: int) -> Slices[bool]:
        """Add the positions one jump before rows; return whether all of them fit."""
        while not (yield from self._add_adjacent(begin, end, self.levels.arena, forward=False)):
            if len(self.levels.arena) >= self.plan.max_positions:
                return False
            begin = int(self.cursor[jump_levels.NEXT])
            yield from self._grow(min(self.plan.max_positions, 2 * len(self.levels.arena)))
        return True

    def _add_adjacent(self, begin: int, end: int, arena: Positions, *, forward: bool) -> Slices[bool]:
        """Add the positions one jump before rows, or after them; return whether all of them fit."""
        self.cursor[jump_levels.NEXT] = begin
        self.cursor[jump_levels.END] = end
        code = jump_levels.PAUSED
        while code == jump_levels.PAUSED:
            code = jump_levels.add_adjacent(
                self.board, arena, self.levels.slots, self.cursor, forward, self.rows_per_call
            )  # fmt: skip
            yield self._progress()
        return code == jump_levels.DONE

    def _ended(self, size: int, complete: bool) -> Slices[StartTable]:
        """The table of the first rows; others are removed. Without all starts, there is room for rows beyond it."""
        self._forget(size)
        self.rows = size
        self.pegs = int(self.levels.arena[size - 1]).bit_count()
        if complete or self.pegs < int(np.bitwise_count(self.goals).max()):
            return self._table(size, complete)
        if len(self.levels.arena) < size + ROWS_BEYOND:
            yield from self._grow(size + ROWS_BEYOND)
        return replace(self._table(size, complete), beyond=self.measure)

    def measure(self, start: int) -> Slices[Measure | None]:
        """Length and number of solutions of a position with more pegs than the table; None if they are not found."""
        measuring = Run(self._measure(start))
        for _ in measuring:
            yield PAUSE  # the nodes are in the budget of the task, which adds those that a source reports
        return measuring.value

    def _measure(self, start: int) -> Slices[Measure | None]:
        """Measure a position.

        All positions that can be reached from it and are not in the table are evaluated, those with the fewest pegs
        first. They are kept for the positions after it, until there is no room.
        """
        levels = self.levels
        position = apply_maps(self.board.images, np.array([start], np.uint64)).min(axis=0)
        row = int(jump_levels.find(position[0], levels.arena, levels.slots))
        if row < 0:
            most = min(ROWS_BEYOND, ROWS_MEASURED * self.rows_per_call)
            if self._size + most > len(levels.arena):
                self._forget(self.rows)
            row = self._size
            jump_levels.insert(position, levels.arena, levels.slots, self.cursor)
            added = yield from self._successors(row, row + most)
            if not added or not (yield from self._evaluate([_cursor(self._size - 1, row - 1)])):
                self._forget(row)
                return None
        length = int(levels.length[row])
        count = int(levels.count[row])
        return None if length == jump_levels.UNSOLVABLE or count == self.plan.max_count else Measure(length, count)

    def _forget(self, size: int) -> None:
        """Remove all rows but the first."""
        self.cursor[jump_levels.END] = size
        jump_levels.forget(self.levels.arena, self.levels.slots, self.cursor)

    def _successors(self, row: int, end: int) -> Slices[bool]:
        """Add all that can be reached from the last row; return whether it ends before a row.

        With the fewest pegs last. Those that have no more pegs than the table are there, if they can be solved.
        """
        arena = self.levels.arena[:end]
        for _ in range(int(arena[row]).bit_count() - self.pegs - 1):
            last = self._size
            if not (yield from self._add_adjacent(row, last, arena, forward=True)):
                return False
            row = last
        return True

    def _evaluate_all(self, begin: int, end: int) -> Slices[bool]:
        """Find lengths and counts of rows, some in each thread; return whether none takes too long."""
        bounds = np.linspace(begin, end, self.threads.size + 1).astype(int).tolist()
        return (yield from self._evaluate([_cursor(low, high) for low, high in pairwise(bounds)]))

    def _evaluate(self, cursors: list[Numbers]) -> Slices[bool]:
        """Find lengths and counts of the rows of each cursor; return whether none takes too long."""
        left = cursors
        while left:
            codes = self.threads.map(
                lambda cursor: jump_levels.evaluate(
                    self.board, self.levels, cursor, self.plan.max_count, EVALUATE_JUMPS
                ),
                left,
            )
            too_long = jump_levels.FULL in codes
            left = [cursor for cursor, code in zip(left, codes, strict=True) if code == jump_levels.PAUSED]
            for cursor in cursors:
                self.cursor[jump_levels.NODES] += cursor[jump_levels.NODES]
                cursor[jump_levels.NODES] = 0
            yield self._progress()
            if too_long:
                return False
        return True

    def _progress(self) -> Any:
        nodes = self.cursor[jump_levels.NODES]
        self.budget.nodes += int(nodes) - self.counted
        self.counted = int(nodes)
        return self.budget.progress()

    def _allocate(self, capacity: int) -> None:
        slots = 1 << (2 * capacity - 1).bit_length()
        size = capacity * (8 + 1 + 8) + slots * 4
        self.budget.reserve(size)
        self.bytes += size
        self.levels = jump_levels.Levels(
            np.empty(capacity, np.uint64), np.zeros(slots, np.int32), np.zeros(capacity, np.uint8),
            np.zeros(capacity, np.int64),
        )  # fmt: skip

    def _grow(self, capacity: int) -> Slices[None]:
        """Enlarge the arena."""
        old = self.levels
        held = self.bytes
        size = self._size
        self._allocate(capacity)
        self.cursor[jump_levels.SIZE] = 0
        for low in range(0, size, EXPAND_ROWS * 10):
            part = old.arena[low : min(size, low + EXPAND_ROWS * 10)]
            jump_levels.insert(part, self.levels.arena, self.levels.slots, self.cursor)
            yield self.budget.progress()
        self.levels.length[:size] = old.length[:size]
        self.levels.count[:size] = old.count[:size]
        self.budget.release(held)
        self.bytes -= held


def _cursor(begin: int, end: int) -> Numbers:
    """A cursor of rows."""
    cursor = np.zeros(4, np.int64)
    cursor[jump_levels.NEXT] = begin
    cursor[jump_levels.END] = end
    return cursor


def _symmetries(board: JumpBoard, goals: list[int], given: GivenPegs) -> Sequence[Permutation]:
    """The symmetries up to which starts are in a table: of board and goal, unless holes are given as empty."""
    identity = [tuple(range(board.holes))]
    if given.empty:
        return identity
    # If the graph of the board is not easy, a clock would decide which symmetries are found, and so the levels.
    group = automorphisms(board, goals, hard=False)
    return group if len(group) <= MAX_GROUP else identity


def warm() -> None:
    """Compile the kernels: the position before the only jump of a board, with its length."""
    board = jump_levels.Board(np.array([0, 1, 1, 1]), np.array([1]), np.array([2]), image_tables([range(3)], 3))
    levels = jump_levels.Levels(
        np.zeros(4, np.uint64), np.zeros(8, np.int32), np.zeros(4, np.uint8), np.zeros(4, np.int64)
    )
    cursor = np.zeros(4, np.int64)
    jump_levels.insert(np.array([4], np.uint64), levels.arena, levels.slots, cursor)
    cursor[jump_levels.END] = 1
    jump_levels.add_adjacent(board, levels.arena, levels.slots, cursor, False, 1)
    cursor[jump_levels.END] = 2
    jump_levels.evaluate(board, levels, cursor, 1, 1)
    jump_levels.find(np.uint64(4), levels.arena, levels.slots)
    jump_levels.forget(levels.arena, levels.slots, cursor)
