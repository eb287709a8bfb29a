"""Sliding pieces in rows: numbers with blanks, commas or semicolons between, and all that stands for an empty cell."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import accumulate
from math import gcd, prod

from fewest.notation.fields import MAX_ROWS
from fewest.notation.formats.draft import ROOT, Draft, Span, TextError
from fewest.notation.formats.lists import MAX_DIGITS
from fewest.notation.formats.rows import STEPS_OF_A_CELL, Cell, Row, uneven_row
from fewest.notation.formats.steps import counted, spend
from fewest.solver.errors import Message

MARKS = [*"._-x*·□⬜⬛be", "0", "-1", "00", "--", "__", "___", "", "''", '""']
EMPTY = frozenset(
    [*MARKS, "none", "nil", "null", "blank", "empty", "space", "gap", "hole", "leer", "vide", "vacío", "空"]
)
"""How an empty cell is written, in small letters."""

COMMENT = re.compile(
    r"(?:^|\s)\s*(?:#|//|%|;|--)(?!.*(?:goal|target|final|desired|end\b))\s?[^\n]*[^\W\d_]{2}[^\n]*$", re.I
)
"""A remark above the rows of numbers or behind one, which says nothing of a goal."""

SMALLEST_NUMBERED = 9
"""Cells of a board on which a single number that is too large is a slip."""

LEAST_PEGS = 20
"""Cells of a matrix whose 0 and 1 are rather holes and pegs."""

LONGEST_PIECE = 3
"""Longest text of a piece in a drawing. A longer one is something else, such as several pieces."""

MOST_BITS = 200
"""More digits in a row are neither pieces nor holes."""

LONGEST_SIZE = 2
"""Numbers in a size: rows and columns."""


def piece_of(word: str) -> int | None:
    """The piece that a word stands for, 0 for an empty cell; None if it is neither."""
    if word.lower() in EMPTY:
        return 0
    return int(word) if word.isascii() and word.isdecimal() and len(word) <= MAX_DIGITS else None


def pieces_of(cells: Sequence[Cell]) -> list[int]:
    """The pieces of cells that are pieces or empty."""
    return [piece_of(cell.text) or 0 for cell in cells]


def is_position(cells: Sequence[Cell]) -> bool:
    """Whether every piece of a board is there once, and one cell is empty."""
    return len(cells) > 1 and sorted(pieces_of(cells)) == list(range(len(cells)))


@counted
def rows_of_pieces(rows: Sequence[Row]) -> list[list[Cell]] | None:
    """The cells of each row of numbers; None if this is not a drawing of numbers."""
    lines = [line for row in rows if (line := _without_comment(row)).text.strip()]
    several = len(lines) > 1 and all(";" in row.text and "," not in row.text for row in lines)
    between = ";" if several and all(len(part.text.split()) < 2 for row in lines for part in row.split(";")) else ","
    if between == ",":
        lines = [part for row in lines for part in row.split("/;") if part.text.strip()]
    fields = [row.split(between) for row in lines]
    gap = len(fields) > 1 or any(piece_of(part.text.strip()) == 0 for parts in fields for part in parts[:-1])
    if fields and gap and all(len(parts) > 2 and not parts[-1].text.strip() for parts in fields[:-1] or fields):
        # A comma at the end of each row separates nothing; the last one may end a sentence.
        fields = [parts if parts[-1].text.strip() else parts[:-1] for parts in fields]
        last = fields[-1][-1]
        fields[-1][-1] = last.part(0, len(last.text) - last.text.endswith("."))
    spend(STEPS_OF_A_CELL * sum(map(len, fields)))
    cells = [list(_cells(parts)) for parts in fields]
    if len(cells) > 1 and {row[0].text for row in cells if row} in ({"-"}, {"*"}, {"•"}):
        inside = [row[1:] for row in cells]
        cells = inside if is_position([cell for row in inside for cell in row]) else cells  # else they are pieces
    if len(cells) > 2 and [_numbers(row) for row in cells] == [
        list(range(len(cells[0]))),
        *([place, *_numbers(row)[1:]] for place, row in enumerate(cells[1:]) if len(row) == len(cells[0]) + 1),
    ]:
        cells = [row[1:] for row in cells[1:]]  # the numbers of rows and columns, as pandas prints them
    words = [cell.text for row in cells for cell in row]
    long = next((cell for row in cells for cell in row if len(cell.text) > MOST_BITS and cell.text.isdecimal()), None)
    if len(words) > 1 and long is not None:
        raise TextError(long.span, Message("a number has too many digits"))
    if {"-1", "0"} <= set(words) == {str(number) for number in range(-1, len(words) - 1)}:  # 0 is a piece, too
        return [[cell._replace(text=str(int(cell.text) + 1)) for cell in row] for row in cells]
    if {"-1", "0"} <= set(words):  # a matrix of pegs, where a number is a slip
        strange = next((cell for row in cells for cell in row if cell.text not in {"-1", "0", "1", "2"}), None)
        if strange is not None and words.count("0") + words.count("1") + words.count("-1") > len(words) / 2:
            raise TextError(strange.span, Message("unexpected: {found}", found=strange.text))
    if len(words) < 2 or any(
        (piece := piece_of(word)) is None or (piece and len(word) > LONGEST_PIECE) for word in words
    ):
        return None
    return cells if any(map(piece_of, words)) else None


def _numbers(cells: Sequence[Cell]) -> list[int | None]:
    return [int(cell.text) if cell.text.isdecimal() else None for cell in cells]


def _without_comment(row: Row) -> Row:
    comment = COMMENT.search(row.text)
    return row if comment is None else row.part(0, comment.start())


def _cells(parts: Sequence[Row]) -> Iterator[Cell]:
    """The words of the fields of a row; an empty field is an empty cell."""
    for part, end in zip(parts, accumulate(len(part.text) + 1 for part in parts), strict=True):
        begin = end - 1 - len(part.text)
        for found in re.finditer(r"\S+", part.text):
            word = re.sub(r"""^(["'])(.*)\1$""", r"\2", found[0])
            yield Cell(word, Span(part.at[found.start()], part.at[found.end() - 1] + 1), begin + found.end())
        if len(parts) > 1 and not part.text.strip():
            at = part.at[0] if part.at else max((each.at[-1] for each in parts if each.at), default=0)
            yield Cell("", Span(at, at + 1), end - 1)


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
    places = _columns(rows) if drawn else [[cell.column for cell in row] for row in rows]
    width = 0 if places is None else max(column for row in places for column in row) + 1
    gaps = places is not None and any(len(row) < width for row in places)
    sized = _without_number(rows, gaps=gaps)
    if sized is not None:
        yield sized
        if not any(cell.text == "." for row in rows for cell in row):
            return  # only on a printed board with a dot, the numbers may be pieces, too
    if places is not None and gaps:
        cells = [cell for row in rows for cell in row]
        straight = all(columns == list(range(len(columns))) for columns in places)
        # Rows of several lengths are a board if they say so by a dot, or by having each of its pieces.
        dotted, pieces = any(cell.text == "." for cell in cells), pieces_of(cells)
        # With a cell more, each piece of a usual board would be there once.
        lost = len(cells) >= SMALLEST_NUMBERED - 1 and max(pieces) == len(set(pieces)) == len(pieces)
        small = is_position(cells) and len(cells) < SMALLEST_NUMBERED
        if straight and not small and (lost or not dotted):
            even = len(set(map(len, rows[:-1]))) == 1 and is_position([*cells, Cell("", cells[-1].span, 0)])
            if not even and (uneven := uneven_row(rows)):
                row = rows[uneven[0]]
                raise TextError(Span(row[0].span.begin, row[-1].span.end), uneven[1])
        named = any(cell.text.lower() in EMPTY for row in rows for cell in row)
        strange = [cell for cell in cells if (piece_of(cell.text) or 0) > 2]
        if len(cells) > LEAST_PEGS and 0 < len(strange) < 3:  # a matrix of pegs, and a number beside it
            raise TextError(strange[0].span, Message("unexpected: {found}", found=strange[0].text))
        if not named:
            yield _with_gaps(rows, places, width).ranked(sized is not None)
        elif width <= MAX_ROWS and len(rows) <= MAX_ROWS:
            grid = ["".join("." if column in row else "#" for column in range(width)) for row in places]
            lengths = ", ".join(str(len(row)) for row in rows)
            words = Message("pieces on a board with a cell for each of them, row by row {lengths}", lengths=lengths)
            yield draft_of({"grid": grid}, rows, words).ranked(sized is not None)
        return
    if sized is not None:
        return
    if uneven := uneven_row(rows):
        row = rows[uneven[0]]
        raise TextError(Span(row[0].span.begin, row[-1].span.end), uneven[1])
    cells = [cell for row in rows for cell in row]
    refuse_a_slip(cells, alone=len(rows) == 1)
    found = [rectangle(cells, len(rows))] if len(rows) > 1 else list(shapes(cells))
    yield from (_told_of_equals(draft, cells) for draft in found)


def refuse_a_slip(cells: Sequence[Cell], *, alone: bool) -> None:
    """Raise :class:`TextError` for a piece with too large a number, where one other is missing; in a line alone, also
    for a piece that is there twice."""
    pieces = pieces_of(cells)
    missing = set(range(1, len(cells))).difference(pieces)
    twice = {piece for place, piece in enumerate(pieces) if piece in pieces[:place]} if alone else set()
    wrong = [cell for cell in cells if (piece_of(cell.text) or 0) >= len(cells) or piece_of(cell.text) in twice]
    once = 0 in pieces and len(set(pieces)) == len(cells) - len(twice)
    if (
        len(cells) >= SMALLEST_NUMBERED
        and len(missing) == 1
        and once
        and len(wrong) == 1 + len(twice)
        and 0 not in twice
    ):
        text = "expected: piece {missing} instead of {found}"
        raise TextError(wrong[-1].span, Message(text, missing=missing.pop(), found=wrong[-1].text))


def _told_of_equals(draft: Draft, cells: Sequence[Cell]) -> Draft:
    """The draft; where pieces are equal, it says which."""
    pieces = pieces_of(cells)
    equal = sorted({piece for piece in pieces if piece and pieces.count(piece) > 1}) if len(cells) <= MOST_BITS else []
    if not equal or set(pieces) <= {0, 1, 2}:
        return draft
    words = Message("{board}, several with each of {numbers}", board=draft.words, numbers=", ".join(map(str, equal)))
    return replace(draft, words=words)


def shapes(cells: Sequence[Cell]) -> Iterator[Draft]:
    """The rectangles that a line of pieces may be: those nearest to a square."""
    count = len(cells)
    squarest = next(rows for rows in range(int(count**0.5), 0, -1) if count % rows == 0)
    for rank, height in enumerate(dict.fromkeys((squarest, count // squarest))):
        yield replace(rectangle(cells, height), rank=rank, shapeless=True, guessed=squarest**2 != count)


def rectangle(cells: Sequence[Cell], rows: int) -> Draft:
    """Pieces on a rectangle of so many rows."""
    columns = len(cells) // rows
    words = Message("pieces in {rows|# row|# rows} of {columns}", rows=rows, columns=columns)
    return draft_of({"rows": rows, "columns": columns}, [cells], words)


def draft_of(board: dict[str, object], rows: Sequence[Sequence[Cell]], words: Message) -> Draft:
    """Pieces on a board, row by row."""
    cells = [cell for row in rows for cell in row]
    spans = {ROOT: Span(cells[0].span.begin, cells[-1].span.end)}
    spans |= {f"{ROOT}/start/{number}": cell.span for number, cell in enumerate(cells)}
    return Draft({"kind": "slide", "board": board, "start": pieces_of(cells)}, words, spans)


def _without_number(rows: list[list[Cell]], *, gaps: bool) -> Draft | None:
    """A board whose size stands above it, or that has numbers below it that are no pieces.

    Raises
    ------
    TextError
        If numbers above it are not its size, and the rows have no gaps either.
    """
    if all(len(row) == 1 for row in rows):
        cells = [row[0] for row in rows[1:]]
        fits = len(rows) > 1 and _is_size(rows[0], cells) and is_position(cells)
        return rectangle(cells, int(rows[0][0].text)) if fits else None
    for row, board in ((rows[0], rows[1:]), (rows[-1], rows[:-1])):
        cells, width = [cell for line in board for cell in line], len(board[0]) if board else 0
        lines = len(board) > 1 or is_position(cells)
        if (not lines and row is rows[-1]) or any(not cell.text.isdecimal() for cell in row) or len(row) == width:
            continue
        if row is rows[0] and _is_size(row, cells) and (len(row) == 1 or str(width) in [cell.text for cell in row]):
            end = Cell("", Span(cells[-1].span.end, cells[-1].span.end), cells[-1].column)
            full = [*cells, end] if is_position([*cells, end]) else cells
            if is_position(full) and {len(line) for line in board[:-1]} <= {width} and len(full) == width * len(board):
                return rectangle(full, len(board))
        even, dotted = {len(line) for line in board} == {width} and width > 1, any(cell.text == "." for cell in cells)
        if not even or not is_position(cells) or (dotted and is_position([*cells, *row])):
            continue
        if row is not rows[0]:
            if len(row) > 1:
                return None  # a row that is too short
            found = rectangle(cells, len(board)) if len(board) > 1 else next(shapes(cells))
            left = row[0].text
            return replace(found, words=Message("{board}, leaving out {numbers}", board=found.words, numbers=left))
        if not (gaps and dotted):
            raise TextError(row[0].span, Message("unexpected: {found}", found=row[0].text))
    return None


def _is_size(size: Sequence[Cell], cells: Sequence[Cell]) -> bool:
    """Whether numbers are the size of a board: its side, or its rows and columns in either order."""
    sides = [int(cell.text) for cell in size if cell.text.isdecimal()]
    count = prod(sides * 2 if len(sides) == 1 else sides)
    return len(size) == len(sides) <= LONGEST_SIZE and len(cells) in (count, count - 1)


@counted
def _columns(rows: list[list[Cell]]) -> list[list[int]] | None:
    """The column of each cell where some rows have gaps; None if there are none, or the columns are not aligned."""
    if len(rows) < 2 or any(len(cell.text) > LONGEST_PIECE for row in rows for cell in row):
        return None
    ends = [[cell.column for cell in row] for row in rows]
    begins = [[cell.column - len(cell.text) for cell in row] for row in rows]
    for edges in (ends, begins):  # aligned to the right, or to the left
        steps = _steps(edges, 1 + max(len(cell.text) for row in rows for cell in row if cell.text.isdecimal()))
        if steps is not None:
            return steps
    if all(len(row) == len(rows[0]) for row in rows[:-1]) and len(rows[-1]) < len(rows[0]):
        return [list(range(len(row))) for row in rows]  # the last row ends early
    return None


@counted
def _steps(edges: list[list[int]], least: int) -> list[list[int]] | None:
    """The columns of cells with these edges; None if they are closer than the least pitch, or if there is no gap."""
    left = min(row[0] for row in edges)
    filled = {edge for row in edges for edge in row}
    pitch = gcd(*(edge - left for edge in filled))
    if pitch < least or all(len(row) == len(filled) for row in edges):
        return None
    return [[(edge - left) // pitch for edge in row] for row in edges]


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
    return draft_of({"rows": len(rows), "columns": width}, filled, words)
