"""Codes of 华容道 (Klotski) on 5 rows of 4: the hexadecimal ones of dnomd343, the 20 digits of conwnet."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from string import ascii_uppercase

from fewest.notation.formats.draft import Draft, Span, TextError
from fewest.notation.formats.format import Format, Text
from fewest.notation.formats.klotski import EXIT, SIZE, SQUARE
from fewest.notation.formats.pictures import FREE, Picture, Point, put
from fewest.notation.formats.rows import Row
from fewest.solver.errors import Message

ROWS, COLUMNS = SIZE
HEX = re.compile(r"\s*(?:0[xX])?(?P<code>[\dA-Fa-f]{6,9})\s*")
SHORT = re.compile(r"\s*(?=[A-Z]*\d)(?=\d*[A-Z])[1-9A-HJKMNP-Z]{5}\s*")
PARTS: dict[int, Point | None] = {0b00: None, 0b01: (1, 2), 0b10: (2, 1), 0b11: (1, 1)}
DIGITS: dict[str, Point | None] = {"0": None, "2": (1, 1), "3": (2, 1), "4": (1, 2), "5": SQUARE}
TWENTY = re.compile(
    r"(?<!\w)[0-5]{20}(?!\w)|(?<!\w)[0-5](?:[\s,;]{1,12}[0-5]){19}(?!\w)|(?<!\w)[0-5]{4}(?:\s{1,3}[0-5]{4}){4}(?!\w)"
)


def _draft(pieces: Sequence[tuple[int, Point]], text: Text) -> Draft | None:
    """The puzzle of a code: the square, which is there once, must reach the exit."""
    cells = [[FREE] * COLUMNS for _ in range(ROWS)]
    named = [(name, divmod(at, COLUMNS), size) for name, (at, size) in zip(ascii_uppercase, pieces, strict=False)]
    squares = [name for name, _, size in named if size == SQUARE]
    if len(squares) != 1 or not all(put(cells, *each) for each in named):
        return None
    picture, name = Picture(cells, [Row(text.whole, range(len(text.whole)))]), squares[0]
    words = Message(
        "a code of Klotski (华容道) with {pieces|# block|# blocks}, where {name} must reach the exit at the bottom",
        pieces=len(pieces),
        name=name,
    )
    told = Message("The text gives no metric; assumed: one move takes one block any distance along any path.")
    return replace(picture.draft({name: EXIT}, "path", words), assumed=("metric",), assumptions=(told,))


def read_hex(text: Text) -> Iterator[Draft]:
    """A digit for the place of the square, then two bits for each next cell that is not covered yet."""
    found = HEX.fullmatch(text.whole[:100]) if len(text.whole) < 100 else None
    if SHORT.fullmatch(text.whole):
        said = "this looks like a short code of Klotski, a number in a long table; give its 9 digits, as 1A9BF0C00"
        raise TextError(Span(0, len(text.whole)), Message(said))
    # A word of letters, or a number, is more probably that.
    if found is None or not re.search("[A-Fa-f]", found["code"]) or not re.search(r"\d", found["code"]):
        return
    head, rest = int(found["code"][0], 16), int(found["code"][1:].ljust(8, "0"), 16)
    pieces, covered = [(head, SQUARE)], {head, head + 1, head + COLUMNS, head + COLUMNS + 1}
    codes = iter([rest >> shift & 0b11 for shift in range(30, -2, -2)])
    for at in range(ROWS * COLUMNS):
        if at not in covered and (size := PARTS[next(codes)]) is not None:
            covered |= {at + r * COLUMNS + c for r in range(size[0]) for c in range(size[1])}
            pieces.append((at, size))
    draft = None if any(codes) else _draft(pieces, text)
    if draft is not None and _free(pieces) >= 2:
        yield draft


def _free(pieces: Sequence[tuple[int, Point]]) -> int:
    return ROWS * COLUMNS - sum(height * width for _, (height, width) in pieces)


def read_digits(text: Text) -> Iterator[Draft]:
    """A digit for each cell: what has its first cell there, or 1 if it is covered."""
    found = TWENTY.findall(text.whole) if len(text.whole) < 1000 else []
    if len(found) != 1 or re.search(r"\d", text.whole.replace(found[0], "")):
        return
    digits = re.sub(r"\D", "", found[0])
    pieces = [(at, size) for at, digit in enumerate(digits) if digit != "1" and (size := DIGITS[digit]) is not None]
    draft = _draft(pieces, text)
    if draft is not None and _free(pieces) == digits.count("0") > 0:
        yield draft
    elif found[0] == digits and {"3", "4"} & set(digits):
        begin = text.whole.index(digits)
        said = "these 20 digits are no board: a 1 is not covered, blocks overlap, or there is not one square (5)"
        raise TextError(Span(begin, begin + len(digits)), Message(said))


HUARONG_HEX = Format(
    name="huarong-hex",
    title="华容道 (Klotski), a hexadecimal code",
    source="dnomd343/klotski 0.0.2, src/core/common_code/common_code.h",
    conventions="The first digit is the cell of the square's corner, numbered row by row on 5 rows of 4; then two "
    "bits for each cell not covered yet: 00 empty, 01 two cells lying, 10 two cells upright, 11 one cell. Zeros at "
    "the end may be cut. The square must reach row 3, column 1. Short codes of 5 characters are numbers in a table "
    "of 29,334,498 boards, and refused.",
    example="1A9BF0C",
    read=read_hex,
    whole=True,
    line=True,
)
HUARONG_DIGITS = Format(
    name="huarong-digits",
    title="华容道 (Klotski), 20 digits",
    source="conwnet/huarongdao (2017), README and src/core.js",
    conventions="A digit for each cell of 5 rows of 4: 0 empty, 1 covered, 2 one cell, 3 two cells upright, 4 two "
    "cells lying, 5 the square, each at its upper left cell. The square must reach row 3, column 1. The program "
    "counts steps of one cell.",
    example="35131111341312212002",
    read=read_digits,
    whole=True,
    line=True,
)
