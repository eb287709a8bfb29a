"""Tables of starts: every start up to some number of pegs or moves, with its length and its number of solutions.

They are made from the goal backwards, without a search for each start. Where a table has every start that a task
allows, what is not in it does not exist.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from fewest.solver.budget import Budget
from fewest.solver.design.generation.plan import GenerationPlan
from fewest.solver.design.generation.task import GenerationTask, Refusal
from fewest.solver.jump.board import JumpBoard, Permutation
from fewest.solver.jump.proofs import goal_positions
from fewest.solver.jump.symmetry import apply_maps, automorphisms, image_tables, is_easy
from fewest.solver.kernels import jump_levels, slide_levels
from fewest.solver.model import Slices
from fewest.solver.slide.board import SlideBoard, adjacency_array
from fewest.solver.threads import ThreadPool

FIRST_CAPACITY = 1 << 16
"""Positions a table has room for at first."""
MAX_LENGTH = 65_000
"""Moves that a table holds at most."""
MAX_GROUP = 48
"""Larger groups of symmetries take more time than they save."""
EXPAND_ROWS = 20_000
EXPAND_WORK = 1 << 24
EVALUATE_JUMPS = 2_000_000
"""What a call of a kernel does, some hundredths of a second: rows, and work on them (4 for each jump looked at, 1 for
each image of where it leads), at most; jumps."""

Numbers = npt.NDArray[np.int64]


@dataclass(frozen=True)
class StartTable:
    """Starts, and what is known of each.

    Attributes
    ----------
    positions
        uint64 (rows,); on jump boards up to symmetry.
    length, count
        int64 (rows,): fewest moves, and number of optimal solutions; ``max_count`` stands for it and all above.
    complete
        Whether it has every start that the task allows.
    max_count
        The least number of solutions that may be larger.
    unpack
        The position of a row as the rules have it.
    max_length
        It has only positions of at most so many moves; None if it has longer ones as well, or there are none.
    """

    positions: npt.NDArray[np.uint64]
    length: Numbers
    count: Numbers
    complete: bool
    max_count: int
    unpack: Callable[[int], Any]
    max_length: int | None = None


def wanted_rows(task: GenerationTask, table: StartTable) -> Numbers:
    """The rows whose start, length and number of solutions are as wanted, or may be, in order."""
    length = table.length
    fits = (length >= task.min_length) & (length <= min(task.max_length, 1 << 30))
    rows = np.flatnonzero(fits & _counts_fit(task, table, table.count))
    return rows[allowed(task, table.positions[rows])]


def allowed(task: GenerationTask, positions: npt.NDArray[np.uint64]) -> npt.NDArray[np.bool_]:
    """Whether the task allows packed positions, uint64 (number,), as starts: bool (number,)."""
    if isinstance(task.board, JumpBoard):
        pegs = np.bitwise_count(positions)
        fits = (pegs >= task.min_pegs) & (pegs <= task.max_pegs)
        return np.asarray(fits & (positions & np.uint64(task.empty) == 0))
    packing = SlidePacking(task)
    return np.asarray(positions & np.uint64(packing.pinned_mask) == np.uint64(packing.pinned))


def _counts_fit(task: GenerationTask, table: StartTable, counts: Numbers) -> npt.NDArray[np.bool_]:
    """Whether numbers of solutions out of a table are as wanted, or may be: bool (number,)."""
    fits = counts >= min(task.min_count, table.max_count)
    return np.asarray(fits if task.max_count is None else fits & (counts <= task.max_count))


def refuse_by_table(task: GenerationTask, table: StartTable) -> Refusal | None:
    """Say what cannot be, by a table that has every start the task allows; None if there is one as wanted."""
    fits = allowed(task, table.positions)
    lengths = table.length[fits]
    counts = table.count[fits]
    refusal: dict[str, Any] = {
        "by": "space",
        "positions": len(lengths),
        "deepest": int(lengths.max()) if len(lengths) else None,
    }
    refusal |= {} if table.max_length is None else {"moves": table.max_length}
    wanted = (lengths >= task.min_length) & (lengths <= task.max_length)
    if not wanted.any():
        return refusal
    counts = counts[wanted]
    if _counts_fit(task, table, counts).any():
        return None
    least, greatest = int(counts.min()), int(counts.max())
    cap = {"counts_cap": greatest} if greatest == table.max_count else {}
    return refusal | {"counts": [least, greatest]} | cap


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
        self,
        task: GenerationTask,
        board: JumpBoard,
        goals: list[int],
        budget: Budget,
        threads: ThreadPool,
        plan: GenerationPlan,
    ) -> None:
        self.task = task
        group = _symmetries(task, board, goals)
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
        """Make layer after layer until there are enough starts as wanted, or no more, or too many positions."""
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
            if (self._size == end and pegs >= last_goals) or pegs >= self.task.max_pegs:
                return self._table(self._size, True)
            found = self._table(self._size, False)
            if len(wanted_rows(self.task, found)) >= self.plan.enough + self.plan.enough_per_level * self.task.number:
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
            int,
        )

    def _predecessors(self, begin: int, end: int) -> Slices[bool]:
        """Add the positions one jump before rows; tell whether there was room for all."""
        self.cursor[jump_levels.NEXT] = begin
        self.cursor[jump_levels.END] = end
        code = jump_levels.PAUSED
        while code != jump_levels.DONE:
            if code == jump_levels.FULL:
                if len(self.levels.arena) >= self.plan.jump_positions:
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
        self._allocate(min(max(self.plan.jump_positions, len(old.arena) + 1), 2 * len(old.arena)))
        self.cursor[jump_levels.SIZE] = 0
        for low in range(0, size, EXPAND_ROWS * 10):
            part = old.arena[low : min(size, low + EXPAND_ROWS * 10)]
            jump_levels.insert(part, self.levels.arena, self.levels.slots, self.cursor)
            yield self.budget.progress()
        self.levels.length[:size] = old.length[:size]
        self.levels.count[:size] = old.count[:size]
        self.budget.release(held)
        self.bytes -= held


def _symmetries(task: GenerationTask, board: JumpBoard, goals: list[int]) -> Sequence[Permutation]:
    """The symmetries up to which starts are in a table: of board and goal, unless holes are given as empty.

    Only of boards whose graphs are easy: a clock decides whether those of others are found.
    """
    identity = [tuple(range(board.holes))]
    if task.empty or not is_easy(board, goals):
        return identity
    group = automorphisms(board, goals)
    return group if len(group) <= MAX_GROUP else identity


class SlidePacking:
    """Positions of a sliding board in one word: a few bits for the label of each cell, 0 for an empty cell.

    Attributes
    ----------
    bits
        Bits per cell.
    fits
        Whether a word has room for all cells.
    pinned, pinned_mask
        The pieces that the task gives, packed, and the bits of their cells.
    """

    def __init__(self, task: GenerationTask) -> None:
        goal = task.goal
        assert isinstance(goal, tuple)
        self.pieces = sorted(set(goal) | {0})
        label = {piece: number for number, piece in enumerate(self.pieces)}
        self.bits = max(1, (len(self.pieces) - 1).bit_length())
        self.cells = len(goal)
        self.fits = self.bits * self.cells <= 64
        self.goal = sum(label[piece] << (cell * self.bits) for cell, piece in enumerate(goal))
        given = [(cell, piece) for cell, piece in enumerate(task.pieces) if piece is not None]
        self.pinned = sum(label[piece] << (cell * self.bits) for cell, piece in given)
        self.pinned_mask = sum(((1 << self.bits) - 1) << (cell * self.bits) for cell, _ in given)

    def unpack(self, word: int) -> tuple[int, ...]:
        """The piece on every cell."""
        low = (1 << self.bits) - 1
        return tuple(self.pieces[int(word) >> (cell * self.bits) & low] for cell in range(self.cells))


def jump_table(
    task: GenerationTask, budget: Budget, threads: ThreadPool, plan: GenerationPlan
) -> Slices[StartTable | None]:
    """Make the table of a jump board; None if its goals are too many to list, or the complement of the start."""
    board = task.board
    assert isinstance(board, JumpBoard)
    if task.goal is None or isinstance(task.goal, tuple):
        return None
    goals = goal_positions(board, task.goal)
    if not goals:
        return None
    return (yield from JumpTable(task, board, goals, budget, threads, plan).run())


def slide_table(task: GenerationTask, budget: Budget, plan: GenerationPlan) -> Slices[StartTable | None]:
    """Make the table of a sliding board: every position up to the greatest length; None if too many."""
    board = task.board
    assert isinstance(board, SlideBoard)
    packing = SlidePacking(task)
    if not packing.fits:
        return None
    adjacent = adjacency_array(board)
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
            if size > plan.slide_positions:
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
        packing.unpack,
        max_length if longest >= max_length else None,
    )
