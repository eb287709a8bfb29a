"""Thresholds between the methods that make levels of a sliding board."""

from __future__ import annotations

from dataclasses import dataclass

from fewest.design.levels import GenerationPlan


@dataclass(frozen=True)
class SlidePlan(GenerationPlan):
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
