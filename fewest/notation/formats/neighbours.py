"""Lists of neighbours, one line for each cell: ``0: 1 4 5``."""

from __future__ import annotations

import re
from collections.abc import Iterator

from fewest.notation.formats.draft import Draft, Span, TextError
from fewest.notation.formats.format import Format, Text
from fewest.notation.formats.nodes import Node
from fewest.notation.formats.rows import Row, span_of
from fewest.notation.formats.steps import counted
from fewest.notation.formats.tables import draft_of_adjacency
from fewest.solver.errors import Message

LINE = re.compile(r"\s*(?P<cell>\d{1,9})\s*(?::|->|→)(?P<neighbours>[\s\d,;]*)")


INSTANCE = re.compile(r"\s*\d{1,4}:(?:\s+\d{1,2}){15,}")
"""A board of pieces with its number: a cell has fewer neighbours."""


@counted
def draft_of_neighbours(drawn: list[Row]) -> Draft | None:
    """The board of these lines; None if the first is not such a list.

    Raises
    ------
    TextError
        If a line is not a list, or not that of the next cell.
    """
    lines = [row for row in drawn if row.text.strip()]
    if not lines or not LINE.match(lines[0].text) or INSTANCE.match(lines[0].text):
        return None
    rows: list[Node] = []
    for cell, row in enumerate(lines):
        line = LINE.match(row.text)
        if line is None or int(line["cell"]) != cell:
            raise TextError(row.span, Message("expected: the line of cell {cell}", cell=cell))
        if line.end() < len(row.text):
            at = row.at[line.end()]
            raise TextError(Span(at, at + 1), Message("unexpected: {found}", found=row.text[line.end()]))
        found = list(re.finditer(r"\d+", row.text[: line.end()]))[1:]
        spans = [Span(row.at[number.start()], row.at[number.end() - 1] + 1) for number in found]
        rows.append(Node([Node(int(n[0]), span) for n, span in zip(found, spans, strict=True)], row.span))
    return draft_of_adjacency(Node(rows, span_of(lines)))


def _read(text: Text) -> Iterator[Draft]:
    if not text.has_lists and (draft := draft_of_neighbours(text.rows)) is not None:
        yield draft


NEIGHBOURS = Format(
    name="neighbours",
    title="Lists of neighbours",
    source="Lists of adjacency as graph programs print them",
    conventions="A line for each cell, numbered from 0: its number, a colon, its neighbours.",
    example="0: 1 2\n1: 0 3\n2: 0 3\n3: 1 2",
    read=_read,
)
