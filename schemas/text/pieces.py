"""Sliding pieces as people write them: numbers in rows, in one line, or side by side without blanks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from math import isqrt

from schemas.fields import MAX_ROWS
from schemas.text.draft import ROOT, Draft, Span, TextError
from schemas.text.rows import Cell, Row
from solver.errors import Message

EMPTY = {"", "0", ".", "_", "-", "x", "X", "*", "·", "□", "none", "nil", "null"}
"""How an empty cell is written."""

TOKEN = re.compile(r"\d+|[._x*·□X-]")
LINE = re.compile(r"[\d\s,;._x*·□X-]*")
HEXADECIMAL = set("0123456789ABCDEF")


def rows_of_pieces(rows: list[Row]) -> list[list[Cell]] | None:
    """The cells of each row; None if this is no drawing of numbers.

    Numbers have blanks or commas between them. Digits without, all different, are pieces of their own, as are the
    digits of the hexadecimal system if each of them is there.
    """
    drawn = [row for line in rows for row in _split(line) if row.text.strip()]
    together = "".join(row.text for row in drawn)
    marks = [mark for mark in together if not mark.isspace()]
    joined = all(len(row.text.strip()) > 1 and not re.search(r"[\s,;]", row.text.strip()) for row in drawn)
    if joined and len(set(marks)) == len(marks) > 3:
        sixteen = set("".join(marks).replace(".", "0").replace("_", "0")) == HEXADECIMAL
        if sixteen or (all(mark.isdecimal() or mark in EMPTY for mark in marks) and any(map(str.isdecimal, marks))):
            return [[_digit(mark, row.at[c], c) for c, mark in enumerate(row.text) if mark != " "] for row in drawn]
    if not all(LINE.fullmatch(row.text) for row in drawn):
        return None
    cells = [
        [Cell(each[0], Span(row.at[each.start()], row.at[each.end() - 1] + 1), each.end()) for each in found]
        for row in drawn
        if (found := list(TOKEN.finditer(row.text)))
    ]
    pieces = any(cell.text not in EMPTY for row in cells for cell in row)
    return cells if pieces and sum(map(len, cells)) > 1 else None


def _split(row: Row) -> list[Row]:
    """The rows of a line: ``867/254/301`` has three."""
    ends = [-1, *(place for place, mark in enumerate(row.text) if mark == "/"), len(row.text)]
    return [row.part(a + 1, b) for a, b in pairwise(ends)]


def _digit(mark: str, at: int, column: int) -> Cell:
    return Cell(str(int(mark, 16)) if mark in HEXADECIMAL else mark, Span(at, at + 1), column)


def drafts_of_pieces(rows: list[list[Cell]], *, drawn: bool) -> Iterator[Draft]:
    """Puzzles of sliding pieces; the goal is not part of them.

    Parameters
    ----------
    drawn
        Whether the column of a cell is that of its last character, so that gaps may be seen; else it is its number.

    Raises
    ------
    TextError
        If the rows make no board.
    """
    named = any(cell.text in EMPTY for row in rows for cell in row)
    places = _columns(rows) if drawn else [[cell.column for cell in row] for row in rows]
    if places is not None:
        width = max(column for row in places for column in row) + 1
        if any(len(row) < width for row in places):
            if not named:
                yield _with_gaps(rows, places, width)
            if width <= MAX_ROWS and len(rows) <= MAX_ROWS:
                grid = ["".join("." if column in row else "#" for column in range(width)) for row in places]
                yield _draft({"grid": grid}, rows, Message("pieces on a board with a cell for each of them"), rank=1)
            return
    uneven = next((row for row in rows if len(row) != len(rows[0])), None)
    if uneven is not None:
        text = Message("a row of {length} under one of {first}", length=len(uneven), first=len(rows[0]))
        raise TextError(Span(uneven[0].span.begin, uneven[-1].span.end), text)
    count = sum(map(len, rows))
    height = len(rows) if len(rows) > 1 else _squarest(count)
    words = Message("pieces in {rows} rows of {columns}", rows=height, columns=count // height)
    yield _draft({"rows": height, "columns": count // height}, rows, words)


def _columns(rows: list[list[Cell]]) -> list[list[int]] | None:
    """The column of each cell where some rows have gaps; None if there are none, or the columns are not aligned."""
    pitch = 1 + max(len(cell.text) for row in rows for cell in row)
    left = min(row[0].column for row in rows)
    steps = [[(cell.column - left) / pitch for cell in row] for row in rows]
    gaps = any(step != number for row in steps for number, step in enumerate(row)) or len(set(map(len, rows))) > 1
    whole = all(step.is_integer() for row in steps for step in row)
    filled = {step for row in steps for step in row}
    if not gaps or not whole or len(rows) < 2 or all(len(row) == len(filled) for row in steps):
        return None
    return [[int(step) for step in row] for row in steps]


def _with_gaps(rows: list[list[Cell]], places: list[list[int]], width: int) -> Draft:
    """A rectangle whose empty cells are blank."""
    filled = []
    for row, columns in zip(rows, places, strict=True):
        found = dict(zip(columns, row, strict=True))
        end = row[-1].span.end
        filled.append([found.get(column, Cell("", Span(end, end), column)) for column in range(width)])
    words = Message("pieces in {rows} rows of {columns}, where a blank is an empty cell", rows=len(rows), columns=width)
    return _draft({"rows": len(rows), "columns": width}, filled, words)


def _draft(board: dict[str, object], rows: list[list[Cell]], words: Message, rank: int = 0) -> Draft:
    cells = [cell for row in rows for cell in row]
    start = [0 if cell.text.lower() in EMPTY else int(cell.text) for cell in cells]
    spans = {ROOT: Span(cells[0].span.begin, cells[-1].span.end)}
    spans |= {f"{ROOT}/start/{number}": cell.span for number, cell in enumerate(cells)}
    return Draft({"kind": "slide", "board": board, "start": start}, words, spans, rank)


def _squarest(size: int) -> int:
    """The number of rows of the rectangle of a size that is nearest to a square."""
    return next(rows for rows in range(isqrt(size), 0, -1) if size % rows == 0)
