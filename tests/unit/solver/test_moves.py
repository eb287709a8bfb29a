"""The moves of many positions at once: the same moves as those of the plain rules."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings

from solver.budget import Budget
from solver.jump.puzzle import JumpPuzzle
from solver.jump.rules import JumpRules
from solver.kinds import kind_of
from solver.moves import FAR, Layer, Moves, find_moves
from solver.slices import finish
from tests.jump_puzzles import puzzles


def moves_of(puzzle: JumpPuzzle, positions: list[int]) -> Moves:
    """The moves of positions."""
    return finish(find_moves(kind_of(puzzle).transitions(puzzle, ()), np.array(positions, np.uint64), Budget(10**9)))


@settings(deadline=None)
@given(puzzles(max_holes=10, max_pegs=7))
def test_sums_over_moves(puzzle: JumpPuzzle) -> None:
    """Numbers of moves, sums over them and over those that lead nearest are as if each move were looked at."""
    rules = JumpRules(puzzle)
    positions = sorted({puzzle.start, puzzle.board.full >> 1, *(after for _, after in rules.successors(puzzle.start))})
    ends = [[after for _, after in rules.successors(position)] for position in positions]
    moves = moves_of(puzzle, positions)
    remote = [(layer.after % np.uint64(5)).astype(np.int64) for layer in moves.layers]
    weights = [(layer.after % np.uint64(7)).astype(float) for layer in moves.layers]
    assert moves.numbers(moves.ones()) == [len(after) for after in ends]
    assert moves.totals(weights).tolist() == [sum(end % 7 for end in after) for after in ends]
    least = [min((end % 5 for end in after), default=FAR) for after in ends]
    assert moves.least(remote).tolist() == least
    nearest = [sum(end % 7 for end in after if end % 5 == near) for after, near in zip(ends, least, strict=True)]
    assert moves.totals_of_least(remote, weights).tolist() == nearest


def test_numbers_of_any_size() -> None:
    """Where moves are more than a floating-point number can count, their number is exact all the same."""
    pair = np.zeros(2, np.int64)
    layers = [Layer(1, pair, pair, pair)] * 79 + [
        Layer(1, pair, pair, pair + 1),
        Layer(1, pair[:0], pair[:0], pair[:0]),
    ]
    moves = Moves(layers)
    assert moves.numbers(moves.ones()) == [2**81 - 2]
    odd = [np.array([step % 2, 0]) for step in range(81)]
    odd[-1] = odd[-1][:0]
    assert moves.numbers(odd) == [sum(2**step for step in range(80) if step % 2)]
