"""Whole spaces of sliding blocks (see :class:`fewest.design.kinds.Spaces`)."""

from __future__ import annotations

from fewest.design.space import LoadedSpaces, SpaceTask
from fewest.solver.block.placements import choices


class BlockSpaces(LoadedSpaces):
    """Spaces of packed positions. The board of a task is a puzzle: its pieces, and backwards its goal, matter, too."""

    module = "fewest.design.block.exploration"

    def least_size(self, _: SpaceTask) -> int:
        """Nothing is known."""
        return 1

    def size_bound(self, task: SpaceTask) -> int:
        """All choices of placements."""
        return choices(task.board)
