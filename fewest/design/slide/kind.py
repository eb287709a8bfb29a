"""Sliding boards for designers, without the compiled kernels (see :mod:`fewest.design.kinds`)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from importlib import import_module
from types import MappingProxyType

from fewest.design.levels.kind import Levels
from fewest.design.levels.starts import Source, StartTable
from fewest.design.levels.task import LevelsTask, Measure, Measuring, Refusal
from fewest.design.slide.levels.sources import SlideSource
from fewest.design.slide.levels.task import SlidePlan, pieces_given
from fewest.design.spaces import Spaces, SpaceTask
from fewest.solver.budget import Budget
from fewest.solver.model import Slices
from fewest.solver.slide.board import SlideBoard, board_from_grid
from fewest.solver.slide.bounds.distance import next_bound, parity
from fewest.solver.slide.labelling import arrangements, labelled, two_colouring
from fewest.solver.slide.puzzle import EMPTY, SlidePuzzle
from fewest.solver.slide.rules import Position
from fewest.solver.threads import ThreadPool

DEEPEST: Mapping[tuple[int, int], int] = MappingProxyType({
    (2, 2): 6, (2, 3): 21, (2, 4): 36, (2, 5): 55, (2, 6): 80, (2, 7): 108, (2, 8): 140,
    (3, 3): 31, (3, 4): 53, (3, 5): 84, (4, 4): 80,
})  # fmt: skip
"""The deepest position of a rectangle of so many rows and columns with one empty cell in a corner and pieces that all
differ: OEIS A151944, with A087725 (4, 4)."""


class SlideSpaces(Spaces):
    """Spaces of boards of at most 64 cells, by ranks or as packed positions."""

    module = "fewest.design.slide.spaces"

    def least_size(self, task: SpaceTask) -> int:
        """Half of all arrangements, or all, where a theorem says so.

        On a board that no single cell disconnects, that is not a cycle and has more than 7 cells, one empty cell brings
        the pieces into all orders, or into the even ones if adjacent cells have different colours in some colouring by
        two (Wilson, "Graph puzzles, homotopy, and the alternating group", 1974). With two equal pieces each order is
        even.
        """
        board: SlideBoard = task.board
        if EMPTY not in task.origins[0] or board.cells <= 7:
            return 1
        cycle = all(len(row) == 2 for row in board.adjacency)
        if cycle or any(_disconnects(board, cell) for cell in range(board.cells)):
            return 1
        even = two_colouring(board) is not None and len(set(task.origins[0])) == board.cells
        return self.size_bound(task) // (2 if even else 1)

    def size_bound(self, task: SpaceTask) -> int:
        """All arrangements of the pieces."""
        return arrangements(Counter(task.origins[0]))


def _disconnects(board: SlideBoard, cut: int) -> bool:
    """Whether the board without this cell is not connected."""
    first = 0 if cut else 1
    seen = {cut, first}
    stack = [first]
    while stack:
        new = set(board.adjacency[stack.pop()]) - seen
        seen |= new
        stack += new
    return len(seen) < board.cells


@dataclass(frozen=True)
class SlideLevels(Levels):
    """Levels of sliding boards of at most 64 cells.

    A task's goal is the piece on every cell. Its ``given`` is the piece on every cell of the start, None for any piece.
    """

    plan: SlidePlan

    def refuse(self, task: LevelsTask) -> Refusal | None:
        """Refuse by the greatest length, if it is published."""
        deepest = _deepest(task.board, task.goal)
        if deepest is None or task.min_length <= deepest:
            return None
        return {"by": "deepest", "deepest": deepest, "source": "OEIS A151944"}

    def allows(self, task: LevelsTask, position: Position) -> bool:
        """Whether the start has the given pieces."""
        return all(want is None or want == piece for want, piece in zip(pieces_given(task), position, strict=False))

    def table(self, task: LevelsTask, budget: Budget, threads: ThreadPool) -> Slices[StartTable | None]:
        """The table of all positions up to the greatest length."""
        # Imported when needed: code that only describes tasks does not load the compiled kernels.
        table = import_module("fewest.design.slide.levels.table")
        slices: Slices[StartTable | None] = table.start_table(task, budget, self.plan)
        return slices

    def sources(self, task: LevelsTask, table: StartTable | None, max_bytes: int) -> list[Source]:
        """Walks from the goal, and arrangements of the pieces."""
        return [SlideSource(task)]

    def next_length(self, puzzle: SlidePuzzle, length: int) -> int:
        """The next length of the right parity, if the parity is known."""
        return next_bound(length, parity(labelled(puzzle)))

    def minimise(
        self, task: LevelsTask, puzzle: SlidePuzzle, wanted: Measure, measure: Measuring
    ) -> Slices[tuple[SlidePuzzle, tuple[int, ...]] | None]:
        """The puzzle with the shortest goal; all cells of the board stay.

        A cell that the goal does not name may hold any piece in the end. (Removing a piece itself would make an empty
        cell, and another puzzle.)
        """
        # More positions meet a goal with fewer cells. So the length can only fall, and with the same length the number
        # of solutions can only rise: a cell that is needed now is needed later, and one pass is enough.
        for cell in range(puzzle.board.cells):
            if puzzle.goal[cell] is None:
                continue
            less = replace(puzzle, goal=(*puzzle.goal[:cell], None, *puzzle.goal[cell + 1 :]))
            if (yield from measure(less)) == wanted:
                puzzle = less
        return puzzle, tuple(range(puzzle.board.cells))


def _deepest(board: SlideBoard, goal: Position) -> int | None:
    """The greatest length on a board, if it is published."""
    # The published lengths are of goals with the empty cell in a corner, which has two neighbours.
    if len(set(goal)) != len(goal) or EMPTY not in goal or len(board.adjacency[goal.index(EMPTY)]) != 2:
        return None
    for (rows, columns), deepest in DEEPEST.items():
        # A board may be the rectangle turned by a right angle.
        for shape in ((rows, columns), (columns, rows)):
            if board == board_from_grid(["." * shape[1]] * shape[0])[0]:
                return deepest
    return None
