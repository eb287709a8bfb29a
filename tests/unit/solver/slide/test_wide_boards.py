"""Slide boards of up to 144 cells, with answers known by a formula."""

from __future__ import annotations

from math import comb, factorial

import pytest

from fewest.solver.model import Status, Want
from fewest.solver.slide.board import SlideBoard, board_from_grid
from fewest.solver.slide.puzzle import SlidePuzzle
from fewest.solver.solve import solve


@pytest.mark.parametrize(("copies", "length"), [(1, 1), (5, 1), (4, 12), (2, 35), (3, 24)])
def test_slides_that_do_not_meet(copies: int, length: int) -> None:
    """n paths, a piece to go m cells along each: nm moves in (nm)! / (m!)ⁿ orders, over 64 bits for 4 by 12."""
    rows = [
        tuple(at + c for c in (s - 1, s + 1) if 0 <= c <= length)
        for at in range(0, copies * (length + 1), length + 1)
        for s in range(length + 1)
    ]
    puzzle = SlidePuzzle(SlideBoard(tuple(rows)), (1, *[0] * length) * copies, (*[0] * length, 1) * copies)
    result = solve(puzzle, Want.COUNT)
    assert result.length == copies * length
    assert result.count == factorial(copies * length) // factorial(length) ** copies


@pytest.mark.parametrize(("rows", "columns"), [(1, 64), (2, 9), (4, 5), (8, 8), (5, 13), (12, 12), (1, 144)])
def test_one_piece_alone(rows: int, columns: int) -> None:
    """A single piece moves from corner to corner of a grid along any of the monotone paths."""
    board, _ = board_from_grid(["." * columns] * rows)
    cells = rows * columns
    puzzle = SlidePuzzle(board, (7, *[0] * (cells - 1)), (*[0] * (cells - 1), 7))
    result = solve(puzzle, Want.COUNT)
    assert (result.length, result.count) == (rows + columns - 2, comb(rows + columns - 2, rows - 1))


@pytest.mark.parametrize("cells", [2, 17, 64, 65, 144])
def test_row_of_pieces(cells: int) -> None:
    """On a path there is one solution from end to end, and none that exchanges two pieces."""
    path = SlideBoard(tuple(tuple(c for c in (cell - 1, cell + 1) if 0 <= c < cells) for cell in range(cells)))
    pieces = tuple(range(1, cells))
    result = solve(SlidePuzzle(path, (0, *pieces), (*pieces, 0)), Want.COUNT)
    assert (result.length, result.count) == (cells - 1, 1)
    if cells > 2:
        swapped = (2, 1, *pieces[2:])
        assert solve(SlidePuzzle(path, (0, *pieces), (*swapped, 0))).status is Status.UNSOLVABLE
