"""The formats, the most exact first. A new one is a file of this folder and a line here."""

from __future__ import annotations

from fewest.notation.formats.cars import CAR_TABLE, GCOMPRIS
from fewest.notation.formats.drawing import DRAWING
from fewest.notation.formats.format import Format
from fewest.notation.formats.huarong import HUARONG_DIGITS, HUARONG_HEX
from fewest.notation.formats.klotski import KLOTSKI
from fewest.notation.formats.klotski_json import KLOTSKI_JSON
from fewest.notation.formats.klotski_map import GNOME_KLOTSKI, KLOTSKI_GOLF, KLOTSKI_KTS
from fewest.notation.formats.neighbours import NEIGHBOURS
from fewest.notation.formats.rush_hour import RUSH_LINE, RUSH_ROWS
from fewest.notation.formats.tables import DOCUMENT, TABLE

BLOCKS: tuple[Format, ...] = (
    KLOTSKI_JSON,
    CAR_TABLE,
    GCOMPRIS,
    KLOTSKI_KTS,
    GNOME_KLOTSKI,
    KLOTSKI_GOLF,
    HUARONG_HEX,
    HUARONG_DIGITS,
    RUSH_LINE,
    RUSH_ROWS,
    KLOTSKI,
)

PIECES: tuple[Format, ...] = ()

PEGS: tuple[Format, ...] = ()

FORMATS: tuple[Format, ...] = (DOCUMENT, NEIGHBOURS, *BLOCKS, *PIECES, *PEGS, TABLE, DRAWING)
