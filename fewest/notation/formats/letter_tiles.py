"""Letters as sliding pieces."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import isqrt
from string import ascii_uppercase

from fewest.notation.formats.draft import Draft, Span, TextError
from fewest.notation.formats.format import Format, Text
from fewest.notation.formats.pieces import rectangle
from fewest.notation.formats.rows import Cell, Row, parts_of, span_of
from fewest.solver.errors import Message

EMPTY = "._*0-"
TILES = re.compile(rf"\s*(?:[A-Za-z{EMPTY}](?:\s+|$))+")
IN_A_LINE = re.compile(rf"\s*[A-Za-z{EMPTY}]{{9,36}}\s*")


def read_letters(text: Text) -> Iterator[Draft]:
    """A board of letters, each on one cell, or a start and a goal."""
    parts = parts_of(text.rows) or (text.rows, [])
    start, goal = ([row for row in part if row.text.strip()] for part in parts)
    height = len(start)
    if height == 1 and IN_A_LINE.fullmatch(start[0].text):
        height = isqrt(len(start[0].text.strip()))
    elif height < 2 or not all(TILES.fullmatch(row.text) for row in (*start, *goal)):
        return
    cells, wanted = _cells(start), _cells(goal)
    letters = sorted({cell.text.upper() for cell in cells} - set(EMPTY))
    empty = sum(cell.text in EMPTY for cell in cells)
    even = len({len(row.text.split()) for row in start}) == 1 and len(cells) % height == 0
    if empty != 1 or not even or len(letters) < 3 or (height == len(start) == 1) or (len(start) == 1 and height**2 != len(cells)):
        return
    counts = Counter(cell.text.upper() for cell in cells)
    if Counter(cell.text.upper() for cell in wanted) == counts:
        draft = rectangle(_pieces(cells, letters), height)
        document = draft.document | {"goal": rectangle(_pieces(wanted, letters), height).document["start"]}
        yield replace(draft, document=document, words=Message("a start and a goal: {start}", start=_told(draft, letters)))
        return
    in_order = "".join(letters) == ascii_uppercase[: len(letters)]
    if max(counts.values()) == 1 and not goal:
        draft = rectangle(_pieces(cells, letters), height)
        yield replace(draft, words=_told(draft, letters), exact=in_order)
    elif not goal and len(start) > 1 and _is_apart(start, counts):
        twice = next(letter for letter in letters if counts[letter] > 1)
        said = Message("{letter} is there twice, so the letters have no order; write the goal below", letter=twice)
        raise TextError(span_of(start), said)


def _cells(rows: Sequence[Row]) -> list[Cell]:
    marks = [(mark, row.at[column]) for row in rows for column, mark in enumerate(row.text) if mark.strip()]
    return [Cell(mark, Span(at, at + 1), number) for number, (mark, at) in enumerate(marks)]


def _pieces(cells: Sequence[Cell], letters: Sequence[str]) -> list[Cell]:
    number = {letter: str(place) for place, letter in enumerate(letters, 1)}
    return [cell._replace(text=number.get(cell.text.upper(), "0")) for cell in cells]


def _told(draft: Draft, letters: Sequence[str]) -> Message:
    order = " ".join(letters)
    return Message("{board}: the letters {letters} are 1 to {last}", board=draft.words, letters=order, last=len(letters))


def _is_apart(rows: Sequence[Row], counts: Counter[str]) -> bool:
    """Whether no two equal letters are side by side: then they are no blocks."""
    grid = [row.text.upper().split() for row in rows]
    beside = [(a, b) for row in grid for a, b in zip(row, row[1:], strict=False)]
    beside += [(a, b) for above, below in zip(grid, grid[1:], strict=False) for a, b in zip(above, below, strict=True)]
    return max(counts.values()) > 1 and all(a != b for a, b in beside)


LETTER_TILES = Format(
    name="letter-tiles",
    title="Letters as pieces",
    source="github.com/nitlang/nit, puzzle.nit (abce.fdgh); exercises with letters in rows",
    conventions="Each letter on one cell, one cell empty (. _ - * or 0), in rows with blanks between or all in a line. The goal has "
    "the letters in order; letters that are there twice need a goal below.",
    example="A B C\nD _ E\nG H F",
    read=read_letters,
    line=True,
)
