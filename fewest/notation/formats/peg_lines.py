"""Pegs and holes joined by lines, as the sources of many boards draw them: pegs jump along the lines."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace

from fewest.notation.fields import MAX_ROWS
from fewest.notation.formats.draft import ROOT, Draft
from fewest.notation.formats.format import Format, Text
from fewest.notation.formats.pegs import MARKS, PEG, boards, drafts_of_pegs, meanings, narrowed
from fewest.notation.formats.rows import Row, span_of
from fewest.notation.formats.steps import counted, spend
from fewest.notation.puzzle import read_puzzle
from fewest.solver.errors import Message

LINES = {(0, 1): "-─━═—", (1, 0): "|│┃║", (1, 1): "\\╲╳", (1, -1): "/╱╳"}
"""The marks of a line by its direction: (rows, columns)."""

ALL = "".join(LINES.values())
CERTAIN = set(ALL) - {"-"}
"""A dash alone may be an empty hole."""

DASHES = re.compile(r"(?:[^-\s](?: {0,3}-{1,7} {0,3}(?=[^-\s])|$))*")
"""A row with dashes between all holes."""

Place = tuple[int, int]


@counted
def _drafts(rows: Sequence[Row]) -> Iterator[Draft]:
    """The boards of a drawing in which every line joins two holes."""
    marks = {mark for row in rows for mark in row.text} - {" "}
    if marks.isdisjoint(ALL) or not marks <= {*ALL, *MARKS} - {"+"} or len(rows) > 4 * MAX_ROWS:
        return
    dashes = marks.isdisjoint(CERTAIN)
    if dashes and not all(DASHES.fullmatch(row.text.strip()) for row in rows):
        return
    at = {(r, c): mark for r, row in enumerate(rows) for c, mark in enumerate(row.text) if mark != " "}
    holes = [place for place, mark in at.items() if mark not in ALL]
    nexts = _joined(at, holes)
    if nexts is None or len(holes) < 3:
        return
    jumps = [
        [holes.index(start), holes.index(over), holes.index(to)]
        for start in holes
        for direction, over in nexts[start].items()
        if (to := nexts[over].get(direction)) is not None
    ]
    used = {r for r, _ in holes}
    plain = [
        Row("".join(" " if mark in ALL else mark for mark in row.text), row.at)
        for r, row in enumerate(rows)
        if r in used
    ]
    upright = any(step[0] for found in nexts.values() for step in found)
    for certain, rank, meaning in meanings(plain):
        if len(set(meaning)) > 1 and PEG not in meaning.values():
            continue
        narrow, spaced = narrowed(plain)
        drawn = list(boards(narrow, meaning, rank, spaced=spaced))
        same = [draft for draft in drawn if _jumps_of(draft) == sorted(jumps)]
        along = _of_lines(rows, holes, jumps, {place: meaning[at[place]] for place in holes}, rank)
        yield replace(same[0] if same else along, guessed=not certain)
        if not upright and len(used) > 1:  # the rows alone are joined, and may be so for show
            yield from drawn
    if dashes and len(marks) == 2:
        yield from (draft.ranked(draft.rank + 1) for draft in drafts_of_pegs(rows))


def _joined(at: dict[Place, str], holes: Sequence[Place]) -> dict[Place, dict[Place, Place]] | None:
    """The next hole of each hole in each direction; None if a line does not join two holes."""
    nexts: dict[Place, dict[Place, Place]] = defaultdict(dict)
    used = set[Place]()
    for hole in holes:
        for (down, right), line in LINES.items():
            r, c = hole
            between = []
            while (mark := at.get((r + down, c + right), " " if not down else "")) in line + " " and mark:
                r, c = r + down, c + right
                between.append((r, c))
                spend(1)
                if len(between) > MAX_ROWS:
                    break
            end = (r + down, c + right)
            if any(place in at for place in between) and at.get(end, "-") not in ALL:
                used.update(between)
                nexts[hole][down, right] = end
                nexts[end][-down, -right] = hole
    return None if any(mark in ALL and place not in used for place, mark in at.items()) else nexts


def _jumps_of(draft: Draft) -> list[list[int]]:
    """The jumps of the board of a draft."""
    whole = {"start": {"empty": [0]}} | draft.document | {"goal": {"count": 1}}
    loaded = read_puzzle(whole, (), [])
    return [] if loaded is None else [list(jump) for jump in loaded.puzzle.board.jumps]


def _of_lines(
    rows: Sequence[Row], holes: Sequence[Place], jumps: list[list[int]], roles: dict[Place, str], rank: int
) -> Draft:
    """The board that has only the jumps along the lines."""
    left = min(c for _, c in holes)
    board = {"holes": len(holes), "jumps": jumps, "layout": [[c - left, 2 * r] for r, c in holes]}
    pegs = [number for number, place in enumerate(holes) if roles[place] == PEG]
    words = Message(
        "a jump board with jumps along the drawn lines (holes: {holes}, pegs: {pegs})", holes=len(holes), pegs=len(pegs)
    )
    start = {"start": {"pegs": pegs}} if 0 < len(pegs) < len(holes) else {}
    return Draft({"kind": "jump", "board": board, **start}, words, {ROOT: span_of(rows)}, rank)


def _read(text: Text) -> Iterator[Draft]:
    yield from _drafts([row for row in text.rows])


PEG_LINES = Format(
    name="peg-lines",
    title="Pegs joined by lines",
    source="Comments of the sources of peg boards; the example is our own",
    conventions="Marks with - | / and \\ or box lines between. Pegs jump along the lines only, straight on. In one row, "
    "dashes between all marks are lines, not holes.",
    example="o-o-.-o\n| | | |\no-.-o-o",
    read=_read,
)
