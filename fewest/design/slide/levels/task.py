"""What a task of levels of a sliding board gives of the start, and the thresholds of its tables."""

from __future__ import annotations

from dataclasses import dataclass

from fewest.design.levels.task import LevelsPlan, LevelsTask


def pieces_given(task: LevelsTask) -> tuple[int | None, ...]:
    """The given part of the start: the piece on every cell, None for any piece; or None if nothing is given."""
    given: tuple[int | None, ...] = task.given or ()
    return given


@dataclass(frozen=True)
class SlidePlan(LevelsPlan):
    """Thresholds of sliding boards.

    Attributes
    ----------
    max_positions
        Positions of a table at most: two seconds.
    arrangements
        Up to this many arrangements, a table holds all positions; usually only half of them can be reached.
    shallow
        On larger boards, a table holds all positions up to this many moves, if they are not too many.
    """

    max_positions: int = 2_500_000
    arrangements: int = 5_000_000
    shallow: int = 30
