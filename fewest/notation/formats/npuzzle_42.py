"""Files of the n-puzzle generator of the 42 schools."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from fewest.notation.formats.draft import Draft, Span, TextError
from fewest.notation.formats.format import Format, Text
from fewest.notation.formats.pieces import is_position, rectangle, rows_of_pieces
from fewest.notation.slide.assumptions import in_a_ring
from fewest.solver.errors import Message

FIRST = re.compile(r"\s*#\s?(?:this puzzle is )?(?:un)?solvable\b.*", re.IGNORECASE)


def read_generated(text: Text) -> Iterator[Draft]:
    """The board of a file, first with the goal of the school."""
    lines = text.lines
    if not lines or not FIRST.fullmatch(lines[0].text):
        return
    rows = [row.part(0, len(row.text.partition("#")[0])) for row in lines]
    cells = rows_of_pieces([row for row in rows if row.text.strip()])
    if not cells:
        return
    if len(cells[0]) == 1:
        del cells[0]
    board = [cell for row in cells for cell in row]
    if {len(row) for row in cells} != {len(cells)} or not is_position(board):
        text_ = "a file of 42's generator has each piece once, and 0 for the empty cell"
        raise TextError(Span(board[0].span.begin, board[-1].span.end), Message(text_))
    draft = rectangle(board, len(cells))
    words = Message("a file of 42's generator: {board}", board=draft.words)
    ring = Message("The text gives no goal; assumed: the pieces in a ring around the empty cell.")
    goal = {"goal": in_a_ring(len(cells))}
    yield replace(draft, words=words, document=draft.document | goal, assumed=("goal",), assumptions=(ring,))
    yield replace(draft, words=words, rank=1)


NPUZZLE_42 = Format(
    name="npuzzle-42",
    title="A file of the n-puzzle generator of the 42 schools",
    source="npuzzle-gen.py, as in github.com/evgenkarlson/ALL_SCHOOL_42 and github.com/AntoineMau/N-Puzzle",
    conventions="A comment that says whether it is solvable, the side, the rows, 0 for the empty cell, # before "
    "comments. The goal is a ring from the top left corner to the empty cell inside, not the rows: on 3 x 3 one of the "
    "two is impossible.",
    example="# This puzzle is solvable\n3\n1 3 4\n8 2 0\n7 6 5",
    read=read_generated,
    whole=True,
)
