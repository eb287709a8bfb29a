"""Claimed solutions of jump puzzles, and what is said of a puzzle without a search."""

from __future__ import annotations

from dataclasses import replace

import pytest

from fewest.solver.jump.board import JumpBoard, board_from_grid, mask_of
from fewest.solver.jump.checks import check
from fewest.solver.jump.kind import JumpKind, pegs_that_must_move
from fewest.solver.jump.proofs import prove
from fewest.solver.jump.puzzle import JumpGoal, JumpPuzzle
from fewest.solver.kinds import KINDS
from fewest.solver.model import Status
from fewest.solver.solve import solve
from fewest.solver.verify import judge

TWO_WAYS = JumpBoard(5, ((0, 1, 2), (0, 3, 2), (2, 4, 0)))
"""Two jumps lead from hole 0 to hole 2: over hole 1, and over hole 3."""

PUZZLE = JumpPuzzle(TWO_WAYS, mask_of([0, 1, 3]), JumpGoal(frozenset([mask_of([1, 2])])))


@pytest.mark.parametrize(("over", "reaches"), [(1, False), (3, True)])
def test_the_removed_hole_tells_jumps_apart(over: int, reaches: bool) -> None:
    """If two jumps have the same ends, the removed hole in the claim decides between them."""
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


LINE = board_from_grid(["....."], "orthogonal")[0]
"""No jump goes over either end of a line."""
BOTH_ENDS = JumpPuzzle(LINE, mask_of([0, 1, 3, 4]), JumpGoal())


@pytest.mark.parametrize(
    ("positions", "counts", "bound"),
    [
        ([[2]], [], 2),
        ([[2, 4]], [], 1),
        ([[0, 4]], [], 1),
        ([[2], [0, 2]], [], 1),
        ([], [1], 1),
        ([], [0], 2),
        ([], [2], 1),
        ([[2]], [1], 1),
        ([[0, 1, 3, 4]], [], 0),
        ([], [4], 0),
        ([], [4, 1], 0),
    ],
)
def test_every_peg_that_no_jump_removes_has_to_move(positions: list[list[int]], counts: list[int], bound: int) -> None:
    """Each peg that no jump removes needs a move unless a goal has it; the bound is 0 only if the goal is met."""
    goal = JumpGoal(frozenset(map(mask_of, positions)), frozenset(counts))
    puzzle = replace(BOTH_ENDS, goal=goal)
    assert max(1, pegs_that_must_move(puzzle)) == bound or goal.met(puzzle.start)
    assert (KINDS["jump"].lower_bound(puzzle) == 0) == goal.met(puzzle.start)
    assert KINDS["jump"].lower_bound(puzzle) >= bound


def test_a_peg_that_must_survive_is_followed() -> None:
    """After a move, the goal names the survivor's new hole; if the peg is gone, a proof says so."""
    row = board_from_grid(["......"], "orthogonal")[0]
    puzzle = JumpPuzzle(row, mask_of([1, 2, 4]), JumpGoal(counts=frozenset([1]), survivor=1))
    following = dict(JumpKind().next_puzzles(puzzle))
    assert [after.goal.survivor for after in following.values()] == [3, 5, 1]
    lost = following[((2, 1, 0),)]
    proof = prove(lost)
    assert proof == {"by": "survivor", "reach": [1, 3, 5]}
    assert check(lost, proof)
    for other in list(following.values())[:2]:  # the peg is there
        assert not check(other, proof)
        assert not check(other, {**proof, "proof": {"by": "pegs", "start": 2, "goal": 1}})
    assert solve(lost).status is Status.UNSOLVABLE
    assert [solve(after).length for after in list(following.values())[:2]] == [1, 0]
