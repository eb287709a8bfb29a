"""Tables built before the puzzles that use them arrive."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from fewest.solver.budget import Budget
from fewest.solver.model import Want
from fewest.solver.slide.bounds.complementary import Size
from fewest.solver.slide.labelling import labelled
from fewest.solver.slide.search.driver import SlideSearch
from fewest.solver.slide.search.plan import Plan
from fewest.solver.slide.search.prebuild import CLASSICS, Classic, is_prebuilt, prebuild, table_bytes


@pytest.mark.parametrize("size", [400, Size(400, 6)], ids=["one partition", "several"])
def test_a_search_uses_prebuilt_tables(size: int | Size, tmp_path: Path) -> None:
    """A search finds the tables of any start on the same board, and builds no others."""
    grid = Classic(3, 3, size)
    assert not is_prebuilt(grid.puzzle, size, tmp_path)
    assert table_bytes(grid.puzzle, size, tmp_path) == 0
    for _ in prebuild(grid.puzzle, size, tmp_path):
        pass
    assert is_prebuilt(grid.puzzle, size, tmp_path)
    assert 0 < table_bytes(grid.puzzle, size, tmp_path) <= 8 * 400
    plan = Plan(initial_positions=0, small_positions=0, distance_nodes=0, quick_nodes=0, placements=(9,))
    if isinstance(size, Size):
        plan = replace(plan, excess=size, breadth_first_positions=0)
    else:
        plan = replace(plan, placements=(9, size))
    files = set(tmp_path.iterdir())
    for start in (1, 2, 3, 4, 5, 0, 7, 8, 6), (8, 7, 6, 5, 4, 3, 2, 1, 0):
        puzzle = replace(grid.puzzle, start=start)
        for _ in SlideSearch(labelled(puzzle), Want.ONE, Budget(10**8), plan, tmp_path).run():
            pass
        # Beside tables of several partitions a search uses the smallest single ones, and saves an automaton.
        files = set(tmp_path.iterdir()) if isinstance(size, Size) and start[0] == 1 else files
        assert set(tmp_path.iterdir()) == files


def test_classical_boards_have_sizes_that_searches_look_for() -> None:
    """Every size of prebuilt tables is one that a search looks for."""
    assert {classic.tables for classic in CLASSICS} <= {*Plan().placements, Plan().excess, *Plan().prebuilt}
