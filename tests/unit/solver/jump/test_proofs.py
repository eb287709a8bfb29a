"""Proofs that well-known puzzles have no solution."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from fewest.solver.jump.board import JumpBoard, board_from_grid, mask_of
from fewest.solver.jump.checks import check, refutes
from fewest.solver.jump.proofs import goal_positions, prove, refute_goals
from fewest.solver.jump.puzzle import JumpGoal, JumpPuzzle
from fewest.solver.model import Jump
from tests.jump_puzzles import ENGLISH, single
from tests.oracle_jump import truth


@pytest.mark.parametrize("empty", [0, 1, 3, 4, 7, 8, 16])
def test_english_finishes_outside_the_class(empty: int) -> None:
    """On the English board a finish is possible only in the class of the empty hole: steps of three (Reiss 1857)."""
    places = board_from_grid(ENGLISH, "orthogonal")[1]
    for last in range(33):
        alike = all((a - b) % 3 == 0 for a, b in zip(places[empty], places[last], strict=True))
        puzzle = single(ENGLISH, "orthogonal", empty, last)
        proof = prove(puzzle)
        assert (proof is None) == alike
        assert proof is None or (proof["by"] == "parity" and check(puzzle, proof))


LINE = board_from_grid([".........."], "orthogonal")[0]


def line(start: int, *goals: int, counts: tuple[int, ...] = ()) -> JumpPuzzle:
    """A puzzle on a line of ten holes."""
    return JumpPuzzle(LINE, start, JumpGoal(frozenset(goals), frozenset(counts)))


PAGODA = line(0b1111, 1 << 9)
PAGODA_PROOF = dict(prove(PAGODA) or {})


TRUE: list[tuple[str, JumpPuzzle]] = [
    ("pegs", line(0b11, 0b111, counts=(5,))),
    ("pegs", line(0b11, 0b110)),
    ("pegs", line(0b11, 0)),
    ("parity", line(0b11, 1 << 3)),
    ("parity", line(0b111111, 1 << 9)),
    ("pagoda", PAGODA),
    ("pagoda", line(0b11111, 1 << 8)),
    ("goals", line(0b11, 1 << 3, 1 << 4, 0b111)),
    ("goals", line(0b1111, 1 << 9, 1 << 4)),
    ("ends", line(0b1111, 1)),
    ("goals", line(0b1111, 1, 0b111 << 7)),
]


@pytest.mark.parametrize(("by", "puzzle"), TRUE)
def test_each_kind_of_proof_is_found_and_accepted(by: str, puzzle: JumpPuzzle) -> None:
    """Every kind of proof is found where it applies, passes its check, and brute force agrees."""
    proof = prove(puzzle)
    assert proof is not None
    assert proof["by"] == by
    assert check(puzzle, proof)
    assert truth(puzzle).length is None


FALSE: dict[str, tuple[JumpPuzzle, dict[str, Any]]] = {
    "pegs: fewer wanted": (line(0b11, 1 << 2), {"by": "pegs", "start": 2, "goal": 1}),
    "pegs: the start itself": (line(0b11, counts=(2,)), {"by": "pegs", "start": 2, "goal": 2}),
    "pegs: another start": (line(0b11, 0b111), {"by": "pegs", "start": 1, "goal": 3}),
    "pegs: another goal": (line(0b11, 0b111), {"by": "pegs", "start": 2, "goal": 4}),
    "pegs: one goal has fewer": (line(0b11, 0b111, 1 << 2), {"by": "pegs", "start": 2, "goal": 1}),
    "parity: odd jumps": (line(0b11, 1 << 2), {"by": "parity", "weights": [1] + [0] * 9, "start": 1, "goal": 0}),
    "parity: one goal alike": (
        line(0b11, 1 << 0, 1 << 2),
        {"by": "parity", "weights": [1, 1, 0, 1, 1, 0, 1, 1, 0, 1], "start": 0, "goal": 1},
    ),
    "parity: fractions": (line(0b11, 1 << 2), {"by": "parity", "weights": [2 / 3] * 10, "start": 4 / 3, "goal": 2 / 3}),
    "parity: alike": (line(0b11, 1 << 2), {"by": "parity", "weights": [0] * 10, "start": 0, "goal": 1}),
    "pagoda: as heavy": (
        line(0b11, 1 << 2),
        {"by": "pagoda", "weights": [1, 0, 1, 0, 1, 0, 1, 0, 1, 0], "start": 1, "goal": 1},
    ),
    "pagoda: one goal is light": (line(0b1111, 1 << 9, 1 << 3), PAGODA_PROOF),
    **{
        f"pagoda: {name}": (PAGODA, PAGODA_PROOF | changed)
        for name, changed in {
            "another start": {"start": PAGODA_PROOF["start"] + 1},
            "another goal": {"goal": PAGODA_PROOF["goal"] + 1},
            "too few weights": {"weights": PAGODA_PROOF["weights"][:-1]},
            "too many weights": {"weights": [*PAGODA_PROOF["weights"], 0]},
            "without weight": {"weights": [0] * 10, "start": 0, "goal": 0},
        }.items()
    },
    "goals: none": (line(0b11, 1 << 3), {"by": "goals", "goals": []}),
    "goals: none in a part": (
        line(0b11, 1 << 3),
        {"by": "goals", "goals": [{"pegs": [], "proof": {"by": "pegs", "start": 2, "goal": 2}}]},
    ),
    "goals: not one of them": (
        line(0b11, 1 << 3),
        {"by": "goals", "goals": [{"pegs": [[0, 1, 2]], "proof": {"by": "pegs", "start": 2, "goal": 3}}]},
    ),
    "goals: a proof of another": (
        line(0b11, 1 << 3),
        {"by": "goals", "goals": [{"pegs": [[3]], "proof": {"by": "pegs", "start": 2, "goal": 3}}]},
    ),
}


@pytest.mark.parametrize("name", FALSE)
def test_a_false_proof_is_refused(name: str) -> None:
    """A proof that proves too little is refused."""
    puzzle, proof = FALSE[name]
    assert not check(puzzle, proof)


def test_a_goal_that_the_opening_meets_is_not_refuted() -> None:
    """A goal that the opening meets is not refuted by its number of pegs."""
    puzzle = replace(line(0b11, 1 << 2), opening=((0, 1, 2),))
    assert prove(puzzle) is None
    assert not check(puzzle, {"by": "pegs", "start": 1, "goal": 1})
    assert refute_goals(puzzle).candidates == (1 << 2,)
    both = replace(puzzle, goal=JumpGoal(frozenset([1 << 2, 1 << 3])))
    assert refute_goals(both).candidates == (1 << 2,)
    assert not refutes(LINE, 1 << 2, [1 << 2, 1 << 3], {"by": "pegs", "start": 1, "goal": 1})
    assert refutes(LINE, 1 << 2, [1 << 3], {"by": "pegs", "start": 1, "goal": 1})


def test_more_goals_than_can_be_listed_are_not_listed() -> None:
    """Goals given by numbers of pegs are listed up to a limit; positions always are."""
    goal = JumpGoal(frozenset([7]), frozenset([1, 9, 11]))
    assert goal_positions(LINE, goal, 20) == sorted(
        [7, *(1 << h for h in range(10)), *(1023 ^ 1 << h for h in range(10))]
    )
    assert goal_positions(LINE, goal, 19) is None
    assert goal_positions(LINE, JumpGoal(frozenset([7])), 0) == [7]


@pytest.mark.parametrize("first", [True, False])
@pytest.mark.parametrize("jump", LINE.jumps)
def test_one_rising_jump_spoils_a_pagoda_proof(jump: Jump, first: bool) -> None:
    """Weights that any single jump increases prove nothing."""
    weights = [0] * 10
    others = tuple(other for other in LINE.jumps if other[2] != jump[2])
    board = JumpBoard(10, (jump, *others) if first else (*others, jump))
    weights[jump[2]] = 1
    start, goal = mask_of(jump[:2]), 1 << jump[2]
    puzzle = JumpPuzzle(board, start, JumpGoal(frozenset([goal])))
    assert not check(puzzle, {"by": "pagoda", "weights": weights, "start": 0, "goal": 1})
    without = replace(puzzle, board=JumpBoard(10, others))
    assert check(without, {"by": "pagoda", "weights": weights, "start": 0, "goal": 1})
