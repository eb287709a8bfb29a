"""Rush Hour with a mark beside the board where the car leaves."""

from __future__ import annotations

import re
from collections.abc import Iterator

from fewest.notation.formats.draft import Draft, TextError
from fewest.notation.formats.format import Format, Text
from fewest.notation.formats.pictures import Picture, Point, picture_of
from fewest.notation.formats.rows import Row, span_of, uneven_row
from fewest.notation.formats.rush_hour import at_gap, drafts_of_cars, is_car
from fewest.solver.errors import Message

HEAD = re.compile(r"\s*(?:(\d{1,2})[ ,]+(\d{1,2})|\d{1,3}|papan awal:?)\s*", re.IGNORECASE)
"""The size, the number of cars, or words above the board of a solution; its moves stand below."""

MOVES, ROW = re.compile(r"\s*gerakan\b.*", re.IGNORECASE), re.compile(r"[A-Za-z. ]{2,}")
ARROW = re.compile(r"\s*(?:[-=]*>|→)\s*(?:exit)?$", re.IGNORECASE)
BORDER = re.compile("[xz]+|[xz].+[xz]")
MOST = 30
"""Lines of a board and of what stands above it."""


def read_exit(text: Text) -> Iterator[Draft]:
    """A board with K, with > or < in its frame of lines, or with z in its border of x."""
    rows = [row for row in text.lines if row.text.strip()] if not text.has_lists else []
    end = next((number for number, row in enumerate(rows) if MOVES.fullmatch(row.text)), len(rows))
    begin = next((number for number, row in enumerate(rows[:end]) if not HEAD.fullmatch(row.text)), end)
    head, rows = rows[:begin], rows[begin:end]
    if len(rows) > MOST:
        return
    if all(BORDER.fullmatch(row.text) for row in rows):
        rows = [Row(re.sub("x" if {*row.text} <= {*"xz"} else "^x|x$", " ", row.text), row.at) for row in rows]
    rows = [Row(ARROW.sub(">", row.text.replace("|", " ").rstrip()), row.at) for row in rows]
    exits = [(row, mark) for row in rows for mark in row.text if mark in "K<>"] or [
        (row, "z") for row in rows for mark in row.text if mark == "z"
    ]
    rows = [row for row in rows if row.text]
    size = next((found for row in head if (found := HEAD.fullmatch(row.text)) and found[1]), None)
    given = (int(size[1]), int(size[2])) if size is not None else None
    if len(exits) == 1 and len(rows) > 1:
        yield from _drafts(rows, *exits[0], given)
    elif given is not None and not exits and (picture := picture_of(rows)) is not None and picture.size == given:
        if len(head) > 1 and "P" in picture.pieces and "X" not in picture.pieces:
            raise TextError(span_of(rows), Message("the exit K is missing; write it beside the row or column of P"))
        yield from drafts_of_cars(picture, None, False)


def _indent(row: Row) -> int:
    return len(row.text) - len(row.text.lstrip())


def _drafts(rows: list[Row], beside: Row, mark: str, given: Point | None) -> Iterator[Draft]:
    """The puzzle of rows, one of which has the mark before it or behind it, or is the mark alone."""
    number, at, text = rows.index(beside), beside.text.index(mark), beside.text.strip()
    others, alone = [row for row in rows if row is not beside], text == mark
    left = min(map(_indent, others))
    inner = [row.part(left, len(row.text)) for row in others]
    if not alone:
        own = Row(beside.text[:at] + beside.text[at + 1 :], [*beside.at[:at], *beside.at[at + 1 :]])
        inner.insert(number, own.part(_indent(own), len(own.text)))
    if not all(ROW.fullmatch(row.text) for row in inner) or (alone and 0 < number < len(others)):
        return
    picture = picture_of(inner) or Picture([list(row.text) for row in inner], inner)
    cars, columns = picture.pieces, picture.size[1]
    if mark == "K" and "P" not in cars:
        return
    if (uneven := uneven_row(picture.cells)) is not None:
        if given is None:
            return  # the mark may be a piece at the edge
        raise TextError(inner[uneven[0]].span, uneven[1])
    if mark == "K" and given not in (None, picture.size):
        raise TextError(span_of(inner), Message("the board has not the size that is given above it"))
    gap = number, -1 if text[0] == mark else columns
    if alone:
        gap = -1 if number == 0 else len(inner), (at - left) * columns // max(len(row.text) for row in inner)
    if mark != "K":
        yield from drafts_of_cars(picture, gap, False)
        return
    if (wrong := next((name for name, cells in cars.items() if not is_car(cells)), None)) is not None:
        if given is None:
            return
        raise TextError(span_of(inner), Message("piece {name} is not two or more cells in a line", name=wrong))
    drafts = list(at_gap(picture, gap, "P"))
    if not drafts:
        raise TextError(beside.span, Message("P, which must leave, is not in line with the exit K"))
    yield from drafts


RUSH_EXIT = Format(
    name="rush-hour-exit",
    title="Rush Hour with its exit outside the board",
    source="Course IF2211 of ITB, third small task of 2025: files and solutions in hundreds of repositories "
    "(zirachw/Tucil3_13523004_13523098, Fariz36/Tucil3_13523069_13523090)",
    conventions="The size, the number of other cars, and the rows. P leaves at K, which stands behind its row, before "
    "it (the other rows then begin with a blank), or alone above or below. The size, the number and what follows "
    "the board may be left out. Cars have two cells or more. A slide of any length is a move, as in the solutions of "
    "the course; some count each cell. Also read: > or < in a frame of lines, and z in a border of x, where the "
    "car has one of the names in rush-hour-rows.",
    example="6 6\n3\n..A...\n..A..B\nPPA..BK\n.....B\n......\nCC....",
    read=read_exit,
    whole=True,
)
