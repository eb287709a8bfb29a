"""Thresholds between the methods that make levels of sliding blocks."""

from __future__ import annotations

from dataclasses import dataclass

from fewest.design.levels import GenerationPlan


@dataclass(frozen=True)
class BlockPlan(GenerationPlan):
    """Thresholds of sliding blocks.

    Attributes
    ----------
    max_positions
        Positions of a table of the given pieces at most.
    max_placed
        Positions of a component of pieces placed at random at most; Rush Hour's largest on 6 x 6 cells has 541,934.
    """

    max_positions: int = 5_000_000
    max_placed: int = 600_000
