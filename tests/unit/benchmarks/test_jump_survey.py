"""All single-vacancy problems of a board."""

from __future__ import annotations

import pytest

from benchmarks.jump_survey import survey
from solver.jump.board import board_from_grid
from solver.model import Limits, Solved, Want

TRIANGLE = (".", "..", "...", "....", ".....", "......")


@pytest.mark.parametrize(("side", "best"), [(4, 5), (5, 9), (6, 9)])
def test_best_problem_of_a_triangle(side: int, best: int) -> None:
    """The easiest single-vacancy problem of a triangle takes 5, 9, 9 moves (Bell, OEIS A127500)."""
    board, _ = board_from_grid(TRIANGLE[:side], "triangular")
    steps = survey(board, Want.ONE, Limits())
    while True:
        try:
            next(steps)
        except StopIteration as end:
            entries = end.value
            break
    assert min(len(e.outcome.solution) for e in entries if isinstance(e.outcome, Solved)) == best
