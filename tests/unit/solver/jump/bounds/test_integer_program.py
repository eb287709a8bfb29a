"""Numbers of jumps that lead from one position to another."""

from __future__ import annotations

import numpy as np
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from fewest.solver.jump.board import JumpBoard
from fewest.solver.jump.bounds.integer_program import UNBOUNDED, Case, refutes_case
from tests.effort import examples
from tests.jump_puzzles import boards


@settings(deadline=None, max_examples=examples(300), suppress_health_check=[HealthCheck.too_slow])
@given(boards(8), st.integers(0, 2**32 - 1))
def test_numbers_of_jumps_that_a_case_allows_are_never_refuted(board: JumpBoard, seed: int) -> None:
    """A case is not refuted, by any weights, if some numbers of jumps within its limits fit.

    Jumps may be capped, free, or made a least number of times; the limits may allow these numbers and no others.
    """
    if not board.jumps:
        return
    dice, count = np.random.default_rng(seed), len(board.jumps)
    numbers = dice.integers(0, 4, count)
    least = np.maximum(0, numbers - dice.integers(0, 3, count))
    most = np.where(dice.random(count) < 0.5, UNBOUNDED, numbers + dice.integers(0, 3, count))
    changes = np.zeros((count, board.holes), np.int64)
    for row, (start, over, to) in zip(changes, board.jumps, strict=True):
        row[[start, over]], row[to] = 1, -1
    for limits in (Case(least, most), Case(numbers, numbers)):
        weights = dice.integers(-3, 4, board.holes)
        assert not refutes_case(board, weights, numbers @ changes, limits)


def test_weights_may_rise_with_a_capped_jump() -> None:
    """Weights that a jump raises refute a pair only if that jump may not be made."""
    board = JumpBoard(3, ((0, 1, 2), (2, 1, 0)))
    difference, weights, none = np.array([-1, 1, 1]), np.array([1, 0, 0]), np.zeros(2, np.int64)
    for allowed in (0, 1, 2, UNBOUNDED):
        case = Case(none, np.array([UNBOUNDED, allowed]))
        assert refutes_case(board, weights, difference, case) is (allowed == 0)
