"""Compile every kernel of the sliding search before it is needed, by solving tiny puzzles."""

from __future__ import annotations

from dataclasses import replace

from solver.budget import Budget
from solver.model import Want
from solver.slide.board import board_from_grid
from solver.slide.labelling import labelled
from solver.slide.puzzle import SlidePuzzle
from solver.slide.search.driver import Plan, SlideSearch

BYTES = 100_000_000


def warm() -> None:
    """Run all ways of the search: both sides, levels, iterative deepening, beams, counting, small and wide boards."""
    small = SlidePuzzle(board_from_grid(["...", "..."])[0], (5, 4, 3, 2, 1, 0), (1, 2, 3, 4, 5, 0))
    wide = SlidePuzzle(board_from_grid(["." * 9, "." * 9])[0], (1, 0, 2, *range(3, 18)), (1, 2, 0, *range(3, 18)))
    for puzzle in (small, wide):
        levels = Plan(cheap=0, small=0, placements=(500,))
        for plan in (Plan(), levels, replace(levels, positions=0)):
            for _ in SlideSearch(labelled(puzzle), Want.ALL, Budget(BYTES), plan).run():
                pass
        for _ in SlideSearch(labelled(puzzle), Want.ANY, Budget(BYTES), levels).run():
            pass
