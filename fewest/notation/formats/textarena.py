"""The board of TextArena's FifteenPuzzle with its letters and lines."""

from __future__ import annotations

import re
from collections.abc import Iterator

from fewest.notation.formats.draft import Draft
from fewest.notation.formats.format import Format, Text
from fewest.notation.formats.pieces import rectangle, rows_of_pieces
from fewest.notation.formats.rows import Row

HEADER = re.compile(r"\s*C0(?:\s+C\d){1,9}\s*")
ROW = re.compile(r"\s*R\d\s*(\|(?:[\s\d_]{1,5}\|){2,10})\s*")
RULE = re.compile(r"[\s+-]*")


def read_board(text: Text) -> Iterator[Draft]:
    """The board between its lines."""
    lines = [row for row in text.lines if row.text.strip() and not RULE.fullmatch(row.text)]
    if not lines or not HEADER.fullmatch(lines[0].text):
        return
    found = [ROW.fullmatch(row.text) for row in lines[1:]]
    inside = [row.part(*each.span(1)) for row, each in zip(lines[1:], found, strict=True) if each is not None]
    cells = rows_of_pieces([Row(row.text.replace("|", " "), row.at) for row in inside])
    if cells and len(inside) == len(found) and len({len(row) for row in cells}) == 1:
        yield rectangle([cell for row in cells for cell in row], len(cells))


TEXTARENA = Format(
    name="textarena",
    title="The board of TextArena's FifteenPuzzle",
    source="textarena 0.7.4, envs/FifteenPuzzle/renderer.py",
    conventions="Columns are C0, C1 and so on, rows R0, R1; __ is the empty cell, which is last at the goal.",
    example="     C0   C1\n   +----+----+\nR0 | 1  | __ |\n   +----+----+\nR1 | 3  | 2  |\n   +----+----+",
    read=read_board,
    whole=True,
)
