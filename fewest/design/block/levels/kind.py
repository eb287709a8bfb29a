"""How levels of sliding blocks are made (see :class:`fewest.design.kinds.Levels`).

A task's goal is that of its puzzle, and its ``given`` is :class:`GivenBlocks`. Without pieces that are placed at
random, every position that the given ones can reach is a start. With some, each component that they can be placed in
has one: the farthest position, or one of the greatest length that the task allows.
"""

from __future__ import annotations

from importlib import import_module

from fewest.design.block.levels.given import blocks_given
from fewest.design.block.levels.plan import BlockPlan
from fewest.design.levels import GenerationTask, Measure, Measuring, Source, StartTable
from fewest.solver.block.puzzle import BlockPuzzle
from fewest.solver.block.rules import Position, started_at
from fewest.solver.budget import Budget
from fewest.solver.model import Slices
from fewest.solver.threads import ThreadPool

LEVELS = "fewest.design.block.levels"
"""Its modules that load the compiled kernels are imported when needed."""


class BlockLevels:
    """Levels of sliding blocks."""

    plan = BlockPlan()

    def refuse(self, _: GenerationTask) -> None:
        """None: nothing is known without a search."""

    def allows(self, _: GenerationTask, __: Position) -> bool:
        """Any position of the pieces."""
        return True

    def puzzle_at(self, task: GenerationTask, position: Position) -> BlockPuzzle:
        """The puzzle of the given pieces from another position."""
        return started_at(blocks_given(task).puzzle, position)

    def table(self, task: GenerationTask, budget: Budget, _: ThreadPool, plan: BlockPlan) -> Slices[StartTable | None]:
        """The table of all positions of the given pieces; if others are placed among them, only to refuse the task."""
        slices: Slices[StartTable | None] = import_module(f"{LEVELS}.table").start_table(task, budget, plan)
        return slices

    def sources(self, task: GenerationTask, table: StartTable | None, max_bytes: int) -> list[Source]:
        """Pieces placed at random; without any, walks, if there is no table."""
        sources = import_module(f"{LEVELS}.sources")
        if blocks_given(task).groups:
            return [sources.PlacementSource(task, self.plan, max_bytes)]
        return [sources.WalkSource(task)] if table is None else []

    def next_length(self, _: BlockPuzzle, length: int) -> int:
        """Any length is possible."""
        return length

    def minimise(
        self, task: GenerationTask, puzzle: BlockPuzzle, _: Measure, __: Measuring
    ) -> Slices[tuple[BlockPuzzle, tuple[int, ...]]]:
        """The puzzle itself: given pieces stay, and superfluous ones are left out before a start is proposed."""
        yield from ()
        return puzzle, tuple(range(puzzle.board.cells))
