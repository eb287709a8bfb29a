"""Games of Fifteen in Simon Tatham's Portable Puzzle Collection."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from fewest.notation.formats.draft import Draft, Span, TextError
from fewest.notation.formats.format import Format, Text
from fewest.notation.formats.pieces import pieces_of, rectangle
from fewest.notation.formats.rows import Cell
from fewest.notation.slide.puzzle import sorted_goal
from fewest.solver.errors import Message

SIZE = r"(?P<width>\d{1,2})(?:x(?P<height>\d{1,2}))?"
NUMBERS = r"(?P<numbers>[\d,]{3,3000})"
GAME = re.compile(rf"\s*{SIZE}(?:(?P<seed>#)\S{{1,40}}|:{NUMBERS})\s*")
OTHERS = r"(?:[^\n]{0,200}\n){1,6}?"
SAVED = re.compile(
    rf"SAVEFILE:\d+:Simon{OTHERS}GAME\s+:7:Fifteen{OTHERS}PARAMS\s+:\d+:{SIZE}{OTHERS}DESC\s+:\d+:{NUMBERS}(?P<seed>)"
)


def read_game(text: Text) -> Iterator[Draft]:
    """The board of an id, or of a saved game at its beginning."""
    rows = [] if text.has_lists else [row for row in text.rows if row.text.strip()]
    begin = rows[0].at[0] if len(rows) == 1 else 0
    found = (GAME.fullmatch(rows[0].text) if len(rows) == 1 else None) or SAVED.match(text.whole[:8000])
    if found is None:
        return
    if found["seed"]:
        said = Message("an id with # is a seed, which only its program can use; give the id with : and the numbers")
        raise TextError(Span(begin + found.start("seed"), begin + found.end("seed")), said)
    width, height = int(found["width"]), int(found["height"] or found["width"])
    begin, numbers = begin + found.start("numbers"), re.finditer(r"\d+", found["numbers"])
    cells = [Cell(each[0], Span(begin + each.start(), begin + each.end()), 0) for each in numbers]
    pieces = pieces_of(cells)
    if len(cells) != width * height:
        wanted = Message("expected: {cells} numbers, not {found}", cells=width * height, found=len(cells))
        raise TextError(Span(cells[0].span.begin, cells[-1].span.end), wanted)
    for place, (cell, piece) in enumerate(zip(cells, pieces, strict=True)):
        if piece >= len(cells) or piece in pieces[:place]:
            wrong = "{number} does not fit: expected each number from 0, the empty cell, to {last}"
            raise TextError(cell.span, Message(wrong, number=cell.text, last=len(cells) - 1))
    draft = rectangle(cells, height)
    words = Message("a game of sgt-fifteen: {board}, the empty cell last at the goal", board=draft.words)
    yield replace(draft, document=draft.document | {"goal": sorted_goal(pieces)}, words=words)


SGT_FIFTEEN = Format(
    name="sgt-fifteen",
    title="A game of sgt-fifteen",
    source="sgt-puzzles 20230122.806ae71 (Debian), sgt-fifteen --generate and --save",
    conventions="The width comes first, then the height (a single number is both), then the numbers row by row; 0 is "
    "the gap. The goal has the gap last. Of a saved game, its beginning is read, not its moves. Moves are "
    "written as a saved game, which plays them with redo.",
    example="4x3:11,3,6,5,1,2,9,0,4,7,10,8",
    read=read_game,
    line=True,
)
