"""Boards of sliding puzzles in JSON."""

from __future__ import annotations

from marshmallow import fields, validate

from fewest.notation import JsonObject, meanings
from fewest.notation.boards import LAYOUT, NAME_TOO_LONG, Choice, Layout, board_name, points_of
from fewest.notation.cells import has_size, rows_of
from fewest.notation.errors import FieldError, Path, field_error
from fewest.notation.fields import BoundedInteger, Integers, Rows
from fewest.notation.graph6 import MAX_CHARACTERS, neighbours, parse_graph6
from fewest.notation.meanings import describe
from fewest.notation.shape import Shape
from fewest.solver.errors import Message, PuzzleError
from fewest.solver.slide.board import (
    MAX_CELLS,
    SlideBoard,
    board_from_adjacency,
    board_from_grid,
    rectangle_places,
    unknown_cell,
)

CELLS = {"minimum": 0, "maximum": MAX_CELLS - 1, "minItems": 1, "maxItems": MAX_CELLS}
EDGES = {"minimum": 0, "maximum": MAX_CELLS - 1, "maxItems": MAX_CELLS * (MAX_CELLS - 1) // 2}
ENDED = {
    "type": "array",
    "minItems": 1,
    "maxItems": MAX_CELLS,
    "items": {"type": "array", "items": {"type": "integer", "minimum": -1, "maximum": MAX_CELLS - 1}},
}
"""Adjacent cells, with a -1 after the last."""

ROWS = f"Number of rows of a rectangle. With `columns`, it has at most {MAX_CELLS} cells."
COLUMNS = f"Number of columns of a rectangle. With `rows`, it has at most {MAX_CELLS} cells."
ADJACENCY = """For each cell, in the order of their numbers, its adjacent cells; each edge is listed at both of its
ends. Cells are numbered from 0: the first list is of cell 0."""


class SlideBoardShape(Shape):
    """A board for sliding pieces: exactly one of adjacency, edges + cells, graph6, rows + columns, grid, name."""

    adjacency = Integers(
        2,
        most=MAX_CELLS * MAX_CELLS,
        json_schema=CELLS,
        short=[ENDED],
        metadata=describe(ADJACENCY, [[1, 2], [0, 3], [0, 3], [1, 2]]),
    )
    edges = Integers(
        2,
        width=2,
        most=MAX_CELLS * MAX_CELLS,
        json_schema=EDGES,
        metadata=describe("The pairs of adjacent cells, each once, in either order.", [[0, 1], [0, 2], [1, 3], [2, 3]]),
    )
    cells = BoundedInteger(
        1, MAX_CELLS, metadata=describe("Number of cells. They are numbered from 0, in any order.", 4)
    )
    graph6 = fields.String(
        validate=validate.Length(max=MAX_CHARACTERS, error=NAME_TOO_LONG),
        metadata=describe(
            "The graph of the cells in the graph6 format of nauty; cells are numbered as its vertices.", "IsP@OkWHG"
        ),
    )
    rows = BoundedInteger(1, MAX_CELLS, metadata=describe(ROWS, 4))
    columns = BoundedInteger(1, MAX_CELLS, metadata=describe(COLUMNS, 4))
    grid = Rows(".# ", metadata=describe(meanings.GRID, ["...", ".#.", "..."]))
    name = board_name("15-puzzle")
    layout = LAYOUT


BOARD = Choice(
    "SlideBoard",
    SlideBoardShape,
    {
        "Adjacency": ("adjacency",),
        "EdgeList": ("edges", "cells"),
        "Graph6": ("graph6",),
        "Rectangle": ("rows", "columns"),
        "SlideGrid": ("grid",),
        "SlideBoardName": ("name",),
    },
    ("layout",),
)


def read_board(
    given: JsonObject, path: Path, errors: list[FieldError]
) -> tuple[int, SlideBoard | None, Layout | None] | None:
    """The number of cells, and the board with its layout unless there is an error."""
    form = BOARD.form_of(given, path, errors)
    if form is None:
        return None
    path = (*path, form)
    if form in ("rows", "grid"):
        grid = rows_of(given)
        if not has_size(sum(row.count(".") for row in grid), MAX_CELLS, path, errors):
            return None
        board, places = board_from_grid(grid)
        return board.cells, board, points_of(places)
    # Known before the edges are read: start and goal can be checked even if these have errors.
    cells = given.get("cells")
    try:
        adjacency = _adjacency(given)
        cells = len(adjacency)
        if not has_size(cells, MAX_CELLS, path, errors):
            return None
        board = board_from_adjacency(adjacency)
    except PuzzleError as error:
        errors.extend(field_error((*path, *place), text) for place, text in error.errors)
        return None if cells is None else (cells, None, None)
    rectangle = rectangle_places(board)
    return cells, board, None if rectangle is None else points_of(rectangle)


def _adjacency(given: JsonObject) -> list[list[int]]:
    """The neighbours of each cell, perhaps with errors of their own; ``PuzzleError`` if an edge or graph6 is wrong."""
    if "graph6" in given:
        return parse_graph6(given["graph6"])
    if "edges" not in given:
        adjacency: list[list[int]] = given["adjacency"]
        return adjacency
    cells = given["cells"]
    wrong: list[tuple[tuple[str | int, ...], Message]] = []
    seen: set[tuple[int, int]] = set()
    for index, (a, b) in enumerate(given["edges"]):
        unknown = [cell for cell in (a, b) if not 0 <= cell < cells]
        edge = min(a, b), max(a, b)
        if unknown:
            wrong.append(((index,), unknown_cell(unknown[0], cells)))
        elif a == b:
            wrong.append(((index,), Message("cell {cell} cannot be its own neighbour", cell=a)))
        elif edge in seen:
            wrong.append(((index,), Message("the edge {edge} is listed twice", edge=[a, b])))
        seen.add(edge)
    if wrong:
        raise PuzzleError(wrong)
    return neighbours(cells, list(seen))
