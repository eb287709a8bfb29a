"""The dual of a jump puzzle: what holds for both, and what does not."""

from __future__ import annotations

from dataclasses import replace

import pytest

from solver.jump.board import board_from_grid, mask_of
from solver.jump.dual import dual_of, dual_proof, dual_solution
from solver.jump.kind import JumpKind
from solver.jump.proofs import check, prove
from solver.jump.puzzle import JumpGoal, JumpPuzzle, PegsLeft
from solver.model import Result, Status
from solver.solve import solve
from tests.jump_puzzles import ENGLISH, single
from tests.oracle_jump import truth

LINE = board_from_grid([".........."], "orthogonal")[0]
TRIANGLE = (".", "..", "...", "....", ".....")


def line(start: int, goal: int) -> JumpPuzzle:
    """A puzzle on a line of ten holes."""
    return JumpPuzzle(LINE, start, JumpGoal(frozenset([goal])))


def test_the_dual_exchanges_the_ends_of_a_single_vacancy_problem() -> None:
    """Hole a empty and the last peg in b: the dual has b empty and the last peg in a; a central game is its own."""
    assert dual_of(single(ENGLISH, "orthogonal", 3, 30)) == single(ENGLISH, "orthogonal", 30, 3)
    centre = single(ENGLISH, "orthogonal", 16, 16)
    assert dual_of(centre) == centre


def test_only_a_puzzle_with_one_goal_and_no_opening_has_a_dual() -> None:
    """An opening would be an ending of the dual, and several goals several starts."""
    puzzle = line(0b11, 1 << 2)
    assert dual_of(puzzle) is not None
    assert dual_of(replace(puzzle, opening=((0, 1, 2),))) is None
    assert dual_of(replace(puzzle, goal=JumpGoal(frozenset([1, 4])))) is None
    assert dual_of(replace(puzzle, goal=JumpGoal(frozenset([4]), frozenset([1])))) is None
    assert dual_of(replace(puzzle, goal=JumpGoal(counts=frozenset([1])))) is None
    assert dual_of(replace(puzzle, goal=JumpGoal(frozenset([4]), survivor=0))) is None
    assert dual_of(replace(puzzle, goal=JumpGoal(pegs_left=PegsLeft.MOST))) is None


def test_the_fewest_moves_of_puzzle_and_dual_differ() -> None:
    """On the triangle of 15 holes, brute force finds another number of moves for some problem than for its dual."""
    pairs = {(a, b): truth(single(TRIANGLE, "triangular", a, b)).length for a, b in ((0, 12), (12, 0))}
    assert pairs == {(0, 12): 10, (12, 0): 9}


def test_a_chain_is_reversed_into_moves_of_different_pegs() -> None:
    """Two jumps of one peg become two moves; two jumps that meet backwards become one."""
    assert dual_solution((((0, 1, 2), (2, 3, 4)),)) == (((2, 3, 4),), ((0, 1, 2),))
    assert dual_solution((((2, 3, 4),), ((0, 1, 2),))) == (((0, 1, 2), (2, 3, 4)),)


@pytest.mark.parametrize(
    ("by", "puzzle"),
    [
        ("pegs", line(0b11, 0b111)),
        ("pegs", line(0b11, 0b110)),
        ("parity", line(0b11, 1 << 3)),
        ("pagoda", line(0b1111, 1 << 9)),
    ],
)
def test_a_certificate_is_carried_to_the_dual(by: str, puzzle: JumpPuzzle) -> None:
    """The weights of a certificate prove the dual, too, and an altered one does not."""
    dual, proof = dual_of(puzzle), prove(puzzle)
    assert dual is not None
    assert proof is not None
    assert proof["by"] == by
    carried = dual_proof(dual, proof)
    assert carried is not None
    assert check(dual, carried)
    assert truth(dual).length is None
    if "weights" in proof:
        assert dual_proof(dual, {**proof, "weights": [0] * 10}) is None


def test_the_argument_of_the_last_peg_does_not_hold_for_the_dual() -> None:
    """No jump removes the last peg; the dual has no empty hole to jump to, which numbers of pegs do not say."""
    puzzle = line(0b11, 0)
    dual, proof = dual_of(puzzle), prove(puzzle)
    assert dual is not None
    assert proof == {"by": "pegs", "start": 2, "goal": 0}
    assert dual_proof(dual, proof) is None


def test_exhaustion_stays_exhaustion() -> None:
    """Where only a search shows that there is no solution, the dual has none either."""
    puzzle = single(TRIANGLE, "triangular", 0, 4)
    result = solve(puzzle)
    assert result.proof is not None
    assert result.proof["by"] == "exhaustion"
    carried = JumpKind().dual(puzzle, result)
    assert carried is not None
    assert carried[1] == result
    assert truth(carried[0]).length is None


def test_a_stopped_search_says_nothing_of_the_dual() -> None:
    """Neither a bound nor a solution found on the way is carried over."""
    puzzle = line(mask_of([0, 1]), 1 << 2)
    assert JumpKind().dual(puzzle, Result(Status.STOPPED, None, False, 1, limit="nodes")) is None
    assert JumpKind().dual(puzzle, Result(Status.STOPPED, (((0, 1, 2),),), False, 1, limit="nodes")) is None
