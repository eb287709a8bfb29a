"""The numbering in which any solution is looked for."""

from __future__ import annotations

from random import Random

import pytest

from fewest.solver.jump.board import board_from_grid
from fewest.solver.jump.puzzle import JumpGoal, JumpPuzzle
from fewest.solver.jump.search.numbering import row_order
from fewest.solver.jump.symmetry import renumber


@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize(("rows", "columns"), [(5, 5), (4, 7), (3, 8), (9, 9)])
def test_holes_are_numbered_row_by_row(rows: int, columns: int, seed: int) -> None:
    """The holes of a rectangle are numbered row by row, or column by column, whatever their numbers were."""
    board, places = board_from_grid(["." * columns] * rows, "orthogonal")
    shuffled = Random(seed).sample(range(board.holes), board.holes)
    puzzle = renumber(JumpPuzzle(board, board.full, JumpGoal(counts=frozenset([1]))), shuffled)
    order = [places[shuffled[hole]] for hole in row_order(puzzle.board)]
    by_row, by_column = [row for row, _ in order], [column for _, column in order]
    line = by_row if by_row == sorted(by_row) or by_row == sorted(by_row, reverse=True) else by_column
    along = by_column if line is by_row else by_row
    assert line in (sorted(line), sorted(line, reverse=True))
    length = columns if line is by_row else rows
    for begin in range(0, board.holes, length):
        assert along[begin : begin + length] in (list(range(length)), list(range(length))[::-1])


def test_holes_without_jumps_are_numbered() -> None:
    """Holes that are not connected with others are numbered, too."""
    for drawing in ("...#.", ".", ". . ."):
        board, _ = board_from_grid([drawing], "orthogonal")
        assert sorted(row_order(board)) == list(range(board.holes))
