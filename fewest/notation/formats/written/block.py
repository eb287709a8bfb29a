"""What writes puzzles of sliding blocks, by the name of the format."""

from __future__ import annotations

from collections.abc import Mapping

from fewest.notation.formats.written.blocks import write_klotski, write_rush_hour
from fewest.notation.formats.written.documents import write_document
from fewest.notation.formats.written.drawing import draw_block
from fewest.notation.formats.written.pddl_block import write_block
from fewest.notation.formats.written.subject import Write

KIND = "block"

WRITERS: Mapping[str, Write] = {
    "json": write_document,
    "gnome-klotski": write_klotski,
    "rush-hour-line": write_rush_hour,
    "pddl": write_block,
    "drawing": draw_block,
}
