"""What writes puzzles on jump boards, by the name of the format."""

from __future__ import annotations

from collections.abc import Mapping

from fewest.notation.formats.written.documents import write_document
from fewest.notation.formats.written.drawing import draw_jump
from fewest.notation.formats.written.pddl_jump import write_jump
from fewest.notation.formats.written.sgt import write_pegs
from fewest.notation.formats.written.subject import Write

KIND = "jump"

WRITERS: Mapping[str, Write] = {
    "json": write_document,
    "sgt-pegs": write_pegs,
    "pddl": write_jump,
    "drawing": draw_jump,
}
