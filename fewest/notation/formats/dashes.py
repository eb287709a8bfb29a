"""Boards of pieces with dashes between, as programs with simpleai write them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from fewest.notation.formats.draft import Draft
from fewest.notation.formats.drawing import drafts_of_rows
from fewest.notation.formats.format import Format, Text
from fewest.notation.formats.rows import Row
from fewest.solver.errors import Message

BOARD = re.compile(r"(?:(?:\d{1,3}|[_e*x.])-){1,20}(?:\d{1,3}|[_e*x.])")
AROUND = re.compile(rf"(?:\w{{1,20}}\s?=\s?)?(?:'''|\"\"\")?({BOARD.pattern})(?:'''|\"\"\")?[,;)]?")
GOAL = re.compile(r"\s*goal\w{0,9}\s?=", re.IGNORECASE)


def read_dashes(text: Text) -> Iterator[Draft]:
    """The board of rows with dashes, or a start and a goal of such."""
    rows: list[Row] = []
    turned = any(GOAL.match(row.text) for row in text.rows[:1])
    for line in (part for row in text.rows for part in row.split("/")):
        found = AROUND.fullmatch(line.text.strip())
        if found is None:
            if BOARD.search(line.text) or not (line.text.strip() == "" or "goal" in line.text.lower()):
                return
            rows.append(line)
            continue
        if GOAL.match(line.text) and not turned:
            rows.append(Row("->", line.at[:2]))
        begin = line.text.index(found[1])
        part = line.part(begin, begin + len(found[1]))
        rows.append(Row(part.text.replace("-", " "), part.at))
    if turned:  # the goal stands first
        middle = len(rows) // 2
        begin = next((n for n, row in enumerate(rows) if not row.text.strip()), middle)
        rows = [*rows[begin:], Row("->", text.rows[0].at[:2]), *rows[:begin]]
    if any(BOARD.search(row.text) for row in text.rows):
        for draft in drafts_of_rows(rows):
            if isinstance(draft.document["start"], list):
                yield replace(draft, words=Message("numbers with dashes between: {board}", board=draft.words))


DASHES = Format(
    name="dashes",
    title="Pieces with dashes between",
    source="Programs with simpleai, such as that of github.com/simpleai-team/simpleai/issues/76",
    conventions="A row a line, or rows with / between; e, _, * or x is the empty cell. A second board below, or one "
    "called goal, is the goal.",
    example="4-1-2\n7-e-3\n8-5-6",
    read=read_dashes,
)
