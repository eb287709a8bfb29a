"""Calls of the 8-puzzle of AIMA's programs."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from fewest.notation.formats.draft import ROOT, Draft, Span
from fewest.notation.formats.format import Format, Text
from fewest.notation.formats.pieces import pieces_of, rectangle
from fewest.notation.formats.rows import Cell
from fewest.solver.errors import Message

NUMBERS = r"[(\[]([\d,\s]{9,60})[)\]]"
CALL = re.compile(
    rf"\s*(?:[A-Za-z_]\w{{0,40}}\s?=\s?)?EightPuzzle\(\s*{NUMBERS}(?:\s*,\s*(?:goal\s*=\s*)?{NUMBERS})?\s*\)\s*(?:\#[^\n]*)?"
)


def read_call(text: Text) -> Iterator[Draft]:
    """The puzzle of a call."""
    found = CALL.fullmatch(text.whole) if len(text.whole) < 500 else None
    if found is None:
        return
    start, goal = (_cells(found, group) for group in (1, 2))
    if len(start) != 9 or len(goal) not in (0, 9):
        return
    draft = rectangle(start, 3)
    words = Message("a call of EightPuzzle: {board}", board=draft.words)
    more = {"goal": pieces_of(goal)} if goal else {}
    spans = dict(draft.spans) | {f"{ROOT}/goal/{number}": cell.span for number, cell in enumerate(goal)}
    yield replace(draft, words=words, document=draft.document | more, spans=spans)


def _cells(found: re.Match[str], group: int) -> list[Cell]:
    numbers = re.finditer(r"\d+", found[group] or "")
    begin = found.start(group)
    return [Cell(each[0], Span(begin + each.start(), begin + each.end()), at) for at, each in enumerate(numbers)]


AIMA = Format(
    name="aima",
    title="The 8-puzzle of AIMA's programs",
    source="github.com/aimacode/aima-python, search.py (commit 0160556)",
    conventions="The first tuple is the start, row by row, 0 for the empty cell; the second, or goal=, is the goal. Without one, "
    "search.py means the empty cell last, its later search4e.ipynb the empty cell first.",
    example="puzzle = EightPuzzle((1, 2, 3, 4, 0, 5, 7, 8, 6), goal=(1, 2, 3, 4, 5, 6, 7, 8, 0))",
    read=read_call,
    whole=True,
    line=True,
)
