"""The table of a jump board: every start up to some number of pegs, with its length and its number of solutions."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from fewest.solver.budget import Budget
from fewest.solver.jump.board import JumpBoard, Permutation
from fewest.solver.jump.levels.given import GivenPegs, pegs_given
from fewest.solver.jump.levels.plan import JumpPlan
from fewest.solver.jump.proofs import goal_positions
from fewest.solver.jump.symmetry import apply_maps, automorphisms, image_tables, is_easy
from fewest.solver.kernels import jump_levels
from fewest.solver.levels import GenerationTask, StartTable
from fewest.solver.model import Slices
from fewest.solver.threads import ThreadPool

FIRST_CAPACITY = 1 << 16
"""Capacity of a table at first, in positions."""
MAX_GROUP = 48
"""Larger groups of symmetries take more time than they save."""
EXPAND_ROWS = 20_000
EXPAND_WORK = 1 << 24
EVALUATE_JUMPS = 2_000_000
"""Limits of a kernel call, some hundredths of a second: rows; work on them (4 for each jump examined, 1 for each image
of the position after it); jumps."""


def start_table(task: GenerationTask, budget: Budget, threads: ThreadPool, plan: JumpPlan) -> Slices[StartTable | None]:
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

    def __init__(
        self, task: GenerationTask, goals: list[int], budget: Budget, threads: ThreadPool, plan: JumpPlan
    ) -> None:
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
                return self._table(end, False)
            worked = int(self.cursor[jump_levels.NODES])
            yield from self._evaluate(others, self._size)
            worked = int(self.cursor[jump_levels.NODES]) - worked
            if (self._size == end and pegs >= last_goals) or pegs >= self.given.max_pegs:
                return self._table(self._size, True)
            found = self._table(self._size, False)
            if len(found.matches(self.task)) >= self.plan.enough + self.plan.enough_per_level * self.task.number:
                return found
            if worked > self.plan.work_per_position * max(1, self._size - end):
                return found
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
            int,
        )

    def _predecessors(self, begin: int, end: int) -> Slices[bool]:
        """Add the positions one jump before rows; return whether all of them fit."""
        self.cursor[jump_levels.NEXT] = begin
        self.cursor[jump_levels.END] = end
        code = jump_levels.PAUSED
        while code != jump_levels.DONE:
            if code == jump_levels.FULL:
                if len(self.levels.arena) >= self.plan.max_positions:
                    return False
                yield from self._grow()
            code = jump_levels.predecessors(
                self.board, self.levels.arena, self.levels.slots, self.cursor, self.rows_per_call
            )  # fmt: skip
            yield self._progress()
        return True

    def _evaluate(self, begin: int, end: int) -> Slices[None]:
        """Find lengths and counts of rows, some in each thread."""
        bounds = np.linspace(begin, end, self.threads.size + 1).astype(int).tolist()
        cursors = []
        for low, high in pairwise(bounds):
            cursor = np.zeros(4, np.int64)
            cursor[jump_levels.NEXT] = low
            cursor[jump_levels.END] = high
            cursors.append(cursor)
        left = cursors
        while left:
            codes = self.threads.map(
                lambda cursor: jump_levels.evaluate(
                    self.board, self.levels, cursor, self.plan.max_count, EVALUATE_JUMPS
                ),
                left,
            )
            left = [cursor for cursor, code in zip(left, codes, strict=True) if code == jump_levels.PAUSED]
            for cursor in cursors:
                self.cursor[jump_levels.NODES] += cursor[jump_levels.NODES]
                cursor[jump_levels.NODES] = 0
            yield self._progress()

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

    def _grow(self) -> Slices[None]:
        """Enlarge the arena, up to the most there may be."""
        old = self.levels
        held = self.bytes
        size = self._size
        self._allocate(min(max(self.plan.max_positions, len(old.arena) + 1), 2 * len(old.arena)))
        self.cursor[jump_levels.SIZE] = 0
        for low in range(0, size, EXPAND_ROWS * 10):
            part = old.arena[low : min(size, low + EXPAND_ROWS * 10)]
            jump_levels.insert(part, self.levels.arena, self.levels.slots, self.cursor)
            yield self.budget.progress()
        self.levels.length[:size] = old.length[:size]
        self.levels.count[:size] = old.count[:size]
        self.budget.release(held)
        self.bytes -= held


def _symmetries(board: JumpBoard, goals: list[int], given: GivenPegs) -> Sequence[Permutation]:
    """The symmetries up to which starts are in a table: of board and goal, unless holes are given as empty.

    Used only if the graph of the board is easy: otherwise a clock would decide whether they are found.
    """
    identity = [tuple(range(board.holes))]
    if given.empty or not is_easy(board, goals):
        return identity
    group = automorphisms(board, goals)
    return group if len(group) <= MAX_GROUP else identity
