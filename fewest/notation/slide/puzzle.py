"""A whole sliding puzzle in JSON."""

from __future__ import annotations

from collections import Counter

from marshmallow import fields

from fewest.notation import JsonObject, meanings
from fewest.notation.boards import Layout, board_in, check_layout
from fewest.notation.cells import check_length, check_numbers, check_room
from fewest.notation.errors import FieldError, Path, field_error
from fewest.notation.fields import Integers
from fewest.notation.meanings import describe
from fewest.notation.shape import Shape
from fewest.notation.slide.board import SlideBoardShape, read_board
from fewest.solver.errors import Message
from fewest.solver.slide.board import MAX_CELLS, SlideBoard
from fewest.solver.slide.puzzle import SlidePuzzle

MAX_PIECE = 1_000_000_000
PIECE = {"type": ["integer", "null"], "minimum": 0, "maximum": MAX_PIECE}
IN_ROWS = {"type": "array", "minItems": 1, "items": {"type": "array", "minItems": 1, "items": PIECE}}
"""The pieces of each row in a list of their own."""

WITH_NULLS = {"type": "array", "minItems": 1, "maxItems": MAX_CELLS, "items": PIECE}

PIECES = {"minimum": 0, "maximum": MAX_PIECE, "minItems": 1}

CONTENT = f"0 is an empty cell; equal numbers are pieces that are interchangeable. {meanings.CELLS}"


class SlidePuzzleShape(Shape):
    """A sliding puzzle."""

    kind = fields.String(
        required=True, metadata=describe("Pieces of one cell each that slide to adjacent empty cells.")
    )
    board = fields.Nested(
        SlideBoardShape,
        required=True,
        metadata=describe(
            "The board: its cells, and which are adjacent, in one of several forms. If it is missing, a "
            "start in rows gives the rectangle.",
            {"rows": 3, "columns": 3},
        ),
    )
    start = Integers(
        required=True,
        most=MAX_CELLS,
        json_schema=PIECES,
        short=[WITH_NULLS, IN_ROWS],
        metadata=describe(
            f"The piece on each cell at the start, where at least one is empty. {CONTENT} Null is also an empty cell, "
            "and each row may be a list.",
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
            f"The piece on each cell at the end; null where any piece may be. {CONTENT}",
            [1, 2, 3, 4, 5, 6, 7, 8, 0],
            [1, 2, 3, None, None, None, None, None, None],
        ),
    )

    def example(self, name: str, parts: JsonObject) -> object:
        """A value for a field, of as many cells as the board has."""
        other = {"start": "goal", "goal": "start"}.get(name)
        fitting = None if other is None else in_order(parts.get("board"), parts.get(other))
        return fitting or super().example(name, parts)


def board_of(document: object) -> tuple[int, SlideBoard | None, Layout | None] | None:
    """The board of a document, which may have any errors (see :func:`fewest.notation.slide.board.read_board`)."""
    given = board_in(document, SlideBoardShape(), "slide")
    return None if given is None else read_board(given, (), [])


def in_order(board: object, like: object) -> list[int] | None:
    """The pieces of a board in order, then its empty cells, as many as ``like`` has of each; None if it is no board."""
    built = board_of(board)
    if built is None:
        return None
    cells = built[0]
    pieces = like if isinstance(like, list) and len(like) == cells and set(map(type, like)) == {int} else None
    return sorted_goal(list(range(cells)) if pieces is None else pieces)


def sorted_goal(start: list[int]) -> list[int]:
    """The pieces of a start in order, then its empty cells."""
    pieces = sorted(piece for piece in start if piece)
    return pieces + [0] * (len(start) - len(pieces))


def read_puzzle(parts: JsonObject, path: Path, errors: list[FieldError]) -> tuple[SlidePuzzle, Layout | None] | None:
    """Build a puzzle from the fields that have the right shape (see :meth:`fewest.notation.kinds.KindSchema.load`)."""
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
        check_room(start, "0", (*path, "start"), errors)
    if start is not None and goal is not None and len(errors) == before:
        _check_stock(start, goal, (*path, "goal"), errors)
    # Only now: start and goal are checked even if edges are wrong, so that all errors are reported together.
    if board is None or start is None or goal is None:
        return None
    return SlidePuzzle(board, tuple(start), tuple(goal)), layout


def _check_stock(start: list[int], goal: list[int | None], path: Path, errors: list[FieldError]) -> None:
    """Check that the goal has no more pieces of a number than the start. The error is at the first surplus piece."""
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
