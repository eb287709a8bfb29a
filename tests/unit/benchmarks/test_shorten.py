"""A long solution, shortened by windows (on random puzzles: ``tests/property/test_jump_search.py``)."""

from __future__ import annotations

from benchmarks.shorten import Shortener, attempts, solve_window
from fewest.solver.budget import Budget
from fewest.solver.jump.search.sampling import sample_both_ends
from fewest.solver.model import Solved
from fewest.solver.slices import finish
from fewest.solver.verify import replay
from tests.jump_puzzles import prepared, run, single

TRIANGLE = single((".", "..", "...", "....", ".....", "......"), "triangular", 1, 1)


def test_a_long_solution_becomes_one_of_the_fewest_moves() -> None:
    """Windows that grow to the whole solution make it as short as possible; without nodes for a window it stays as it
    is.
    """
    best, _ = run(TRIANGLE)
    found = finish(sample_both_ends(prepared(TRIANGLE), 100, 0))
    assert isinstance(best, Solved)
    assert found is not None
    assert len(found) > len(best.solution) + 3
    assert len(finish(Shortener(TRIANGLE, found, Budget(10**9), 10**12).run())) == len(best.solution)
    assert finish(Shortener(TRIANGLE, found, Budget(10**9), -1).run()) == found


def test_a_window_of_fewest_moves_is_found_again() -> None:
    """A window that is already as short as possible is replaced by one of the same length."""
    best, _ = run(TRIANGLE)
    assert isinstance(best, Solved)
    moves, budget = len(best.solution), Budget(10**9)
    ended, found = finish(solve_window(TRIANGLE, moves, budget, 10**12))
    assert (ended, len(found or ())) == (True, moves)
    assert finish(solve_window(TRIANGLE, moves - 1, budget, 10**12)) == (True, None)


def test_attempts_find_a_solution() -> None:
    """The first attempts at an open problem find a solution, which is replayed."""
    budget = Budget(10**9)
    for _ in attempts(TRIANGLE, budget):
        if budget.best is not None:
            break
    replay(TRIANGLE, budget.best or ())
