"""Every single-vacancy problem of a board: one hole empty at the start, one peg left at the end."""

from __future__ import annotations

from solver.jump.board import JumpBoard
from solver.jump.puzzle import JumpGoal, JumpPuzzle
from solver.jump.symmetry import automorphisms


def problems(board: JumpBoard) -> list[tuple[int, int]]:
    """List the pairs (empty hole, last hole), one of each orbit under the board's automorphisms."""
    group = automorphisms(board)
    pairs = [(empty, last) for empty in range(board.holes) for last in range(board.holes)]
    return [pair for pair in pairs if pair == min((p[pair[0]], p[pair[1]]) for p in group)]


def single(board: JumpBoard, empty: int, last: int) -> JumpPuzzle:
    """The problem with one hole empty and the last peg in a given hole."""
    return JumpPuzzle(board, board.full & ~(1 << empty), JumpGoal(frozenset([1 << last])))
