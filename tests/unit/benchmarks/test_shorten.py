"""A long solution, shortened by windows: which are tried, and what becomes of them."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import cast

import pytest

from benchmarks.shorten import FIRST_WINDOW, OVERLAP, Shortener, solve_window
from solver.budget import Budget
from solver.jump.puzzle import JumpPuzzle
from solver.jump.search.sampling import sample_both_ends
from solver.model import Jump, Solution, Solved
from solver.slices import finish
from solver.verify import replay
from tests.jump_puzzles import prepared, run, single

TRIANGLE = single((".", "..", "...", "....", ".....", "......"), "triangular", 1, 1)


class Noted(Shortener):
    """Notes the start and size of every window, and the moves of the solution then."""

    def __init__(self, puzzle: JumpPuzzle, solution: Solution, max_nodes: int) -> None:
        super().__init__(puzzle, solution, Budget(10**9), max_nodes)
        self.windows: list[tuple[int, int, int]] = []

    def window(self, start: int, size: int) -> JumpPuzzle:
        """The window, noted."""
        self.windows.append((start, size, len(self.moves)))
        return super().window(start, size)


def long_solution(seed: int) -> Solution:
    """A solution of many moves."""
    found = finish(sample_both_ends(prepared(TRIANGLE), 100, seed))
    assert found is not None
    return found


@pytest.mark.parametrize("seed", range(3))
def test_a_long_solution_becomes_one_of_the_fewest_moves(seed: int) -> None:
    """The last window is the whole solution, so that without a limit of nodes the fewest moves are found."""
    best = run(TRIANGLE)[0]
    assert isinstance(best, Solved)
    budget, found = Budget(10**9), long_solution(seed)
    assert len(found) > len(best.solution) + 3
    shortened = finish(Shortener(TRIANGLE, found, budget, 10**12).run())
    replay(TRIANGLE, shortened)
    assert len(shortened) == len(best.solution)
    assert budget.best is not None
    assert len(budget.best) == len(shortened)


def test_windows_that_take_too_long_are_left_as_they_are() -> None:
    """With no nodes allowed nothing is shortened; where all windows of a size take too many, larger ones would, too."""
    found = long_solution(0)
    shortener = Noted(TRIANGLE, found, -1)
    assert finish(shortener.run()) == found
    assert shortener.budget.best == found
    assert {size for _, size, _ in shortener.windows} == {FIRST_WINDOW}


@pytest.mark.parametrize("seed", range(3))
def test_after_a_success_the_moves_before_are_tried_again(seed: int) -> None:
    """The next window begins a window earlier, never within the opening; without success some moves later."""
    found = long_solution(seed)
    opening = cast(tuple[Jump, ...], (*found[0], *found[1]))
    shortener = Noted(replace(TRIANGLE, opening=opening), found, 10**12)
    finish(shortener.run())
    assert min(start for start, _, _ in shortener.windows) == 2
    successes = 0
    for (start, size, moves), (after, next_size, left) in pairwise(shortener.windows):
        if left < moves and size == next_size:
            successes += 1
            assert after == max(2, start - size)
        elif size == next_size and after > start:
            assert after == start + max(1, size // OVERLAP)
    assert successes > 0


def test_a_window_of_fewest_moves_is_found_again() -> None:
    """A window that cannot be shortened has a solution of as many moves, which may join others at its ends."""
    best = run(TRIANGLE)[0]
    assert isinstance(best, Solved)
    moves, budget = len(best.solution), Budget(10**9)
    ended, found = finish(solve_window(TRIANGLE, moves, budget, 10**12))
    assert ended
    assert found is not None
    assert len(found) == moves
    assert finish(solve_window(TRIANGLE, moves - 1, budget, 10**12)) == (True, None)
