"""Sliding puzzles in JSON: every bound is exact, every error has its place."""

from __future__ import annotations

from typing import Any

import pytest

from schemas.errors import InvalidRequest
from schemas.puzzle import Loaded, load_puzzle
from schemas.slide import MAX_PIECE
from solver.slide.board import MAX_CELLS
from solver.slide.puzzle import SlidePuzzle

ROW = {"kind": "slide", "board": {"rows": 1, "columns": 3}, "start": [1, 0, 2], "goal": [1, 2, 0]}


def load(**parts: Any) -> Loaded:
    """The row with some parts replaced."""
    return load_puzzle(ROW | parts)


def errors(**parts: Any) -> list[tuple[str, str]]:
    """The errors of the row with some parts replaced: place and text."""
    with pytest.raises(InvalidRequest) as caught:
        load(**parts)
    return [(error.pointer, error.detail) for error in caught.value.errors]


def adjacency(cells: int) -> list[list[int]]:
    """Every cell is adjacent to every other."""
    return [[other for other in range(cells) if other != cell] for cell in range(cells)]


@pytest.mark.parametrize(
    ("board", "places"),
    [
        (lambda cells: {"rows": 1, "columns": cells}, ["/columns"]),
        (lambda cells: {"rows": cells, "columns": 1}, ["/rows"]),
        (lambda cells: {"grid": ["." * 60, "." * (cells - 60)]}, ["/grid"]),
        (lambda cells: {"adjacency": adjacency(cells)}, ["/adjacency"]),
    ],
    ids=["row", "column", "grid", "adjacency"],
)
def test_a_board_has_at_most_64_cells(board: Any, places: list[str]) -> None:
    """In every form, a board of 64 cells is valid, whatever is adjacent in it, and one of 65 is not."""
    content = [0] * 64
    puzzle = load(board=board(MAX_CELLS), start=content, goal=content).puzzle
    assert isinstance(puzzle, SlidePuzzle)
    assert puzzle.board.cells == 64
    found = errors(board=board(65), start=content, goal=content)
    assert [place for place, _ in found] == [f"/puzzle/board{place}" for place in places]


def test_forms_of_a_board_mean_the_same() -> None:
    """A row of three cells is the same board in every form."""
    boards = [
        {"adjacency": [[1], [0, 2], [1]]},
        {"rows": 1, "columns": 3},
        {"grid": ["..."]},
        {"grid": ["# .", "  ..#"]},
    ]
    first, *others = [load(board=board).puzzle for board in boards]
    assert isinstance(first, SlidePuzzle)
    assert first.board.adjacency == ((1,), (0, 2), (1,))
    assert others[:2] == [first, first]


@pytest.mark.parametrize("part", ["start", "goal"])
def test_numbers_of_pieces(part: str) -> None:
    """Pieces are numbered up to 10**9; a negative number, or a larger one, is an error at its cell."""
    largest = {"start": [1, 0, MAX_PIECE], "goal": [1, MAX_PIECE, 0]}
    puzzle = load(**largest).puzzle
    assert isinstance(puzzle, SlidePuzzle)
    assert puzzle.start == (1, 0, 1_000_000_000)
    for piece in (-1, MAX_PIECE + 1):
        detail = f"pieces are numbered 1 to 1000000000, and 0 is an empty cell; found {piece}"
        assert errors(**{part: [1, piece, 0]}) == [(f"/puzzle/{part}/1", detail)]


def test_null_means_anything_in_the_goal_only() -> None:
    """A cell of the goal may be null: anything may stand there. Every cell of the start is known."""
    puzzle = load(goal=[None, 2, None]).puzzle
    assert isinstance(puzzle, SlidePuzzle)
    assert puzzle.goal == (None, 2, None)
    assert errors(start=[1, None, 2]) == [("/puzzle/start/1", "must be an integer, not null")]


@pytest.mark.parametrize("part", ["start", "goal"])
@pytest.mark.parametrize("length", [2, 4])
def test_every_cell_has_one_number(part: str, length: int) -> None:
    """A list that is too short or too long for the board is an error."""
    detail = f"must have 3 numbers, one for each cell, not {length}"
    assert errors(**{part: [1, 2, 0, 0][:length]}) == [(f"/puzzle/{part}", detail)]


def test_the_goal_needs_no_more_pieces_than_there_are() -> None:
    """The first piece, or empty cell, too many in the goal is the error; equal pieces are counted."""
    assert load(start=[5, 5, 0], goal=[0, 5, 5])
    assert errors(start=[5, 6, 0], goal=[5, 5, 0]) == [
        ("/puzzle/goal/1", "too many pieces numbered 5: 2 in the goal, 1 at the start")
    ]
    assert errors(goal=[0, 1, 0]) == [("/puzzle/goal/2", "too many empty cells: 2 in the goal, 1 at the start")]


def test_a_layout_has_a_point_for_every_cell() -> None:
    """A layout of another size is an error; one that fits replaces that of the grid."""
    points = [[0, 0], [2.5, 0], [5, -10_000]]
    assert load(board={"grid": ["..."], "layout": points}).layout == points
    for wrong in (points[:2], [*points, [0, 0]]):
        detail = f"must have 3 points, one for each cell, not {len(wrong)}"
        assert errors(board={"grid": ["..."], "layout": wrong}) == [("/puzzle/board/layout", detail)]


def test_a_layout_of_a_named_board() -> None:
    """A board of the catalogue is drawn as the catalogue says, or as the client says."""
    named = {"board": {"name": "8-puzzle"}, "start": list(range(9)), "goal": list(range(9))}
    own = [[cell, 7] for cell in range(9)]
    assert load(**named).layout == [[x, y] for y in range(3) for x in range(3)]
    assert load(**named | {"board": {"name": "8-puzzle", "layout": own}}).layout == own


def test_names_are_of_one_kind() -> None:
    """A board of the catalogue for jump puzzles is no board for pieces that slide."""
    ((place, detail),) = errors(board={"name": "english"})
    assert (place, detail) == (
        "/puzzle/board/name",
        'the board "english" is for puzzles of kind jump, not slide',
    )


def test_errors_of_the_shape_have_their_place() -> None:
    """Errors in lists within lists have a pointer to the innermost value."""
    assert errors(board={"adjacency": [[1], [0, "2"], [1]]}) == [
        ("/puzzle/board/adjacency/1/1", 'must be an integer, not "2"')
    ]
    assert errors(board={"rows": 65, "columns": 0}) == [
        ("/puzzle/board/rows", "must be at most 64, not 65"),
        ("/puzzle/board/columns", "must be at least 1, not 0"),
    ]
    assert errors(board={"grid": ["..x"]}) == [
        ("/puzzle/board/grid/0", "may only contain the characters '.# ', not \"x\"")
    ]
    assert errors(colour=1) == [("/puzzle/colour", "Unknown field.")]
