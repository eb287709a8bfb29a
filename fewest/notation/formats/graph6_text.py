"""Graphs in graph6 and its relatives, pasted alone."""

from __future__ import annotations

import re
from collections.abc import Iterator

from fewest.notation.formats.draft import Draft, Span, TextError
from fewest.notation.formats.format import Format, Text
from fewest.notation.graph6 import refusal
from fewest.solver.errors import Message

GRAPH = re.compile(r"\s*b?['\"]?(>>(?:graph6|sparse6|digraph6)<<)")
ALONE = Message(
    'this is a graph in graph6; write {"kind": "slide", "board": {"graph6": "..."}} with a start and a goal'
)


def _read(text: Text) -> Iterator[Draft]:
    """No puzzle: a graph has no start."""
    if (found := GRAPH.match(text.whole)) is not None:
        raise TextError(Span(*found.span(1)), refusal(found[1]) or ALONE)
    yield from ()


GRAPH6 = Format(
    name="graph6",
    title="Graphs in graph6",
    source="nauty 2.8.6 (formats.txt); networkx 3.6.1, to_graph6_bytes",
    conventions="In the field graph6 of a board for sliding pieces, with or without its header and the end of its "
    "line. Cells are numbered as in the text; networkx numbers nodes in the order in which they were added, so add "
    "them in order before the edges. A graph alone is no puzzle. sparse6 and digraph6 are refused.",
    example='{"kind": "slide", "board": {"graph6": ">>graph6<<Cl\\n"}, "start": [1, 0, 2, 3], "goal": [0, 1, 2, 3]}',
    read=_read,
    whole=True,
)
