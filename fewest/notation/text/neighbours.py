"""Lists of neighbours, one line for each cell: ``0: 1 4 5``."""

from __future__ import annotations

import re

from fewest.notation.text.draft import ROOT, Draft, Span, TextError
from fewest.notation.text.rows import Row, span_of
from fewest.notation.text.steps import counted
from fewest.solver.errors import Message

LINE = re.compile(r"\s*(?P<cell>\d{1,9})\s*(?::|->|→)(?P<neighbours>[\s\d,;]*)")


@counted
def draft_of_neighbours(rows: list[Row]) -> Draft | None:
    """The board of these lines; None if the first is not such a list.

    Raises
    ------
    TextError
        If a line is not a list, or not that of the next cell.
    """
    lines = [row for row in rows if row.text.strip()]
    if not lines or not LINE.match(lines[0].text):
        return None
    adjacency: list[list[int]] = []
    spans = {ROOT: span_of(lines)}
    for cell, row in enumerate(lines):
        line = LINE.match(row.text)
        if line is None or int(line["cell"]) != cell:
            raise TextError(row.span, Message("expected: the line of cell {cell}", cell=cell))
        if line.end() < len(row.text):
            at = row.at[line.end()]
            raise TextError(Span(at, at + 1), Message("unexpected: {found}", found=row.text[line.end()]))
        pointer = f"{ROOT}/board/adjacency/{cell}"
        found = list(re.finditer(r"\d+", row.text[: line.end()]))[1:]
        adjacency.append([int(number[0]) for number in found])
        spans[pointer] = row.span
        for place, number in enumerate(found):
            spans[f"{pointer}/{place}"] = Span(row.at[number.start()], row.at[number.end() - 1] + 1)
    words = Message("lists of the neighbours of {cells|# cell|# cells}", cells=len(adjacency))
    return Draft({"kind": "slide", "board": {"adjacency": adjacency}}, words, spans)
