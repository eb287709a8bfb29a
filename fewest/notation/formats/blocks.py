"""Sliding blocks as people write them: pictures of letters, lines of Rush Hour, maps of GNOME Klotski."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from fewest.notation import JsonObject
from fewest.notation.fields import MAX_ROWS
from fewest.notation.formats.assumed import may_be_solved
from fewest.notation.formats.draft import ROOT, Draft, TextError
from fewest.notation.formats.rows import SEVERAL, Row, span_of, too_large, uneven_row
from fewest.notation.formats.steps import counted
from fewest.solver.errors import Message

Point = tuple[int, int]

FREE, WALL = ".", "#"
IN_A_LINE = re.compile(r"(?:\d+\s+)?(?P<cars>(?=\S*[A-Za-z])[A-Za-z.0_-]{16,64})(?:\s+\d+)?")
"""Rows of Rush Hour one after the other, as in M. Fogleman's database: moves, board, positions."""

BLANKS_IN_A_LINE = re.compile(r"(?P<cars>[A-Z ]{36})")

SIDES = (6, 5, 7)
"""Of a board of Rush Hour, the usual one first."""

CARS, MAP_PIECE = "AXRZ", "*"
"""Names of the car that leaves to the right, the most usual first."""

FREE_MARKS = (FREE, "-", "_", "0", " ", "o")
"""An empty place of Rush Hour. A letter is one only where there is no other."""

KLOTSKI_SIDES, KLOTSKI_EXIT = (5, 4), (3, 1)
"""Rows and columns of the board of Klotski, and the corner of the square at its exit."""

MAP_ROW = re.compile(r"[\w*#. -]*")
PICTURE_ROW = re.compile(r"[A-Za-z0-9+*.#@&$%=~]+")


@counted
def drafts_of_blocks(rows: Sequence[Row]) -> Iterator[Draft]:
    """Every puzzle that a drawing may be; goal and metric are those of the games."""
    line = _out_of_a_line(rows)
    rush_hour = draft_of_cars(line or rows)
    if rush_hour is not None:
        yield rush_hour
    if rush_hour is not None or line is not None:
        return
    rows = [part for row in rows for part in row.split("/")]
    text = "\n".join(row.text for row in rows)
    if MAP_PIECE in text and WALL in text and all(MAP_ROW.fullmatch(row.text) for row in rows):
        yield _klotski(rows)
        return
    drawn = _picture(rows) if len(rows) > 1 else None
    if drawn is None:
        return
    if FREE not in "".join(drawn):
        raise TextError(span_of(rows), Message("a picture of blocks needs an empty cell, which is a dot"))
    name = _largest(drawn)
    corner = _exit_of_klotski(drawn, name) or opposite(drawn, name)
    text = (
        "The text gives no goal; assumed: {name} at row {row}, column {column}, counted from "
        "0. One move takes one block any distance along any path."
    )
    draft = _draft(
        rows,
        drawn,
        {"goal": {"at": {name: list(corner)}}, "metric": "path"},
        Message("a picture of {pieces|# block|# blocks}", pieces=len(_names(drawn))),
        rank=1,
    )
    assumption = Message(text, name=name, row=corner[0], column=corner[1])
    yield replace(draft, assumed=("goal", "metric"), assumptions=(assumption,))


def _exit_of_klotski(drawn: Sequence[str], name: str) -> Point | None:
    """Where the only square of 2 by 2 leaves a board of 5 rows of 4, as in Klotski; None if walled, or for another."""
    top, left = _corner(places_of(drawn, name))
    square = [(top, left), (top, left + 1), (top + 1, left), (top + 1, left + 1)]
    sizes = [len(places_of(drawn, each)) for each in _names(drawn)]
    if (len(drawn), len(drawn[0])) != KLOTSKI_SIDES or places_of(drawn, name) != square or sizes.count(len(square)) > 1:
        return None
    row, column = KLOTSKI_EXIT
    walled = WALL in "".join(line[column : column + 2] for line in drawn[row : row + 2])
    return None if walled or (top, left) == KLOTSKI_EXIT else KLOTSKI_EXIT


@counted
def _picture(rows: Sequence[Row]) -> list[str] | None:
    """The rows without blanks between their columns; None if they are no picture of letters."""
    drawn = _without_blanks(rows) or [row.text.strip() for row in rows]
    for free in "_ 0":  # the mark of an empty cell if there is no dot
        if FREE not in "".join(drawn):
            drawn = [row.replace(free, FREE) for row in drawn]
    if not all(PICTURE_ROW.fullmatch(row) for row in drawn) or not re.search("[A-Za-z]", "".join(drawn)):
        return None
    if uneven := uneven_row(drawn):
        raise TextError(rows[uneven[0]].span, uneven[1])
    if len(drawn) > MAX_ROWS or len(drawn[0]) > MAX_ROWS:
        raise too_large(rows[0].span)
    return drawn


@counted
def _without_blanks(rows: Sequence[Row]) -> list[str] | None:
    """A picture with a blank between its columns, without it; None if it has none. Other blanks are walls."""
    left = min(len(row.text) - len(row.text.lstrip()) for row in rows)
    lines = [row.text[left:].rstrip() for row in rows]
    if any(line[1::2].strip() for line in lines):
        return None
    width = (max(map(len, lines)) + 1) // 2
    return [line[::2].replace(" ", WALL).ljust(width, WALL) for line in lines]


def _out_of_a_line(rows: Sequence[Row]) -> Sequence[Row] | None:
    """The rows of a board of Rush Hour that is written in one line; None if this is no such line.

    Raises
    ------
    TextError
        If there are several such lines, or if the line is no square.
    """
    usual = SIDES[0] ** 2
    found = [IN_A_LINE.fullmatch(row.text) for row in rows]
    if found == [None]:
        # Blanks at the end are empty places, too; `rows_of` has cut them off.
        found = [BLANKS_IN_A_LINE.fullmatch(rows[0].text.ljust(usual))]
    cars = [line.span("cars") for line in found if line is not None]
    if len(rows) > 1 and len(cars) == len(rows) and {end - begin for begin, end in cars} == {usual}:
        raise TextError(rows[1].span, SEVERAL)
    if len(rows) > 1 or not cars:
        return None
    ((begin, end),) = cars
    side = next((side for side in SIDES if side * side == end - begin), None)
    if side is None:
        if FREE not in rows[0].text:
            return None
        text = "a board of Rush Hour in one line has 25, 36 or 49 characters, not {length}"
        raise TextError(rows[0].span, Message(text, length=end - begin))
    at = [*rows[0].at, *[rows[0].at[-1]] * (end - len(rows[0].text))]
    line = Row(rows[0].text.ljust(end), at)
    return [line.part(each, each + side) for each in range(begin, end, side)]


def draft_of_cars(rows: Sequence[Row]) -> Draft | None:
    """Cars on a square board, one of which must reach the right edge in its row; None if this is no such board."""
    rows = _unframed(rows)
    side = len(rows)
    if side not in SIDES or max(len(row.text) for row in rows) > side:
        return None
    drawn = [row.text.ljust(side) for row in rows]
    marks = set("".join(drawn))
    free = next((mark for mark in FREE_MARKS if mark in marks), FREE)
    drawn = [row.replace(free, FREE) for row in drawn]
    if "x" in marks and (free == "o" or not _are_cars(drawn, "x")):
        drawn = [row.replace("x", WALL) for row in drawn]
    names = _names(drawn)
    if not all(name.isascii() and name.isalpha() for name in names) or not _are_cars(drawn, names):
        return None
    cars = [(name, places) for name in names if name.upper() in CARS and _row(places := places_of(drawn, name)) >= 0]
    if not cars:
        return None
    middle = (side - 1) // 2
    drafts = []
    for name, places in sorted(cars, key=lambda car: (_row(car[1]) != middle, CARS.index(car[0].upper()))):
        goal = {"goal": {"at": {name: [_row(places), side - len(places)]}}, "metric": "line", "axis": "long"}
        words = Message(
            "Rush Hour with {cars|# car|# cars}, where {car} must reach the right edge", cars=len(names), car=name
        )
        drafts.append(_draft(rows, drawn, goal, words))
    return next((draft for draft in drafts if may_be_solved(draft.document)), drafts[0])


def _unframed(rows: Sequence[Row]) -> Sequence[Row]:
    """A board of Rush Hour without the walls around it, in which there may be one exit, at the right."""
    width = len(rows[0].text)
    sides = "".join(row.text[:1] + row.text[width - 1 :] for row in rows)
    framed = {*rows[0].text, *rows[-1].text} == {WALL} and set(sides) <= {WALL, FREE} and sides.count(FREE) < 2
    if len(rows) - 2 not in SIDES or not framed or any(len(row.text) != width for row in rows):
        return rows
    return [row.part(1, width - 1) for row in rows[1:-1]]


def _are_cars(drawn: Sequence[str], names: Sequence[str]) -> bool:
    """Whether pieces are cars: two or three cells in a line."""
    return all(_is_car(places_of(drawn, name)) for name in names)


def _is_car(places: Sequence[Point]) -> bool:
    lines, steps = {r for r, _ in places}, {c for _, c in places}
    return len(places) in (2, 3) and {len(lines), len(steps)} == {1, len(places)} and _is_together(places)


def _is_together(places: Sequence[Point]) -> bool:
    (top, left), (bottom, right) = places[0], places[-1]
    return bottom - top + right - left == len(places) - 1


def _row(places: Sequence[Point]) -> int:
    """The row of a car that moves along one; -1 for another."""
    rows = {r for r, _ in places}
    return rows.pop() if len(rows) == 1 else -1


@counted
def _klotski(rows: Sequence[Row]) -> Draft:
    """A map: ``-`` is a door for the piece ``*``, whose cells must reach the dots, even outside the walls."""
    width = max(len(row.text) for row in rows)
    whole = [row.text.ljust(width) for row in rows]
    drawn = [re.sub("[ -]", FREE, row) for row in whole]
    doors, dots = places_of(whole, "-"), places_of(whole, FREE)
    corner = _corner(dots) if dots else opposite(drawn, MAP_PIECE)
    more: JsonObject = {"goal": {"at": {MAP_PIECE: list(corner)}}, "metric": "path"}
    if doors:
        more["doors"] = [{"at": [list(place) for place in doors], "pieces": [MAP_PIECE]}]
    words = Message(
        "a map of Klotski with {pieces|# block|# blocks}, where * must cover the dots", pieces=len(_names(drawn))
    )
    return _draft(rows, drawn, more, words)


def _draft(rows: Sequence[Row], drawn: list[str], more: JsonObject, words: Message, rank: int = 0) -> Draft:
    spans = {ROOT: span_of(rows)}
    spans |= {f"{ROOT}/start/picture/{number}": row.span for number, row in enumerate(rows)}
    return Draft({"kind": "block", "start": {"picture": drawn}} | more, words, spans, rank)


@counted
def _names(drawn: Sequence[str]) -> list[str]:
    """The pieces, in the order in which they are met."""
    return [mark for mark in dict.fromkeys("".join(drawn)) if mark not in (FREE, WALL)]


@counted
def places_of(drawn: Sequence[str], name: str) -> list[Point]:
    """Row and column of each cell with a mark."""
    return [(r, c) for r, row in enumerate(drawn) for c, mark in enumerate(row) if mark == name]


def _corner(places: Sequence[Point]) -> Point:
    return min(r for r, _ in places), min(c for _, c in places)


def _largest(drawn: Sequence[str]) -> str:
    """The largest piece, the first of several."""
    return max(_names(drawn), key=lambda name: len(places_of(drawn, name)))


def opposite(drawn: Sequence[str], name: str) -> Point:
    """Where a piece would be on the opposite side of the board, if it fits there; else where it is."""
    places = places_of(drawn, name)
    top, left = _corner(places)
    corner = (len(drawn) - 1 - max(r for r, _ in places), len(drawn[0]) - 1 - max(c for _, c in places))
    moved = [(r - top + corner[0], c - left + corner[1]) for r, c in places]
    return corner if all(drawn[r][c] != WALL for r, c in moved) else (top, left)
