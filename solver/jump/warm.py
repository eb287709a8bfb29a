"""Compile every kernel of the jump search before it is needed, by solving small puzzles."""

from __future__ import annotations

from solver.jump.board import board_from_grid
from solver.jump.goals import JumpGoal
from solver.jump.puzzle import JumpPuzzle
from solver.jump.search import search
from solver.model import Limits, Want


def warm() -> None:
    """Run all ways of the search: a board small enough for one exact table, and one searched from both ends."""
    small = board_from_grid([".", "..", "...", "....", "....."], "triangular")[0]
    large = board_from_grid([".", "..", "...", "....", ".....", "......"], "triangular")[0]
    for board in (small, large):
        puzzle = JumpPuzzle(board, board.full ^ 2, JumpGoal(frozenset([2])))
        for want in (Want.ALL, Want.ANY):
            for _ in search(puzzle, want, Limits(), None, 1):
                pass
