"""A whole puzzle of sliding blocks in JSON."""

from __future__ import annotations

from functools import partial

from marshmallow import fields, validate

from fewest.notation import JsonObject
from fewest.notation.block.board import BlockBoardShape, grid_of, read_board
from fewest.notation.block.doors import MAX_DOORS, DoorShape, read_door
from fewest.notation.block.goals import BlockGoalShape, read_goal
from fewest.notation.block.pieces import (
    LONG,
    START,
    Axis,
    BlockStartShape,
    Known,
    one_piece,
    read_axes,
    read_pieces,
    where_one_is,
)
from fewest.notation.boards import Layout, check_layout, points_of
from fewest.notation.errors import FieldError, Path, field_error
from fewest.notation.meanings import describe
from fewest.notation.shape import Shape
from fewest.solver.block.placements import MAX_PLACEMENTS, sorts_of
from fewest.solver.block.puzzle import BOTH, BlockPuzzle, Door, Metric
from fewest.solver.errors import Message

TOO_MANY = (
    "the pieces with goals, and each group of equal pieces without, can reach {given} placements in all if alone; "
    "at most {most} are allowed"
)


class BlockPuzzleShape(Shape):
    """A sliding-block puzzle."""

    kind = fields.String(required=True, metadata=describe("Blocks of any shape that slide among each other."))
    board = fields.Nested(
        BlockBoardShape,
        metadata=describe(
            "The board: its cells, in one of several forms. By default the picture at the start shows it.",
            {"rows": 2, "columns": 3},
        ),
    )
    start = fields.Nested(
        BlockStartShape, required=True, metadata=describe("The pieces at the start.", {"picture": ["AAB", "..B"]})
    )
    goal = fields.Nested(
        BlockGoalShape,
        required=True,
        metadata=describe("Where some of the pieces must end; all others may end anywhere.", {"at": {"A": [1, 0]}}),
    )
    metric = fields.String(
        required=True,
        validate=validate.OneOf([metric.value for metric in Metric], error=Message("must be one of: {choices}")),
        metadata=describe(
            "What counts as one move of a piece: a `step` to the next cell, a `line` of any length in one "
            "direction, or a `path` of any length through empty cells.",
            "path",
        ),
    )
    axis = Axis(
        metadata=describe(
            "Pieces that only move along one axis: by their names, `row` (left and right) or `column` (up "
            'and down); `"long"` binds every piece to the direction of its longer side. By default all '
            "pieces move both ways.",
            LONG,
            {"A": "row", "B": "column"},
        )
    )
    doors = fields.List(
        fields.Nested(DoorShape),
        validate=MAX_DOORS,
        metadata=describe(
            "Cells that only some pieces may enter. By default every piece may enter every cell.",
            [{"at": [[0, 2]], "pieces": ["B"]}],
        ),
    )

    def example(self, name: str, parts: JsonObject) -> object:
        """A value for a field: a piece of the start in its place, or a piece on the first cell of the board."""
        fitting = None
        if name == "goal":
            fitting = where_one_is(parts.get("start"))
        elif name == "start":
            fitting = one_piece(parts.get("board"))
        return fitting or super().example(name, parts)


def read_puzzle(parts: JsonObject, path: Path, errors: list[FieldError]) -> tuple[BlockPuzzle, Layout | None] | None:
    """Build a puzzle from the fields that have the right shape (see :meth:`fewest.notation.kinds.KindSchema.load`)."""
    start, board = parts.get("start"), parts.get("board")
    form = None if start is None else START.form_of(start, (*path, "start"), errors, partial(one_piece, board))
    drawn = start["picture"] if start is not None and form == "picture" else None
    # A start without a form has an error already, and may have been meant to show the board.
    built = read_board(board, drawn, path, errors, needed=form is not None)
    if built is not None and board is not None:
        check_layout(board, built[0].cells, Message("cell"), (*path, "board"), errors)
    names, cells = None, None
    if start is not None and form is not None:
        names, cells = read_pieces(start[form], form, board, built, (*path, "start", form), errors)
    places, grid = (None, None) if built is None else (built[1], grid_of(board, drawn))
    known = Known(places, grid, names, cells)
    # The rest is checked as far as possible, whatever errors the start has.
    before = len(errors)
    goal = read_goal(parts.get("goal"), known, (*path, "goal"), errors, partial(where_one_is, start))
    axes = read_axes(parts.get("axis", {}), known, (*path, "axis"), errors)
    doors = [
        read_door(each, known, (*path, "doors", index), errors) for index, each in enumerate(parts.get("doors", []))
    ]
    metric = parts.get("metric")
    if len(errors) > before or built is None or known.start is None or known.names is None:
        return None
    if goal is None or metric is None:
        return None
    numbers = {name: number for number, name in enumerate(known.names, 1)}
    puzzle = BlockPuzzle(
        built[0],
        known.start,
        tuple(sorted((numbers[name], cells) for name, cells in goal.items())),
        tuple(axes.get(name, BOTH) for name in known.names),
        tuple(
            Door(cells, tuple(sorted({numbers[name] for name in names})))
            for cells, names in (door for door in doors if door is not None)
        ),
        Metric(metric),
        known.names,
    )
    # Only now: it takes a while, and few boards are large enough.
    if puzzle.pieces * puzzle.board.cells > MAX_PLACEMENTS:
        given = sum(len(sort.placements) for sort in sorts_of(puzzle))
        if given > MAX_PLACEMENTS:
            errors.append(field_error((*path, "goal"), Message(TOO_MANY, most=MAX_PLACEMENTS, given=given)))
            return None
    return puzzle, points_of(built[1])
