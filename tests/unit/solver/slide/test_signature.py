"""Node counts of a fixed set of puzzles: they change only if the search does."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from fewest.solver.budget import Budget
from fewest.solver.model import Solved, Status, Want
from fewest.solver.slices import Run, finish
from fewest.solver.slide.board import board_from_grid
from fewest.solver.slide.bounds.complementary import Size
from fewest.solver.slide.labelling import labelled
from fewest.solver.slide.puzzle import SlidePuzzle
from fewest.solver.slide.search.driver import SlideSearch
from fewest.solver.slide.search.plan import Plan
from fewest.solver.solve import solve
from tests.slide_puzzles import AT_ONCE, HARDEST, korf, puzzle_of

SIGNATURE = {"korf15-7": 104_091, "korf15-9": 9_446, "korf15-13": 50_945, "korf15-19": 33_819, "korf15-97": 9_273}
"""Nodes with tables built beforehand. Update them if the search changes, and give the reason in the commit."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the tables of the 15-puzzle in it."""
    folder = tmp_path_factory.mktemp("tables")
    plan = Plan(distance_nodes=0, quick_nodes=0)
    finish(SlideSearch(labelled(puzzle_of(korf("korf15-97"))), Want.ONE, Budget(10**9), plan, folder).run())
    return folder


@pytest.mark.parametrize("name", sorted(SIGNATURE))
def test_nodes_are_the_known_ones(name: str, folder: Path) -> None:
    """Korf's puzzles take their known length and the recorded number of nodes."""
    result = solve(puzzle_of(korf(name)), tables=folder)
    assert (result.status, result.length) == (Status.SOLVED, korf(name)["expect"]["length"])
    assert result.nodes == SIGNATURE[name]


def grid(*rows: str) -> Any:
    """The board of a drawing."""
    return board_from_grid(list(rows))[0]


OBLONG = grid("....", "....", "....")
EMPTY_CELLS = SlidePuzzle(OBLONG, (9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 0, 0), (1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 0, 0))
NEAR = SlidePuzzle(
    grid(*["...."] * 4), (5, 1, 3, 4, 2, 7, 0, 6, 9, 10, 11, 8, 0, 13, 12, 14), (*range(1, 15), 0, 0)
)  # random
EQUAL = SlidePuzzle(OBLONG, (3, 3, 3, 2, 2, 2, 2, 1, 1, 1, 1, 0), (1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 0))
FREE = SlidePuzzle(OBLONG, tuple(range(11, -1, -1)), (1, 2, 3, 4, *[None] * 8))
SCATTERED = replace(HARDEST, goal=(1, None, 3, 4, None, 6, None, None, 0))
FIFTEEN = puzzle_of(korf("korf15-1"))

BREADTH_FIRST = replace(AT_ONCE, placements=(600,), nodes_per_beam_position=10, narrowest_beam=5)
DEPTH_FIRST = replace(AT_ONCE, breadth_first_positions=0, placements=(20, 400, 4_000), enlarge_after_nodes=(100, 3_000))
SEVERAL = replace(DEPTH_FIRST, enlarge_after_nodes=(), excess=Size(300, 9), excess_after_nodes=-1)
BEAMS = replace(AT_ONCE, breadth_first_positions=0, placements=(400,), nodes_per_beam_position=10, narrowest_beam=5)
ANY = replace(Plan(), placements=(5_000,))
NOT_PIECEWISE = replace(AT_ONCE, piecewise=False, placements=(5_000,))
LONG = replace(ANY, max_cells_for_improvement=0)


@pytest.mark.parametrize(
    ("puzzle", "plan", "want", "length", "nodes", "peak", "left"),
    [
        (HARDEST, Plan(), Want.COUNT, 31, 12_452, 2_067_182, 0),
        (HARDEST, BREADTH_FIRST, Want.ONE, 31, 6_475, 524_612, 262_468),
        (HARDEST, DEPTH_FIRST, Want.COUNT, 31, 35_239, 1_316_871, 1_050_511),
        (HARDEST, SEVERAL, Want.ONE, 31, 10_633, 263_029, 584),
        (HARDEST, BEAMS, Want.ONE, 31, 6_647, 263_272, 324),
        (NEAR, Plan(), Want.COUNT, 19, 40_345, 8_261_590, 0),
        (EMPTY_CELLS, BREADTH_FIRST, Want.ONE, 28, 254_062, 4_719_180, 4_194_892),
        (EQUAL, BREADTH_FIRST, Want.COUNT, 30, 17_204, 526_618, 263_354),
        (EQUAL, DEPTH_FIRST, Want.ONE, 30, 30_967, 13_830, 1_430),
        (FREE, BREADTH_FIRST, Want.ONE, 30, 134_073, 1_311_008, 1_048_864),
        (SCATTERED, DEPTH_FIRST, Want.COUNT, 23, 36_628, 527_405, 265_069),
        (SCATTERED, BEAMS, Want.ONE, 23, 8_037, 267_208, 288),
        (FIFTEEN, ANY, Want.ANY, 71, 91_526, 693_590, 20_480),
        (FIFTEEN, NOT_PIECEWISE, Want.ANY, 71, 86_021, 301_336, 20_480),
        (FIFTEEN, LONG, Want.ANY, 123, 5_505, 693_590, 262_144),
        (EMPTY_CELLS, ANY, Want.ANY, 30, 23_906, 692_214, 5_184),
        (EMPTY_CELLS, NOT_PIECEWISE, Want.ANY, 30, 19_425, 273_704, 5_184),
        (EMPTY_CELLS, LONG, Want.ANY, 52, 4_481, 692_214, 262_144),
        (EQUAL, LONG, Want.ANY, 30, 17_809, 2_068_214, 0),
        (FREE, NOT_PIECEWISE, Want.ANY, 31, 8_420, 270_756, 1_740),
    ],
)
def test_signature_of_every_method(
    puzzle: SlidePuzzle, plan: Plan, want: Want, length: int, nodes: int, peak: int, left: int
) -> None:
    """Length, nodes, and bytes at most and in the end are unchanged under every plan."""
    budget = Budget(10**8)
    run = Run(SlideSearch(labelled(puzzle), want, budget, plan).run())
    highest = max(progress.bytes for progress in run)
    assert isinstance(run.value, Solved)
    assert (len(run.value.solution), budget.nodes, highest, budget.bytes) == (length, nodes, peak, left)
