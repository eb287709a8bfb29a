"""Every single-vacancy problem of a board: one hole empty at the start, one peg left at the end."""

from __future__ import annotations

from solver.jump.board import JumpBoard
from solver.jump.puzzle import JumpGoal, JumpPuzzle
from solver.jump.survey import first_images, single_vacancies


def problems(board: JumpBoard) -> list[tuple[int, int]]:
    """List the pairs (empty hole, last hole), one of each orbit under the board's automorphisms."""
    firsts = sorted(set(first_images(board, single_vacancies(board))))
    return [divmod(index, board.holes) for index in firsts]


def single(board: JumpBoard, empty: int, last: int) -> JumpPuzzle:
    """The problem with one hole empty and the last peg in a given hole."""
    return JumpPuzzle(board, board.full & ~(1 << empty), JumpGoal(frozenset([1 << last])))
