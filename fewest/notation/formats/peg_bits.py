"""The holes of a standard board of pegs in one line, row by row: bits, marks, or a list."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from fewest.notation.formats.draft import Draft, TextError
from fewest.notation.formats.format import Format, Text
from fewest.notation.formats.pegs import HOLE, PEG, WALL, boards, draft_of, is_drawing_of_pegs, meanings, standard_grids
from fewest.notation.formats.rows import Row, parts_of, span_of
from fewest.solver.errors import Message

BITS = {"1": PEG, "0": HOLE}

LONGEST_ROW = 28
"""Marks in a line that may be a row of holes; a longer one is hardly a row, even if the board has no solution."""


def _read(text: Text) -> Iterator[Draft]:
    """The board with as many holes, then the line as a row of holes; of two lines, the second is the goal."""
    rows = [row for row in text.rows if row.text.strip()]
    beside = [row for row in rows if len(row.text.strip()) < 5 and row.text.strip().isdecimal()]
    rows = [row for row in rows if row not in beside]
    if not 0 < len(rows) < 4:
        return
    parts = parts_of(rows)
    lines = [*parts[0], *parts[1]] if parts is not None and len(rows) != 2 else rows
    lines = list(map(_without_separators, lines))
    names = [name for name, grid in standard_grids().items() if _holes(grid) == len(lines[0].text)]
    marks = {mark for line in lines for mark in line.text}
    if len(lines) > 2 or len({len(line.text) for line in lines}) > 1 or len(marks) != 2:
        return
    if not names:
        count = len(lines[0].text)
        near = min(map(_holes, standard_grids().values()), key=lambda holes: abs(holes - count))
        if marks == set(BITS) and count > LONGEST_ROW:
            said = "this line has {marks} marks; the board nearest to it has {holes|# hole|# holes}"
            raise TextError(span_of(lines), Message(said, marks=count, holes=near))
        return
    if marks != set(BITS) and not is_drawing_of_pegs(lines):
        return
    uses = [BITS] if marks == set(BITS) else [meaning for *_, meaning in meanings(lines) if PEG in meaning.values()]
    for rank, meaning in enumerate(uses):
        for draft in (_on(name, lines, meaning, rank) for name in names):
            numbers = " ".join(row.text.strip() for row in beside)
            words = Message("{board}, leaving out {numbers}", board=draft.words, numbers=numbers)
            yield replace(draft, words=words) if beside else draft
    if len(lines) == 1:
        for meaning in uses:
            yield from boards(lines, meaning, len(uses))


def _holes(board: tuple[Sequence[str], object]) -> int:
    return "".join(board[0]).count(HOLE)


def _without_separators(row: Row) -> Row:
    """The marks of a line, without what stands between single ones."""
    places = [place for place, mark in enumerate(row.text) if mark not in " ,;|"]
    spread = len(places) > 1 and all(b - a > 1 for a, b in itertools.pairwise(places))
    if not spread:
        inside = row.text.strip()
        begin = row.text.find(inside)
        return row.part(begin, begin + len(inside))
    return Row("".join(row.text[place] for place in places), [row.at[place] for place in places])


def _on(name: str, lines: Sequence[Row], meaning: Mapping[str, str], rank: int) -> Draft:
    """The puzzle on a board."""
    grid, directions = standard_grids()[name]
    drawn = []
    for line in lines:
        marks = iter(line.text)
        drawn.append(["".join(meaning[next(marks)] if cell == HOLE else WALL for cell in row) for row in grid])
    draft = draft_of(lines[:1], drawn[0], directions, meaning, rank)
    text = Message("The text gives no rows; assumed: those of the board {name}.", name=name)
    guessed = len(lines[0].text) <= LONGEST_ROW
    draft = replace(draft, assumed=("board",), assumptions=(text,), guessed=guessed)
    if len(drawn) == 1:
        return draft
    words = Message("a start and a goal: {start}", start=draft.words)
    return replace(draft, document=draft.document | {"goal": {"picture": drawn[1]}}, words=words)


PEG_BITS = Format(
    name="peg-bits",
    title="Pegs in one line",
    source="peg-solitaire 2.2 (names of its files in games/), bit boards and lists of many programs",
    conventions="The holes row by row: 1 is a peg, 0 an empty hole. 33 holes are the English board, 37 the French, 41 "
    "the diamond, 45 Wiegleb's, 15, 21 and 28 a triangle. A second line is the goal; without one, leave one peg.",
    example="111111111111111101111111111111111",
    read=_read,
    line=True,
)
