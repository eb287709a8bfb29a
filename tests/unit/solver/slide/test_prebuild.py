"""Tables built before the puzzles that use them arrive."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from solver.budget import Budget
from solver.model import Want
from solver.slide.labelling import labelled
from solver.slide.search.driver import SlideSearch
from solver.slide.search.plan import Plan
from solver.slide.search.prebuild import CLASSICS, Classic, is_prebuilt, prebuild, table_bytes


def test_a_search_uses_prebuilt_tables(tmp_path: Path) -> None:
    """A search finds the tables of any start on the same board, and builds no others."""
    grid = Classic(3, 3, 400)
    assert not is_prebuilt(grid.puzzle, grid.placements, tmp_path)
    assert table_bytes(grid.puzzle, grid.placements, tmp_path) == 0
    for _ in prebuild(grid.puzzle, grid.placements, tmp_path):
        pass
    assert is_prebuilt(grid.puzzle, grid.placements, tmp_path)
    assert 0 < table_bytes(grid.puzzle, grid.placements, tmp_path) <= 8 * grid.placements
    files = set(tmp_path.iterdir())
    plan = Plan(initial_positions=0, small_positions=0, placements=(9, grid.placements))
    puzzle = replace(grid.puzzle, start=(8, 7, 6, 5, 4, 3, 2, 1, 0))
    for _ in SlideSearch(labelled(puzzle), Want.ONE, Budget(10**8), plan, tmp_path).run():
        pass
    assert set(tmp_path.iterdir()) == files


def test_classical_boards_have_sizes_that_searches_look_for() -> None:
    """Tables of a size that no plan names would never be found."""
    assert {classic.placements for classic in CLASSICS} <= set(Plan().placements)
