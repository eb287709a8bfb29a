"""Instances of the 15-puzzle and the 24-puzzle, as papers on search number them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from fewest.notation.formats.draft import Draft
from fewest.notation.formats.format import Format, Text
from fewest.notation.formats.pieces import is_position, rectangle, shapes
from fewest.notation.formats.rows import Cell, Row, Span
from fewest.solver.errors import Message

PIECES = (16, 25)
SMALLEST = 6
"""Cells of the smallest board that is read in a line."""


def cells_of(row: Row) -> list[Cell]:
    """The cells of a line of numbers; none if it is none."""
    if not re.fullmatch(r"\s*(?:(?:\d{1,9}|(?<!\S)[x_.](?!\S))[\s,]*){6,1000}+", row.text):
        return []
    found = re.finditer(r"[^\s,]+", row.text)
    return [Cell(each[0], Span(row.at[each.start()], row.at[each.end() - 1] + 1), each.start()) for each in found]


def read_instance(text: Text) -> Iterator[Draft]:
    """An instance with its number: in one line, or in a record of two."""
    rows = [row for row in text.rows if row.text.strip()]
    record = len(rows) == 2 and re.fullmatch(r"\s*\d{1,4}(?:\s+\d{1,15}){1,2}", rows[0].text)
    cells = cells_of(rows[-1]) if len(rows) == 1 or record else []
    before = rows[0].text.split() if record else []
    for size in PIECES:
        for begin in (0, 1):
            board, behind = cells[begin : begin + size], cells[begin + size :]
            left = [*before, *(cell.text for cell in (*cells[:begin], *behind))]
            if len(board) == size and len(behind) < 2 and left and is_position(board):
                draft = rectangle(board, int(size**0.5))
                words = Message("instance {number} of a paper: {board}", number=left[0], board=draft.words)
                if len(left) > 1:
                    words = Message("{board}, leaving out {numbers}", board=words, numbers=" ".join(left[1:]))
                if not before and not begin:
                    words = Message("{board}, leaving out {numbers}", board=draft.words, numbers=left[0])
                goal = Message("The text gives no goal; assumed: the empty cell first, then the pieces in order.")
                document = draft.document | {"goal": list(range(size))}
                yield replace(draft, document=document, words=words, assumed=("goal",), assumptions=(goal,))
                yield replace(draft, words=words, rank=1)
                return


def read_line(text: Text) -> Iterator[Draft]:
    """A board in one line, with every piece once."""
    rows = text.rows
    cells = cells_of(rows[0]) if len(rows) == 1 else []
    if len(cells) >= SMALLEST and is_position(cells):
        yield from shapes(cells)


KORF = Format(
    name="korf",
    title="A numbered instance of the 15-puzzle or the 24-puzzle",
    source="R. Korf's 100 instances, as in github.com/debraj92/Sliding_Puzzle_Solver (korf100.txt), and as records of two lines",
    conventions="The number of the instance, then 16 or 25 numbers row by row, 0 for the empty cell; or a line with its number, "
    "length and nodes above. The goal has the empty cell first: 0, 1, 2 and so on.",
    example="1 14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3",
    read=read_instance,
    line=True,
)
LINE = Format(
    name="pieces-in-a-line",
    title="A board of pieces in one line",
    source="POJ 1077 (x is the empty cell); github.com/jinnaiyuu/combinatorial_instances (15 and 24 puzzles)",
    conventions="Every piece once, with blanks or commas between; the rows are not written, so the board nearest to a square is "
    "assumed. No goal is written: files of papers mean the empty cell first.",
    example="2 3 4 1 5 x 7 6 8",
    read=read_line,
    line=True,
)
