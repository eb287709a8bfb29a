"""Whole spaces of sliding blocks (see :class:`fewest.solver.kinds.Spaces`)."""

from __future__ import annotations

from math import comb, prod

from fewest.solver.block.placements import sorts_of
from fewest.solver.block.puzzle import BlockPuzzle
from fewest.solver.space import LoadedSpaces, SpaceTask


class BlockSpaces(LoadedSpaces):
    """Spaces of packed positions. The board of a task is a puzzle: its pieces, and backwards its goal, matter, too."""

    module = "fewest.solver.block.space"

    def least_size(self, _: SpaceTask) -> int:
        """Nothing is known."""
        return 1

    def size_bound(self, task: SpaceTask) -> int:
        """All choices of placements."""
        return choices(task.board)


def choices(puzzle: BlockPuzzle) -> int:
    """Number of choices of placements for all pieces, including those that overlap."""
    return prod(comb(len(sort.placements), len(sort.pieces)) for sort in sorts_of(puzzle))
