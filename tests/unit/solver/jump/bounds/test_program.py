"""The linear programs of a board: weights, multiplicities, and a clean standard output."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from fewest.solver.jump.board import JumpBoard, board_from_grid
from fewest.solver.jump.bounds import program
from fewest.solver.jump.bounds.pagoda import peg_rows
from fewest.solver.jump.bounds.program import Program
from tests.effort import examples
from tests.hang import HANG_SECONDS
from tests.jump_puzzles import ENGLISH, boards

LIMITS = [(0, np.inf), (0, 2), (1, np.inf), (1, 1)]


@settings(deadline=None, max_examples=examples(200), suppress_health_check=[HealthCheck.too_slow])
@given(boards(8), st.integers(0, 2**32 - 1))
def test_weights_differ_by_what_multiplicities_leave_over(board: JumpBoard, seed: int) -> None:
    """Weights and multiplicities are within their limits, and have the same value (linear programming duality)."""
    dice, solver = np.random.default_rng(seed), Program(board)
    falls = np.zeros((len(board.jumps), board.holes))
    for row, (start, over, to) in zip(falls, board.jumps, strict=True):
        row[[start, over]], row[to] = 1, -1
    for pegs in dice.integers(0, 2, (6, 2, 1, board.holes)):
        lower, upper = np.array([LIMITS[case] for case in dice.integers(0, 4, len(falls))]).reshape(-1, 2).T
        found = solver.fit(*pegs, lower, upper)
        assert found is not None
        weights, multiplicities = found
        assert (abs(weights) < 1 + 1e-6).all()
        assert (multiplicities > lower - 1e-6).all()
        assert (multiplicities < upper + 1e-6).all()
        difference = (pegs[0] - pegs[1])[0]
        fall = falls @ weights
        assert (fall[np.isinf(upper)] > -1e-6).all()
        least = (np.where(fall > 1e-9, lower, np.where(fall < -1e-9, upper, 0)) * fall)[abs(fall) > 1e-9].sum()
        assert least - weights @ difference == pytest.approx(abs(difference - multiplicities @ falls).sum(), abs=1e-5)


@settings(deadline=None, max_examples=examples(100), suppress_health_check=[HealthCheck.too_slow])
@given(boards(8), st.integers(0, 2**32 - 1))
def test_what_was_solved_before_changes_nothing(board: JumpBoard, seed: int) -> None:
    """Programs of pairs, lists and cases have the same weights and multiplicities in any order, and each alone."""
    dice = np.random.default_rng(seed)
    work = [
        (dice.integers(0, 2, (dice.choice([1, 1, 3]), board.holes)), dice.integers(0, 2, (size, board.holes)), *limits)
        for size in (1, 2, 1, 1)
        for limits in LIMITS
    ]
    alone = [Program(board).fit(*arguments) for arguments in work]
    together = Program(board)
    for index in dice.permutation(len(work)):
        found = together.fit(*work[index])
        assert found is not None
        assert [part.tolist() for part in found] == [part.tolist() for part in alone[index] or ()]


@settings(deadline=None, max_examples=examples(100), suppress_health_check=[HealthCheck.too_slow])
@given(boards(8), st.integers(0, 2**32 - 1), st.integers(1, 3), st.integers(1, 3))
def test_weights_of_lists_separate_them_most(board: JumpBoard, seed: int, low: int, high: int) -> None:
    """No pair of two lists differs less than the lists, and no weights of a pair separate the lists by more."""
    pegs, solver = np.random.default_rng(seed).integers(0, 2, (low + high, board.holes)), Program(board)
    lighter, heavier = pegs[:low], pegs[low:]

    def margin(lighter: np.ndarray, heavier: np.ndarray) -> tuple[float, np.ndarray]:
        found = solver.fit(lighter, heavier)
        assert found is not None
        return (heavier @ found[0]).min() - (lighter @ found[0]).max(), found[0]

    least = margin(lighter, heavier)[0]
    assert least > -1e-6
    for first in range(low):
        for last in range(high):
            of_pair, weights = margin(lighter[first : first + 1], heavier[last : last + 1])
            assert of_pair > least - 1e-6
            assert (heavier @ weights).min() - (lighter @ weights).max() < least + 1e-6


def test_every_program_has_its_own_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Time that programs took before is not taken from the next, and without time there is no answer."""
    solver, pegs = Program(board_from_grid(ENGLISH, "orthogonal")[0]), peg_rows([1, 2], 33)
    assert solver.fit(pegs[:1], pegs[1:]) is not None
    assert solver.fit(pegs[:1], pegs[1:]) is not None
    assert solver._highs.getOptionValue("time_limit")[1] > program.PROGRAM_SECONDS
    monkeypatch.setattr(program, "PROGRAM_SECONDS", 0.0)
    assert solver.fit(pegs[:1], pegs[1:]) is None


SOLVED = """
import os, threading
from fewest.solver.jump.board import board_from_grid
from fewest.solver.jump.bounds.pagoda import pagoda
from fewest.solver.jump.bounds.program import Program

board = board_from_grid(["....", "....", "...."], "orthogonal")[0]
def solve():
    assert pagoda(Program(board), [1 << 11], [board.full]) is not None
    assert pagoda(Program(board), [board.full], [1 << 11]) is None
tasks = os.listdir("/proc/self/task")
solve()
assert os.listdir("/proc/self/task") == tasks
threads = [threading.Thread(target=solve) for _ in range(4)]
for thread in threads: thread.start()
for thread in threads: thread.join()
child = os.fork()
solve()
if child:
    assert os.waitpid(child, 0)[1] == 0
"""


def test_a_new_process_prints_nothing() -> None:
    """HiGHS prints nothing and starts no thread; it solves in threads, and in a process forked after it has solved."""
    ran = subprocess.run([sys.executable, "-c", SOLVED], capture_output=True, timeout=HANG_SECONDS, check=True)
    assert ran.stdout == b""
