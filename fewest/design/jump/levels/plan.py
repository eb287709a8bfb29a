"""Thresholds between the methods that make levels of a jump board."""

from __future__ import annotations

from dataclasses import dataclass

from fewest.design.levels import GenerationPlan


@dataclass(frozen=True)
class JumpPlan(GenerationPlan):
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
