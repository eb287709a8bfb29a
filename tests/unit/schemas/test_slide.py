"""Sliding puzzles in JSON: every bound is exact, every error has its place."""

from __future__ import annotations

from typing import Any

import pytest

from schemas.errors import InvalidRequest
from schemas.puzzle import ParsedPuzzle, load_puzzle
from schemas.slide import MAX_PIECE
from solver.slide.board import MAX_CELLS
from solver.slide.puzzle import SlidePuzzle

ROW = {"kind": "slide", "board": {"rows": 1, "columns": 3}, "start": [1, 0, 2], "goal": [1, 2, 0]}


def load(**parts: Any) -> ParsedPuzzle:
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
        {"edges": [[2, 1], [0, 1]], "cells": 3},
        {"graph6": "Bg"},
        {"rows": 1, "columns": 3},
        {"grid": ["..."]},
        {"grid": ["# .", "  ..#"]},
    ]
    first, *others = [load(board=board).puzzle for board in boards]
    assert isinstance(first, SlidePuzzle)
    assert first.board.adjacency == ((1,), (0, 2), (1,))
    assert others[:4] == [first] * 4


@pytest.mark.parametrize(
    ("edges", "place", "detail"),
    [
        ([[0, 1], [1, 3]], "/1", "cell 3 does not exist: cells are numbered 0 to 2"),
        ([[-1, 1]], "/0", "cell -1 does not exist: cells are numbered 0 to 2"),
        ([[1, 1]], "/0", "cell 1 cannot be its own neighbour"),
        ([[0, 1], [1, 2], [1, 0]], "/2", "the edge [1, 0] is there twice"),
        ([[0, 1, 2]], "/0", "must have 2 numbers, not 3"),
    ],
)
def test_a_wrong_edge(edges: Any, place: str, detail: str) -> None:
    """An edge joins two cells of the board, and is there once; the number of a cell is an error at its edge."""
    assert errors(board={"edges": edges, "cells": 3}) == [(f"/puzzle/board/edges{place}", detail)]


def test_edges_need_the_number_of_cells() -> None:
    """Edges do not say how many cells there are: some may have none."""
    ((place, detail),) = errors(board={"edges": [[0, 1]]})
    assert (place, detail.startswith("needs exactly one of")) == ("/puzzle/board", True)
    assert load(board={"edges": [], "cells": 3}).puzzle == load(board={"adjacency": [[], [], []]}).puzzle


def test_a_wrong_graph6() -> None:
    """What is no graph6 is an error there, and so is a graph of more cells than a board has."""
    assert [place for place, _ in errors(board={"graph6": "B"})] == ["/puzzle/board/graph6"]
    assert errors(board={"graph6": "?"}) == [("/puzzle/board/graph6", "a board has 1 to 64 cells, not 0")]
    large = "~?@@" + "?" * 347
    assert errors(board={"graph6": large}) == [("/puzzle/board/graph6", "must have at most 350 characters")]


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
