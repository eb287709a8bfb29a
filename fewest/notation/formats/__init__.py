"""Puzzles as people and programs write them: from a text to puzzles, each with a description of how it was read.

::

    reader       asks every format of the registry, completes and checks what they find, and puts it in order
    registry     the formats, the most exact first: one file each; the last ones are tables and drawings of any kind
    format       what a format is, and the views of a text that it reads
    programs     what a program says with its lists and around them        cleaned   what belongs to no puzzle is blank
    lists        nested lists in the brackets of any language, made of nodes and strings    rows    lines, boxes
    many         where the puzzles of a text stand               words    what stands around a drawing
    draft        a puzzle as it was understood, with the place of each of its parts in the text
    assumed      a start and a goal, where there is none         steps    how much work a text may take
"""

from __future__ import annotations

from fewest.notation.formats.format import Format
from fewest.notation.formats.reader import Reading, is_clear, read_puzzles, read_text
from fewest.notation.formats.registry import FORMATS

__all__ = ["FORMATS", "Format", "Reading", "is_clear", "read_puzzles", "read_text"]
