"""Answers are checked by the plain rules before they leave."""

from __future__ import annotations

import pytest

from solver.errors import ReplayError
from solver.jump.board import board_from_grid, mask_of
from solver.jump.puzzle import JumpGoal, JumpPuzzle
from solver.model import Result, Solution, Status
from solver.slide.board import board_from_grid as slide_board
from solver.slide.puzzle import SlidePuzzle
from solver.verify import Check, check_proof, replay, verify

LINE = JumpPuzzle(
    board_from_grid(["....."], "orthogonal")[0], mask_of([0, 1, 3]), JumpGoal(frozenset([1 << 4])), ((0, 1, 2),)
)
ROW = SlidePuzzle(slide_board(["...."])[0], (1, 0, 2, 0), (0, 1, None, 2))


JUMPS: dict[str, tuple[Solution, str]] = {
    "ends off the goal": ((((0, 1, 2),),), "goal"),
    "nothing": ((), "opening"),
    "without the opening": ((((3, 2, 1),),), "not legal"),
    "no jump of the board": ((((0, 1, 3),),), "no jump"),
    "one peg in two moves": ((((0, 1, 2),), ((2, 3, 4),)), "same peg"),
    "two pegs in one move": ((((0, 1, 2), (4, 3, 2)),), "another peg"),
    "another jump than the opening": ((((3, 1, 0),),), "no jump"),
}


@pytest.mark.parametrize("name", JUMPS)
def test_a_false_jump_solution_is_refused(name: str) -> None:
    """A jump solution that breaks a rule, lacks the opening or ends off the goal is refused; the error says why."""
    solution, reason = JUMPS[name]
    with pytest.raises(ReplayError, match=reason):
        replay(LINE, solution)


SLIDES: dict[str, Solution] = {
    "ends off the goal": ((2, 3),),
    "nothing": (),
    "onto a piece": ((0, 2),),
    "from an empty cell": ((1, 3),),
    "across a cell": ((0, 3),),
    "off the board": ((4, 3),),
    "a negative cell": ((-2, 3),),
}


@pytest.mark.parametrize("name", SLIDES)
def test_a_false_slide_solution_is_refused(name: str) -> None:
    """A legal sequence of slides that ends off the goal is refused, and so is one that is not legal."""
    with pytest.raises(ReplayError):
        replay(ROW, SLIDES[name])


def test_a_result_with_a_false_proof_is_refused() -> None:
    """A proof that does not hold is an error; exhaustion can be neither checked nor refused."""
    for puzzle in (LINE, ROW):
        with pytest.raises(ReplayError, match="contents"):
            verify(
                puzzle, Result(Status.UNSOLVABLE, None, False, None, proof={"by": "contents", "cells": [0, 1, 2, 3]})
            )
        assert check_proof(puzzle, {"by": "nonsense"}) is Check.FAILS
        assert check_proof(puzzle, {"by": "exhaustion", "nodes": 1}) is Check.NOT_CHECKABLE
        verify(puzzle, Result(Status.UNSOLVABLE, None, False, None, proof={"by": "exhaustion", "nodes": 1}))
