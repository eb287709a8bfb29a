"""Whole spaces of jump boards (see :class:`fewest.solver.kinds.Spaces`)."""

from __future__ import annotations

from importlib import import_module
from math import comb

from fewest.solver.model import Limits, Slices, Stopped
from fewest.solver.space import Space, SpaceTask, TooLarge

SPACE = "fewest.solver.jump.space"
"""Imported when needed: code that only describes tasks does not load the compiled kernels."""


class JumpSpaces:
    """Spaces of boards of at most 64 holes."""

    def explore(
        self, task: SpaceTask, limits: Limits, threads: int, max_positions: int
    ) -> Slices[Space | TooLarge | Stopped]:
        """Layer by layer, up to symmetry."""
        slices: Slices[Space | TooLarge | Stopped] = import_module(SPACE).explore(task, limits, threads, max_positions)
        return slices

    def warm(self) -> None:
        """Explore a tiny space."""
        import_module(SPACE).warm()

    def least_size(self, _: SpaceTask) -> int:
        """Nothing is known."""
        return 1

    def size_bound(self, task: SpaceTask) -> int:
        """All positions with the numbers of pegs that can be reached."""
        pegs = task.origins[0].bit_count()
        fewest, most = (1, pegs) if task.forward else (pegs, task.board.holes)
        return sum(comb(task.board.holes, number) for number in range(fewest, most + 1))
