"""Answers are checked by the plain rules before they leave, and so are claims."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from fewest.solver.errors import ReplayError
from fewest.solver.jump.board import board_from_grid, mask_of
from fewest.solver.jump.puzzle import JumpGoal, JumpPuzzle, PegsLeft
from fewest.solver.model import Result, Solution, Status
from fewest.solver.slide.board import board_from_grid as slide_board
from fewest.solver.slide.puzzle import SlidePuzzle
from fewest.solver.verify import Check, check_proof, judge, replay, verify

LINE = JumpPuzzle(
    board_from_grid(["....."], "orthogonal")[0], mask_of([0, 1, 3]), JumpGoal(frozenset([1 << 4])), ((0, 1, 2),)
)
ROW = SlidePuzzle(slide_board(["...."])[0], (1, 0, 2, 0), (0, 1, None, 2))


JUMPS: dict[str, tuple[Solution, str]] = {
    "ends off the goal": ((((0, 1, 2),),), "goal"),
    "nothing": ((), "opening"),
    "nothing in a move": ((((0, 1, 2),), ()), "move 2: a move is one jump"),
    "without the opening": ((((3, 2, 1),),), "not legal"),
    "no jump of the board": ((((0, 1, 3),),), "not a jump"),
    "one peg in two moves": ((((0, 1, 2),), ((2, 3, 4),)), "same peg"),
    "two pegs in one move": ((((0, 1, 2), (4, 3, 2)),), "another peg"),
    "another jump than the opening": ((((3, 1, 0),),), "not a jump"),
}


@pytest.mark.parametrize("name", JUMPS)
def test_a_false_jump_solution_is_refused(name: str) -> None:
    """A jump solution that breaks a rule is refused, with the reason."""
    solution, reason = JUMPS[name]
    with pytest.raises(ReplayError, match=reason):
        replay(LINE, solution)


def test_a_result_with_a_false_proof_is_refused() -> None:
    """A false proof is refused; exhaustion can be neither checked nor refused."""
    for puzzle in (LINE, ROW):
        with pytest.raises(ReplayError, match="contents"):
            verify(
                puzzle, Result(Status.UNSOLVABLE, None, False, None, proof={"by": "contents", "cells": [0, 1, 2, 3]})
            )
        assert check_proof(puzzle, {"by": "nonsense"}) is Check.FAILS
        assert check_proof(puzzle, {"by": "exhaustion", "nodes": 1}) is Check.NOT_CHECKABLE
        verify(puzzle, Result(Status.UNSOLVABLE, None, False, None, proof={"by": "exhaustion", "nodes": 1}))


def test_a_result_with_a_false_proof_of_its_pegs_is_refused() -> None:
    """A solution with a false proof about fewer pegs is refused."""
    puzzle = replace(LINE, goal=JumpGoal(pegs_left=PegsLeft.FEWEST))
    result = Result(Status.SOLVED, (((0, 1, 2), (2, 3, 4)),), True, 1)
    verify(puzzle, result)
    with pytest.raises(ReplayError, match="fewer"):
        verify(puzzle, replace(result, pegs_proof={"by": "fewer", "pegs_left": 2, "fewer": []}))


FREE_LINE = replace(LINE, opening=())
CLAIMS: dict[str, tuple[JumpPuzzle | SlidePuzzle, Any, Any, tuple[bool, bool, int | None]]] = {
    "one move of two jumps": (FREE_LINE, [[0, 2, 4]], None, (True, True, 1)),
    "the same, with what is removed": (FREE_LINE, [[0, 2, 4]], [[1, 3]], (True, True, 1)),
    "the same, written as two moves": (FREE_LINE, [[0, 2], [2, 4]], None, (True, True, 1)),
    "stopping early": (FREE_LINE, [[0, 2]], None, (True, False, 1)),
    "no such jump": (FREE_LINE, [[0, 4]], None, (False, False, None)),
    "wrong removed": (FREE_LINE, [[0, 2, 4]], [[1, 1]], (False, False, None)),
    "removed too short": (FREE_LINE, [[0, 2, 4]], [[1]], (False, False, None)),
    "nothing removed": (FREE_LINE, [[0, 2, 4]], [], (False, False, None)),
    "a move of no cells": (ROW, [[2, 3], []], None, (False, False, None)),
    "a move of one hole": (FREE_LINE, [[0]], None, (False, False, None)),
    "not legal": (FREE_LINE, [[4, 2]], None, (False, False, None)),
    "nothing": (FREE_LINE, [], None, (True, False, 0)),
    "slides": (ROW, [[2, 3], [0, 1]], None, (True, True, 2)),
    "a slide too few": (ROW, [[2, 3]], None, (True, False, 1)),
    "onto a piece": (ROW, [[0, 2]], None, (False, False, None)),
    "from an empty cell": (ROW, [[1, 3]], None, (False, False, None)),
    "across a cell": (ROW, [[0, 3]], None, (False, False, None)),
    "a negative cell": (ROW, [[-2, 3]], None, (False, False, None)),
    "three cells": (ROW, [[0, 1, 2]], None, (False, False, None)),
    "off the board": (ROW, [[-1, 99]], None, (False, False, None)),
}


@pytest.mark.parametrize("name", CLAIMS)
def test_claims_are_judged(name: str) -> None:
    """A claim is judged legal or not, at the goal or not, with its number of moves."""
    puzzle, moves, removed, expected = CLAIMS[name]
    verdict = judge(puzzle, moves, removed)
    assert (verdict.legal, verdict.reaches_goal, verdict.length) == expected
    assert (verdict.error is None) == verdict.legal


ENDS = replace(LINE, opening=((0, 1, 2),), goal=JumpGoal(counts=frozenset([1]), survivor=3))
LOST = replace(FREE_LINE, goal=JumpGoal(counts=frozenset([1]), survivor=3))
LONG = replace(FREE_LINE, board=board_from_grid(["......."], "orthogonal")[0], start=mask_of([0, 1, 3, 5, 6]))
FAULTS: dict[str, tuple[JumpPuzzle, list[list[int]], str]] = {
    "in the second jump of a move": (LOST, [[0, 2, 4]], "move 1: the peg that must survive is removed"),
    "another peg, later": (
        replace(LONG, goal=JumpGoal(counts=frozenset([1]), survivor=5)),
        [[0, 2], [6, 4]],
        "move 2: the peg that must survive is removed",
    ),
    "not the opening": (
        replace(LONG, opening=((0, 1, 2), (6, 5, 4))),
        [[0, 2, 4]],
        "move 1: the opening makes the jump [6, 5, 4]",
    ),
    "less than the opening": (ENDS, [], "the solution ends before the opening does"),
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_names_its_move(name: str) -> None:
    """The error of an illegal claim names the move."""
    puzzle, moves, fault = FAULTS[name]
    assert fault in str(judge(puzzle, moves, None).error)
