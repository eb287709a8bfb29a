"""Compile every kernel of the sliding search before it is needed, by solving tiny puzzles."""

from __future__ import annotations

from dataclasses import replace

from solver.budget import Budget
from solver.kernels import slide_frontier
from solver.model import Want
from solver.slide.board import board_from_grid
from solver.slide.bounds.complementary import Size
from solver.slide.labelling import labelled
from solver.slide.puzzle import SlidePuzzle
from solver.slide.search.driver import SlideSearch
from solver.slide.search.frontier import Frontier, Packing
from solver.slide.search.plan import Plan

BYTES = 100_000_000
"""Memory of each search at most."""


def warm() -> None:
    """Run all methods: bidirectional, breadth-first, IDA*, beams and counting, with dense and wide tables and
    several partitions.
    """
    small = SlidePuzzle(board_from_grid(["...", "..."])[0], (5, 4, 3, 2, 1, 0), (1, 2, 3, 4, 5, 0))
    wide = SlidePuzzle(board_from_grid(["." * 9, "." * 9])[0], (1, 0, 2, *range(3, 18)), (1, 2, 0, *range(3, 18)))
    for puzzle in (small, wide):
        breadth_first = Plan(initial_positions=0, small_positions=0, placements=(500,))
        depth_first = replace(breadth_first, breadth_first_positions=0)
        several = replace(depth_first, placements=(20,), complementary=Size(1_000, 9), complementary_after_nodes=-1)
        for plan in (Plan(), breadth_first, depth_first, several):
            for _ in SlideSearch(labelled(puzzle), Want.ALL, Budget(BYTES), plan).run():
                pass
        for _ in SlideSearch(labelled(puzzle), Want.ANY, Budget(BYTES), breadth_first).run():
            pass
        packing = Packing(labelled(puzzle))
        frontier = Frontier(packing, packing.pack([puzzle.start]), Budget(BYTES))
        slide_frontier.rehash(frontier.explored, 0, 1)  # the arena of neither puzzle grows
