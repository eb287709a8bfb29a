"""A long solution, shortened by windows."""

from __future__ import annotations

import pytest

from solver.budget import Budget
from solver.jump.search.instance import prepare
from solver.jump.search.sampling import sample_both_ends
from solver.jump.search.shorten import shorten
from solver.model import Solved
from solver.threads import SINGLE_THREAD
from solver.verify import replay
from tests.jump_puzzles import result_of, run, single

TRIANGLE = single((".", "..", "...", "....", ".....", "......"), "triangular", 1, 1)


@pytest.mark.parametrize("seed", range(3))
def test_a_long_solution_becomes_one_of_the_fewest_moves(seed: int) -> None:
    """The last window is the whole solution, so that without a limit of nodes the fewest moves are found."""
    best = run(TRIANGLE)[0]
    assert isinstance(best, Solved)
    budget = Budget(10**9)
    found = result_of(sample_both_ends(result_of(prepare(TRIANGLE, budget, SINGLE_THREAD)), 100, seed))
    assert found is not None
    assert len(found) > len(best.solution) + 3
    shortened = result_of(shorten(TRIANGLE, found, budget, 10**12, SINGLE_THREAD))
    replay(TRIANGLE, shortened)
    assert len(shortened) == len(best.solution)
    assert budget.best is not None
    assert len(budget.best) == len(shortened)


def test_windows_that_take_too_long_are_left_as_they_are() -> None:
    """With no nodes allowed nothing is shortened, and the search for shorter windows ends."""
    budget = Budget(10**9)
    found = result_of(sample_both_ends(result_of(prepare(TRIANGLE, budget, SINGLE_THREAD)), 100, 0))
    assert found is not None
    assert result_of(shorten(TRIANGLE, found, budget, -1, SINGLE_THREAD)) == found
    assert budget.best == found
