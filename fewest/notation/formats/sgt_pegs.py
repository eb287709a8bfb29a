"""Pegs of Simon Tatham's Portable Puzzle Collection: game ids, the same letters in rows, and saved games."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from fewest.notation.formats.draft import Draft, Span, TextError
from fewest.notation.formats.format import Format, Text
from fewest.notation.formats.pegs import HOLE, PEG, draft_of
from fewest.notation.formats.rows import Row
from fewest.solver.errors import Message

ID = re.compile(r"(\d{1,2})x(\d{1,2})[a-z]{0,9}:([PHO]{3,512})")
SEED = re.compile(r"\d{1,2}x\d{1,2}(?:cross|octagon|random)#\S{1,40}")
ROW = re.compile(r"[PHO]{1,64}")
SAVED = re.compile(r"^SAVEFILE:\d", re.MULTILINE)
FIELD = re.compile(r"^(GAME|PARAMS|DESC|STATEPOS|MOVE) {0,4}:\d{1,4}:(.{0,5000})$", re.MULTILINE)
MOVE = re.compile(r"(\d{1,2}),(\d{1,2})-(\d{1,2}),(\d{1,2})")
MARKS = str.maketrans("PHO", "o.#")


def _read(text: Text) -> Iterator[Draft]:
    """The board of an id or of rows of letters; of a saved game, the start and the position that it shows."""
    if SAVED.search(text.whole):
        yield from _saved(text.whole)
        return
    rows = [] if text.has_lists else [_stripped(row) for row in text.rows if row.text.strip()]
    if len(rows) == 1 and SEED.fullmatch(rows[0].text):
        raise TextError(rows[0].span, Message("this is a random seed of sgt-pegs; copy its game id with P, H and O"))
    if len(rows) == 1 and (found := ID.fullmatch(rows[0].text)) is not None:
        yield _board(int(found[1]), int(found[2]), rows[0].part(*found.span(3)))
    letters = {mark for row in rows for mark in row.text}
    if len(rows) > 1 and {"P", "H"} <= letters and all(ROW.fullmatch(row.text) for row in rows):
        yield _board(len(rows[0].text), len(rows), *rows)


def _stripped(row: Row) -> Row:
    return row.part(len(row.text) - len(row.text.lstrip()), len(row.text.rstrip()))


def _board(width: int, height: int, *parts: Row) -> Draft:
    """The board of the letters in one row or several; the goal of the program is one peg."""
    letters = Row("".join(part.text for part in parts), [place for part in parts for place in part.at])
    if len(letters.text) != width * height or len({len(part.text) for part in parts}) > 1:
        text = "a board of {width} columns and {height} rows has {cells} letters, not {given}"
        said = Message(text, width=width, height=height, cells=width * height, given=len(letters.text))
        raise TextError(letters.span, said)
    rows = [letters.part(at, at + width) for at in range(0, len(letters.text), width)]
    draft = draft_of(rows, [row.text.translate(MARKS) for row in rows], "orthogonal", {"P": PEG, "H": HOLE})
    words = Message("{what}, to leave one peg as in sgt-pegs", what=draft.words)
    return replace(draft, document=draft.document | {"goal": {"count": 1}}, words=words)


def _saved(whole: str) -> Iterator[Draft]:
    fields = list(FIELD.finditer(whole))
    first = {found[1]: found[2].strip() for found in reversed(fields)}
    size = re.match(r"(\d{1,2})x(\d{1,2})", first.get("PARAMS", ""))
    if first.get("GAME") != "Pegs" or size is None or not re.fullmatch("[PHO]+", first.get("DESC", "")):
        raise TextError(Span(0, 8), Message("this saved game is not one of sgt-pegs with its board"))
    begin = next(found.start(2) for found in fields if found[1] == "DESC")
    start = _board(int(size[1]), int(size[2]), Row(first["DESC"], range(begin, begin + len(first["DESC"]))))
    yield start
    picture = list(map(list, start.document.get("start", {}).get("picture", [])))
    shown = int(first["STATEPOS"]) - 1 if first.get("STATEPOS", "").isdecimal() else 0
    moves = [found for found in fields if found[1] == "MOVE"][:shown]
    for move in moves:
        numbers = MOVE.fullmatch(move[2].strip())
        c, r, to_c, to_r = map(int, numbers.groups()) if numbers else (0, 0, 0, 0)
        places = (r, c), ((r + to_r) // 2, (c + to_c) // 2), (to_r, to_c)
        inside = all(y < len(picture) and x < len(picture[y]) for y, x in places)
        if not inside or [picture[y][x] for y, x in places] != [PEG, PEG, HOLE]:
            raise TextError(Span(*move.span(2)), Message("this move is not possible"))
        for (y, x), mark in zip(places, (HOLE, HOLE, PEG), strict=True):
            picture[y][x] = mark
    if moves:
        now = {"start": {"picture": ["".join(row) for row in picture]}}
        text = "{what}, after the {moves|# move|# moves} of the saved game"
        words = Message(text, what=start.words, moves=len(moves))
        yield replace(start, document=start.document | now, words=words, rank=1)


SGT_PEGS = Format(
    name="sgt-pegs",
    title="Pegs of Simon Tatham's Portable Puzzle Collection",
    source="sgt-puzzles 20230122 (Debian 12): sgt-pegs --generate, --save; pegs.c, midend.c",
    conventions="Width x height, then a letter for each place, row by row: P is a peg, H a hole, and O is off the "
    "board. The goal is one peg anywhere. Of a saved game, the start is read first, then the position it shows. "
    "Moves are written as a saved game, which plays them with redo.",
    example="7x7:OOPPPOOOOPPPOOPPPPPPPPPPHPPPPPPPPPPOOPPPOOOOPPPOO",
    read=_read,
    line=True,
)
