"""Positions of a jump board in JSON: by their pegs, by their empty holes, or as a picture."""

from __future__ import annotations

from fewest.notation import JsonObject, meanings
from fewest.notation.boards import Choice
from fewest.notation.errors import FieldError, Path, field_error
from fewest.notation.fields import Integers, Rows
from fewest.notation.meanings import describe
from fewest.notation.shape import Shape
from fewest.solver.errors import Message
from fewest.solver.jump.board import MAX_HOLES, JumpBoard, grid_places, mask_of, unknown_hole

HOLES = {"minimum": 0, "maximum": MAX_HOLES - 1}
HOLE_SET = HOLES | {"uniqueItems": True}
ONE_HOLE = {"type": "integer", **HOLES}

PICTURE = "The rows of the board's grid, which it must have: `o` is a peg, `.` an empty hole, `#` or a blank no hole."


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
    document: JsonObject, form: str, board: JumpBoard, given: JsonObject, path: Path, errors: list[FieldError]
) -> int | None:
    """The pegs of a start or a goal on a board as ``given``; None if they have an error."""
    path = (*path, form)
    if form == "picture":
        return read_picture(document[form], given, path, errors)
    mask = read_holes(document[form], board.holes, path, errors)
    return board.full & ~mask if mask is not None and form == "empty" else mask


def read_picture(picture: list[str], given: JsonObject, path: Path, errors: list[FieldError]) -> int | None:
    """The pegs of a picture, which has ``o`` or ``.`` exactly where the grid of the ``given`` board has a hole.

    One of both may be drawn centred and the other left-justified.

    Returns
    -------
    int or None
        A bit for each peg; None if the picture does not fit, which is an error.
    """
    if "grid" not in given:
        errors.append(field_error(path, Message("a picture needs a board that is given as a grid")))
        return None
    grid, lines = given["grid"], given["lines"]
    misplaced = _misplaced(picture, grid, path)
    if misplaced and _moved(grid_places(picture, lines, "o.")) != _moved(grid_places(grid, lines)):
        errors += misplaced
        return None
    marks = [mark for row in picture for mark in row if mark in "o."]
    return mask_of(hole for hole, mark in enumerate(marks) if mark == "o")


def _misplaced(picture: list[str], grid: list[str], path: Path) -> list[FieldError]:
    """Every character in which a picture differs from the grid, after aligning both."""
    if len(picture) != len(grid):
        text = Message("must have {rows|# row|# rows} like the grid, not {given}", rows=len(grid), given=len(picture))
        return [field_error(path, text)]
    errors = []
    for r, (row, drawn) in enumerate(zip(grid, picture, strict=True)):
        for c in range(max(len(row), len(drawn))):
            in_grid = row[c : c + 1] == "."
            in_picture = drawn[c : c + 1] in ("o", ".")
            if in_grid != in_picture:
                text = Message("column {column} is a hole in the picture, but not in the grid", column=c)
                if in_grid:
                    text = Message("column {column} is a hole in the grid, but not in the picture", column=c)
                errors.append(field_error((*path, r), text))
    return errors


def _moved(places: tuple[tuple[int, int], ...]) -> list[tuple[int, int]]:
    """Places shifted so that the first row and the first column are 0."""
    top, left = (min((place[axis] for place in places), default=0) for axis in (0, 1))
    return [(row - top, column - left) for row, column in places]


def read_holes(holes: list[int], most: int, path: Path, errors: list[FieldError]) -> int | None:
    """The position with pegs in these holes. Each must exist and be listed once."""
    # Nearly all are valid; only the others need the loop.
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
