"""How levels of sliding boards are made (see :class:`fewest.design.kinds.Levels`).

A task's goal is the piece on every cell. Its ``given`` is the piece on every cell of the start, None for any piece.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from importlib import import_module
from types import MappingProxyType

from fewest.design.levels import GenerationTask, Measure, Measuring, Refusal, Source, StartTable
from fewest.design.slide.levels.plan import SlidePlan
from fewest.design.slide.levels.sources import SlideSource, pieces_given
from fewest.solver.budget import Budget
from fewest.solver.model import Slices
from fewest.solver.slide.board import SlideBoard, board_from_grid
from fewest.solver.slide.bounds.distance import next_bound, parity
from fewest.solver.slide.labelling import labelled
from fewest.solver.slide.puzzle import EMPTY, SlidePuzzle
from fewest.solver.slide.rules import Position
from fewest.solver.threads import ThreadPool

DEEPEST: Mapping[tuple[int, int], int] = MappingProxyType({
    (2, 2): 6, (2, 3): 21, (2, 4): 36, (2, 5): 55, (2, 6): 80, (2, 7): 108, (2, 8): 140,
    (3, 3): 31, (3, 4): 53, (3, 5): 84, (4, 4): 80,
})  # fmt: skip
"""The deepest position of a rectangle of so many rows and columns with one empty cell in a corner and pieces that all
differ: OEIS A151944, with A087725 (4, 4)."""


class SlideLevels:
    """Levels of sliding boards."""

    plan = SlidePlan()

    def refuse(self, task: GenerationTask) -> Refusal | None:
        """Refuse by the greatest length, if it is published."""
        deepest = _deepest(task.board, task.goal)
        if deepest is None or task.min_length <= deepest:
            return None
        return {"by": "deepest", "deepest": deepest, "source": "OEIS A151944"}

    def allows(self, task: GenerationTask, position: Position) -> bool:
        """Whether the start has the given pieces."""
        return all(want is None or want == piece for want, piece in zip(pieces_given(task), position, strict=False))

    def puzzle_at(self, task: GenerationTask, position: Position) -> SlidePuzzle:
        """A puzzle with the goal of the task."""
        return SlidePuzzle(task.board, position, task.goal)

    def table(
        self, task: GenerationTask, budget: Budget, threads: ThreadPool, plan: SlidePlan
    ) -> Slices[StartTable | None]:
        """The table of all positions up to the greatest length."""
        # Imported when needed: code that only describes tasks does not load the compiled kernels.
        slices: Slices[StartTable | None] = import_module("fewest.design.slide.levels.table").start_table(
            task, budget, plan
        )
        return slices

    def sources(self, task: GenerationTask, table: StartTable | None, _: int) -> list[Source]:
        """Walks from the goal, and arrangements of the pieces."""
        return [SlideSource(task)]

    def next_length(self, puzzle: SlidePuzzle, length: int) -> int:
        """The next length of the right parity, if the parity is known."""
        return next_bound(length, parity(labelled(puzzle)))

    def minimise(
        self, task: GenerationTask, puzzle: SlidePuzzle, wanted: Measure, measure: Measuring
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
    if len(set(goal)) != len(goal) or EMPTY not in goal or len(board.adjacency[goal.index(EMPTY)]) != 2:
        return None
    for (rows, columns), deepest in DEEPEST.items():
        for shape in ((rows, columns), (columns, rows)):
            if board == board_from_grid(["." * shape[1]] * shape[0])[0]:
                return deepest
    return None
