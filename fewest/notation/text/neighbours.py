"""Lists of neighbours, one line for each cell: ``0: 1 4 5``."""

from __future__ import annotations

import re

from fewest.notation.text.brackets import Node
from fewest.notation.text.draft import Draft, Span, TextError
from fewest.notation.text.rows import Row, span_of
from fewest.notation.text.steps import counted
from fewest.notation.text.tables import draft_of_adjacency
from fewest.solver.errors import Message

LINE = re.compile(r"\s*(?P<cell>\d{1,9})\s*(?::|->|→)(?P<neighbours>[\s\d,;]*)")


@counted
def draft_of_neighbours(drawn: list[Row]) -> Draft | None:
    """The board of these lines; None if the first is not such a list.

    Raises
    ------
    TextError
        If a line is not a list, or not that of the next cell.
    """
    lines = [row for row in drawn if row.text.strip()]
    if not lines or not LINE.match(lines[0].text):
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
    return draft_of_adjacency(Node(rows, span_of(lines)), [row.items for row in rows])
