"""Sliding puzzles in JSON: every bound is exact, every error has its place."""

from __future__ import annotations

import random
from typing import Any

import pytest

from fewest.notation.graph6 import format_graph6
from fewest.notation.puzzle import ParsedPuzzle, load_puzzle
from fewest.notation.slide.puzzle import MAX_PIECE
from fewest.solver.slide.board import MAX_CELLS, board_from_grid
from fewest.solver.slide.puzzle import SlidePuzzle
from tests.unit.notation.refusals import refusals

ROW = {"kind": "slide", "board": {"rows": 1, "columns": 3}, "start": [1, 0, 2], "goal": [1, 2, 0]}


def load(**parts: Any) -> ParsedPuzzle:
    """The row with some parts replaced."""
    return load_puzzle(ROW | parts)


def adjacency(cells: int) -> list[list[int]]:
    """Every cell is adjacent to every other."""
    return [[other for other in range(cells) if other != cell] for cell in range(cells)]


def boards(cells: int) -> list[Any]:
    """Boards of so many cells, in every form."""
    return [
        {"rows": 1, "columns": cells},
        {"rows": cells, "columns": 1},
        {"grid": ["." * 60, "." * 60, "." * (cells - 120)]},
        {"adjacency": adjacency(cells)},
        {"edges": [], "cells": cells},
        {"graph6": format_graph6(adjacency(cells))},
    ]


POINTS = [[0, 0], [2.5, 0], [5, -10_000]]
NO_CELL = "cell {} does not exist: cells are numbered 0 to 2"
NO_PIECE = "pieces are numbered 1 to 1000000000, and 0 is an empty cell; found {}"
FORMS = (
    'needs exactly one of adjacency, edges + cells, graph6, rows + columns, grid or name, such as {"name": "15-puzzle"}'
)
ONE_EACH = "must have 3 numbers, one for each cell, not {}"
POINT_EACH = "must have 3 points, one for each cell, not {}"


def test_largest_values() -> None:
    """A board has up to 144 cells, in every form; pieces are numbered up to 10**9."""
    for cells in (MAX_CELLS, 128):
        for board in boards(cells):
            puzzle = load(board=board, start=[0] * cells, goal=[0] * cells).puzzle
            assert isinstance(puzzle, SlidePuzzle)
            assert puzzle.board.cells == cells
    assert load(start=[1, 0, MAX_PIECE], goal=[1, MAX_PIECE, 0]).puzzle.start == (1, 0, 1_000_000_000)


@pytest.mark.parametrize(
    ("parts", "expected"),
    [
        *[
            ({"board": board}, {f"board/{place}": None})
            for board, place in zip(
                boards(145), ("columns", "rows", "grid", "adjacency", "cells", "graph6"), strict=True
            )
        ],
        ({"board": {"rows": 5, "columns": 29}}, {"board/rows": "a board has 1 to 144 cells, not 145"}),
        (
            {"board": {"rows": 145, "columns": 0}},
            {"board/rows": "must be at most 144, not 145", "board/columns": "must be at least 1, not 0"},
        ),
        ({"board": {}}, {"board": FORMS}),
        ({"board": {"edges": [[0, 1]]}}, {"board": None}),
        ({"board": {"edges": [[0, 1], [1, 3]], "cells": 3}}, {"board/edges/1": NO_CELL.format(3)}),
        ({"board": {"edges": [[-1, 1]], "cells": 3}}, {"board/edges/0": NO_CELL.format(-1)}),
        ({"board": {"edges": [[1, 1]], "cells": 3}}, {"board/edges/0": "cell 1 cannot be its own neighbour"}),
        (
            {"board": {"edges": [[0, 1], [1, 2], [1, 0]], "cells": 3}},
            {"board/edges/2": "the edge [1, 0] is listed twice"},
        ),
        ({"board": {"edges": [[0, 1, 2]], "cells": 3}}, {"board/edges/0": "must have 2 numbers, not 3"}),
        ({"board": {"graph6": "B"}}, {"board/graph6": None}),
        ({"board": {"graph6": "?"}}, {"board/graph6": "a board has 1 to 144 cells, not 0"}),
        ({"board": {"graph6": "~?AP" + "?" * 1740}}, {"board/graph6": "must have at most 1732 characters"}),
        (
            {"board": {"adjacency": [[1], [0, "2"], [1]]}},
            {"board/adjacency/1/1": 'must be an integer, not "2"'},
        ),
        (
            {"board": {"adjacency": [[0, 1, 1, 2], [0, 3], []]}},
            {
                "board/adjacency/0/0": "cell 0 cannot be its own neighbour",
                "board/adjacency/0/2": "cell 1 is already a neighbour of cell 0",
                "board/adjacency/0/3": "cell 0 lists 2 as a neighbour, but 2 does not list 0",
                "board/adjacency/1/1": NO_CELL.format(3),
            },
        ),
        ({"board": {"grid": ["..x"]}}, {"board/grid/0": "may only contain the characters '.# ', not \"x\""}),
        ({"board": {"name": "english"}}, {"board/name": 'the board "english" is for puzzles of kind jump, not slide'}),
        ({"board": {"grid": ["..."], "layout": POINTS[:2]}}, {"board/layout": POINT_EACH.format(2)}),
        ({"board": {"grid": ["..."], "layout": [*POINTS, [0, 0]]}}, {"board/layout": POINT_EACH.format(4)}),
        ({"colour": 1}, {"colour": 'there is no field "colour" here, only kind, board, start, goal'}),
        ({"start": [1, "x", 2]}, {"start/1": 'must be an integer, not "x"'}),
        ({"start": 5}, {"start": "must be a list, not 5"}),
        ({"start": [1, -1, 0]}, {"start/1": NO_PIECE.format(-1)}),
        ({"goal": [1, MAX_PIECE + 1, 0]}, {"goal/1": NO_PIECE.format(MAX_PIECE + 1)}),
        ({"start": [1, 2]}, {"start": ONE_EACH.format(2)}),
        ({"goal": [1, 2, 0, 0]}, {"goal": ONE_EACH.format(4)}),
        (
            {"start": [5, 6, 0], "goal": [5, 5, 0]},
            {"goal/1": "too many pieces numbered 5: 2 in the goal, 1 at the start"},
        ),
        ({"goal": [7, 7, 7]}, {"goal/0": "too many pieces numbered 7: 3 in the goal, 0 at the start"}),
        ({"goal": [0, 1, 0]}, {"goal/2": "too many empty cells: 2 in the goal, 1 at the start"}),
        ({"start": [2, 1, 3]}, {"start": "needs an empty cell, written as 0"}),
        ({"start": [2, 1, 3], "goal": [1, 2, 3]}, {"start": "needs an empty cell, written as 0"}),
    ],
)
def test_errors(parts: dict[str, Any], expected: dict[str, str | None]) -> None:
    """Every error is reported once, at its place, and none besides."""
    found = refusals(load, **parts)
    assert [place for place, _ in found] == [f"/puzzle/{place}" for place in expected]
    assert [text for (_, text), known in zip(found, expected.values(), strict=True) if known is not None] == [
        text for text in expected.values() if text is not None
    ]


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


def test_what_is_read() -> None:
    """A cell of the goal may be null: anything may stand there. Equal pieces are counted; a cell may have no edge."""
    puzzle = load(goal=[None, 2, None]).puzzle
    assert isinstance(puzzle, SlidePuzzle)
    assert puzzle.goal == (None, 2, None)
    assert load(start=[5, 5, 0], goal=[0, 5, 5])
    assert load(board={"edges": [], "cells": 3}).puzzle == load(board={"adjacency": [[], [], []]}).puzzle


def test_a_layout_of_the_client() -> None:
    """A layout of the client replaces that of the catalogue or of the grid."""
    assert load(board={"grid": ["..."], "layout": POINTS}).layout == POINTS
    named = {"board": {"name": "8-puzzle"}, "start": list(range(9)), "goal": list(range(9))}
    own = [[cell, 7] for cell in range(9)]
    assert load(**named).layout == [[x, y] for y in range(3) for x in range(3)]
    assert load(**named | {"board": {"name": "8-puzzle", "layout": own}}).layout == own


def graph_of(edges: list[list[int]], cells: int) -> ParsedPuzzle:
    """A puzzle on a graph, which has no layout of its own."""
    return load(board={"edges": edges, "cells": cells}, start=[0] * cells, goal=[0] * cells)


def grid_edges(rows: int, columns: int, number: list[int]) -> list[list[int]]:
    """The edges of a rectangle whose cells have these numbers, row by row."""
    board, _ = board_from_grid(["." * columns] * rows)
    return [[number[a], number[b]] for a, row in enumerate(board.adjacency) for b in row if a < b]


RECTANGLES = [(1, 1), (1, 2), (1, 7), (2, 2), (2, 5), (3, 3), (5, 3), (4, 4), (8, 8)]


@pytest.mark.parametrize(("rows", "columns"), RECTANGLES)
def test_a_graph_that_is_a_rectangle_lies_as_one(rows: int, columns: int) -> None:
    """Numbered row by row it lies as the rectangle does; numbered at random, its neighbours lie side by side."""
    cells = rows * columns
    expected = load(board={"rows": rows, "columns": columns}, start=[0] * cells, goal=[0] * cells)
    assert graph_of(grid_edges(rows, columns, list(range(cells))), cells).layout == expected.layout
    number = random.Random(7).sample(range(cells), cells)
    edges = grid_edges(rows, columns, number)
    layout = graph_of(edges, cells).layout
    assert layout is not None
    assert sorted(map(max, zip(*layout, strict=True))) == sorted((columns - 1, rows - 1))
    assert all(abs(layout[a][0] - layout[b][0]) + abs(layout[a][1] - layout[b][1]) == 1 for a, b in edges)
    assert len(set(map(tuple, layout))) == cells


def test_every_form_of_a_graph_has_the_layout_of_its_rectangle() -> None:
    """A square as graph6 or as lists of neighbours has the layout of a square, unless a layout is given."""
    square = [[0.0, 0.0], [1.0, 0.0], [0.0, 1.0], [1.0, 1.0]]
    pieces = {"start": [1, 2, 3, 0], "goal": [3, 2, 1, 0]}
    for board in ({"graph6": "Cr"}, {"adjacency": [[1, 2], [0, 3], [0, 3], [1, 2]]}):
        assert load(board=board, **pieces).layout == square
        own = [[0, 0], [2, 0], [4, 0], [6, 0]]
        assert load(board=board | {"layout": own}, **pieces).layout == own


SQUARE = grid_edges(3, 3, list(range(9)))


@pytest.mark.parametrize(
    ("edges", "cells"),
    [
        (SQUARE[1:], 9),
        ([*SQUARE, [0, 4]], 9),
        ([edge for edge in SQUARE if 8 not in edge], 8),
        ([[cell, (cell + 1) % 5] for cell in range(5)], 5),
        ([[0, 1], [0, 2], [0, 3]], 4),
        ([[0, 1]], 3),
        ([], 2),
        ([[0, 1], [2, 3]], 4),
        ([*grid_edges(2, 3, list(range(6))), [0, 5]], 6),
    ],
)
def test_other_graphs_have_no_layout(edges: list[list[int]], cells: int) -> None:
    """Graphs other than rectangles have no layout: one edge or cell more or fewer, rings, stars, unconnected graphs."""
    assert graph_of(edges, cells).layout is None
