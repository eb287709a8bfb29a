"""The board of sliding blocks in JSON: its cells in one of several forms, and pictures, which show them, too."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from fewest.notation import JsonObject, meanings
from fewest.notation.boards import LAYOUT, Choice, board_name
from fewest.notation.cells import has_size, rows_of
from fewest.notation.errors import FieldError, Path, field_error
from fewest.notation.fields import BoundedInteger, Integers, Rows
from fewest.notation.meanings import describe
from fewest.notation.shape import Shape
from fewest.solver.block.board import MAX_CELLS, NONE, BlockBoard, board_from_grid, board_from_steps
from fewest.solver.errors import Message, PuzzleError

FREE = "."
WALLS = "# "
"""Characters of a picture that are not pieces: an empty cell, and places outside the board."""

PLACE = {"minimum": 0, "maximum": MAX_CELLS - 1}
CELLS = {"minimum": 0, "maximum": MAX_CELLS - 1, "minItems": 1, "maxItems": MAX_CELLS, "uniqueItems": True}

Places: TypeAlias = tuple[tuple[int, int], ...]
"""Row and column of every cell."""

Built: TypeAlias = tuple[BlockBoard, Places]

STEPS = """For each cell, in the order of their numbers, the next cell above it, to its left, to its right and below it;
-1 where there is none. Cells are numbered from 0: the first list is of cell 0."""


class BlockBoardShape(Shape):
    """A board for sliding blocks: exactly one of rows + columns, grid, steps, name."""

    rows = BoundedInteger(1, MAX_CELLS, metadata=describe(meanings.ROWS, 5))
    columns = BoundedInteger(1, MAX_CELLS, metadata=describe(meanings.COLUMNS, 4))
    grid = Rows(".# ", metadata=describe(meanings.GRID, ["....", "....", "#..#"]))
    steps = Integers(
        2,
        width=4,
        most=5 * MAX_CELLS,
        json_schema={"minimum": NONE, "maximum": MAX_CELLS - 1, "maxItems": MAX_CELLS},
        metadata=describe(STEPS, [[-1, -1, 1, 2], [-1, 0, -1, 3], [0, -1, 3, -1], [1, 2, -1, -1]]),
    )
    name = board_name("klotski")
    layout = LAYOUT


BOARD = Choice(
    "BlockBoard",
    BlockBoardShape,
    {
        "BlockRectangle": ("rows", "columns"),
        "BlockGrid": ("grid",),
        "BlockSteps": ("steps",),
        "BlockBoardName": ("name",),
    },
    ("layout",),
)


def read_board(
    given: JsonObject | None, drawn: Sequence[str] | None, path: Path, errors: list[FieldError], *, needed: bool
) -> Built | None:
    """The given board, or that of the picture. It is an error if a board is ``needed`` and neither is given."""
    if given is not None:
        form = BOARD.form_of(given, (*path, "board"), errors)
        if form is None:
            return None
        path = (*path, "board", form)
    elif drawn is not None:
        path = (*path, "start", "picture")
    else:
        if needed:
            errors.append(field_error(path, Message("needs a board, or a start with a picture of the board")))
        return None
    rows = grid_of(given, None if drawn is None else outline(drawn))
    if given is not None and "steps" in given:
        try:
            board = board_from_steps(given["steps"])
        except PuzzleError as error:
            errors.extend(field_error((*path, *place), text) for place, text in error.errors)
            return None
        built = board, board.places
    else:
        # Only boards given by steps have no rows.
        assert rows is not None
        built = board_from_grid(rows)
    return built if has_size(built[0].cells, MAX_CELLS, path, errors) else None


def grid_of(given: JsonObject | None, drawn: Sequence[str] | None) -> Sequence[str] | None:
    """The rows that show where a board has cells: its grid, its rectangle, or else the picture of the start."""
    return drawn if given is None or "steps" in given else rows_of(given)


def drawn_cells(drawn: Sequence[str]) -> tuple[list[tuple[str, int]], tuple[str, ...]]:
    """The character and the row of each cell of a picture, and the names of its pieces."""
    cells = [(char, number) for number, row in enumerate(drawn) for char in row if char not in WALLS]
    return cells, tuple(dict.fromkeys(char for char, _ in cells if char != FREE))


def outline(drawn: Sequence[str]) -> list[str]:
    """The grid of a picture: its cells, without the pieces on them."""
    return ["".join("#" if char in WALLS else FREE for char in row) for row in drawn]


def fits(
    drawn: Sequence[str], grid: Sequence[str] | None, cells: int | None, path: Path, errors: list[FieldError]
) -> bool:
    """Whether a picture has cells exactly where the grid has them. Reports the first difference in each row.

    Parameters
    ----------
    grid
        None for a board that was not drawn.
    cells
        Number of cells that the picture must then have; None if unknown.
    """
    before = len(errors)
    if grid is None:
        given = len(drawn_cells(drawn)[0])
        if cells is not None and given != cells:
            template = "must have {cells|# cell|# cells} like the board, not {given}"
            errors.append(field_error(path, Message(template, cells=cells, given=given)))
    elif len(drawn) != len(grid):
        text = Message("must have {rows|# row|# rows} like the board, not {given}", rows=len(grid), given=len(drawn))
        errors.append(field_error(path, text))
    else:
        for number, (row, wanted) in enumerate(zip(outline(drawn), outline(grid), strict=True)):
            for column in range(max(len(row), len(wanted))):
                pair = row[column : column + 1] == FREE, wanted[column : column + 1] == FREE
                if pair[0] != pair[1]:
                    text = Message("column {column} is a cell in the picture, but not of the board", column=column)
                    if pair[1]:
                        text = Message("column {column} is a cell of the board, but not in the picture", column=column)
                    errors.append(field_error((*path, number), text))
                    break
    return len(errors) == before
