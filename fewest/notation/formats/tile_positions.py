"""Files of sliding tiles with the place of each tile."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from fewest.notation.formats.draft import Draft, Span
from fewest.notation.formats.format import Format, Text
from fewest.notation.formats.pieces import is_position, pieces_of, rectangle
from fewest.notation.formats.rows import Cell
from fewest.solver.errors import Message

FILE = re.compile(
    r"\s*(\d{1,2})\s+(\d{1,2})\s+starting positions for each tile:\s+((?:\d{1,4}\s+){4,1024}+)goal positions:\s+((?:\d{1,4}\s*){4,1024}+)"
)


def read_positions(text: Text) -> Iterator[Draft]:
    """The board of a file, with places of tiles, and the one with what is on each cell."""
    found = FILE.fullmatch(text.whole) if "starting positions" in text.whole[:80] else None
    if found is None:
        return
    start, goal = (_cells(found, group) for group in (3, 4))
    if len(start) != int(found[1]) * int(found[2]) or len(goal) != len(start) or not (is_position(start) and is_position(goal)):
        return
    # The first number is the width.
    draft = rectangle(_turned(start), int(found[2]))
    words = Message("a file of tile positions: {board}; each number is the place of the tile of its line", board=draft.words)
    yield replace(draft, words=words, document=draft.document | {"goal": pieces_of(_turned(goal))})
    draft = rectangle(start, int(found[2]))
    words = Message("a file of tile positions: {board}; each number is the tile on the cell of its line", board=draft.words)
    yield replace(draft, words=words, document=draft.document | {"goal": pieces_of(goal)}, rank=1)


def _cells(found: re.Match[str], group: int) -> list[Cell]:
    numbers, begin = re.finditer(r"\d+", found[group]), found.start(group)
    return [Cell(each[0], Span(begin + each.start(), begin + each.end()), at) for at, each in enumerate(numbers)]


def _turned(cells: list[Cell]) -> list[Cell]:
    """The tile on each cell, from the place of each tile."""
    places = sorted(enumerate(cells), key=lambda each: int(each[1].text))
    return [cell._replace(text=str(tile)) for tile, cell in places]


TILE_POSITIONS = Format(
    name="tile-positions",
    title="A file of tile positions",
    source="readruml of E. Burns' and W. Ruml's search code (C), and programs that write such files (C++, Kotlin)",
    conventions="Width and height, then a line for each tile, 0 being the empty cell: its place, from 0. As some programs write the tile "
    "of each place instead, both are readings.",
    example="2 2\nstarting positions for each tile:\n3\n1\n0\n2\ngoal positions:\n0\n1\n2\n3",
    read=read_positions,
    whole=True,
)
