"""Node counts of a fixed set of puzzles: they change only if the search does."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from solver.model import Status
from solver.solve import solve
from tests.unit.solver.slide.test_search import load, puzzle_of

SIGNATURE = {
    "korf15-7": 104_091,
    "korf15-9": 9_446,
    "korf15-13": 50_945,
    "korf15-19": 33_819,
    "korf15-97": 9_273,
}
"""Nodes with tables built beforehand. Update them if the search changes, and give the reason in the commit."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the tables of the 15-puzzle in it."""
    folder = tmp_path_factory.mktemp("tables")
    solve(puzzle_of(case("korf15-97")), tables=folder)
    return folder


def case(name: str) -> Any:
    """The case with this name."""
    return next(case for case in load("slide_korf15.json") if case["id"] == name)


@pytest.mark.parametrize("name", sorted(SIGNATURE))
def test_nodes_are_the_known_ones(name: str, folder: Path) -> None:
    """A puzzle of Korf's is solved in its known length with the recorded number of nodes."""
    result = solve(puzzle_of(case(name)), tables=folder)
    assert (result.status, result.length) == (Status.SOLVED, case(name)["expect"]["length"])
    assert result.nodes == SIGNATURE[name]
