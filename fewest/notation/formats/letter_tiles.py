"""Letters as sliding pieces."""

from __future__ import annotations

import itertools
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
LINE = re.compile(rf"\s*[A-Za-z{EMPTY}]{{9,36}}\s*")
FEWEST = 3
"""Letters of the smallest board."""


def read_letters(text: Text) -> Iterator[Draft]:
    """A board of letters, each on one cell, or a start and a goal."""
    parts = parts_of(text.rows) or (text.rows, [])
    start, goal = ([row for row in part if row.text.strip()] for part in parts)
    alone = len(start) == 1 and not goal and LINE.fullmatch(start[0].text)
    marks = "".join(row.text for row in start)
    first = ascii_uppercase[: len(marks) - 1]
    glued = set(first) < set(marks) <= {*first, *EMPTY} and len({len(row.text) for row in start}) == 1 < len(start)
    if not alone and not glued and (len(start) < 2 or not all(TILES.fullmatch(row.text) for row in (*start, *goal))):
        return
    cells, wanted = _cells(start), _cells(goal)
    height = isqrt(len(cells)) if alone else len(start)
    counts = Counter(cell.text for cell in cells)
    letters = sorted(counts.keys() - set(EMPTY))
    even = height**2 == len(cells) if alone else len({len(row.text.split()) for row in start}) == 1
    if not even or sum(counts[mark] for mark in EMPTY) != 1 or len(letters) < FEWEST:
        return
    number = {letter: str(place) for place, letter in enumerate(letters, 1)}
    tiles, end = ([cell._replace(text=number.get(cell.text, "0")) for cell in part] for part in (cells, wanted))
    draft = rectangle(tiles, height)
    told = {"board": draft.words, "letters": " ".join(letters), "last": len(letters)}
    words = Message("{board}: the letters {letters} are 1 to {last}", **told)
    if Counter(cell.text for cell in wanted) == counts:
        document = draft.document | {"goal": rectangle(end, height).document["start"]}
        yield replace(draft, document=document, words=Message("a start and a goal: {start}", start=words))
    elif not goal and max(counts.values()) == 1:
        column = height == len(cells)  # which may be blocks, too
        yield replace(draft, words=words, exact="".join(letters) == ascii_uppercase[: len(letters)] and not column)
    elif not goal and not alone and not _are_blocks(cells, len(cells) // height):
        twice = next(letter for letter in letters if counts[letter] > 1)
        said = Message("{letter} is there twice, so the letters have no order; write the goal below", letter=twice)
        raise TextError(span_of(start), said)


def _cells(rows: Sequence[Row]) -> list[Cell]:
    marks = [(mark, row.at[column]) for row in rows for column, mark in enumerate(row.text) if mark.strip()]
    return [Cell(mark.upper(), Span(at, at + 1), 0) for mark, at in marks]


def _are_blocks(cells: Sequence[Cell], width: int) -> bool:
    """Whether two equal letters are side by side."""
    marks = [cell.text for cell in cells]
    rows = any(a == b for place, (a, b) in enumerate(itertools.pairwise(marks), 1) if place % width)
    return rows or any(a == b for a, b in zip(marks, marks[width:], strict=False))


LETTER_TILES = Format(
    name="letter-tiles",
    title="Letters as pieces",
    source="github.com/nitlang/nit, puzzle.nit (abce.fdgh); exercises with letters in rows",
    conventions="Each letter on one cell, one cell empty (. _ - * or 0), in rows with blanks between or all in a line. "
    "The goal has the letters in order; letters that are there twice need a goal below.",
    example="A B C\nD _ E\nG H F",
    read=read_letters,
    line=True,
)
