"""Graphs in graph6 and its relatives, pasted alone."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from fewest.notation.formats.draft import Draft, Span, TextError
from fewest.notation.formats.format import Format, Text
from fewest.notation.graph6 import refusal
from fewest.solver.errors import Message

GRAPH = re.compile(r"\s*b?['\"]?(>>(?:di)?(?:graph|sparse)6<<[^\s'\"\\]{0,4000})")
LONGEST = 400


def _read(text: Text) -> Iterator[Draft]:
    """No puzzle: a graph has no start. Says how to write one."""
    found = GRAPH.match(text.whole)
    if found is None:
        return
    graph = found[1].removeprefix(">>graph6<<")[:LONGEST]
    example = json.dumps({"kind": "slide", "board": {"graph6": graph}, "start": [1, 0], "goal": [0, 1]})
    text_of_it = (
        "this is a graph in graph6, without a start; write all pieces of it, as here those of two cells: {example}"
    )
    raise TextError(Span(found.start(1), found.end(1)), refusal(found[1]) or Message(text_of_it, example=example))
    yield


GRAPH6 = Format(
    name="graph6",
    title="Graphs in graph6",
    source="nauty 2.8.6 (formats.txt); networkx 3.6.1, to_graph6_bytes",
    conventions="In the field graph6 of a board for sliding pieces, with or without its header and the end of its line. "
    "A graph alone is no puzzle. sparse6 and digraph6 are refused.",
    example='{"kind": "slide", "board": {"graph6": ">>graph6<<Cl\\n"}, "start": [1, 0, 2, 3], "goal": [0, 1, 2, 3]}',
    read=_read,
    whole=True,
)
