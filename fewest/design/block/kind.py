"""Sliding blocks for designers, without the compiled kernels (see :mod:`fewest.design.kinds`)."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module

from fewest.design.block.levels.task import BlockPlan, blocks_given
from fewest.design.levels.kind import Levels
from fewest.design.levels.starts import Source, StartTable
from fewest.design.levels.task import LevelsTask
from fewest.design.spaces import Spaces, SpaceTask
from fewest.solver.block.placements import choices
from fewest.solver.budget import Budget
from fewest.solver.model import Slices
from fewest.solver.threads import ThreadPool

LEVELS = "fewest.design.block.levels"
"""Its modules that load the compiled kernels are imported when needed."""


class BlockSpaces(Spaces):
    """Spaces of packed positions. The board of a task is a puzzle: its pieces, and backwards its goal, matter, too."""

    module = "fewest.design.block.spaces"

    def size_bound(self, task: SpaceTask) -> int:
        """All choices of placements."""
        return choices(task.board)


@dataclass(frozen=True)
class BlockLevels(Levels):
    """Levels of sliding blocks.

    A task's goal is that of its puzzle, and its ``given`` is :class:`GivenBlocks`. Without pieces that are placed at
    random, every position that the given ones can reach is a start. With some, each component that they can be placed
    in has one: the farthest position, or one of the greatest length that the task allows.

    They stay as they are if a level shall be minimal: superfluous pieces are left out before a start is proposed.
    """

    plan: BlockPlan

    def table(self, task: LevelsTask, budget: Budget, threads: ThreadPool) -> Slices[StartTable | None]:
        """The table of all positions of the given pieces; if others are placed among them, only to refuse the task."""
        slices: Slices[StartTable | None] = import_module(f"{LEVELS}.table").start_table(task, budget, self.plan)
        return slices

    def sources(self, task: LevelsTask, table: StartTable | None, max_bytes: int) -> list[Source]:
        """Pieces placed at random; without any, walks, if there is no table."""
        sources = import_module(f"{LEVELS}.sources")
        if blocks_given(task).groups:
            return [sources.PlacementSource(task, self.plan, max_bytes)]
        return [sources.WalkSource(task)] if table is None else []
