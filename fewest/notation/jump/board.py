"""The jump board in JSON: its holes and its jumps, in one of several forms."""

from __future__ import annotations

from math import sqrt

from marshmallow import fields, validate

from fewest.notation import JsonObject
from fewest.notation.boards import LAYOUT, Choice, Layout, board_name, points_of
from fewest.notation.errors import FieldError, Path, field_error
from fewest.notation.fields import BoundedInteger, Integers, Rows
from fewest.notation.jump.positions import HOLES, ONE_HOLE
from fewest.notation.meanings import describe
from fewest.notation.shape import Shape
from fewest.solver.errors import Message, PuzzleError
from fewest.solver.jump.board import LINES, MAX_HOLES, JumpBoard, board_from_grid, board_from_jumps, crooked_row

MAX_JUMPS = 4096

FLAT = {"type": "array", "items": {"type": "integer", "minimum": -1, "maximum": MAX_HOLES - 1}}
PAIR = {"type": "array", "minItems": 2, "maxItems": 2, "items": ONE_HOLE}
FLAT_ROWS = {
    "type": "array",
    "minItems": 1,
    "maxItems": MAX_HOLES,
    "items": {"anyOf": [{"type": "array", "items": PAIR}, FLAT]},
}
"""A jump table whose rows have no brackets around the pairs, and perhaps a -1 after the last."""

GRID = """Rows of text with `.` for a hole, as the board is drawn. Holes are numbered from 0, row by row. Without `#`,
blanks between the holes are skipped if all holes lie in every other column: `". . ."` is `"..."`. With `triangular`
lines, the drawing may be left-justified, `[".", "..", "..."]`, or centred, each row offset by one column from the next:
`["  .", " . .", ". . ."]` is the same board, as is one with `#` in place of the blanks. In any other grid with `#`,
every character is a place, and `#` is not a hole."""

PEGS_ELSEWHERE = Message(
    '{fault}; draw pegs in the start, which shows the board, too: {{"start": {{"picture": ["oo.o"]}}}}'
)
"""For a drawing with pegs in place of a board."""

JUMP_TABLE = """For each hole, in the order of their numbers, its jumps `[over, to]`: a peg in it jumps over the peg in
hole `over`, which is removed, and lands in the empty hole `to`. Holes are numbered from 0: the first list is of hole
0. A row may be flat, and end in -1: `[1, 3, 2, 5, -1]` is `[[1, 3], [2, 5]]`."""

JUMPS = """The jumps `[from, over, to]`: a peg in hole `from` jumps over the peg in hole `over`, which is removed, and
lands in the empty hole `to`. The reverse is a separate jump."""

DIRECTIONS = """The lines along which pegs jump: `orthogonal` for rows and columns, `diagonal` for the diagonals as well
(8 directions), `triangular` for rows and both slanted lines of a triangular board (6). Default: `triangular` if each
row of the grid is offset by one column from the next, or if the rows are a left-justified triangle, else
`orthogonal`."""


class JumpBoardShape(Shape):
    """A jump board: exactly one of jump_table, holes + jumps, grid + lines, name."""

    jump_table = Integers(
        3,
        width=2,
        most=4 * MAX_JUMPS,
        json_schema=HOLES | {"minItems": 1, "maxItems": MAX_HOLES},
        short=[FLAT_ROWS],
        metadata=describe(JUMP_TABLE, [[[1, 2]], [], [[1, 0]]]),
    )
    holes = BoundedInteger(
        1, MAX_HOLES, metadata=describe("Number of holes. They are numbered from 0, in any order.", 3)
    )
    jumps = Integers(
        2,
        width=3,
        most=4 * MAX_JUMPS,
        json_schema=HOLES | {"maxItems": MAX_JUMPS, "uniqueItems": True},
        metadata=describe(JUMPS, [[0, 1, 2], [2, 1, 0]]),
    )
    grid = Rows(". #", elsewhere=PEGS_ELSEWHERE, metadata=describe(GRID, ["#..#", "....", "#..#"]))
    lines = fields.String(
        validate=validate.OneOf(LINES, error=Message("must be one of: {choices}")),
        metadata=describe(DIRECTIONS, "orthogonal"),
    )
    name = board_name("english")
    layout = LAYOUT


BOARD = Choice(
    "JumpBoard",
    JumpBoardShape,
    {
        "JumpTable": ("jump_table",),
        "JumpList": ("holes", "jumps"),
        "JumpGrid": ("grid", "lines"),
        "JumpBoardName": ("name",),
    },
    ("layout",),
    ("lines",),
)


def read_board(given: JsonObject, path: Path, errors: list[FieldError]) -> tuple[JumpBoard, Layout | None] | None:
    """The board, without jumps if they have an error, and its layout if its form gives one."""
    form = BOARD.form_of(given, path, errors)
    if form is None:
        return None
    path = (*path, form)
    holes = holes_in(given)
    if not 1 <= holes <= MAX_HOLES:
        text = Message("a board has 1 to {most} holes, not {given}", most=MAX_HOLES, given=holes)
        errors.append(field_error(path, text))
        return None
    if form == "grid":
        return _of_grid(given["grid"], given["lines"], path, errors)
    # The number of holes is known, so start and goal can be checked even if the jumps have errors.
    return _of_jumps(holes, given, path, errors) or JumpBoard(holes, ()), None


def holes_in(given: JsonObject) -> int:
    """Number of holes of a written board, unless it is given by name."""
    if "grid" in given:
        return sum(row.count(".") for row in given["grid"])
    return int(given["holes"]) if "holes" in given else len(given["jump_table"])


def _of_grid(grid: list[str], lines: str, path: Path, errors: list[FieldError]) -> tuple[JumpBoard, Layout]:
    row = crooked_row(grid) if lines == "triangular" else None
    if row is not None:
        offset = (
            "row {row} is not offset by one column from the next, as in a centred drawing; write # where a "
            "left-justified board has no hole"
        )
        errors.append(field_error((*path, row), Message(offset, row=row)))
    board, places = board_from_grid(grid, lines)
    if lines != "triangular":
        return board, points_of(places)
    # Lines in six directions are drawn at 60 degrees to each other.
    return board, [[column - row / 2, round(row * sqrt(3) / 2, 4)] for row, column in places]


def _of_jumps(holes: int, given: JsonObject, path: Path, errors: list[FieldError]) -> JumpBoard | None:
    """The board of a list of jumps or of a table, whose rows omit the first hole of each jump."""
    if "jumps" in given:
        jumps = list(map(tuple, given["jumps"]))
        paths: list[Path] = [(*path[:-1], "jumps", index) for index in range(len(jumps))]
    else:
        rows = list(enumerate(given["jump_table"]))
        jumps = [(hole, *jump) for hole, row in rows for jump in row]
        paths = [(*path, hole, index) for hole, row in rows for index in range(len(row))]
        if len(jumps) > MAX_JUMPS:  # a list of jumps that is too long has been refused by its field
            text = Message("a board has at most {most} jumps, not {given}", most=MAX_JUMPS, given=len(jumps))
            errors.append(field_error(path, text))
            return None
    try:
        return board_from_jumps(holes, jumps)
    except PuzzleError as error:
        for (index, *place), text in error.errors:
            if "jumps" not in given:  # the row is `from`, so that `over` and `to` have indices 0 and 1
                place = [int(number) - 1 for number in place if number != 0]
            errors.append(field_error((*paths[int(index)], *place), text))
    return None
