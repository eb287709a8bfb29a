"""Whole spaces of jump boards (see :class:`fewest.design.kinds.Spaces`)."""

from __future__ import annotations

from math import comb

from fewest.design.space import LoadedSpaces, SpaceTask


class JumpSpaces(LoadedSpaces):
    """Spaces of boards of at most 64 holes, explored layer by layer, up to symmetry."""

    module = "fewest.design.jump.exploration"

    def least_size(self, _: SpaceTask) -> int:
        """Nothing is known."""
        return 1

    def size_bound(self, task: SpaceTask) -> int:
        """All positions with the numbers of pegs that can be reached."""
        pegs = task.origins[0].bit_count()
        fewest, most = (1, pegs) if task.forward else (pegs, task.board.holes)
        return sum(comb(task.board.holes, number) for number in range(fewest, most + 1))
