"""Doors of sliding blocks in JSON: cells that only some pieces may enter."""

from __future__ import annotations

from typing import Any

from marshmallow import fields, validate

from fewest.schemas import JsonObject, meanings
from fewest.schemas.block.board import CELLS, PLACE
from fewest.schemas.block.pieces import Known
from fewest.schemas.boards import NAME_TOO_LONG, Choice
from fewest.schemas.errors import FieldError, Path, field_error
from fewest.schemas.fields import Integers, quoted
from fewest.schemas.meanings import describe
from fewest.schemas.shape import Shape
from fewest.solver.block.board import MAX_CELLS
from fewest.solver.block.placements import Cells
from fewest.solver.errors import Message

MAX_DOORS = 8
MAX_NAME = 8
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
PIECES = describe("Names of the only pieces that may enter the door.", ["A"])


class DoorShape(Shape):
    """Cells that only some pieces may enter: exactly one of at, cells; and the pieces."""

    at = AT
    cells = IN_CELLS
    pieces = fields.List(
        fields.String(validate=validate.Length(max=MAX_NAME, error=NAME_TOO_LONG)),
        required=True,
        validate=validate.Length(1, MAX_CELLS, error=Message("must have {min} to {max} pieces")),
        metadata=PIECES,
    )


DOOR = Choice("Door", DoorShape, {"DoorAt": ("at", "pieces"), "DoorCells": ("cells", "pieces")})


class Doors(fields.List[Any]):
    """A list of doors."""

    def __init__(self, **kwargs: Any) -> None:
        most = validate.Length(0, MAX_DOORS, error=Message("must have at most {max} doors"))
        super().__init__(fields.Nested(DoorShape), validate=most, **kwargs)

    def json_schema(self) -> JsonObject:
        """What it accepts."""
        name = {"type": "string", "maxLength": MAX_NAME}
        pieces = PIECES | {"type": "array", "minItems": 1, "maxItems": MAX_CELLS, "items": name}
        forms = [
            {
                "type": "object",
                "properties": {form: field.json_schema() | dict(field.metadata), "pieces": pieces},
                "required": [form, "pieces"],
                "additionalProperties": False,
            }
            for form, field in (("at", AT), ("cells", IN_CELLS))
        ]
        return {"type": "array", "maxItems": MAX_DOORS, "items": {"oneOf": forms}}


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
