"""The pieces of sliding blocks in JSON: drawn or numbered at the start, and by their names bound to axes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from marshmallow import ValidationError, fields

from fewest.notation import JsonObject, meanings
from fewest.notation.block.board import FREE, WALLS, BlockBoardShape, Built, Places, drawn_cells, fits, grid_of
from fewest.notation.boards import Choice, board_in, join_or
from fewest.notation.cells import check_length, check_numbers, check_room, rows_of
from fewest.notation.errors import FieldError, Path, field_error
from fewest.notation.fields import Integers, Rows, quoted
from fewest.notation.meanings import describe
from fewest.notation.shape import Shape
from fewest.solver.block.board import MAX_CELLS, BlockBoard
from fewest.solver.block.placements import Cells
from fewest.solver.block.puzzle import EMPTY, HORIZONTAL, VERTICAL, cells_by_piece
from fewest.solver.errors import Message

AXES = {"row": HORIZONTAL, "column": VERTICAL}
LONG = "long"

MAX_EXAMPLE = 128
"""Characters of a picture that an error shows."""


class ByPiece(fields.Field[JsonObject]):
    """An object with a member for each of some pieces.

    Parameters
    ----------
    member
        The field of its members.
    """

    def __init__(self, member: Any, **kwargs: Any) -> None:
        self.member = member
        super().__init__(**kwargs)

    def _deserialize(self, value: object, *_: object, **__: object) -> JsonObject:
        if not isinstance(value, dict):
            raise ValidationError(Message("must be an object, not {value}", value=quoted(value)))
        if len(value) > MAX_CELLS:
            raise ValidationError(Message("must be an object with at most {most} members", most=MAX_CELLS))
        loaded: JsonObject = {}
        errors: JsonObject = {}
        for name, part in value.items():
            try:
                loaded[name] = self.member.deserialize(part, name, value)
            except ValidationError as error:
                errors[name] = error.messages
        if errors:
            raise ValidationError(errors, valid_data=loaded)
        return loaded

    def json_schema(self) -> JsonObject:
        """What it accepts."""
        return {"type": "object", "maxProperties": MAX_CELLS, "additionalProperties": self.member.json_schema()}


class AxisName(fields.Field[str]):
    """The name of an axis."""

    def _deserialize(self, value: object, *_: object, **__: object) -> str:
        if not isinstance(value, str) or value not in AXES:
            raise ValidationError(Message("must be {axes}", axes=join_or([quoted(name) for name in AXES])))
        return value

    def json_schema(self) -> JsonObject:
        """What it accepts."""
        return {"type": "string", "enum": list(AXES)}


class Axis(ByPiece):
    """``"long"``, or the axis of some pieces."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(AxisName(), **kwargs)

    def _deserialize(self, value: object, *rest: object, **options: object) -> Any:
        if value == LONG:
            return LONG
        if isinstance(value, str):
            raise ValidationError(Message("must be {long} or an object", long=quoted(LONG)))
        return super()._deserialize(value, *rest, **options)

    def json_schema(self) -> JsonObject:
        """What it accepts."""
        return {"oneOf": [{"type": "string", "enum": [LONG]}, super().json_schema()]}


class BlockStartShape(Shape):
    """The pieces at the start: exactly one of picture, pieces."""

    picture = Rows(
        metadata=describe(
            "The pieces as a drawing, which also shows the board if none is given. Every character is the name of a "
            "piece, which is connected and may have any shape; `.` is an empty cell, `#` or a blank a wall.",
            ["AAB", "..B"],
        )
    )
    pieces = Integers(
        most=MAX_CELLS,
        json_schema={"minimum": 0, "maximum": MAX_CELLS},
        metadata=describe(
            f"The number of the piece on each cell, 0 for an empty one; the number is the piece's name, in quotes. "
            f"{meanings.CELLS}",
            [1, 1, 2, 0, 0, 2],
        ),
    )


START = Choice("BlockStart", BlockStartShape, {"BlockStartPicture": ("picture",), "BlockStartPieces": ("pieces",)})


@dataclass(frozen=True, slots=True)
class Known:
    """The board and the start while goal, axes and doors are read; each part is None if it has errors.

    Attributes
    ----------
    places
        Row and column of every cell.
    grid
        The rows that show the cells, as the client drew them; None for a board given by its steps.
    names
        Names of the pieces, in the order of their numbers.
    start
        The piece on each cell; all is known if it is.
    """

    places: Places | None
    grid: Sequence[str] | None
    names: tuple[str, ...] | None
    start: tuple[int, ...] | None

    def has_piece(self, name: str, path: Path, errors: list[FieldError]) -> bool:
        """Whether the start has a piece of this name, or may have. If not, reports an error."""
        if self.names is None or name in self.names:
            return True
        errors.append(field_error(path, Message("there is no piece {name} at the start", name=quoted(name))))
        return False

    def cells_of(self, name: str) -> Cells | None:
        """The cells of an existing piece."""
        if self.start is None or self.names is None:
            return None
        piece = self.names.index(name) + 1
        return tuple([cell for cell, other in enumerate(self.start) if other == piece])

    def has_cell(self, cell: int) -> bool:
        """Whether a cell is on the board; True if the board is unknown."""
        return cell >= 0 and (self.places is None or cell < len(self.places))

    def cells_at(self, places: Sequence[tuple[int, int]]) -> list[int | None]:
        """The cells at rows and columns of a known board; None where it has none."""
        number = {place: cell for cell, place in enumerate(self.places or ())}
        return [number.get(place) for place in places]


def read_pieces(
    given: Any, form: str, board: JsonObject | None, built: Built | None, path: Path, errors: list[FieldError]
) -> tuple[tuple[str, ...], tuple[int, ...] | None]:
    """The names of the drawn (``picture``) or numbered pieces, and the piece on each cell unless there is an error."""
    before = len(errors)
    if form == "picture":
        drawn, names = drawn_cells(given)
        marks, paths = [char for char, _ in drawn], [(*path, row) for _, row in drawn]
        if built is not None:
            fits(given, grid_of(board, None), built[0].cells, path, errors)
    else:
        # A number is a name: goal, axes and doors call pieces by it, as they call drawn ones by their letter.
        marks, paths = list(map(str, given)), [(*path, cell) for cell in range(len(given))]
        # Pieces are numbered in the order of their first cells, whatever numbers the client has given them.
        names = tuple(dict.fromkeys(str(piece) for piece in given if 0 < piece <= MAX_CELLS))
        check_numbers(given, MAX_CELLS, path, errors)
        if built is not None:
            check_length(given, built[0].cells, path, errors)
    if built is None or len(errors) > before:
        return names, None
    numbers = {name: number for number, name in enumerate(names, 1)}
    start = tuple([numbers.get(mark, EMPTY) for mark in marks])
    check_room(start, quoted(FREE) if form == "picture" else "0", path, errors)
    if len(errors) == before:
        _check_whole(built[0], start, names, paths, errors)
    return names, start if len(errors) == before else None


def _check_whole(
    board: BlockBoard, start: Sequence[int], names: Sequence[str], paths: Sequence[Path], errors: list[FieldError]
) -> None:
    """Check that every piece is connected. ``paths`` has the place of each cell in the request."""
    for name, cells in zip(names, cells_by_piece(start, len(names))[1:], strict=True):
        apart, reached = set(cells), {cells[0]}
        while reached:
            apart -= reached
            reached = apart.intersection([other for cell in reached for other in board.steps[cell]])
        if apart:
            text = Message("piece {name} is in two parts: its cells must be connected", name=quoted(name))
            errors.append(field_error(paths[min(apart)], text))


def one_piece(board: object) -> JsonObject | None:
    """A start with a piece on the first cell of a board, which may have any errors; None if it is no board."""
    given = board_in(board, BlockBoardShape(), "block") or {}
    if "steps" in given:
        return {"pieces": [1] + [0] * (len(given["steps"]) - 1)}
    rows = rows_of(given) if given.keys() & {"grid", "rows"} and given.keys() & {"grid", "columns"} else []
    drawn = "\n".join(row.replace(" ", "#") for row in rows).replace(FREE, "A", 1)
    return {"picture": drawn.split("\n")} if "A" in drawn and len(drawn) <= MAX_EXAMPLE else None


def where_one_is(start: object) -> JsonObject | None:
    """A goal for the first piece of a start, which may have any errors: where it is; None if there is no piece."""
    given = start if isinstance(start, dict) else {}
    rows, pieces = (each if isinstance(each, list) else [] for each in (given.get("picture"), given.get("pieces")))
    drawn = [(char, row, column) for row, line in enumerate(rows) for column, char in enumerate(str(line))]
    if first := next((each for each in drawn if each[0] not in WALLS + FREE), None):
        return {"at": {first[0]: [first[1], min(column for char, _, column in drawn if char == first[0])]}}
    name = next((each for each in pieces if each), None)
    return name and {"cells": {str(name): [cell for cell, piece in enumerate(pieces) if piece == name]}}


def all_where_they_are(start: JsonObject) -> JsonObject:
    """A goal that a start meets."""
    if "picture" in start:
        return {"picture": start["picture"]}
    cells: dict[str, list[int]] = {}
    for cell, piece in enumerate(start.get("pieces", ())):
        if piece != EMPTY:
            cells.setdefault(str(piece), []).append(cell)
    return {"cells": cells}


def write_start(names: Sequence[str], start: JsonObject, board: JsonObject | None) -> JsonObject:
    """Write the names of the pieces on all cells, empty for none, in the form of a start on this board."""
    if "pieces" in start:
        return {"pieces": [int(name or EMPTY) for name in names]}
    rows = grid_of(board, start["picture"])
    assert rows is not None
    left = iter(names)
    return {"picture": ["".join(char if char in WALLS else next(left) or FREE for char in row) for row in rows]}


def read_axes(given: Any, known: Known, path: Path, errors: list[FieldError]) -> dict[str, int]:
    """The axes of pieces that have one only, by their names."""
    if given != LONG:
        return {name: AXES[axis] for name, axis in given.items() if known.has_piece(name, (*path, name), errors)}
    if known.names is None or known.start is None or known.places is None:
        return {}
    cells = cells_by_piece(known.start, len(known.names))[1:]
    axes = [long_axis([known.places[cell] for cell in each]) for each in cells]
    return {name: axis for name, axis in zip(known.names, axes, strict=True) if axis is not None}


def long_axis(places: Sequence[tuple[int, int]]) -> int | None:
    """The direction of the longer side of a piece with these rows and columns; None if both are equal."""
    height, width = (max(row) - min(row) for row in zip(*places, strict=True))
    return None if height == width else VERTICAL if height > width else HORIZONTAL
