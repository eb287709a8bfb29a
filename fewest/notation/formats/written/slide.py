"""What writes puzzles of sliding pieces, by the name of the format."""

from __future__ import annotations

from collections.abc import Mapping

from fewest.notation.formats.written.documents import write_document, write_graph6
from fewest.notation.formats.written.drawing import draw_slide
from fewest.notation.formats.written.pddl_slide import write_slide
from fewest.notation.formats.written.sgt import write_fifteen
from fewest.notation.formats.written.subject import Write

KIND = "slide"

WRITERS: Mapping[str, Write] = {
    "json": write_document,
    "sgt-fifteen": write_fifteen,
    "graph6": write_graph6,
    "pddl": write_slide,
    "drawing": draw_slide,
}
