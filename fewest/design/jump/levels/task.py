"""What a task of levels of a jump board gives of the start, and the thresholds of its tables."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from fewest.design.levels.task import LevelsPlan, LevelsTask
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


def pegs_given(task: LevelsTask) -> GivenPegs:
    """The given part of a task's start."""
    # A program may leave it out; the service always gives it.
    given: GivenPegs = task.given or NOTHING_GIVEN
    return given


def with_complement(board: JumpBoard, start: int) -> JumpPuzzle:
    """The puzzle to end with pegs in exactly the holes that are empty at the start."""
    return JumpPuzzle(board, start, JumpGoal(frozenset([board.full & ~start])))


@dataclass(frozen=True)
class JumpPlan(LevelsPlan):
    """Thresholds of jump boards.

    Attributes
    ----------
    max_positions
        Positions of a table at most: some seconds.
    enough, enough_per_level
        Matching starts after which a table is not enlarged: in all, and per level.
    work_per_position
        Jumps tried per position of a layer after which the next one would take long: boards with thousands of jumps.
    """

    max_positions: int = 2_000_000
    enough: int = 1_000
    enough_per_level: int = 50
    work_per_position: int = 2_000
