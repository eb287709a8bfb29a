"""The formats, the most exact first. A new one is a file of this folder and a line here."""

from __future__ import annotations

from fewest.notation.formats.drawing import DRAWING
from fewest.notation.formats.format import Format
from fewest.notation.formats.neighbours import NEIGHBOURS
from fewest.notation.formats.peg_bits import PEG_BITS
from fewest.notation.formats.peg_matrix import PEG_MATRIX
from fewest.notation.formats.tables import DOCUMENT, TABLE

BLOCKS: tuple[Format, ...] = ()

PIECES: tuple[Format, ...] = ()

PEGS: tuple[Format, ...] = (PEG_BITS, PEG_MATRIX)

FORMATS: tuple[Format, ...] = (DOCUMENT, NEIGHBOURS, *BLOCKS, *PIECES, *PEGS, TABLE, DRAWING)
