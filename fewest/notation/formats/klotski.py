"""Klotski (华容道): blocks on 5 rows of 4 with one square, in letters or numbers; and other blocks in numbers."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from itertools import count
from string import ascii_letters

from fewest.notation.formats.blocks import plain_draft
from fewest.notation.formats.draft import Draft
from fewest.notation.formats.format import Format, Text
from fewest.notation.formats.pictures import (
    FREE,
    WALL,
    Picture,
    corner_of,
    is_together,
    parts_of,
    picture_of,
    rows_in,
    size_of,
)
from fewest.notation.formats.rows import Row
from fewest.solver.errors import Message

SIZE, EXIT, SQUARE = (5, 4), (3, 1), (2, 2)
"""Rows and columns of the board, the corner of the square when it is out, and its size."""

STRINGS = re.compile(r'"([@-\[]{4})"')
"""A row of a board in a program, where @ is empty."""

PENNANT = 3, 0
"""Where a square that starts in the upper left corner goes in the Pennant puzzle."""

SOLDIERS, PAIRS = "兵卒小", ((2, 1), (1, 2))
"""Marks of blocks of one cell, however many of them are side by side; sizes of others that share a mark."""


def _klotski(picture: Picture) -> Iterator[Draft]:
    """The puzzles of a board of Klotski, perhaps in a frame; none if it is none, or its square is out already."""
    if picture.size == (SIZE[0] + 2, SIZE[1] + 2):
        cells = picture.cells
        sides, below = {*cells[0], *(row[place] for row in cells for place in (0, -1))}, {*cells[-1]}
        picture = picture.inside() if sides == {WALL} and below <= {WALL, FREE} else picture
    squares = [name for name, cells in picture.pieces.items() if len(cells) == 4 and size_of(cells) == SQUARE]
    if picture.size != SIZE or len(squares) != 1 or corner_of(picture.pieces[squares[0]]) == EXIT:
        return
    walled = any(WALL in row[EXIT[1] : EXIT[1] + 2] for row in picture.cells[EXIT[0] :])
    for rank, goal in enumerate((EXIT, PENNANT) if corner_of(picture.pieces[squares[0]]) == (0, 0) else (EXIT,)):
        if not walled:
            yield plain_draft(picture, (squares[0], goal)).ranked(rank)


def _parted(picture: Picture) -> tuple[Picture, list[str]]:
    """The picture with a name for each block, and the marks that stand for several, as where each kind has one."""
    cells, known = [list(row) for row in picture.cells], picture.pieces
    numbers = all(map(str.isdecimal, known))
    names = map(str, count(max(map(int, known)) + 1)) if numbers else iter([n for n in ascii_letters if n not in known])
    blocks: dict[tuple[int, ...], str] = defaultdict(lambda: next(names))
    marks = [mark for mark, places in known.items() if mark in SOLDIERS or not is_together(places)]
    for mark in marks:
        parts = list(parts_of(known[mark]))
        boxes = [size_of(part) for part in parts]
        full = mark not in SOLDIERS and all(h * w == len(part) for (h, w), part in zip(boxes, parts, strict=True))
        units = [unit for unit in PAIRS if full and all(h % unit[0] == w % unit[1] == 0 for h, w in boxes)]
        height, width = units[0] if units else (1, 1)
        for part in parts:
            top, left = corner_of(part)
            for r, c in part:
                cells[r][c] = blocks[top, left, (r - top) // height, (c - left) // width]
    return Picture(cells, picture.rows), marks


def read_blocks(text: Text) -> Iterator[Draft]:
    """A board of Klotski, or blocks in numbers."""
    strings = list(STRINGS.finditer(text.whole)) if "@" in text.whole else []
    rows = [Row(found[1], range(*found.span(1))) for found in strings] or rows_in(text)
    lines = text.lines if not text.has_lists else []
    if [row.text.isascii() for row in lines] == [False, *[True] * SIZE[0]]:
        lines = lines[1:]  # the name of a position, such as 横刀立马
    # A row of letters may look like a word.
    picture = picture_of(lines) or picture_of(rows)
    if picture is None:
        return
    few = len(picture.pieces) < 3  # these may be pegs
    blocks, marks = _parted(picture) if picture.size == SIZE and not few else (picture, [])
    found = list(_klotski(blocks)) if not few else []
    if marks:
        told = Message("Each of these marks is taken as several blocks: {marks}.", marks=", ".join(marks))
        found = [
            replace(each, assumed=("start", *each.assumed), assumptions=(told, *each.assumptions)) for each in found
        ]
    if not found and not all(map(is_together, picture.pieces.values())):
        return
    if not all(map(str.isdecimal, picture.pieces)):
        yield from found
        return
    sizes = [len(cells) for cells in picture.pieces.values()]
    several = [size for size in sizes if size > 1]
    # Equal numbers are blocks, not a slip, if most cells belong to blocks of several cells.
    if found or (len(sizes) > 2 and len(several) > 1 and 2 * sum(several) >= sum(sizes)):
        glued = not any(mark in row.text for row in picture.rows for mark in " ,;")
        yield from (replace(each, exact=glued) for each in found or [plain_draft(picture)])


KLOTSKI = Format(
    name="klotski",
    title="Klotski, 华容道, in letters or numbers",
    source="Books and programs; the exit is that of npm klotski 4.0.0 and conwnet/huarongdao (2017). Boards with @: "
    "SimonHung/Klotski, klotski.share.js and klotski.board.mine.js (2017)",
    conventions="A letter, digit, number or character for the block on each cell; . - _ @ 空 口 blank, -1, or 0 (where "
    "nothing else is) is empty, so that 0 is a block where empty cells are dots. On 5 rows of 4 with one square of 2 "
    "by 2 the square goes to row 3, column 1, wherever it starts; from the upper left corner it goes to column 0 in a "
    "second reading. On other boards the largest block goes to the opposite side. Both are assumed. On 5 rows of 4 a "
    "mark on cells that are not all connected, or 兵, stands for several blocks, of one cell if one of them has one "
    "cell. Equal numbers that are connected are blocks first, and sliding pieces in a second reading.",
    example="B A A C\nB A A C\nD E E F\nD G H F\nI . . J",
    read=read_blocks,
)
