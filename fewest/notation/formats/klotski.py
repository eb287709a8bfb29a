"""Klotski (华容道): blocks on 5 rows of 4 with one square, in letters or numbers; and other blocks in numbers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from fewest.notation.formats.blocks import plain_draft
from fewest.notation.formats.draft import Draft
from fewest.notation.formats.format import Format, Text
from fewest.notation.formats.pictures import (
    FREE,
    WALL,
    Picture,
    Point,
    corner_of,
    is_together,
    picture_of,
    rows_in,
    size_of,
)

SIZE, EXIT, SQUARE = (5, 4), (3, 1), (2, 2)
"""Rows and columns of the board, the corner of the square when it is out, and its size."""


def put(cells: list[list[str]], name: str, corner: Point, size: Point) -> bool:
    """Put a block on free cells, and say whether it fits there."""
    (top, left), (height, width) = corner, size
    places = [(r, c) for r in range(top, top + height) for c in range(left, left + width)]
    fits = all(r < len(cells) and c < len(cells[0]) and cells[r][c] == FREE for r, c in places)
    for r, c in places if fits else ():
        cells[r][c] = name
    return fits and bool(places)


def _klotski(picture: Picture) -> Draft | None:
    """The puzzle of a board of Klotski, perhaps in a frame; None if it is none, or its square is out already."""
    if picture.size == (SIZE[0] + 2, SIZE[1] + 2):
        cells = picture.cells
        sides, below = {*cells[0], *(row[place] for row in cells for place in (0, -1))}, {*cells[-1]}
        picture = picture.inside() if sides == {WALL} and below <= {WALL, FREE} else picture
    squares = [name for name, cells in picture.pieces.items() if len(cells) == 4 and size_of(cells) == SQUARE]
    if picture.size != SIZE or len(squares) != 1 or corner_of(picture.pieces[squares[0]]) == EXIT:
        return None
    walled = any(WALL in row[EXIT[1] : EXIT[1] + 2] for row in picture.cells[EXIT[0] :])
    return None if walled else plain_draft(picture, (squares[0], EXIT))


def read_blocks(text: Text) -> Iterator[Draft]:
    """A board of Klotski, or blocks in numbers."""
    rows = rows_in(text)
    # A row of letters may look like a word.
    picture = (picture_of(text.lines) if not text.has_lists else None) or picture_of(rows)
    if picture is None or not all(map(is_together, picture.pieces.values())):
        return
    draft = _klotski(picture) if len(picture.pieces) > 2 else None  # fewer may be pegs
    if not all(map(str.isdecimal, picture.pieces)):
        yield from [draft] if draft is not None else []
        return
    sizes = [len(cells) for cells in picture.pieces.values()]
    several = [size for size in sizes if size > 1]
    # Equal numbers are blocks, not a slip, if most cells belong to blocks of several cells.
    if draft is not None or (len(sizes) > 2 and len(several) > 1 and 2 * sum(several) >= sum(sizes)):
        glued = not any(mark in row.text for row in picture.rows for mark in " ,;")
        yield replace(draft or plain_draft(picture), exact=glued)


KLOTSKI = Format(
    name="klotski",
    title="Klotski, 华容道, in letters or numbers",
    source="Books and programs; the exit is that of npm klotski 4.0.0 and conwnet/huarongdao (2017)",
    conventions="A letter, digit or number for the block on each cell; . - _ blank, -1, or 0 (where nothing else is) "
    "is empty, so that 0 is a block where empty cells are dots. On 5 rows of 4 with one square of 2 by 2 the square "
    "goes to row 3, column 1, wherever it starts; on other boards the largest block goes to the opposite side. Both "
    "are assumed. Equal numbers that are connected are blocks first, and sliding pieces in a second reading.",
    example="2 1 1 3\n2 1 1 3\n4 5 6 7\n4 0 8 7\n9 10 0 11",
    read=read_blocks,
)
