"""Pictures of pegs on a jump board that is given as a grid."""

from __future__ import annotations

from fewest.schemas import JsonObject
from fewest.schemas.errors import FieldError, Path, field_error
from fewest.solver.errors import Message
from fewest.solver.jump.board import grid_places, mask_of

PICTURE = "The rows of the board's grid, which it must have: `o` is a peg, `.` an empty hole, `#` or a blank no hole."


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
    """Every character in which a picture differs from the grid, drawn alike."""
    if len(picture) != len(grid):
        text = Message("must have {rows} rows like the grid, not {given}", rows=len(grid), given=len(picture))
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
    """Places with the first row and the first column numbered 0."""
    top, left = (min((place[axis] for place in places), default=0) for axis in (0, 1))
    return [(row - top, column - left) for row, column in places]
