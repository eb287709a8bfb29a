"""Klotski (华容道): blocks on 5 rows of 4 with one square, in letters, digits or numbers; and other blocks in numbers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from fewest.notation.formats.blocks import plain_draft
from fewest.notation.formats.draft import Draft
from fewest.notation.formats.format import Format, Text
from fewest.notation.formats.pictures import FREE, WALL, Picture, corner_of, is_together, picture_of, rows_in, size_of
from fewest.notation.formats.rows import Row

SIZE, EXIT, SQUARE = (5, 4), (3, 1), (2, 2)
"""Rows and columns of the board, the corner of the square when it is out, and its size."""


def _klotski(picture: Picture) -> Draft | None:
    """The puzzle of a board of Klotski, perhaps in a frame; None if it is none, or its square is out already."""
    inner, (rows, columns) = picture, picture.size
    if (rows - 2, columns - 2) == SIZE:
        sides = [*picture.cells[0], *(row[place] for row in picture.cells for place in (0, -1))]
        gaps = [name for name in picture.cells[-1] if name != WALL]
        inner = picture.inside() if set(sides) == {WALL} and set(gaps) <= {FREE} else picture
    squares = [name for name, cells in inner.pieces.items() if len(cells) == 4 and size_of(cells) == SQUARE]
    if inner.size != SIZE or len(squares) != 1:
        return None
    name, (row, column) = squares[0], EXIT
    walled = any(WALL in line[column : column + 2] for line in inner.cells[row : row + 2])
    if walled or corner_of(inner.pieces[name]) == EXIT:
        return None
    return plain_draft(inner, (name, EXIT))


def _are_blocks(picture: Picture) -> bool:
    """Whether equal numbers are blocks: each is connected, and most cells belong to blocks of several cells."""
    sizes = [len(cells) for cells in picture.pieces.values()]
    several = [size for size in sizes if size > 1]
    return len(sizes) > 2 and len(several) > 1 and 2 * sum(several) >= sum(sizes)


def read_blocks(text: Text) -> Iterator[Draft]:
    """A board of Klotski, or blocks in numbers."""
    rows: Sequence[Row] = rows_in(text)
    picture = picture_of(rows) if rows else None
    if picture is None or not all(map(is_together, picture.pieces.values())):
        return
    numbers = all(name.lstrip("-").isdecimal() for name in picture.pieces)
    glued = not any(mark in row.text for row in picture.rows for mark in " ,;")
    draft = _klotski(picture)
    if draft is None and numbers and _are_blocks(picture):
        draft = plain_draft(picture)
    if draft is not None and (not numbers or _are_blocks(picture)):
        yield replace(draft, exact=not numbers or glued)


KLOTSKI = Format(
    name="klotski",
    title="Klotski, 华容道, in letters or numbers",
    source="The common form in books and programs; the exit is that of npm klotski 4.0.0 and conwnet/huarongdao (2017)",
    conventions="A letter, digit or number for the block on each cell; . - _ blank, -1, or 0 (where nothing else is) is "
    "empty, so that 0 is a block where empty cells are dots. On 5 rows of 4 with one square of 2 by 2 the square goes to "
    "row 3, column 1, wherever it starts; on other boards the largest block goes to the opposite side. Both are assumed. "
    "Equal numbers that are connected are blocks first, and sliding pieces in a second reading.",
    example="2 1 1 3\n2 1 1 3\n4 5 6 7\n4 0 8 7\n9 10 0 11",
    read=read_blocks,
)
