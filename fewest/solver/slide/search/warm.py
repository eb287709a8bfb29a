"""Compile every kernel of the sliding search before it is needed, by solving tiny puzzles."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from fewest.solver.budget import Budget
from fewest.solver.kernels import slide_frontier, slide_levels
from fewest.solver.model import KernelSet, Want
from fewest.solver.slide.board import MAX_CELLS, WORD_CELLS, board_from_grid
from fewest.solver.slide.bounds.complementary import Size
from fewest.solver.slide.labelling import labelled
from fewest.solver.slide.puzzle import SlidePuzzle
from fewest.solver.slide.search.database import first_database
from fewest.solver.slide.search.driver import SlideSearch
from fewest.solver.slide.search.frontier import Frontier
from fewest.solver.slide.search.packing import Packing
from fewest.solver.slide.search.plan import Plan

BYTES = 100_000_000
"""Most memory of each search."""

SMALL_CELLS = 9
"""A board of so many cells is searched in one call, as a rule."""

SMALL = SlidePuzzle(board_from_grid(["...", "..."])[0], (5, 4, 3, 2, 1, 0), (1, 2, 3, 4, 5, 0))
# More cells than fit one word, so that kernels of several words are compiled, too.
WIDE = SlidePuzzle(board_from_grid(["." * 9, "." * 9])[0], (1, 0, 2, *range(3, 18)), (1, 2, 0, *range(3, 18)))
# More cells than pattern databases allow.
LARGE = SlidePuzzle(
    board_from_grid(["." * 13] * 5)[0], (1, 0, 2, *range(3, 65)), (1, 2, 0, *range(3, 65))
)  # fmt: skip

BREADTH_FIRST = Plan(initial_positions=0, small_positions=0, distance_nodes=0, quick_nodes=0, placements=(500,))
DEPTH_FIRST = replace(BREADTH_FIRST, breadth_first_positions=0)
# At once after any iteration, with tables small enough for several groups.
SEVERAL = replace(DEPTH_FIRST, placements=(20,), excess=Size(1_000, 9), excess_after_nodes=-1)


def _search_small() -> None:
    """Bidirectional search in one call, and tables of levels."""
    _search(SMALL, Plan())
    _make_levels()


def _search_breadth_first() -> None:
    """Bidirectional and breadth-first search, counting, and beams."""
    for puzzle in (SMALL, WIDE):
        _search(puzzle, Plan())
        _search(puzzle, BREADTH_FIRST)
        _search(puzzle, BREADTH_FIRST, Want.ANY)
        packing = Packing(labelled(puzzle))
        frontier = Frontier(packing, packing.pack([puzzle.start]), Budget(BYTES))
        slide_frontier.rehash(frontier.found, 0, 1)  # the arena of neither puzzle grows


def _search_large() -> None:
    """The same on large boards, which share all other kernels with those of a word's cells."""
    _search(LARGE, BREADTH_FIRST)


def _make_levels() -> None:
    """The two positions of one piece on two cells."""
    arena = np.array([1, 0, 0, 0], np.uint64)
    slots = np.zeros(8, np.int32)
    slide_levels.rehash(arena, slots, 1)
    length = np.zeros(4, np.uint16)
    count = np.ones(4, np.int64)
    slide_levels.expand(np.array([[1], [0]]), 1, arena, slots, length, count, np.array([0, 1, 0]), 1, 1, 1)


def _search_depth_first() -> None:
    """IDA*. First its tables, which are compiled while another process compiles the kernels of the first steps."""
    for puzzle in (SMALL, WIDE):
        for _ in first_database(_prepared(puzzle, DEPTH_FIRST, Want.ALL).context):
            pass
    for puzzle in (SMALL, WIDE):
        for plan in (Plan(small_positions=0), DEPTH_FIRST, SEVERAL):
            _search(puzzle, plan)


def _search(puzzle: SlidePuzzle, plan: Plan, want: Want = Want.ALL) -> None:
    for _ in _prepared(puzzle, plan, want).run():
        pass


def _prepared(puzzle: SlidePuzzle, plan: Plan, want: Want) -> SlideSearch:
    return SlideSearch(labelled(puzzle), want, Budget(BYTES), plan)


SETS = (
    KernelSet(SMALL_CELLS, (_search_small,)),
    KernelSet(WORD_CELLS, (_search_breadth_first, _search_depth_first)),
    KernelSet(MAX_CELLS, (_search_large,)),
)
