"""Pictures of sliding blocks: every character is the name of the piece on its cell."""

from __future__ import annotations

from collections.abc import Sequence

from fewest.schemas.errors import FieldError, Path, field_error
from fewest.solver.errors import Message

FREE = "."
WALLS = "# "
"""What is no piece in a picture: an empty cell, and cells that are not part of the board."""


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
    """Whether a picture has cells exactly where the grid has them; the first difference in each row is reported.

    Parameters
    ----------
    grid
        None for a board that was not drawn.
    cells
        Then the picture has as many as the board; None if that is not known.
    """
    before = len(errors)
    if grid is None:
        given = len(drawn_cells(drawn)[0])
        if cells is not None and given != cells:
            template = "must have {cells} cells like the board, not {given}"
            errors.append(field_error(path, Message(template, cells=cells, given=given)))
    elif len(drawn) != len(grid):
        text = Message("must have {rows} rows like the board, not {given}", rows=len(grid), given=len(drawn))
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
