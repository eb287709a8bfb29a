"""What a search concludes from what its parts have found."""

from __future__ import annotations

from benchmarks.ladder import ladders, middles
from solver.jump.board import JumpBoard
from solver.jump.puzzle import JumpGoal, JumpPuzzle
from solver.model import Solved, Unsolvable, Want
from tests.jump_puzzles import prepared, run


def test_any_solution_is_optimal_only_at_the_bound() -> None:
    """A solution found without a search of all lengths is called optimal if it has no more moves than the bound."""
    at_the_bound = set()
    tritri = next(rung for rung in ladders() if rung.name == "tritri").puzzle
    for puzzle in (*dict(middles()).values(), tritri):
        assert isinstance(puzzle, JumpPuzzle)
        found = run(puzzle, Want.ANY)[0]
        bound = prepared(puzzle).instance.min_length
        if isinstance(found, Solved) and found.solution:
            assert found.optimal == (len(found.solution) == bound)
            at_the_bound.add(found.optimal)
    assert at_the_bound == {False, True}


def test_no_bound_is_infinite() -> None:
    """If the tables say that the goal cannot be reached, the bound is one more than all jumps until that is proven."""
    jumps = [(5, 16, 7), (0, 6, 17), (17, 7, 12), (16, 11, 18), (11, 14, 8), (21, 17, 19), (0, 12, 16), (4, 16, 17)]
    board = JumpBoard(22, (*jumps, (6, 13, 1), (15, 11, 18), (17, 6, 16)))
    puzzle = JumpPuzzle(board, 174_081, JumpGoal(frozenset([1 << 17])))  # random; found by a search of such puzzles
    outcome, progress = run(puzzle)
    assert isinstance(outcome, Unsolvable)
    assert max(each.lower_bound for each in progress) <= puzzle.start.bit_count()
