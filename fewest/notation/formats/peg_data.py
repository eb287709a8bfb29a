"""Records of data.sol, the games of the program peg-solitaire."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from fewest.notation.formats.draft import Draft, TextError
from fewest.notation.formats.format import Format, Text
from fewest.notation.formats.pegs import HOLE, PEG, WALL, draft_of
from fewest.notation.formats.rows import SEVERAL, Row, span_of
from fewest.solver.errors import Message

HEAD, SIZE = re.compile(r"\s*\d{1,5}\s+([123])\s+\d{1,4}\s+\d{1,4}\s*"), re.compile(r"\s*(\d{1,2})\s+(\d{1,2})\s*")
VALUES, NAME = re.compile(r"\s*(?:(?:-1|0|1|10|11)\s+){2,4095}(?:-1|0|1|10|11)\s*"), re.compile(r"\s*\d{1,4}\s*")
FORMS = HEAD, SIZE, VALUES, NAME
MARKS = {"-1": WALL, "0": HOLE, "1": PEG, "10": HOLE, "11": PEG}
TURNED = str.maketrans({PEG: HOLE, HOLE: PEG})
LONGEST = 60_000
"""Characters of the whole file."""


def _read(text: Text) -> Iterator[Draft]:
    """The board of one record: its rule, its size, its values, and the number of its name."""
    lines, at = list[Row](), 0
    for line in text.whole[: LONGEST + 1].split("\n"):
        if line.strip() and not line.lstrip().startswith("#"):
            lines.append(Row(line.rstrip(), range(at, at + len(line.rstrip()))))
        at += len(line) + 1
    if len(lines) < 3 or not all(form.fullmatch(line.text) for form, line in zip(FORMS[:3], lines, strict=False)):
        return
    if len(lines) > 4 or len(text.whole) > LONGEST or not all(NAME.fullmatch(line.text) for line in lines[3:]):
        raise TextError(span_of(lines[3:]), SEVERAL)
    yield _record(*lines[:3])


def _record(head: Row, size: Row, line: Row) -> Draft:
    rule, values = head.text.split()[1], line.text.split()
    height, width = map(int, size.text.split())
    # Of a triangle, the rows and one, and 0 columns.
    widths = [width] * height if width else list(range(1, height))
    single = line.text.strip().split(" ")
    if len(values) < sum(widths) == len(single):  # the program splits at each blank, and takes what is missing as 0
        values = [value or "0" for value in single]
    if len(values) != sum(widths):
        text = "a board of this size has {cells} values, not {given}"
        raise TextError(line.span, Message(text, cells=sum(widths), given=len(values)))
    lines = "triangular" if not width else "diagonal" if rule == "3" else "orthogonal"
    ends = [sum(widths[: row + 1]) for row in range(len(widths))]
    rows = [values[end - wide : end] for end, wide in zip(ends, widths, strict=True)]
    drawn = ["".join(MARKS[value] for value in row) for row in rows]
    said = {"1": "{what}, as in peg-solitaire", "3": "{what}, as in peg-solitaire with its rule 3, diagonals too"}
    goal: dict[str, object] = {"count": 1}
    if rule == "2":
        drawn = [row.translate(TURNED) for row in drawn]
        said["2"] = "{what}, as in peg-solitaire with its rule 2, inverse, so that pegs and holes change places"
    elif {"10", "11"} & {*values}:
        ends_at = MARKS | {"1": HOLE, "10": PEG}
        goal = {"picture": ["".join(ends_at[value] for value in row) for row in rows]}
    draft = draft_of([line], drawn, lines, {"1": PEG, "0": HOLE})
    return replace(draft, words=Message(said[rule], what=draft.words), document=draft.document | {"goal": goal})


PEG_DATA = Format(
    name="peg-solitaire",
    title="Records of the program peg-solitaire",
    source="peg-solitaire 2.2 (Debian 12), games/data.sol, its 343 records and its help",
    conventions="Code, rule and two numbers; rows and columns; values row by row: -1 no hole, 0 a hole, 1 a peg, 10 "
    "and 11 the same where a peg must be at the end; else the goal is one peg. Rule 1: rows and columns; 2: inverse, "
    "a peg jumps over an empty hole and fills it, until one is empty, which is the usual game with pegs and holes "
    "exchanged, but for the count of moves; 3: diagonals, too. 0 columns: a triangle, with one row fewer than written. "
    "A value that is missing between two blanks is 0, if the number of values is right then, as in record 170.",
    example="# 3 x 3, five pegs\n1 1 1 0\n3 3\n1 1 0 1 1 0 0 1 0\n1",
    read=_read,
    whole=True,
)
