"""Positions of a jump board in JSON: by their pegs, by their empty holes, or as a picture."""

from __future__ import annotations

from fewest.schemas import JsonObject, meanings
from fewest.schemas.boards import Choice
from fewest.schemas.errors import FieldError, Path, field_error
from fewest.schemas.fields import Integers, Rows
from fewest.schemas.jump.pictures import PICTURE, read_picture
from fewest.schemas.meanings import describe
from fewest.schemas.shape import Shape
from fewest.solver.errors import Message
from fewest.solver.jump.board import MAX_HOLES, JumpBoard, mask_of, unknown_hole

HOLES = {"minimum": 0, "maximum": MAX_HOLES - 1}
HOLE_SET = HOLES | {"uniqueItems": True}
ONE_HOLE = {"type": "integer", **HOLES}


def hole_set(text: str, example: list[int]) -> Integers:
    """The field for a set of holes."""
    about = describe(f"{text} {meanings.HOLES}", example)
    return Integers(most=MAX_HOLES, json_schema=HOLE_SET, short=[ONE_HOLE], metadata=about)


class JumpStartShape(Shape):
    """The pegs at the start: exactly one of pegs, empty, picture."""

    pegs = hole_set("Holes with a peg; all others are empty.", [0, 1, 3])
    empty = hole_set("Empty holes; all others have a peg.", [2])
    picture = Rows("o. #", metadata=describe(f"The pegs as a drawing. {PICTURE}", ["oo.o."]))


START = Choice(
    "JumpStart", JumpStartShape, {"StartPegs": ("pegs",), "StartEmpty": ("empty",), "StartPicture": ("picture",)}
)


def read_position(
    written: JsonObject, form: str, board: JumpBoard, given: JsonObject, path: Path, errors: list[FieldError]
) -> int | None:
    """The pegs of a start, or of a goal, on a board as ``given``; None if there is an error in them."""
    path = (*path, form)
    if form == "picture":
        return read_picture(written[form], given, path, errors)
    mask = read_holes(written[form], board.holes, path, errors)
    return board.full & ~mask if mask is not None and form == "empty" else mask


def read_holes(holes: list[int], most: int, path: Path, errors: list[FieldError]) -> int | None:
    """The position with pegs in these holes, each of which a board with so many has to have, and once only."""
    if len(set(holes)) == len(holes) and (not holes or (min(holes) >= 0 and max(holes) < most)):
        return mask_of(holes)
    seen: set[int] = set()
    for index, hole in enumerate(holes):
        if not 0 <= hole < most:
            errors.append(field_error((*path, index), unknown_hole(hole, most)))
        elif hole in seen:
            errors.append(field_error((*path, index), Message("hole {hole} is listed twice", hole=hole)))
        seen.add(hole)
    return None


def check_count(pegs: int, holes: int, path: Path, errors: list[FieldError]) -> None:
    """Check that a board has room for a number of pegs."""
    if pegs > holes:
        template = "must be at most {most}, the number of holes, not {value}"
        errors.append(field_error(path, Message(template, most=holes, value=pegs)))
