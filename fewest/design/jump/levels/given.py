"""The given part of the starts of a jump board, in a task of levels."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from fewest.design.levels import GenerationTask
from fewest.solver.jump.board import WORD_HOLES, JumpBoard
from fewest.solver.jump.puzzle import JumpGoal, JumpPuzzle


@dataclass(frozen=True, slots=True)
class GivenPegs:
    """Numbers of pegs at the start, and the holes that are ``empty`` then, as bits."""

    min_pegs: int = 1
    max_pegs: int = WORD_HOLES
    empty: int = 0

    def allows_pegs(self, position: int) -> bool:
        """Whether a position has as many pegs as a start."""
        return self.min_pegs <= position.bit_count() <= self.max_pegs

    def allow(self, positions: npt.NDArray[np.uint64]) -> npt.NDArray[np.bool_]:
        """Whether positions, uint64 (number,), may be starts: bool (number,)."""
        pegs = np.bitwise_count(positions)
        fits = (pegs >= self.min_pegs) & (pegs <= self.max_pegs)
        return np.asarray(fits & (positions & np.uint64(self.empty) == 0))


NOTHING_GIVEN = GivenPegs()


def pegs_given(task: GenerationTask) -> GivenPegs:
    """The given part of a task's start."""
    given: GivenPegs = task.given or NOTHING_GIVEN
    return given


def with_complement(board: JumpBoard, start: int) -> JumpPuzzle:
    """The puzzle to end with pegs in exactly the holes that are empty at the start."""
    return JumpPuzzle(board, start, JumpGoal(frozenset([board.full & ~start])))
