"""A whole puzzle of sliding blocks in JSON, its solutions and its positions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import cast

from marshmallow import Schema, fields, validate

from fewest.schemas import JsonObject
from fewest.schemas.block.board import BOARD, BlockBoardShape, grid_of, read_board
from fewest.schemas.block.doors import Doors, read_door
from fewest.schemas.block.goals import GOAL, BlockGoalShape, read_goal
from fewest.schemas.block.pieces import AXES, LONG, START, Axis, BlockStartShape, Known, read_axes, read_pieces
from fewest.schemas.boards import Choice, Layout, check_layout, points_of
from fewest.schemas.cells import CellsSchema
from fewest.schemas.errors import FieldError, Path
from fewest.schemas.meanings import describe
from fewest.schemas.shape import Shape
from fewest.solver.block.puzzle import BOTH, BlockPuzzle, Door, Metric
from fewest.solver.block.rules import BlockRules, Slide
from fewest.solver.errors import Message
from fewest.solver.model import Solution


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
        metadata=describe("Where some of the pieces shall be; all others may be anywhere.", {"at": {"A": [1, 0]}}),
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
            "Pieces that only move along one axis: by their names, `row` (left and right) or `column` (up and down); "
            '`"long"` binds every piece that has a longer side to its direction. By default all move both ways.',
            LONG,
            {"A": "row", "B": "column"},
        )
    )
    doors = Doors(
        metadata=describe(
            "Cells that only some pieces may enter. By default every piece may enter every cell.",
            [{"at": [[0, 2]], "pieces": ["B"]}],
        )
    )


class BlockSchema(CellsSchema):
    """How sliding blocks are written in JSON (see :class:`fewest.schemas.puzzle.KindSchema`)."""

    name = "block"
    shape: Schema = BlockPuzzleShape()
    choices: Mapping[str, Choice] = {"board": BOARD, "start": START, "goal": GOAL}

    def load(self, parts: JsonObject, path: Path, errors: list[FieldError]) -> tuple[BlockPuzzle, Layout | None] | None:
        """Build the puzzle."""
        start, board = parts.get("start"), parts.get("board")
        form = None if start is None else START.form_of(start, (*path, "start"), errors)
        drawn = start["picture"] if start is not None and form == "picture" else None
        built = read_board(board, drawn, path, errors, needed=form is not None)
        if built is not None and board is not None:
            check_layout(board, built[0].cells, Message("cell"), (*path, "board"), errors)
        names, cells = None, None
        if start is not None and form is not None:
            names, cells = read_pieces(start[form], form, board, built, (*path, "start", form), errors)
        places, grid = (None, None) if built is None else (built[1], grid_of(board, drawn))
        known = Known(places, grid, names, cells)
        # All that can be said of the rest is said, whatever is wrong with the start.
        before = len(errors)
        goal = read_goal(parts.get("goal"), known, (*path, "goal"), errors)
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
        return puzzle, points_of(built[1])

    def notices(self, puzzle: BlockPuzzle, _: Layout | None) -> Iterator[tuple[Path, Message]]:
        """That there is one piece only."""
        if puzzle.pieces == 1:
            yield ("start",), Message("There is only one piece.")

    def estimate(self, _puzzle: BlockPuzzle, _lower_bound: int) -> Message | None:
        """None: the known puzzles of blocks are solved within a second."""
        return None

    def dump(self, puzzle: BlockPuzzle) -> JsonObject:
        """Write a puzzle in the plainest form."""
        names = {value: name for name, value in AXES.items()}
        axes = {str(number): names[axis] for number, axis in enumerate(puzzle.axes, 1) if axis != BOTH}
        doors = [{"cells": list(door.cells), "pieces": list(map(str, door.pieces))} for door in puzzle.doors]
        return {
            "kind": "block",
            "board": {"steps": [list(row) for row in puzzle.board.steps]},
            "start": {"pieces": list(puzzle.start)},
            "goal": {"cells": {str(piece): list(cells) for piece, cells in puzzle.goal}},
            "metric": puzzle.metric.value,
            "axis": axes,
            "doors": doors,
        }

    def dump_solution(self, puzzle: BlockPuzzle, solution: Solution) -> JsonObject:
        """Write a solution: where the part of a piece that was first at the start is and goes, and the piece's name."""
        rules = BlockRules(puzzle)
        position = puzzle.start
        firsts = [puzzle.start.index(piece) for piece in range(1, puzzle.pieces + 1)]
        places = puzzle.board.places
        moves = []
        names = []
        for start, to in (cast(Slide, move) for move in solution):
            piece = position[start]
            after = rules.after(position, (start, to))
            assert after is not None
            position = after
            first = firsts[piece - 1]
            row, column = (places[to][axis] - places[start][axis] + places[first][axis] for axis in (0, 1))
            firsts[piece - 1] = places.index((row, column))
            moves.append([first, firsts[piece - 1]])
            names.append(puzzle.name_of(piece))
        return {"moves": moves, "blocks": names}
