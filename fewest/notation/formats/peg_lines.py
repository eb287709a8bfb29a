"""Pegs and holes joined by lines, as the sources of many boards draw them: pegs jump along the lines."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence

from fewest.notation.fields import MAX_ROWS
from fewest.notation.formats.draft import ROOT, Draft
from fewest.notation.formats.drawing import start_and_goal
from fewest.notation.formats.format import Format, Text
from fewest.notation.formats.pegs import HOLE, MARKS, PEG, drafts_of_pegs, meanings
from fewest.notation.formats.rows import Row, span_of
from fewest.notation.formats.steps import counted, spend
from fewest.solver.errors import Message

LINES = {(0, 1): "-─━═—", (1, 0): "|│┃║", (1, 1): "\\╲╳", (1, -1): "/╱╳"}
"""The marks of a line by its direction: (rows, columns)."""

ALL = "".join(LINES.values())
HOLES = set(MARKS) - set(ALL) - {"+"}
DASHES = re.compile(r"(?:[^-\s](?: {0,3}-{1,7} {0,3}(?=[^-\s])|$))*")
"""A row with dashes between all holes. A dash alone may be an empty hole."""

Place = tuple[int, int]


def _read(text: Text) -> Iterator[Draft]:
    marks = {mark for row in text.rows for mark in row.text}
    if marks & set(ALL):
        yield from start_and_goal(text.rows, _drafts)


@counted
def _drafts(rows: list[Row]) -> Iterator[Draft]:
    """The board of a drawing in which every line joins two holes."""
    marks = {mark for row in rows for mark in row.text} - {" "}
    dashes = not marks & (set(ALL) - {"-"})
    if not marks <= HOLES | set(ALL) or len(marks - set(ALL)) > 2:
        return
    if dashes and not all(DASHES.fullmatch(row.text.strip()) for row in rows):
        return
    at = {(r, c): mark for r, row in enumerate(rows) for c, mark in enumerate(row.text) if mark != " "}
    holes = [place for place, mark in at.items() if mark not in ALL]
    nexts = _joined(at, holes)
    if nexts is None or len(holes) < 3:
        return
    number = {place: hole for hole, place in enumerate(holes)}
    jumps = [
        [number[start], number[over], number[nexts[over][step]]]
        for start in holes
        for step, over in nexts[start].items()
        if step in nexts[over]
    ]
    board = {"holes": len(holes), "jumps": jumps, "layout": [[c, 2 * r] for r, c in holes]}
    plain = [Row("".join(" " if mark in ALL else mark for mark in row.text), row.at) for row in rows]
    plain = [row for row in plain if row.text.strip()]
    for certain, rank, meaning in meanings(plain):
        pegs = [hole for place, hole in number.items() if meaning[at[place]] == PEG]
        start = {"start": {"pegs": pegs}} if pegs else {}
        text = "a jump board whose lines join its holes (holes: {holes})"
        words, marks_of = Message(text, holes=len(holes)), {role: mark for mark, role in meaning.items()}
        if pegs:
            text = text[:-1] + ", pegs: {pegs}), where {peg} is a peg and {hole} an empty hole"
            words = Message(text, holes=len(holes), pegs=len(pegs), peg=marks_of[PEG], hole=marks_of[HOLE])
        if pegs or len(meaning) == 1:
            document = {"kind": "jump", "board": board, **start}
            yield Draft(document, words, {ROOT: span_of(rows)}, rank, guessed=not certain)
    if not any(step[0] for found in nexts.values() for step in found) and len(plain) > 1:
        rows, dashes = plain, True  # lines in rows only may be for show
    if dashes and (len(plain) > 1 or len(marks) == 2):
        yield from (draft.ranked(draft.rank + 1) for draft in drafts_of_pegs(rows))


@counted
def _joined(at: dict[Place, str], holes: Sequence[Place]) -> dict[Place, dict[Place, Place]] | None:
    """The next hole of each hole in each direction; None if a line does not join two holes."""
    nexts: dict[Place, dict[Place, Place]] = defaultdict(dict)
    used = set[Place]()
    for hole in holes:
        for (down, right), line in LINES.items():
            between, (r, c) = list[Place](), (hole[0] + down, hole[1] + right)
            while len(between) < MAX_ROWS and at.get((r, c), "?" if down else " ") in line + " ":
                between.append((r, c))
                r, c = r + down, c + right
            spend(1 + len(between))
            if any(place in at for place in between) and at.get((r, c), "-") not in ALL:
                used.update(between)
                nexts[hole][down, right] = (r, c)
                nexts[r, c][-down, -right] = hole
    return None if any(mark in ALL and place not in used for place, mark in at.items()) else nexts


PEG_LINES = Format(
    name="peg-lines",
    title="Pegs joined by lines",
    source="Comments in the sources of peg boards, in the guide's own example",
    conventions="Marks with - | / and \\ or box lines between. Pegs jump along the lines only, straight on. In one "
    "row, dashes between all marks are lines, not holes.",
    example="o-o-o-o\n| | | |\no-o-o-o\n| | | |\no-.-o-o",
    read=_read,
)
