"""Proofs that well-known puzzles have no solution."""

from __future__ import annotations

import pytest

from solver.jump.board import board_from_grid
from solver.jump.proofs import check, prove
from solver.jump.puzzle import JumpGoal, JumpPuzzle
from tests.jump_puzzles import ENGLISH, FRENCH, single


def test_french_centre() -> None:
    """No one-peg finish from the centre of the French board (its position class, Reiss 1857), proven by parities."""
    board, _ = board_from_grid(FRENCH, "orthogonal")
    puzzle = JumpPuzzle(board, board.full & ~(1 << 18), JumpGoal(counts=frozenset([1])))
    proof = prove(puzzle)
    assert proof is not None
    assert check(puzzle, proof)
    assert {part["proof"]["by"] for part in proof["goals"]} <= {"parity", "pegs"}


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


def test_pagoda_where_parity_is_silent() -> None:
    """Six pegs at one end of a line never bring one to its far end: it is too heavy."""
    board, _ = board_from_grid([".........."], "orthogonal")
    puzzle = JumpPuzzle(board, 0b111111, JumpGoal(frozenset([1 << 9])))
    proof = prove(puzzle)
    assert proof is not None
    assert check(puzzle, proof)
