"""Pictures of blocks in any marks: from rows of letters, digits or numbers to the piece on each cell."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

from fewest.notation import JsonObject
from fewest.notation.fields import MAX_ROWS
from fewest.notation.formats.draft import ROOT, Draft, TextError
from fewest.notation.formats.format import Text
from fewest.notation.formats.rows import Row, span_of, unboxed
from fewest.notation.formats.steps import counted, spend
from fewest.solver.errors import Message

Point: TypeAlias = tuple[int, int]

FREE, WALL = ".", "#"
FREE_MARKS = ".-_0 "
"""Marks of an empty cell; a mark counts only where none before it is used."""

NUMBERS = re.compile(r"[\s,;|]*+(?:(?:-?\d{1,4}+|[._])[\s,;|]*+)++")
APART = re.compile(r"[\d._][\s,;|]+[-\d._]")
TOKEN = re.compile(r"-?\d+|[._]")
MAX_BARE = 200
"""Characters of a small board with all its blanks."""

QUOTES = {'"""', "'''", "```"}


@dataclass(frozen=True)
class Picture:
    """The piece on each cell by its name, ``.`` for none, ``#`` for a wall; and the rows of the text that show them."""

    cells: list[list[str]]
    rows: Sequence[Row]

    @property
    def size(self) -> Point:
        """Number of rows and of columns."""
        return len(self.cells), len(self.cells[0])

    @cached_property
    def pieces(self) -> dict[str, list[Point]]:
        """Row and column of each cell of each piece, in the order in which the pieces are met."""
        spend(sum(map(len, self.cells)))
        found: dict[str, list[Point]] = {}
        for r, row in enumerate(self.cells):
            for c, name in enumerate(row):
                if name not in (FREE, WALL):
                    found.setdefault(name, []).append((r, c))
        return found

    def with_marks(self, marks: Mapping[str, str]) -> Picture:
        """The picture with other marks."""
        return Picture([[marks.get(name, name) for name in row] for row in self.cells], self.rows)

    def inside(self) -> Picture:
        """The picture without its outermost rows and columns."""
        return Picture([row[1:-1] for row in self.cells[1:-1]], self.rows[1:-1])

    def draft(self, goal: Mapping[str, Point], metric: str, words: Message, **more: object) -> Draft:
        """The puzzle in which pieces must reach these corners."""
        start: JsonObject = {"start": {"picture": ["".join(row) for row in self.cells]}}
        if any(len(name) > 1 for name in self.pieces):
            grid = ["".join(WALL if name == WALL else FREE for name in row) for row in self.cells]
            names = [0 if name == FREE else int(name) for row in self.cells for name in row if name != WALL]
            start = {"board": {"grid": grid}, "start": {"pieces": names}}
        spans = {ROOT: span_of(self.rows)} | {
            f"{ROOT}/start/picture/{number}": row.span for number, row in enumerate(self.rows) if row.text.strip()
        }
        aims = {"at": {name: list(corner) for name, corner in goal.items()}}
        return Draft({"kind": "block", **start, "goal": aims, "metric": metric, **more}, words, spans)


def rows_in(text: Text) -> list[Row]:
    """The rows of a text; none if they are too many, or in lists that are none."""
    try:
        return text.rows
    except TextError:
        return []


@counted
def picture_of(rows: Sequence[Row]) -> Picture | None:
    """The cells of these rows, one character or number each; None if they are no rectangle of such.

    Between them may be blanks, commas or the lines of a table; rows may be parts of a line between slashes.
    """
    rows = [part for row in rows for part in row.split("/")] if len(rows) == 1 else rows
    filled = [row for row in rows if row.text.strip()]
    if not filled or len(rows) > MAX_ROWS:
        return None
    if all(NUMBERS.fullmatch(row.text) for row in filled) and any(APART.search(row.text) for row in filled):
        cells = [TOKEN.findall(row.text) for row in filled]
        rows = filled
    else:
        inside = unboxed(list(rows))
        drawn = [row for row in inside if isinstance(row, Row)]
        if not drawn:
            cells = [[cell.text or FREE for cell in row] for row in inside if not isinstance(row, Row)]
            rows = filled[: len(cells)]
        else:
            rows, cells = _characters(drawn)
    if not cells or len(set(map(len, cells))) > 1 or not 0 < len(cells[0]) <= MAX_ROWS or len(rows) != len(cells):
        return None
    if any(len(name) > 1 and not name.lstrip("-").isdecimal() for row in cells for name in row):
        return None
    marks = {name for row in cells for name in row}
    free = "-1" if "-1" in marks else next((mark for mark in FREE_MARKS if mark in marks), FREE)
    picture = Picture(cells, rows).with_marks({free: FREE, " ": FREE if free == " " else WALL})
    return None if any(name.startswith("-") for name in picture.pieces if len(name) > 1) else picture


def _characters(rows: Sequence[Row]) -> tuple[Sequence[Row], list[list[str]]]:
    """Rows of characters: as they stand, blanks where cells are empty; or every other one, if those between are blank."""
    filled = [row for row in rows if row.text.strip()]
    marks = set("".join(row.text for row in rows))
    if marks.isdisjoint(".-_0"):
        width = max(len(row.text) for row in rows) if " " in marks else 0
        spend(width * len(rows))
        if " " in marks and not any(row.text[1::2].strip() for row in rows) and width > 1:
            return rows, [list(row.text.ljust(width)[::2]) for row in rows]
        return rows, [list(row.text.ljust(width)) for row in rows]
    left = min(len(row.text) - len(row.text.lstrip()) for row in filled)
    lines = [row.text[left:].rstrip() for row in filled]
    wide = not any(line[1::2].strip() for line in lines) and max(map(len, lines)) > 1
    if not wide:
        return filled, [] if any(" " in line for line in lines) else list(map(list, lines))
    width = max(map(len, lines))
    return filled, [list(line.ljust(width)[::2]) for line in lines]


def bare_rows(text: Text) -> list[Row]:
    """The lines of a text as they stand, with those that are empty; without quotes around them."""
    rows: list[Row] = []
    at = len(text.whole) - len(text.whole.lstrip("\n"))
    for line in text.whole[at : at + MAX_BARE].rstrip("\n").split("\n"):
        if line.strip() not in QUOTES:
            rows.append(Row(line.rstrip(), range(at, at + len(line.rstrip()))))
        at += len(line) + 1
    return rows


def is_together(places: Sequence[Point]) -> bool:
    """Whether cells are connected along rows and columns."""
    left = set(places)
    todo = [left.pop()]
    while todo:
        r, c = todo.pop()
        near = {(r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)} & left
        left -= near
        todo += near
    return not left


def corner_of(places: Sequence[Point]) -> Point:
    """The upper left corner of the box around some cells."""
    return min(r for r, _ in places), min(c for _, c in places)


def size_of(places: Sequence[Point]) -> Point:
    """Rows and columns of the box around some cells."""
    top, left = corner_of(places)
    return max(r for r, _ in places) - top + 1, max(c for _, c in places) - left + 1


def places_for(picture: Picture, name: str, marked: Sequence[Point]) -> list[Point]:
    """The corners where a piece lies in the marked cells or covers them all, walls aside."""
    own, wanted = picture.pieces[name], set(marked)
    (top, left), (height, width) = corner_of(own), picture.size
    found = []
    for r in range(height - size_of(own)[0] + 1):
        for c in range(width - size_of(own)[1] + 1):
            spend(len(own))
            moved = {(a - top + r, b - left + c) for a, b in own}
            if (moved <= wanted or wanted <= moved) and all(picture.cells[a][b] != WALL for a, b in moved):
                found.append((r, c))
    return found
