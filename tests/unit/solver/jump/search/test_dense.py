"""The search of small boards in arrays over all positions."""

from __future__ import annotations

from fewest.solver.budget import Budget
from fewest.solver.jump.board import board_from_grid, mask_of
from fewest.solver.jump.puzzle import JumpGoal, JumpPuzzle
from fewest.solver.jump.search import dense
from fewest.solver.jump.search.plan import DEFAULT_PLAN
from fewest.solver.model import Solved, Want
from tests import oracle_jump

BOARD = board_from_grid(("....", "....", "...."), "orthogonal")[0]
START = mask_of([0, 2, 4, 6, 7, 9, 11])


def test_ways_that_continue_the_opening_count_beside_those_that_do_not() -> None:
    """Solutions that continue the opening's last move and others are counted together."""
    puzzle = JumpPuzzle(BOARD, START, JumpGoal(counts=frozenset([1])), ((0, 4, 8),))
    outcome = dense.search(puzzle, Want.COUNT, Budget(10**9), DEFAULT_PLAN)
    assert isinstance(outcome, Solved)
    assert (
        oracle_jump.truth(puzzle) == oracle_jump.Truth(3, 3) == oracle_jump.Truth(len(outcome.solution), outcome.count)
    )


def test_arrays_larger_than_the_memory_are_not_made() -> None:
    """A small board is searched in arrays only if all their bytes are within the limit."""
    puzzle = JumpPuzzle(BOARD, START, JumpGoal(counts=frozenset([1])))
    size = (dense.BYTES << BOARD.holes) + dense.MOVE_BYTES * DEFAULT_PLAN.dense_moves
    assert dense.search(puzzle, Want.ONE, Budget(size - 1), DEFAULT_PLAN) is None
    assert dense.search(puzzle, Want.ONE, Budget(size), DEFAULT_PLAN) is not None
