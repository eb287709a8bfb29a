"""Where the making of levels changes from one method to the next."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class GenerationPlan:
    """Thresholds, found by trial. They decide which levels are found, so they are the same for every task.

    Attributes
    ----------
    max_tried
        Starts that are tried at most for one task.
    jump_positions
        Positions of a table of a jump board at most: some seconds, and 250 MB.
    enough, enough_per_level
        Starts as wanted after which a table of a jump board is not enlarged: so many, and so many for each level.
    work_per_position
        Jumps tried per position of a layer after which the next one would take long: boards with thousands of jumps.
    slide_positions
        Positions of a table of a sliding board at most: two seconds.
    arrangements
        Arrangements of pieces up to which all positions are put in a table; mostly only half of them can be reached.
    shallow
        Moves up to which all positions of a larger sliding board are put in a table, if they are not too many.
    max_count
        Tables hold larger numbers of solutions as this one: they are found by a search where they are needed.
    """

    max_tried: int = 10_000
    jump_positions: int = 8_000_000
    enough: int = 1_000
    enough_per_level: int = 50
    work_per_position: int = 2_000
    slide_positions: int = 2_500_000
    arrangements: int = 5_000_000
    shallow: int = 30
    max_count: int = 1 << 40


DEFAULT_PLAN = GenerationPlan()
"""The plan of all tasks but those of tests."""
