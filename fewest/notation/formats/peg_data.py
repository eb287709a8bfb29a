"""Records of data.sol, the games of the program peg-solitaire."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from fewest.notation.formats.draft import Draft, TextError
from fewest.notation.formats.format import Format, Text
from fewest.notation.formats.pegs import HOLE, PEG, WALL, draft_of
from fewest.notation.formats.rows import SEVERAL, Row, span_of
from fewest.solver.errors import Message

HEAD, SIZE = re.compile(r"\s*\d{1,5}\s+([123])\s+\d{1,4}\s+\d{1,4}\s*"), re.compile(r"\s*(\d{1,2})\s+(\d{1,2})\s*")
VALUES, NAME = re.compile(r"\s*(?:(?:-1|0|1|10|11)\s+){2,4095}(?:-1|0|1|10|11)\s*"), re.compile(r"\s*\d{1,4}\s*")
MARKS = {"-1": WALL, "0": HOLE, "1": PEG, "10": HOLE, "11": PEG}
MEANING = {"1": PEG, "0": HOLE}


def _read(text: Text) -> Iterator[Draft]:
    """The board of one record: its rule, its size, its values, and the number of its name."""
    lines, at = list[Row](), 0
    for line in text.whole[:100_000].split("\n"):
        if line.strip() and not line.lstrip().startswith("#"):
            lines.append(Row(line.rstrip(), range(at, at + len(line.rstrip()))))
        at += len(line) + 1
    if len(lines) < 3 or not all(form.fullmatch(line.text) for form, line in zip((HEAD, SIZE, VALUES), lines)):
        return
    if len(lines) > 4 and HEAD.fullmatch(lines[4].text):
        raise TextError(span_of(lines[4:5]), SEVERAL)
    if len(lines) > 4 or (len(lines) == 4 and not NAME.fullmatch(lines[3].text)):
        raise TextError(span_of(lines[3:]), Message("a record of data.sol has four lines"))
    yield _record(*lines[:3])


def _record(head: Row, size: Row, line: Row) -> Draft:
    rule, values = head.text.split()[1], line.text.split()
    height, width = map(int, size.text.split())
    # Of a triangle, the rows and one, and 0 columns.
    widths = [width] * height if width else list(range(1, height))
    if len(values) != sum(widths):
        text = "a board of this size has {cells} values, not {given}"
        raise TextError(line.span, Message(text, cells=sum(widths), given=len(values)))
    lines = "triangular" if not width else "diagonal" if rule == "3" else "orthogonal"
    if rule == "2":  # pegs and holes change places: jumps fill holes
        values = [{"0": "1", "1": "0", "10": "1", "11": "0"}.get(value, value) for value in values]
    rows, marked, places = _cut([MARKS[value] for value in values], widths), _cut(values, widths), [line] * len(widths)
    draft = draft_of([line], ["".join(row) for row in rows], lines, MEANING)
    words = Message("{what}, as in the program peg-solitaire", what=draft.words)
    if rule == "2":
        words = Message(
            "{what}; this game is an inverse one (rule 2), so that pegs and holes change places", what=words
        )
    elif rule == "3" and width:
        words = Message("{what}; pegs jump along the diagonals, too (rule 3)", what=words)
    goal = [
        "".join(PEG if value in ("10", "11") else MARKS[value].replace(PEG, HOLE) for value in row) for row in marked
    ]
    document = draft.document
    if rule != "2" and any(PEG in row for row in goal):
        document = document | {"goal": {"picture": goal}}
    return replace(draft, words=words, document=document)


def _cut(values: Sequence[str], widths: Sequence[int]) -> list[list[str]]:
    begins = [sum(widths[:row]) for row in range(len(widths))]
    return [list(values[begin : begin + width]) for begin, width in zip(begins, widths, strict=True)]


PEG_DATA = Format(
    name="peg-solitaire",
    title="Records of the program peg-solitaire",
    source="peg-solitaire 2.2 (Debian 12), games/data.sol, its 343 records and its help",
    conventions="Code, rule and two numbers; rows and columns; values row by row: -1 no hole, 0 a hole, 1 a peg, 10 and "
    "11 the same where a peg must be at the end. Rule 1: rows and columns; 2: inverse, a peg jumps over an empty hole "
    "and fills it, until one is empty, which is the usual game with pegs and holes exchanged; 3: diagonals, too. "
    "0 columns: a triangle, with one row fewer than written.",
    example="# 3 x 3, all but one\n1 1 1 0\n3 3\n1 1 0 1 1 1 1 1 1\n1",
    read=_read,
    whole=True,
)
