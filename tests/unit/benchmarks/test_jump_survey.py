"""All single-vacancy problems of a board."""

from __future__ import annotations

import pytest

from benchmarks.jump_survey import problems, single
from solver.jump.board import board_from_grid
from solver.model import Status
from solver.solve import solve

TRIANGLE = (".", "..", "...", "....", ".....", "......")


@pytest.mark.parametrize(("side", "best"), [(4, 5), (5, 9), (6, 9)])
def test_best_problem_of_a_triangle(side: int, best: int) -> None:
    """The easiest single-vacancy problem of a triangle takes 5, 9, 9 moves (Bell, OEIS A127500)."""
    board, _ = board_from_grid(TRIANGLE[:side], "triangular")
    results = [solve(single(board, empty, last)) for empty, last in problems(board)]
    assert min(result.length or 0 for result in results if result.status is Status.SOLVED) == best
