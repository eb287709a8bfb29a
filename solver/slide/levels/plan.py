"""Where the making of levels of a sliding board changes from one method to the next."""

from __future__ import annotations

from dataclasses import dataclass

from fewest.solver.levels import GenerationPlan


@dataclass(frozen=True)
class SlidePlan(GenerationPlan):
    """Thresholds of sliding boards.

    Attributes
    ----------
    max_positions
        Positions of a table at most: two seconds.
    arrangements
        Arrangements of pieces up to which all positions are put in a table; mostly only half of them can be reached.
    shallow
        Moves up to which all positions of a larger board are put in a table, if they are not too many.
    """

    max_positions: int = 2_500_000
    arrangements: int = 5_000_000
    shallow: int = 30
