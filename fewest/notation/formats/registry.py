"""The formats, the most exact first. A new one is a file of this folder and a line here."""

from __future__ import annotations

from fewest.notation.formats.block_goal import BLOCK_GOAL
from fewest.notation.formats.block_objects import OBJECTS
from fewest.notation.formats.cars import CAR_TABLE, GCOMPRIS
from fewest.notation.formats.characters import CHARACTERS
from fewest.notation.formats.dashes import DASHES
from fewest.notation.formats.drawing import DRAWING
from fewest.notation.formats.emacs_solitaire import EMACS_SOLITAIRE
from fewest.notation.formats.format import Format
from fewest.notation.formats.graph6_text import GRAPH6
from fewest.notation.formats.huarong import HUARONG_DIGITS, HUARONG_HEX
from fewest.notation.formats.klotski import KLOTSKI
from fewest.notation.formats.klotski_json import KLOTSKI_JSON
from fewest.notation.formats.klotski_map import GNOME_KLOTSKI, KLOTSKI_GOLF, KLOTSKI_KTS
from fewest.notation.formats.korf import KORF, LINE
from fewest.notation.formats.letter_tiles import LETTER_TILES
from fewest.notation.formats.lists_of_pieces import LISTS
from fewest.notation.formats.neighbours import NEIGHBOURS
from fewest.notation.formats.npuzzle_42 import NPUZZLE_42
from fewest.notation.formats.pddl import PDDL
from fewest.notation.formats.peg_bits import PEG_BITS
from fewest.notation.formats.peg_data import PEG_DATA
from fewest.notation.formats.peg_legend import PEG_LEGEND
from fewest.notation.formats.peg_lines import PEG_LINES
from fewest.notation.formats.peg_matrix import PEG_MATRIX
from fewest.notation.formats.rush_hour import RUSH_LINE, RUSH_ROWS
from fewest.notation.formats.rush_hour_exit import RUSH_EXIT
from fewest.notation.formats.sgt_fifteen import SGT_FIFTEEN
from fewest.notation.formats.sgt_pegs import SGT_PEGS
from fewest.notation.formats.tables import DOCUMENT, TABLE
from fewest.notation.formats.textarena import TEXTARENA

BLOCKS: tuple[Format, ...] = (
    KLOTSKI_JSON,
    OBJECTS,
    BLOCK_GOAL,
    CAR_TABLE,
    GCOMPRIS,
    KLOTSKI_KTS,
    GNOME_KLOTSKI,
    KLOTSKI_GOLF,
    HUARONG_HEX,
    HUARONG_DIGITS,
    RUSH_EXIT,
    RUSH_LINE,
    RUSH_ROWS,
    KLOTSKI,
)

PIECES: tuple[Format, ...] = (SGT_FIFTEEN, NPUZZLE_42, TEXTARENA, LISTS, KORF, LINE, CHARACTERS, DASHES, LETTER_TILES)

PEGS: tuple[Format, ...] = (
    GRAPH6,
    SGT_PEGS,
    PEG_DATA,
    PDDL,
    EMACS_SOLITAIRE,
    PEG_LEGEND,
    PEG_BITS,
    PEG_MATRIX,
    PEG_LINES,
)

FORMATS: tuple[Format, ...] = (DOCUMENT, NEIGHBOURS, *BLOCKS, *PIECES, *PEGS, TABLE, DRAWING)
