"""All positions that can be reached from a start, by their moves to the goal; of the given pieces as a table."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from fewest.design.block.levels.task import BlockPlan, blocks_given
from fewest.design.levels.starts import StartTable
from fewest.design.levels.task import LevelsTask
from fewest.solver.block.packing import Packing
from fewest.solver.block.placements import Sort, shape_of
from fewest.solver.block.proofs import prove
from fewest.solver.block.puzzle import BlockPuzzle
from fewest.solver.block.rules import Position, started_at
from fewest.solver.block.search.frontier import Frontier
from fewest.solver.block.search.instance import Instance
from fewest.solver.budget import Budget
from fewest.solver.listing import Array
from fewest.solver.model import Slices

GOAL_ROWS = 500_000
"""Positions that are compared with the goal per slice."""

UNCOUNTED = 1
"""In place of every number of solutions: that many or more."""

ROW_BYTES = 3 * 8
"""Bytes of a row of a table: its number, its length and its number of solutions."""


class Component:
    """The positions that can be reached from a start, all of which can reach the goal.

    Attributes
    ----------
    puzzle
        The puzzle of the start.
    positions
        uint64 (n, words), packed, by their moves to the goal.
    ends
        Those that need ``length`` moves are ``positions[ends[length] : ends[length + 1]]``.
    length
        Moves from the start to the goal.
    """

    def __init__(self, puzzle: BlockPuzzle, instance: Instance, backward: Frontier) -> None:
        self.puzzle = puzzle
        self._packing: Packing = instance.packing
        self.ends = backward.ends[:-1]  # the last level is empty
        # A copy: the arena has room for more, and is freed.
        self.positions = backward.arena[: self.ends[-1]].copy()
        (row,) = backward.find(instance.start)
        self.length = int(np.searchsorted(self.ends, row, side="right")) - 1

    @property
    def depth(self) -> int:
        """Moves from the farthest position to the goal."""
        return len(self.ends) - 2

    def lengths(self) -> Array:
        """Moves to the goal of each of the positions: int64 (n,)."""
        return np.repeat(np.arange(self.depth + 1), np.diff(self.ends))

    def position(self, row: int) -> Position:
        """The piece on every cell."""
        return self._packing.position_at(self.positions[row].tolist())

    def first_of(self, length: int) -> Position:
        """One of the positions that need some number of moves: the same whatever start led to the component.

        It is the least if the cells of all pieces of one kind are compared, then those of the next kind.
        """
        low, high = self.ends[length : length + 2]
        left = np.arange(low, high)
        columns = self._masks_by_kind(self.positions[low:high])
        for number in range(columns.shape[1]):
            least = columns[:, number] == columns[:, number].min()
            left, columns = left[least], columns[least]
        return self.position(int(left[0]))

    def _masks_by_kind(self, positions: Array) -> Array:
        """The cells of every piece as bits, uint64 (n, pieces): kind after kind, in each in ascending order."""
        packing = self._packing
        kinds: dict[object, list[Array]] = {}
        for number, sort in enumerate(packing.sorts):
            masks = np.array(sort.masks, np.uint64)
            low = np.uint64((1 << packing.bits[number]) - 1)
            # Pieces of one kind may be of several sorts, by the places that they reach: cells compare them all.
            columns = [masks[positions[:, word] >> np.uint64(shift) & low] for word, shift in packing.fields[number]]
            kinds.setdefault(self._kind_of(sort), []).extend(columns)
        rows = [np.sort(np.stack(kinds[kind], axis=1), axis=1) for kind in sorted(kinds, key=repr)]
        return np.concatenate(rows, axis=1)

    def _kind_of(self, sort: Sort) -> tuple[object, ...]:
        """What pieces of a kind have in common, wherever they stand."""
        puzzle = self.puzzle
        piece = sort.pieces[0]
        doors = tuple(number for number, door in enumerate(puzzle.doors) if piece in door.pieces)
        goal = dict(puzzle.goal).get(piece)
        return shape_of(puzzle, puzzle.cells_of(piece)), puzzle.axes[piece - 1], doors, goal


class Exploration(NamedTuple):
    """What was found: a component; or None, because it is too large, or the goal cannot be reached."""

    component: Component | None
    too_large: bool = False


def explore(puzzle: BlockPuzzle, budget: Budget, most: int) -> Slices[Exploration]:
    """Find all positions that can be reached, if they are no more than ``most``."""
    # A proof takes no search.
    if prove(puzzle) is not None:
        return Exploration(None)
    instance = Instance(puzzle)
    # From all goals at once, the levels of a search backwards are the lengths.
    goals = yield from _goals(instance, budget, most)
    if goals is None or not len(goals):
        return Exploration(None, goals is None)
    backward = Frontier(instance, goals, budget)
    try:
        while backward.width:
            yield from backward.advance()
        return Exploration(Component(puzzle, instance, backward))
    finally:
        backward.close()


def _goals(instance: Instance, budget: Budget, most: int) -> Slices[Array | None]:
    """The positions that meet the goal, of all that can be reached; None if there are more than ``most`` of these."""
    forward = Frontier(instance, instance.start, budget)
    try:
        while forward.width:
            # So wide at most that it ends soon after too many positions are found.
            yield from forward.advance(None, max(0, most - forward.ends[-1]))
            if forward.ends[-1] > most:
                return None
        found = []
        for low in range(0, forward.ends[-1], GOAL_ROWS):
            rows = forward.arena[low : min(low + GOAL_ROWS, forward.ends[-1])]
            found.append(rows[(rows & instance.blocks.goal_mask == instance.blocks.goal).all(axis=1)])
            yield budget.progress()
        return np.concatenate(found)
    finally:
        forward.close()


def start_table(task: LevelsTask, budget: Budget, plan: BlockPlan) -> Slices[StartTable | None]:
    """Make the table; None if there are too many positions.

    If other pieces are placed among the given ones, it is only made to see whether the goal can be met without them:
    it is empty if not, and there are no levels then.
    """
    given = blocks_given(task)
    most = plan.max_placed if given.groups else plan.max_positions
    exploration = yield from explore(given.puzzle, budget, most)
    # With pieces to place, a table of the given ones alone has no use, unless it is empty.
    if exploration.too_large or (given.groups and exploration.component):
        return None
    component = exploration.component
    if component is not None:
        budget.reserve(component.positions.nbytes + ROW_BYTES * len(component.positions))
    positions = np.arange(len(component.positions) if component else 0, dtype=np.uint64)
    return StartTable(
        positions,
        component.lengths() if component else positions.astype(np.int64),
        np.full(len(positions), UNCOUNTED),
        True,
        UNCOUNTED,
        lambda rows: np.ones(len(rows), bool),
        lambda row: started_at(given.puzzle, component.position(row) if component else ()),
    )
