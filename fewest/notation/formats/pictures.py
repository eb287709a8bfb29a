"""Pictures of blocks in any marks: from rows of letters, digits or numbers to the piece on each cell."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
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
FREE_MARKS = ("-1", FREE, "-", "_", "0", "@", "空", "口", "〇", " ")
"""Marks of an empty cell; one counts only where none before it is used."""

NUMBERS = re.compile(r"[\s,;|]*+(?:(?:-?\d++|[._])[\s,;|]*+)++")
APART = re.compile(r"[\d._][\s,;|]+[-\d._]")
TOKEN = re.compile(r"0*(-?\d+|[._])")


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
        spans = {f"{ROOT}/start/picture/{number}": row.span for number, row in enumerate(self.rows) if row.text.strip()}
        aims = {"at": {name: list(corner) for name, corner in goal.items()}}
        document = {"kind": "block", **start, "goal": aims, "metric": metric, **more}
        return Draft(document, words, spans | {ROOT: span_of(self.rows)})

    def places_for(self, name: str, marked: Sequence[Point], covers: bool) -> list[Point]:
        """The corners where a piece ``covers`` all marked cells, or lies within them; never on walls."""
        own, wanted = self.pieces[name], set(marked)
        (top, left), (height, width) = corner_of(own), size_of(own)
        found = []
        for r in range(self.size[0] - height + 1):
            for c in range(self.size[1] - width + 1):
                spend(len(own))
                moved = {(a - top + r, b - left + c) for a, b in own}
                fits = wanted <= moved if covers else moved <= wanted
                found += [(r, c)] if fits and all(self.cells[a][b] != WALL for a, b in moved) else []
        return found


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
    rows = rows[0].split("/;") if len(rows) == 1 else rows
    filled = [row for row in rows if row.text.strip()]
    if all(NUMBERS.fullmatch(row.text) for row in filled) and any(APART.search(row.text) for row in filled):
        rows, found = filled, [{each.end(): each[1] for each in TOKEN.finditer(row.text)} for row in filled]
        ends, cells = sorted({end for each in found for end in each}), [[*each.values()] for each in found]
        if len({*map(len, cells)}) > 1 and len(ends) == max(map(len, cells)):  # a blank is an empty cell
            cells = [[each.get(end, FREE) for end in ends] for each in found]
    else:
        inside = unboxed(list(rows))
        drawn = [row for row in inside if isinstance(row, Row)]
        table = [[cell.text or FREE for cell in row] for row in inside if not isinstance(row, Row)]
        rows, cells = _characters(drawn) if drawn else (filled[: len(table)], table)
    names = {name for row in cells for name in row}
    if len(set(map(len, cells))) != 1 or len(rows) != len(cells) or not 0 < len(cells[0]) <= MAX_ROWS >= len(cells):
        return None
    free = next((mark for mark in FREE_MARKS if mark in names), FREE)
    marks = {" ": WALL, free: FREE}
    if any(len(name) > 1 for name in names - {free}):
        if not all(name.isdecimal() for name in names - {free}):
            return None
        if "0" in names and free != "0":  # 0 is the empty cell among the numbers of a puzzle
            marks["0"] = str(max(int(name) for name in names - {free}) + 1)
    return Picture(cells, rows).with_marks(marks)


def _characters(rows: Sequence[Row]) -> tuple[Sequence[Row], list[list[str]]]:
    """Rows of characters, or of every other one if those between are blank. Blanks may be the empty cells."""
    filled = [row for row in rows if row.text.strip()]
    indent = min((len(row.text) - len(row.text.lstrip()) for row in filled), default=0)
    lines = [row.text[indent:].rstrip() for row in filled]
    width = max(map(len, lines), default=0)
    if any(" " in line for line in lines) and set("".join(lines)).isdisjoint(FREE_MARKS[1:-1]):
        # Blanks are empty cells: those before all rows may be, too, unless the board is too wide with them.
        left = indent if width + indent > len(rows) >= width else 0
        filled, lines = list(rows), [row.text[left:] for row in rows]
        width = max(map(len, lines))
        spend(width * len(rows))
        lines = [line.ljust(width) for line in lines]
    for at in (0, 1) if width > 1 else ():
        if not any(line[1 - at :: 2].strip(" ,;") for line in lines):
            return filled, [list(line.ljust(width)[at::2]) for line in lines]
    inner = any(" " in line for line in lines) and not set("".join(lines)).isdisjoint(FREE_MARKS[1:-1])
    return filled, [] if inner else list(map(list, lines))


def put(cells: list[list[str]], name: str, corner: Point, size: Point) -> bool:
    """Put a block on free cells, and say whether it fits there."""
    (top, left), (height, width) = corner, size
    places = [(r, c) for r in range(top, top + height) for c in range(left, left + width)]
    fits = all(0 <= r < len(cells) and 0 <= c < len(cells[0]) and cells[r][c] == FREE for r, c in places)
    for r, c in places if fits else ():
        cells[r][c] = name
    return fits and bool(places)


def parts_of(places: Sequence[Point]) -> Iterator[list[Point]]:
    """The connected parts of some cells, the first one first."""
    left = set(places)
    for place in places:
        part = [place] if place in left else []
        left -= {place}
        for r, c in part:
            near = {(r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)} & left
            left -= near
            part += near
        if part:
            yield part


def is_together(places: Sequence[Point]) -> bool:
    """Whether cells are connected along rows and columns."""
    return len(list(parts_of(places))) == 1


def corner_of(places: Sequence[Point]) -> Point:
    """The upper left corner of the box around some cells."""
    return min(r for r, _ in places), min(c for _, c in places)


def size_of(places: Sequence[Point]) -> Point:
    """Rows and columns of the box around some cells."""
    top, left = corner_of(places)
    return max(r for r, _ in places) - top + 1, max(c for _, c in places) - left + 1
