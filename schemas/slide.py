"""Sliding puzzles in JSON."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import cast

from marshmallow import Schema, fields, validate

from schemas import JsonObject
from schemas.boards import Choice, Layout, check_layout
from schemas.errors import FieldError, Path, field_error
from schemas.fields import BoundedInteger, Integers, Points, Rows
from solver.errors import PuzzleError
from solver.model import Solution
from solver.slide.board import MAX_CELLS, SlideBoard, board_from_adjacency, board_from_grid
from solver.slide.puzzle import SlidePuzzle
from solver.slide.rules import Position, Slide

MAX_PIECE = 1_000_000_000
CELLS = {"minimum": 0, "maximum": MAX_CELLS - 1, "minItems": 1, "maxItems": MAX_CELLS}
PIECES = {"minimum": 0, "maximum": MAX_PIECE, "minItems": 1}


class SlideBoardShape(Schema):
    """A board for sliding pieces: exactly one of adjacency, rows + columns, grid, name."""

    adjacency = Integers(2, most=MAX_CELLS * MAX_CELLS, json_schema=CELLS)
    rows = BoundedInteger(1, 64)
    columns = BoundedInteger(1, 64)
    grid = Rows(".# ")
    name = fields.String(validate=validate.Length(max=100))
    layout = Points()


class SlidePuzzleShape(Schema):
    """A sliding puzzle."""

    kind = fields.String(required=True)
    board = fields.Nested(SlideBoardShape, required=True)
    start = Integers(required=True, most=MAX_CELLS, json_schema=PIECES)
    goal = Integers(required=True, most=MAX_CELLS, null=True, json_schema=PIECES)


BOARD = Choice(
    "SlideBoard",
    SlideBoardShape,
    {
        "Adjacency": ("adjacency",),
        "Rectangle": ("rows", "columns"),
        "SlideGrid": ("grid",),
        "SlideBoardName": ("name",),
    },
    ("layout",),
)


class SlideSchema:
    """How sliding puzzles are written in JSON (see :class:`schemas.puzzle.KindSchema`)."""

    name = "slide"
    shape: Schema = SlidePuzzleShape()
    choices: Mapping[str, Choice] = {"board": BOARD}

    def load(self, parts: JsonObject, path: Path, errors: list[FieldError]) -> tuple[SlidePuzzle, Layout | None] | None:
        """Build the puzzle."""
        given = parts.get("board")
        if not isinstance(given, dict):
            return None
        built = _board(given, (*path, "board"), errors)
        if built is None:
            return None
        cells, board, layout = built
        start, goal = parts.get("start"), parts.get("goal")
        check_layout(given, cells, "cell", (*path, "board"), errors)
        before = len(errors)
        for name, content in (("start", start), ("goal", goal)):
            if content is not None:
                _check_pieces(content, cells, (*path, name), errors)
        if start is not None and goal is not None and len(errors) == before:
            _check_stock(start, goal, (*path, "goal"), errors)
        if board is None or start is None or goal is None:
            return None
        return SlidePuzzle(board, tuple(start), tuple(goal)), layout

    def dump(self, puzzle: SlidePuzzle) -> JsonObject:
        """Write a puzzle in the plainest form."""
        return {
            "kind": "slide",
            "board": {"adjacency": [list(row) for row in puzzle.board.adjacency]},
            "start": list(puzzle.start),
            "goal": list(puzzle.goal),
        }

    def load_solution(self, moves: list[list[int]], _: list[list[int]] | None) -> Solution:
        """Read a solution as :meth:`dump_solution` wrote it."""
        return tuple((start, to) for start, to in moves)

    def dump_solution(self, puzzle: SlidePuzzle, solution: Solution) -> JsonObject:
        """Write a solution: where each slide starts and ends, and the piece that moves."""
        cells, pieces = list(puzzle.start), []
        for start, to in (cast(Slide, move) for move in solution):
            pieces.append(cells[start])
            cells[to], cells[start] = cells[start], cells[to]
        return {"moves": [list(move) for move in solution], "pieces": pieces}

    def dump_position(self, position: Position) -> JsonObject:
        """Write a position: the piece on each cell."""
        return {"pieces": list(position)}


def _board(
    given: JsonObject, path: Path, errors: list[FieldError]
) -> tuple[int, SlideBoard | None, Layout | None] | None:
    """The number of cells, and the board with its layout if there is no error in them."""
    form = BOARD.form_of(given, path, errors)
    if form is None:
        return None
    if form == "adjacency":
        cells = len(given["adjacency"])
    else:
        grid = given["grid"] if form == "grid" else ["." * given["columns"]] * given["rows"]
        cells = sum(row.count(".") for row in grid)
    if not 1 <= cells <= MAX_CELLS:
        errors.append(field_error((*path, form), f"a board has 1 to {MAX_CELLS} cells, not {cells}"))
        return None
    if form != "adjacency":
        board, places = board_from_grid(grid)
        return cells, board, [[float(column), float(row)] for row, column in places]
    try:
        return cells, board_from_adjacency(given["adjacency"]), None
    except PuzzleError as error:
        errors.extend(field_error((*path, form, *place), text) for place, text in error.errors)
    return cells, None, None


def _check_pieces(content: list[int | None], cells: int, path: Path, errors: list[FieldError]) -> None:
    if len(content) != cells:
        errors.append(field_error(path, f"must have {cells} numbers, one for each cell, not {len(content)}"))
    for index, piece in enumerate(content):
        if piece is not None and not 0 <= piece <= MAX_PIECE:
            text = f"pieces are numbered 1 to {MAX_PIECE}, and 0 is an empty cell; found {piece}"
            errors.append(field_error((*path, index), text))


def _check_stock(start: list[int], goal: list[int | None], path: Path, errors: list[FieldError]) -> None:
    """Check that the goal has no more pieces of a number than the start; the first one too many is the error."""
    have, wanted = Counter(start), Counter(goal)
    seen: Counter[int] = Counter()
    for index, piece in enumerate(goal):
        if piece is None:
            continue
        seen[piece] += 1
        if seen[piece] == have[piece] + 1:
            noun = "empty cells" if piece == 0 else f"pieces numbered {piece}"
            text = f"too many {noun}: {wanted[piece]} in the goal, {have[piece]} at the start"
            errors.append(field_error((*path, index), text))
