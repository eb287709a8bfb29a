"""Pieces of sliding blocks that only move along one axis, in JSON."""

from __future__ import annotations

from typing import Any

from marshmallow import ValidationError, fields

from fewest.schemas import JsonObject
from fewest.schemas.block.pieces import ByPiece, Known
from fewest.schemas.boards import join_or
from fewest.schemas.errors import FieldError, Path
from fewest.schemas.fields import quoted
from fewest.solver.block.puzzle import HORIZONTAL, VERTICAL
from fewest.solver.errors import Message

AXES = {"row": HORIZONTAL, "column": VERTICAL}
LONG = "long"


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


def read_axes(given: Any, known: Known, path: Path, errors: list[FieldError]) -> dict[str, int]:
    """The axes of pieces that have one only, by their names."""
    if given != LONG:
        return {name: AXES[axis] for name, axis in given.items() if known.has_piece(name, (*path, name), errors)}
    axes: dict[str, int] = {}
    for name in known.names or ():
        cells = known.cells_of(name)
        if cells is None or known.places is None:
            continue
        places = [known.places[cell] for cell in cells]
        height, width = (max(row) - min(row) for row in zip(*places, strict=True))
        if height != width:
            axes[name] = VERTICAL if height > width else HORIZONTAL
    return axes
