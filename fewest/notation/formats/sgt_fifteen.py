"""Games of Fifteen in Simon Tatham's Portable Puzzle Collection."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from fewest.notation.formats.draft import Draft, Span, TextError
from fewest.notation.formats.format import Format, Text
from fewest.notation.formats.pieces import is_position, piece_of, rectangle
from fewest.notation.formats.rows import Cell
from fewest.notation.slide.puzzle import sorted_goal
from fewest.solver.errors import Message

GAME = re.compile(r"\s*(?P<width>\d{1,2})(?:x(?P<height>\d{1,2}))?:(?P<numbers>[\d,]{3,3000})\s*")
SEED = re.compile(r"\s*\d{1,2}(?:x\d{1,2})?\w{0,5}#\S{1,40}\s*")
SAVED = re.compile(
    r"SAVEFILE:\d+:Simon.*^GAME\s+:7:Fifteen$.*^PARAMS\s+:\d+:(?P<width>\d{1,2})(?:x(?P<height>\d{1,2}))?$"
    r".*^DESC\s+:\d+:(?P<numbers>[\d,]{3,3000})$",
    re.DOTALL | re.MULTILINE,
)


def read_game(text: Text) -> Iterator[Draft]:
    """The board of an id, or of a saved game at its beginning."""
    whole = text.whole[:8000]
    if SEED.fullmatch(whole):
        said = Message("an id with # is a seed, which only its program can use; give the id with : and the numbers")
        raise TextError(Span(0, len(text.whole.rstrip())), said)
    found = GAME.fullmatch(text.whole) or SAVED.match(whole)
    if found is None:
        return
    width, height = int(found["width"]), int(found["height"] or found["width"])
    begin = found.start("numbers")
    cells = [
        Cell(each[0], Span(begin + each.start(), begin + each.end()), number)
        for number, each in enumerate(re.finditer(r"\d+", found["numbers"]))
    ]
    if len(cells) != width * height:
        wanted = Message("expected: {cells} numbers, not {found}", cells=width * height, found=len(cells))
        raise TextError(Span(begin, found.end("numbers")), wanted)
    seen: set[int] = set()
    for cell in cells:
        piece = piece_of(cell.text)
        if piece is None or piece in seen or (piece >= len(cells) and is_position([*cells, Cell("0", cell.span, 0)])):
            none = Message("the board has no empty cell, which is 0")
            twice = Message("piece {piece} is there twice", piece=cell.text)
            raise TextError(cell.span, twice if piece in seen else none)
        if piece >= len(cells):
            raise TextError(cell.span, Message("unexpected: {found}", found=cell.text))
        seen.add(piece)
    draft = rectangle(cells, height)
    words = Message("a game of sgt-fifteen: {board}, the empty cell last at the goal", board=draft.words)
    document = draft.document | {"goal": sorted_goal(draft.document["start"])}
    yield replace(draft, document=document, words=words)


SGT_FIFTEEN = Format(
    name="sgt-fifteen",
    title="A game of sgt-fifteen",
    source="sgt-puzzles 20230122.806ae71 (Debian), sgt-fifteen --generate and --save",
    conventions="The width comes first, then the height (a single number is both), then the numbers row by row; 0 is the "
    "gap. The goal has the gap last. Of a saved game, its beginning is read, not its moves.",
    example="4x3:11,3,6,5,1,2,9,0,4,7,10,8",
    read=read_game,
    whole=True,
    line=True,
)
