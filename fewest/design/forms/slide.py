"""Spaces, levels and surveys of sliding boards in JSON (see :mod:`fewest.design.forms.base`)."""

from __future__ import annotations

from collections import Counter

from marshmallow import fields

from fewest.design.forms.base import SpaceForms, SurveyForms
from fewest.design.levels.task import Level
from fewest.notation import JsonObject, meanings
from fewest.notation.cells import check_length
from fewest.notation.errors import FieldError, Path, field_error
from fewest.notation.fields import Integers
from fewest.notation.meanings import describe
from fewest.notation.shape import Shape
from fewest.notation.slide.board import SlideBoardShape, read_board
from fewest.notation.slide.puzzle import CONTENT, IN_ROWS, PIECES, read_puzzle
from fewest.solver.errors import Message
from fewest.solver.slide.board import MAX_CELLS, WORD_CELLS, SlideBoard, too_many_cells
from fewest.solver.slide.puzzle import SlidePuzzle

AT_MOST = f"It has at most {WORD_CELLS} cells."


class GivenSlideStartShape(Shape):
    """Constraints on the start of a sliding board: the pieces on some cells."""

    pieces = Integers(
        most=MAX_CELLS,
        null=True,
        json_schema=PIECES,
        short=[IN_ROWS],
        metadata=describe(
            f"The piece on each cell at the start; null where it may be any. {CONTENT}",
            [0, None, None, None, None, None, None, None, None],
        ),
    )


class SlideLevelsShape(Shape):
    """Levels of a sliding board."""

    board = fields.Nested(
        SlideBoardShape,
        required=True,
        metadata=describe(f"The board of the levels. {AT_MOST}", {"rows": 3, "columns": 3}),
    )
    start = fields.Nested(GivenSlideStartShape, load_default=dict, metadata=describe(meanings.GIVEN))
    goal = Integers(
        most=MAX_CELLS,
        json_schema=PIECES,
        metadata=describe(
            f"The piece on each cell at the end. By default 1, 2, …, and the last cell empty. {CONTENT}",
            [1, 2, 3, 4, 5, 6, 7, 8, 0],
        ),
    )


class SlideLevelForms:
    """Levels of sliding boards."""

    shape: type[Shape] = SlideLevelsShape

    def load(self, plain: JsonObject, errors: list[FieldError]) -> JsonObject | None:
        """Board, goal and pieces."""
        before = len(errors)
        built = read_board(plain["board"], ("board",), errors)
        if built is None:
            return None
        cells, board, _ = built
        goal = plain.get("goal", [*range(1, cells), 0])
        del errors[before:]  # they are reported again with those of the layout and the goal
        read_puzzle({"board": plain["board"], "goal": goal}, (), errors)
        if board is not None and (too_many := too_many_cells(board)) is not None:
            errors.append(field_error(("board",), too_many))
            return None
        pieces = plain.get("start", {}).get("pieces", [])
        if pieces and len(pieces) != cells:
            check_length(pieces, cells, ("start", "pieces"), errors)
        # The goal must be right to compare the pieces with it.
        elif len(errors) == before:
            _check_given(pieces, goal, errors)
        if board is None or len(errors) > before:
            return None
        return {"board": board, "goal": tuple(goal), "given": tuple(pieces)}

    def dump(self, _: Level, plain: JsonObject, plainest: JsonObject) -> JsonObject:
        """The goal of a minimal level fixes fewer cells than that of the task."""
        return {"board": plain.get("named", plain["board"]), "goal": plainest["goal"]}


def _check_given(pieces: list[int | None], goal: list[int], errors: list[FieldError]) -> None:
    """Check that each piece is given at most as often as in the goal."""
    have = Counter(goal)
    seen: Counter[int] = Counter()
    for cell, piece in enumerate(pieces):
        if piece is not None:
            seen[piece] += 1
            if seen[piece] > have[piece]:
                counts = {"have": have[piece], "given": seen[piece]}
                text = Message(
                    "the goal has {have|# piece|# pieces} numbered {piece}, not {given}", piece=piece, **counts
                )
                errors.append(field_error(("start", "pieces", cell), text))


class SlideSpaceForms(SpaceForms):
    """A space has one origin, and is the same in both directions."""

    def filling(self, _: str, other: list[int | None] | None) -> list[int]:
        """The same pieces. Cells where any piece may be have no number in a start."""
        return [0] if other is None else [piece or 0 for piece in other]

    def read(
        self, puzzle: SlidePuzzle, forward: bool, errors: list[FieldError]
    ) -> tuple[SlideBoard, tuple[tuple[int | None, ...], ...]] | None:
        """The start, or the goal, which names the piece on every cell."""
        if (too_many := too_many_cells(puzzle.board)) is not None:
            errors.append(field_error(("board",), too_many))
            return None
        if forward or None not in puzzle.goal:
            return puzzle.board, (puzzle.start if forward else puzzle.goal,)
        path: Path = ("goal", puzzle.goal.index(None))
        errors.append(field_error(path, Message("the goal of a space must name the piece on every cell")))
        return None


class SlideSurveyForms(SurveyForms):
    """There are too many positions for default starts or goals."""
