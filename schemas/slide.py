"""Sliding puzzles in JSON."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import cast

from marshmallow import Schema, fields, validate

from fewest.schemas import JsonObject, meanings
from fewest.schemas.boards import LAYOUT, NAME_TOO_LONG, Choice, Layout, board_name, check_layout, points_of
from fewest.schemas.cells import CellsSchema, check_length, check_numbers, has_size, rows_of
from fewest.schemas.errors import FieldError, Path, field_error
from fewest.schemas.estimates import slide_estimate
from fewest.schemas.fields import BoundedInteger, Integers, Rows
from fewest.schemas.graph6 import MAX_CHARACTERS, Graph6Error, neighbours, parse_graph6
from fewest.schemas.meanings import describe
from fewest.schemas.shape import Shape
from fewest.solver.errors import Message, PuzzleError
from fewest.solver.model import Solution
from fewest.solver.slide.board import (
    MAX_CELLS,
    SlideBoard,
    board_from_adjacency,
    board_from_grid,
    rectangle_places,
    unknown_cell,
)
from fewest.solver.slide.puzzle import EMPTY, SlidePuzzle
from fewest.solver.slide.rules import Slide

MAX_PIECE = 1_000_000_000
CELLS = {"minimum": 0, "maximum": MAX_CELLS - 1, "minItems": 1, "maxItems": MAX_CELLS}
EDGES = {"minimum": 0, "maximum": MAX_CELLS - 1, "maxItems": MAX_CELLS * (MAX_CELLS - 1) // 2}
PIECE = {"type": ["integer", "null"], "minimum": 0, "maximum": MAX_PIECE}
IN_ROWS = {"type": "array", "minItems": 1, "items": {"type": "array", "minItems": 1, "items": PIECE}}
"""The pieces of each row in a list of their own."""

WITH_NULLS = {"type": "array", "minItems": 1, "maxItems": MAX_CELLS, "items": PIECE}
ENDED = {
    "type": "array",
    "minItems": 1,
    "maxItems": MAX_CELLS,
    "items": {"type": "array", "items": {"type": "integer", "minimum": -1, "maximum": MAX_CELLS - 1}},
}
"""Adjacent cells, with a -1 after the last."""

PIECES = {"minimum": 0, "maximum": MAX_PIECE, "minItems": 1}

ADJACENCY = """For each cell, in the order of their numbers, its adjacent cells; each edge is listed at both of its
ends. Cells are numbered from 0: the first list is of cell 0."""

CONTENT = f"0 is an empty cell; equal numbers are pieces that are interchangeable. {meanings.CELLS}"


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
        1, MAX_CELLS, metadata=describe("Number of cells. They are numbered from 0, in an order of your own.", 4)
    )
    graph6 = fields.String(
        validate=validate.Length(max=MAX_CHARACTERS, error=NAME_TOO_LONG),
        metadata=describe(
            "The graph of the cells in the graph6 format of nauty; cells are numbered as its vertices.", "IsP@OkWHG"
        ),
    )
    rows = BoundedInteger(1, 64, metadata=describe(meanings.ROWS, 4))
    columns = BoundedInteger(1, 64, metadata=describe(meanings.COLUMNS, 4))
    grid = Rows(".# ", metadata=describe(meanings.GRID, ["...", ".#.", "..."]))
    name = board_name("15-puzzle")
    layout = LAYOUT


class SlidePuzzleShape(Shape):
    """A sliding puzzle."""

    kind = fields.String(
        required=True, metadata=describe("Pieces of one cell each that slide to adjacent empty cells.")
    )
    board = fields.Nested(
        SlideBoardShape,
        required=True,
        metadata=describe(
            "The board: its cells, and which are adjacent, in one of several forms. Without it, a start in rows shows "
            "the rectangle.",
            {"rows": 3, "columns": 3},
        ),
    )
    start = Integers(
        required=True,
        most=MAX_CELLS,
        json_schema=PIECES,
        short=[WITH_NULLS, IN_ROWS],
        metadata=describe(
            f"The piece on each cell at the start. {CONTENT} Null is an empty cell, too, and each row may be a list.",
            [1, 2, 3, 4, 5, 6, 0, 7, 8],
            [[1, 2, 3], [4, 5, 6], [None, 7, 8]],
        ),
    )
    goal = Integers(
        required=True,
        most=MAX_CELLS,
        null=True,
        json_schema=PIECES,
        short=[IN_ROWS],
        metadata=describe(
            f"The piece on each cell in the end; null where it may be any. {CONTENT}",
            [1, 2, 3, 4, 5, 6, 7, 8, 0],
            [1, 2, 3, None, None, None, None, None, None],
        ),
    )


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


class SlideSchema(CellsSchema):
    """How sliding puzzles are written in JSON (see :class:`fewest.schemas.puzzle.KindSchema`)."""

    name = "slide"
    shape: Schema = SlidePuzzleShape()
    choices: Mapping[str, Choice] = {"board": BOARD}

    def load(self, parts: JsonObject, path: Path, errors: list[FieldError]) -> tuple[SlidePuzzle, Layout | None] | None:
        """Build the puzzle."""
        given = parts.get("board")
        if not isinstance(given, dict):
            return None
        built = read_board(given, (*path, "board"), errors)
        if built is None:
            return None
        cells, board, layout = built
        start = parts.get("start")
        goal = parts.get("goal")
        check_layout(given, cells, Message("cell"), (*path, "board"), errors)
        before = len(errors)
        for name, content in (("start", start), ("goal", goal)):
            if content is not None:
                check_length(content, cells, (*path, name), errors)
                check_numbers(content, MAX_PIECE, (*path, name), errors)
        if start is not None and goal is not None and len(errors) == before:
            _check_stock(start, goal, (*path, "goal"), errors)
        if board is None or start is None or goal is None:
            return None
        return SlidePuzzle(board, tuple(start), tuple(goal)), layout

    def notices(self, puzzle: SlidePuzzle, _: Layout | None) -> Iterator[tuple[Path, Message]]:
        """That there is one piece only."""
        if len(puzzle.start) - puzzle.start.count(EMPTY) == 1:
            yield ("start",), Message("There is only one piece.")

    estimate = staticmethod(slide_estimate)

    def dump(self, puzzle: SlidePuzzle) -> JsonObject:
        """Write a puzzle in the plainest form."""
        return {
            "kind": "slide",
            "board": {"adjacency": [list(row) for row in puzzle.board.adjacency]},
            "start": list(puzzle.start),
            "goal": list(puzzle.goal),
        }

    def dump_solution(self, puzzle: SlidePuzzle, solution: Solution) -> JsonObject:
        """Write a solution: where each slide starts and ends, and the piece that moves."""
        cells = list(puzzle.start)
        pieces = []
        for start, to in (cast(Slide, move) for move in solution):
            pieces.append(cells[start])
            cells[to], cells[start] = cells[start], cells[to]
        return {"moves": [list(move) for move in solution], "pieces": pieces}


def read_board(
    given: JsonObject, path: Path, errors: list[FieldError]
) -> tuple[int, SlideBoard | None, Layout | None] | None:
    """The number of cells, and the board with its layout if there is no error in them."""
    form = BOARD.form_of(given, path, errors)
    if form is None:
        return None
    adjacency: list[list[int]] | None = None
    if form == "adjacency":
        adjacency = given["adjacency"]
    elif form == "edges":
        adjacency = _of_edges(given["edges"], given["cells"], (*path, form), errors)
        if adjacency is None:
            return given["cells"], None, None
    elif form == "graph6":
        try:
            adjacency = parse_graph6(given["graph6"])
        except Graph6Error as error:
            errors.append(field_error((*path, form), error.message))
            return None
    if adjacency is not None:
        cells = len(adjacency)
    else:
        grid = rows_of(given)
        cells = sum(row.count(".") for row in grid)
    if not has_size(cells, MAX_CELLS, (*path, form), errors):
        return None
    if adjacency is None:
        board, places = board_from_grid(grid)
        return cells, board, points_of(places)
    try:
        board = board_from_adjacency(adjacency)
        rectangle = rectangle_places(board)
        return cells, board, None if rectangle is None else points_of(rectangle)
    except PuzzleError as error:
        errors.extend(field_error((*path, form, *place), text) for place, text in error.errors)
    return cells, None, None


def _of_edges(edges: list[list[int]], cells: int, path: Path, errors: list[FieldError]) -> list[list[int]] | None:
    """The neighbours of each cell; None if an edge is wrong."""
    before = len(errors)
    seen: set[tuple[int, int]] = set()
    for index, (a, b) in enumerate(edges):
        unknown = [cell for cell in (a, b) if not 0 <= cell < cells]
        edge = min(a, b), max(a, b)
        if unknown:
            errors.append(field_error((*path, index), unknown_cell(unknown[0], cells)))
        elif a == b:
            errors.append(field_error((*path, index), Message("cell {cell} cannot be its own neighbour", cell=a)))
        elif edge in seen:
            errors.append(field_error((*path, index), Message("the edge {edge} is there twice", edge=[a, b])))
        seen.add(edge)
    return neighbours(cells, list(seen)) if len(errors) == before else None


def _check_stock(start: list[int], goal: list[int | None], path: Path, errors: list[FieldError]) -> None:
    """Check that the goal has no more pieces of a number than the start; the first one too many is the error."""
    have = Counter(start)
    wanted = Counter(goal)
    seen: Counter[int] = Counter()
    for index, piece in enumerate(goal):
        if piece is None:
            continue
        seen[piece] += 1
        if seen[piece] == have[piece] + 1:
            counts = {"wanted": wanted[piece], "have": have[piece]}
            text = Message("too many empty cells: {wanted} in the goal, {have} at the start", **counts)
            if piece != 0:
                template = "too many pieces numbered {piece}: {wanted} in the goal, {have} at the start"
                text = Message(template, piece=piece, **counts)
            errors.append(field_error((*path, index), text))
