"""Doors of sliding blocks in JSON: cells that only some pieces may enter."""

from __future__ import annotations

from marshmallow import fields, validate

from fewest.notation import JsonObject, meanings
from fewest.notation.block.board import CELLS, PLACE
from fewest.notation.block.pieces import Known
from fewest.notation.boards import NAME_TOO_LONG, Choice
from fewest.notation.errors import FieldError, Path, field_error
from fewest.notation.fields import Integers, quoted
from fewest.notation.meanings import describe
from fewest.notation.shape import Shape
from fewest.solver.block.board import MAX_CELLS
from fewest.solver.block.placements import Cells
from fewest.solver.errors import Message

MAX_DOORS = validate.Length(max=8, error=Message("must have at most {max} doors"))
MAX_NAME = validate.Length(max=8, error=NAME_TOO_LONG)
"""Characters of the name of a piece."""

AT = Integers(
    2,
    width=2,
    most=3 * MAX_CELLS,
    json_schema=PLACE | {"minItems": 1, "maxItems": MAX_CELLS},
    metadata=describe("The cells of the door, each `[row, column]`, from 0.", [[0, 1], [0, 2]]),
)
IN_CELLS = Integers(
    most=MAX_CELLS, json_schema=CELLS, metadata=describe(f"The cells of the door. {meanings.CELLS}", [1, 2])
)


class DoorShape(Shape):
    """Cells that only some pieces may enter: exactly one of at, cells; and the pieces."""

    at = AT
    cells = IN_CELLS
    pieces = fields.List(
        fields.String(validate=MAX_NAME),
        required=True,
        validate=validate.Length(1, MAX_CELLS, error=Message("must have {min} to {max} pieces")),
        metadata=describe("Names of the only pieces that may enter the door.", ["A"]),
    )


DOOR = Choice("Door", DoorShape, {"DoorAt": ("at", "pieces"), "DoorCells": ("cells", "pieces")})


def read_door(given: JsonObject, known: Known, path: Path, errors: list[FieldError]) -> tuple[Cells, list[str]] | None:
    """The cells of a door, and the names of the pieces that may enter it."""
    form = DOOR.form_of(given, path, errors)
    before = len(errors)
    names = given.get("pieces", [])
    for index, name in enumerate(names):
        known.has_piece(name, (*path, "pieces", index), errors)
    if form is None:
        return None
    if form == "cells":
        found = [cell if known.has_cell(cell) else None for cell in given["cells"]]
    elif known.places is None:
        return None
    else:
        found = known.cells_at([(row, column) for row, column in given["at"]])
    for index, each in enumerate(found):
        if each is None:
            errors.append(field_error((*path, form, index), Message("is not a cell of the board")))
    cells = tuple(sorted({each for each in found if each is not None}))
    inside = [name for name in known.names or () if name not in names and set(known.cells_of(name) or ()) & set(cells)]
    if inside:
        text = Message("piece {name} is in this door, but may not enter it", name=quoted(inside[0]))
        errors.append(field_error(path, text))
    return (cells, names) if len(errors) == before else None
