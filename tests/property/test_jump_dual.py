"""The dual of random jump puzzles, against brute force."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from fewest.solver.jump.board import JumpBoard, mask_of
from fewest.solver.jump.dual import dual_of, dual_proof
from fewest.solver.jump.kind import JumpKind
from fewest.solver.jump.puzzle import JumpGoal, JumpPuzzle, PegsLeft
from fewest.solver.jump.rules import JumpRules
from fewest.solver.model import Jump, Result, Solution, Status
from fewest.solver.solve import solve
from fewest.solver.verify import verify
from tests.jump_puzzles import boards
from tests.oracle_jump import truth


@st.composite
def exact_puzzles(draw: st.DrawFn) -> JumpPuzzle:
    """Random puzzles whose goal is one position; more often than not it can be reached."""
    board = draw(boards(10))
    start = draw(st.integers(0, board.full))
    rules, end = JumpRules(JumpPuzzle(board, start, JumpGoal())), start
    for _ in range(draw(st.integers(0, 8))):
        legal = [jump for jump in board.jumps if rules.legal(end, jump)]
        end = rules.after(end, draw(st.sampled_from(legal))) if legal else end
    goal = draw(st.sampled_from([end, end, draw(st.integers(0, board.full))]))
    return JumpPuzzle(board, start, JumpGoal(frozenset([goal])))


ROW = JumpBoard(5, ((0, 1, 2), (2, 3, 4)))
LAST_PEG = JumpPuzzle(ROW, mask_of([0, 1]), JumpGoal(frozenset([0])))
"""No jump removes the last peg; its dual begins with a full board."""


@given(exact_puzzles())
@example(LAST_PEG)
def test_a_result_holds_for_the_dual(puzzle: JumpPuzzle) -> None:
    """The dual is solvable if and only if the puzzle is, and what the result says of it is verified and true.

    It is optimal exactly if it is as long as the bound, and has cost what the search of the puzzle has.
    """
    other = dual_of(puzzle)
    assert other is not None
    assert dual_of(other) == puzzle
    expected, result = truth(other), solve(puzzle)
    assert (expected.length is None) == (result.status is Status.UNSOLVABLE)
    carried = JumpKind().dual(puzzle, result)
    if carried is None:
        assert result.proof is not None
        assert result.proof["by"] == "pegs"
        assert result.proof["goal"] == 0
        return
    assert carried[0] == other
    verify(*carried)
    if result.proof is not None and "weights" in result.proof:
        assert dual_proof(other, {**result.proof, "weights": [0] * puzzle.board.holes}) is None
    assert carried[1].status is result.status
    if expected.length is not None:
        assert carried[1].solution is not None
        assert carried[1].lower_bound is not None
        assert carried[1].lower_bound <= expected.length <= len(carried[1].solution)
        assert carried[1].optimal == (len(carried[1].solution) == carried[1].lower_bound)
    assert carried[1].count is None
    assert (carried[1].nodes, carried[1].seconds) == (result.nodes, result.seconds)


@pytest.mark.parametrize(
    ("goal", "opening"),
    [
        (LAST_PEG.goal, ((0, 1, 2),)),
        (JumpGoal(frozenset([1, 4])), ()),
        (JumpGoal(frozenset([4]), frozenset([1])), ()),
        (JumpGoal(counts=frozenset([1])), ()),
        (JumpGoal(frozenset([4]), survivor=0), ()),
        (JumpGoal(pegs_left=PegsLeft.MOST), ()),
    ],
)
def test_only_a_puzzle_with_one_goal_and_no_opening_has_a_dual(goal: JumpGoal, opening: tuple[Jump, ...]) -> None:
    """Puzzles with an opening, several goals or a goal about the game have no dual."""
    assert dual_of(replace(LAST_PEG, goal=goal, opening=opening)) is None


@pytest.mark.parametrize("solution", [None, (((0, 1, 2),),)])
def test_a_stopped_search_says_nothing_of_the_dual(solution: Solution | None) -> None:
    """A search that was stopped gives the dual neither a bound nor a solution."""
    puzzle = replace(LAST_PEG, goal=JumpGoal(frozenset([1 << 2])))
    assert JumpKind().dual(puzzle, Result(Status.STOPPED, solution, False, 1, limit="nodes")) is None
