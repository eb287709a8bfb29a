"""Sliding pieces as people write them: numbers in rows, in one line, or side by side without blanks."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import accumulate
from math import isqrt, prod

from fewest.notation.fields import MAX_ROWS
from fewest.notation.formats.draft import ROOT, Draft, Span, TextError
from fewest.notation.formats.lists import MAX_DIGITS
from fewest.notation.formats.rows import STEPS_OF_A_CELL, Cell, Row, uneven_row
from fewest.notation.formats.steps import counted, spend
from fewest.solver.errors import Message

EMPTY = {"", "0", ".", "_", "-", "x", "X", "*", "·", "□", "none", "nil", "null"}
"""How an empty cell is written."""

TOKEN = re.compile(r"\d+|(?<![\d])[._x*·□X-](?![\d])")
LINE = re.compile(r"(?:[\d\s,;]|(?<!\d)[._x*·□X-](?!\d))*")
HEXADECIMAL = set("0123456789ABCDEF")

LONGEST_PIECE = 3
"""Longest text of a piece in a drawing. A longer one is something else, such as several pieces."""

SMALLEST_STATE = 6
"""Least number of pieces of a position on one line of several. Fewer are a row of one position."""

LONGEST_SIZE = 2
"""Numbers in a size: rows and columns."""

INSTANCE = 16
"""Pieces of R. Korf's instances, each in a line after its number."""

SMALLEST_NUMBERED = 9
"""Cells of a board on which a single number that is out of order is a slip."""

FEWEST_JOINED = 4
"""Least number of adjacent digits that are read one by one."""


@counted
def rows_of_pieces(rows: Sequence[Row]) -> list[list[Cell]] | None:
    """The cells of each row; None if this is not a drawing of numbers.

    Numbers have blanks or commas between them. Digits without, all different, are pieces of their own, as are the
    digits of the hexadecimal system if each of them is there.
    """
    rows = _with_commas(rows)
    drawn = [row for line in rows for row in line.split("/;") if row.text.strip()]
    joined = _joined(drawn)
    if joined is not None:
        return joined
    if not all(LINE.fullmatch(row.text) for row in drawn):
        return None
    commas = any("," in row.text for row in drawn)
    cells = [found for row in drawn if (found := _fields(row) if commas else _tokens(row))]
    if any(len(cell.text) > LONGEST_PIECE for row in cells for cell in row):
        return None
    pieces = any(cell.text not in EMPTY for row in cells for cell in row)
    if not pieces or sum(map(len, cells)) < 2:
        return None
    board = without_header(cells)
    _refuse_a_remark(board)
    return board


def _with_commas(rows: Sequence[Row]) -> Sequence[Row]:
    """The rows, with commas for semicolons where these stand between the pieces of several rows."""
    between = len(rows) > 1 and all(";" in row.text and "," not in row.text for row in rows)
    if not between or any(len(part.text.split()) > 1 for row in rows for part in row.split(";")):
        return rows
    return [Row(row.text.replace(";", ","), row.at) for row in rows]


@counted
def _joined(rows: list[Row]) -> list[list[Cell]] | None:
    """Digits side by side, all different, each a piece; a blank among them is an empty cell. None if they are not."""
    texts = [row.text.rstrip() for row in rows]
    marks = [mark.upper() for mark in "".join(texts) if mark != " "]
    spaced = all(len(text) < 2 or re.search(r"\S[\s,;]\S", text) for text in texts)
    sixteen = {"0" if mark in "._-" else mark for mark in marks} == HEXADECIMAL
    known = sixteen or all(mark.isdecimal() or mark in EMPTY for mark in marks)
    if len(set(marks)) < len(marks) or len(marks) < FEWEST_JOINED or not known or not any(map(str.isdecimal, marks)):
        return None
    if sixteen and spaced:
        return [[_digit(mark, row.at[c], c) for c, mark in enumerate(row.text) if mark != " "] for row in rows]
    width = max(map(len, texts))
    blanks = any(" " in text or len(text) < width for text in texts)
    if spaced or (blanks and not any(len(text) == width > 1 and " " not in text for text in texts)):
        return None
    if any(mark in ",;" for mark in marks):
        return None
    return [
        [_digit((text[c : c + 1] or " "), row.at[min(c, len(text) - 1)], c) for c in range(width)]
        for row, text in zip(rows, texts, strict=True)
    ]


def _tokens(row: Row) -> list[Cell]:
    """Numbers and marks with blanks between them. A mark beside a digit is not a piece: it separates, or is a decimal
    point."""
    found = list(TOKEN.finditer(row.text))
    return [Cell(each[0], Span(row.at[each.start()], row.at[each.end() - 1] + 1), each.end()) for each in found]


def _fields(row: Row) -> list[Cell]:
    """What is between commas; an empty field is an empty cell."""
    parts = row.split(",")
    if len(parts) > 2 and not parts[-1].text.strip():
        del parts[-1]  # a comma at the end separates nothing
    spend(STEPS_OF_A_CELL * len(parts))
    cells = []
    for part, end in zip(parts, accumulate(len(part.text) + 1 for part in parts), strict=True):
        at = row.at[min(end, len(row.at)) - 1]
        cells += _tokens(part) or [Cell("", Span(at, at + 1), end)]
    return cells


@counted
def without_header(rows: list[list[Cell]]) -> list[list[Cell]]:
    """The rows without their size before them, or one row without the number of its instance before 16 pieces.

    What is left has each piece of a board once. Nothing else is left out.
    """
    cells = [cell for row in rows for cell in row]
    if _is_permutation(cells):
        return rows
    flat = len(rows) == 1 or all(len(row) == 1 for row in rows)
    size, rest = ([cells[0]], cells[1:]) if flat else (rows[0], [cell for row in rows[1:] for cell in row])
    if not _is_permutation(rest):
        return rows
    fits = _is_size([cell.text for cell in size], len(rest), None if flat else len(rows[1]))
    instance = len(rows) == 1 and len(rest) == INSTANCE
    if not (fits or instance):
        return rows
    return [[cell._replace(column=number) for number, cell in enumerate(rest)]] if flat else rows[1:]


def _is_size(words: Sequence[str], cells: int, width: int | None) -> bool:
    """Whether words are the size of a board: its side, or its rows and columns in either order."""
    if len(words) > LONGEST_SIZE or not all(map(str.isdecimal, words)):
        return False
    sides = [int(word) for word in words]
    return prod(sides * 2 if len(sides) == 1 else sides) == cells and (width is None or width in sides)


def _refuse_a_remark(rows: list[list[Cell]]) -> None:
    """Raise :class:`TextError` for numbers above or below a board that are no pieces of it, as its fewest moves."""
    for row, board in ((rows[0], rows[1:]), (rows[-1], rows[:-1])):
        cells = [cell for line in board for cell in line]
        beside = (
            len(board) > 1 and {len(line) for line in board} == {len(board[0])} and len(board[0]) not in (1, len(row))
        )
        if beside and _is_permutation(cells) and not _is_permutation([*cells, *row]):
            raise TextError(row[0].span, Message("unexpected: {found}", found=row[0].text))


def _refuse_a_slip(cells: list[Cell]) -> None:
    """Raise :class:`TextError` for a piece that is there twice or has too large a number, where only one is missing."""
    found = Counter(0 if cell.text.lower() in EMPTY else int(cell.text) for cell in cells)
    missing = [piece for piece in range(len(cells)) if not found[piece]]
    wrong = [piece for piece, number in found.items() if number > 1 or piece >= len(cells)]
    # Several empty cells are no slip, and a missing one has an error of its own.
    if len(cells) < SMALLEST_NUMBERED or len(missing) != 1 or len(wrong) != 1 or not missing[0] or not wrong[0]:
        return
    at = next(cell.span for cell in reversed(cells) if cell.text.isdecimal() and int(cell.text) == wrong[0])
    raise TextError(at, Message("expected: piece {missing} instead of {found}", missing=missing[0], found=wrong[0]))


@counted
def are_states(rows: list[Row]) -> bool:
    """Whether each row is a whole position: with every piece of a board once, or two rows with the same pieces."""
    if len(rows) < 2:
        return False
    states = [rows_of_pieces([row]) for row in rows]
    cells = [[cell for line in state for cell in line] for state in states if state is not None]
    large = all(len(each) >= SMALLEST_STATE for each in cells)
    if len(cells) < len(rows) or not large or len(set(map(len, cells))) > 1:
        return False
    contents = [sorted(cell.text for cell in each) for each in cells]
    same = len(rows) == 2 and contents[0] == contents[1]
    return same or all(map(_is_permutation, cells))


@counted
def _is_permutation(cells: list[Cell]) -> bool:
    numbers = sorted(0 if cell.text.lower() in EMPTY else int(cell.text) for cell in cells)
    return len(numbers) > 1 and numbers == list(range(len(numbers)))


def _digit(mark: str, at: int, column: int) -> Cell:
    digit = mark.upper()
    return Cell(str(int(digit, 16)) if digit in HEXADECIMAL else mark.strip(), Span(at, at + 1), column)


@counted
def drafts_of_pieces(rows: list[list[Cell]], *, drawn: bool) -> Iterator[Draft]:
    """Puzzles of sliding pieces; the goal is not part of them.

    Parameters
    ----------
    drawn
        Whether the column of a cell is that of its last character, so that gaps may be seen; else it is its number.

    Raises
    ------
    TextError
        If the rows make no board, or a piece has too many digits.
    """
    for cell in (cell for row in rows for cell in row if len(cell.text) > MAX_DIGITS):
        raise TextError(cell.span, Message("a number has too many digits"))
    named = any(cell.text in EMPTY for row in rows for cell in row)
    places = _columns(rows) if drawn else [[cell.column for cell in row] for row in rows]
    if places is not None:
        width = max(column for row in places for column in row) + 1
        if any(len(row) < width for row in places):
            if not named:
                yield _with_gaps(rows, places, width)
            elif width <= MAX_ROWS and len(rows) <= MAX_ROWS:
                grid = ["".join("." if column in row else "#" for column in range(width)) for row in places]
                yield _draft({"grid": grid}, rows, Message("pieces on a board with a cell for each of them"))
            return
    if uneven := uneven_row(rows):
        row = rows[uneven[0]]
        raise TextError(Span(row[0].span.begin, row[-1].span.end), uneven[1])
    if drawn or len(rows) == 1:
        _refuse_a_slip([cell for row in rows for cell in row])
    count = sum(map(len, rows))
    squarest = _squarest(count)
    shapeless = len(rows) == 1
    heights = dict.fromkeys((squarest, count // squarest)) if shapeless else [len(rows)]
    for rank, height in enumerate(heights):
        words = Message("pieces in {rows|# row|# rows} of {columns}", rows=height, columns=count // height)
        draft = _draft({"rows": height, "columns": count // height}, rows, words)
        yield replace(draft, rank=rank, shapeless=shapeless)


@counted
def _columns(rows: list[list[Cell]]) -> list[list[int]] | None:
    """The column of each cell where some rows have gaps; None if there are none, or the columns are not aligned."""
    if len(rows) < 2:
        return None
    ends = [[cell.column for cell in row] for row in rows]
    begins = [[cell.column - len(cell.text) for cell in row] for row in rows]
    for edges in (ends, begins):  # aligned to the right, or to the left
        steps = _steps(edges, 1 + max(len(cell.text) for row in rows for cell in row))
        if steps is not None:
            return steps
    if all(len(row) == len(rows[0]) for row in rows[:-1]) and len(rows[-1]) < len(rows[0]):
        return [list(range(len(row))) for row in rows]  # the last row ends early
    return None


@counted
def _steps(edges: list[list[int]], pitch: int) -> list[list[int]] | None:
    """The columns of cells with these edges; None if they are not multiples of a pitch, or if there is no gap."""
    left = min(row[0] for row in edges)
    steps = [[(edge - left) / pitch for edge in row] for row in edges]
    filled = {step for row in steps for step in row}
    if not all(step.is_integer() for step in filled) or all(len(row) == len(filled) for row in steps):
        return None
    return [[int(step) for step in row] for row in steps]


@counted
def _with_gaps(rows: list[list[Cell]], places: list[list[int]], width: int) -> Draft:
    """A rectangle whose empty cells are blank."""
    filled = []
    for row, columns in zip(rows, places, strict=True):
        found = dict(zip(columns, row, strict=True))
        end = row[-1].span.end
        filled.append([found.get(column, Cell("", Span(end, end), column)) for column in range(width)])
    words = Message(
        "pieces in {rows|# row|# rows} of {columns}, where a blank is an empty cell", rows=len(rows), columns=width
    )
    return _draft({"rows": len(rows), "columns": width}, filled, words)


def _draft(board: dict[str, object], rows: list[list[Cell]], words: Message) -> Draft:
    cells = [cell for row in rows for cell in row]
    start = [0 if cell.text.lower() in EMPTY else int(cell.text) for cell in cells]
    spans = {ROOT: Span(cells[0].span.begin, cells[-1].span.end)}
    spans |= {f"{ROOT}/start/{number}": cell.span for number, cell in enumerate(cells)}
    return Draft({"kind": "slide", "board": board, "start": start}, words, spans)


def _squarest(size: int) -> int:
    """The number of rows of the rectangle of a size that is nearest to a square."""
    return next(rows for rows in range(isqrt(size), 0, -1) if size % rows == 0)
