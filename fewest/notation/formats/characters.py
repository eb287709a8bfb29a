"""Pieces of one character each, side by side."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from fewest.notation.formats.draft import Draft, Span
from fewest.notation.formats.format import Format, Text
from fewest.notation.formats.pieces import EMPTY, drafts_of_pieces, shapes
from fewest.notation.formats.rows import Cell, Row
from fewest.notation.formats.steps import counted

DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
LETTERS = (16, 25)
"""Cells of the boards on which letters are digits, too, if each is there."""

FEWEST = 4
"""Least number of characters that are read one by one."""


@counted
def rows_of_characters(rows: Sequence[Row]) -> list[list[Cell]] | None:
    """The cells of rows of digits without blanks between, all different; None if these are none.

    A blank is an empty cell if no other is.
    """
    lines = [part for row in rows for part in row.split("/;,") if part.text.strip()]
    apart = [Row(row.text.lstrip()[::2], [row.at[len(row.text) - len(row.text.lstrip())]] * 64) for row in lines]
    letters = {mark.upper() for row in apart for mark in row.text}
    if len(lines) > 1 and {"0" if mark in "._-" else mark for mark in letters} == set(DIGITS[: LETTERS[0]]):
        lines = apart if not any(row.text.lstrip()[1::2].strip() for row in lines) else lines
    if len(lines) == 1 and len({len(group) for group in lines[0].text.split()}) == 1 < len(lines[0].text.split()[0]):
        lines = lines[0].words()
    groups = lines[0].split("_") if len(lines) == 1 else []
    lines = groups if {len(part.text) for part in groups} == {len(groups)} else lines
    left = min((len(row.text) - len(row.text.lstrip()) for row in lines), default=0)
    lines = [row.part(left, len(row.text)) for row in lines] if len(lines) > 1 and left > 1 else lines
    texts = [row.text.rstrip() for row in lines]
    width = max(map(len, texts), default=0)
    marks = [_digit(mark) for mark in "".join(texts) if mark != " "]
    high = len(marks) in LETTERS and set(marks) == set(DIGITS[: len(marks)])
    # On other boards, b and e are the empty cell.
    marks = marks if high else ["0" if mark in "BE" else mark for mark in marks]
    if width < 2 or len(marks) < FEWEST or len(set(marks)) < len(marks) or not (high or "".join(marks).isdecimal()):
        return None
    blanks = any(" " in text or len(text) < width for text in texts)
    if blanks and ("0" in marks or not any(len(text) == width and " " not in text for text in texts)):
        return None
    return [[_cell(row, column, high=high) for column in range(width)] for row in lines]


def _digit(mark: str) -> str:
    return "0" if mark.lower() in EMPTY and mark not in "bBeE" else mark.upper()


def _cell(row: Row, column: int, *, high: bool) -> Cell:
    mark = row.text[column : column + 1].strip()
    digit = DIGITS.find(_digit(mark)) if mark else 0
    at = row.at[min(column, len(row.at) - 1)]
    return Cell(str(digit if high or digit <= len("123456789") else 0), Span(at, at + 1), column)


def read_characters(text: Text) -> Iterator[Draft]:
    """A board of one character a piece."""
    cells = rows_of_characters(text.rows)
    if cells is not None:
        yield from shapes(cells[0]) if len(cells) == 1 else drafts_of_pieces(cells, drawn=False)


CHARACTERS = Format(
    name="characters",
    title="Pieces of one character each",
    source="Programs for POJ 1077 (12345678x), github.com/jeangnc/8puzzle; Rosetta Code, 15 puzzle solver",
    conventions="All pieces of a board side by side, in a line or in rows: digits; A to F are 10 to 15 on 16 cells, "
    "A to O 10 to 24 on 25. 0, x, b, _ and . are the empty cell. No goal is written.",
    example="fe169b4c0a73d852",
    read=read_characters,
    line=True,
)
