"""The sliding search on puzzles with known answers."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from fewest.solver.budget import Budget
from fewest.solver.model import Limits, Status, Want
from fewest.solver.slide.board import board_from_grid
from fewest.solver.slide.puzzle import SlidePuzzle
from fewest.solver.slide.search import move_pruning
from fewest.solver.solve import solve
from tests.slide_puzzles import load, puzzle_of


@pytest.mark.parametrize("case", load("slide_sources.json"), ids=lambda case: str(case["id"]))
def test_puzzles_of_the_sources(case: Any) -> None:
    """The puzzles of the source programs are solved in the number of moves those programs print."""
    expect = case["expect"]
    result = solve(puzzle_of(case), Want.COUNT)
    assert (result.status, result.length, result.optimal) == (Status.SOLVED, expect["length"], True)
    assert result.count == expect.get("count", result.count)


def test_the_limit_of_bytes_is_enforced() -> None:
    """A search that would exceed its bytes stops with a proven bound."""
    case = load("slide_korf15.json")[0]
    result = solve(puzzle_of(case), Want.ALL, Limits(bytes=3_000_000))
    assert (result.status, result.limit) == (Status.STOPPED, "bytes")
    assert result.lower_bound is not None
    assert 0 < result.lower_bound <= case["expect"]["length"]


def test_any_solution_of_a_large_board() -> None:
    """Some solution is found on a board of 64 cells with 60 different pieces."""
    board = board_from_grid(["." * 8] * 8)[0]
    start, goal = tuple(range(63, -1, -1)), (*range(4, 64), 0, 0, 0, 0)
    start = tuple(piece if piece > 3 else 0 for piece in start)
    # No search of 100,000 nodes would find one.
    result = solve(SlidePuzzle(board, start, goal), Want.ANY, Limits(nodes=100_000))
    assert result.status is Status.SOLVED


def test_an_automaton_is_prepared_with_pauses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An automaton built with pauses equals the one built at once, and is loaded the next time."""
    board = board_from_grid(["....", "....", ".#.."])[0]
    limits = move_pruning.RouteLimits(5, 10_000)
    made = move_pruning.automaton(board, None, limits)
    monkeypatch.setattr(move_pruning, "SLICE", 10)
    assert sum(1 for _ in move_pruning.prepare_automaton(board, tmp_path, limits, Budget(10**6))) > 20
    short = move_pruning.automaton(board, tmp_path, move_pruning.SHORT_ROUTES)
    monkeypatch.setattr(move_pruning, "_build", lambda *_: pytest.fail("built again"))
    assert (move_pruning.automaton(board, tmp_path, limits) == made).all()
    assert (move_pruning.automaton(board, tmp_path, move_pruning.SHORT_ROUTES) == short).all()
    for cell, row in enumerate(board.adjacency):
        assert (made[cell, : len(row)] >= 0).all()
        assert (made[cell, len(row) :] < 0).all()
    assert not list(move_pruning.prepare_automaton(board, tmp_path, limits, Budget(10**6)))
