"""Boards of pieces in one line, with and without the number that a paper gives them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from fewest.notation.formats.draft import Draft
from fewest.notation.formats.format import Format, Text
from fewest.notation.formats.pieces import is_position, rectangle, refuse_a_slip, rows_of_pieces, shapes
from fewest.solver.errors import Message

SIDES = (4, 5)
RECORD = (2, 3)
"""Numbers of the first line of a record of two lines."""

SMALLEST = 6
"""Cells of the smallest board that is read in a line."""


def read_instance(text: Text) -> Iterator[Draft]:
    """An instance with its number: in one line, or in a record of two."""
    rows = [row for row in text.rows if row.text.strip()]
    numbered = rows[0].split(":") if len(rows) == 1 else []
    rows = numbered[-1:] if len(numbered) == len(RECORD) else rows
    above = rows[0].text.split() if len(rows) == len(RECORD) else []
    if (
        not rows
        or len(rows) > len(RECORD)
        or not all(map(str.isdecimal, above))
        or (above and len(above) not in RECORD)
    ):
        return
    (cells, *_) = rows_of_pieces(rows[-1:]) or [[]]
    above = above or [part.text.strip() for part in numbered[:-1]]
    if not above and len(cells) - 1 in (side**2 for side in SIDES) and not is_position(cells):
        refuse_a_slip(cells[1:], alone=True)
    for side in SIDES:
        for begin in (0, 1):
            board, others = cells[begin:][: side**2], [*cells[:begin], *cells[begin:][side**2 :]]
            left = [*above, *(cell.text for cell in others)]
            if len(board) == side**2 and is_position(board) and left and len(others) < 3 - bool(above):
                draft = rectangle(board, side)
                words = Message("{board}, leaving out {numbers}", board=draft.words, numbers=" ".join(left))
                goal = Message("The text gives no goal; assumed: the empty cell first, then the pieces in order.")
                first = draft.document | {"goal": list(range(side**2))}
                yield replace(draft, document=first, words=words, assumed=("goal",), assumptions=(goal,))
                usual = Message("The text gives no goal; assumed: the pieces in order.")
                last = draft.document | {"goal": [*range(1, side**2), 0]}
                yield replace(draft, document=last, words=words, rank=1, assumed=("goal",), assumptions=(usual,))
                return


def read_line(text: Text) -> Iterator[Draft]:
    """A board in one line, with every piece once."""
    rows = text.rows if not text.has_lists else []
    (cells, *_) = (rows_of_pieces(rows) if len(rows) == 1 else None) or [[]]
    if len(cells) >= SMALLEST and is_position(cells):
        yield from shapes(cells)


KORF = Format(
    name="korf",
    title="A numbered instance of the 15-puzzle or the 24-puzzle",
    source="R. Korf's 100 instances, as in github.com/debraj92/Sliding_Puzzle_Solver, korf100.txt",
    conventions="The number of the instance, then 16 or 25 numbers row by row, 0 for the empty cell, and perhaps the "
    "length; or number, length and nodes in a line above. The goal has the empty cell first: 0, 1, 2 and so on.",
    example="1 14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3",
    read=read_instance,
    line=True,
)
LINE = Format(
    name="pieces-in-a-line",
    title="A board of pieces in one line",
    source="POJ 1077 (x is the empty cell); github.com/jinnaiyuu/combinatorial_instances (15 and 24 puzzles)",
    conventions="Every piece once, with blanks or commas between; the rows are not written, so the board nearest to a "
    "square is assumed. No goal is written: files of papers mean the empty cell first.",
    example="2 3 4 1 5 x 7 6 8",
    read=read_line,
    line=True,
)
