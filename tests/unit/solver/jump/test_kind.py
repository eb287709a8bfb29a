"""Claimed solutions of jump puzzles."""

from __future__ import annotations

import pytest

from solver.jump.board import JumpBoard, mask_of
from solver.jump.puzzle import JumpGoal, JumpPuzzle
from solver.verify import judge

TWO_WAYS = JumpBoard(5, ((0, 1, 2), (0, 3, 2), (2, 4, 0)))
"""Two jumps lead from hole 0 to hole 2: over hole 1, and over hole 3."""

PUZZLE = JumpPuzzle(TWO_WAYS, mask_of([0, 1, 3]), JumpGoal(frozenset([mask_of([1, 2])])))


@pytest.mark.parametrize(("over", "reaches"), [(1, False), (3, True)])
def test_the_removed_hole_tells_jumps_apart(over: int, reaches: bool) -> None:
    """Where two jumps have the same ends, the claim says which peg is removed."""
    verdict = judge(PUZZLE, [[0, 2]], [[over]])
    assert (verdict.legal, verdict.reaches_goal, verdict.length) == (True, reaches, 1)
    assert verdict.position == mask_of([2, 4 - over])


def test_an_ambiguous_jump_is_refused() -> None:
    """A claim that does not say which of two jumps it means is refused, even if one of them could not be played."""
    for start in ([0, 1, 3], [0, 3]):
        puzzle = JumpPuzzle(TWO_WAYS, mask_of(start), PUZZLE.goal)
        verdict = judge(puzzle, [[0, 2]], None)
        assert (verdict.legal, verdict.reaches_goal, verdict.position) == (False, False, None)
        assert verdict.error == "move 1: several jumps go from 0 to 2: say which hole is removed"


@pytest.mark.parametrize(
    ("moves", "removed", "error"),
    [
        ([[0, 2]], [[4]], "move 1: no jump of this board goes from 0 to 2 like that"),
        ([[0, 4]], None, "move 1: no jump of this board goes from 0 to 4 like that"),
        ([[0]], None, "move 1: a move visits at least two holes"),
        ([[0, 2], []], [[1], []], "move 2: a move visits at least two holes"),
        ([[0, 2]], [[1, 3]], "removed must have one hole for every jump"),
        ([[0, 2]], [], "removed must have one hole for every jump"),
    ],
)
def test_claims_that_make_no_sense(moves: list[list[int]], removed: list[list[int]] | None, error: str) -> None:
    """A claim that does not fit the board is illegal, and the move is named."""
    verdict = judge(PUZZLE, moves, removed)
    assert (verdict.legal, verdict.error) == (False, error)
