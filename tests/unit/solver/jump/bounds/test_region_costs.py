"""The bound of a check: regions costed without kernels."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings

from fewest.solver.budget import Budget
from fewest.solver.jump.bounds.pattern_tables import build
from fewest.solver.jump.bounds.region_costs import INFINITE, _costs, _goal_contents, partition, region_bound
from fewest.solver.jump.puzzle import JumpPuzzle
from fewest.solver.kinds import kind_of
from fewest.solver.slices import finish
from fewest.solver.threads import SINGLE_THREAD
from tests.effort import examples
from tests.jump_puzzles import SOURCES, prepared, puzzles
from tests.oracle_jump import truth


@pytest.mark.parametrize(("name", "bound"), [("tritri-any", 9), ("tritri-centre", 9), ("triangle21", 10)])
def test_a_check_tells_the_bound_that_the_sources_begin_with(name: str, bound: int) -> None:
    """The bound of a check is 9 moves for トライトライ, as in M. Hiroi's program, and 10 for the triangle."""
    assert kind_of(SOURCES[name]).lower_bound(SOURCES[name]) == bound


@settings(max_examples=examples(200))
@given(puzzles())
def test_no_solution_is_shorter(puzzle: JumpPuzzle) -> None:
    """The bounds of a check never exceed the length, and are 0 only for the empty solution."""
    length = truth(puzzle).length
    if length is not None:
        assert region_bound(puzzle) <= length
        assert min(1, length) <= kind_of(puzzle).lower_bound(puzzle) <= length


@pytest.mark.parametrize("name", ["tritri-centre", "triangle21", "hoppers"])
def test_the_costs_are_those_of_the_kernel(name: str) -> None:
    """For the same region and goal NumPy and the compiled kernel find the same costs."""
    puzzle = SOURCES[name]
    seeds = prepared(puzzle).instance.seeds[True]
    for region in partition(puzzle.board):
        identity = tuple(range(puzzle.board.holes))
        bound = finish(build(puzzle.board, True, seeds, [(region,)], [identity], SINGLE_THREAD, Budget(0), 10**6))
        own = _costs(puzzle.board, region, _goal_contents(puzzle.board, puzzle.goal, region))
        assert np.array_equal(np.where(own >= INFINITE, 255, own).ravel(), bound.costs)
