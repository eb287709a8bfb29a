"""Sliding blocks as people write them: pictures of letters, lines of Rush Hour, maps of GNOME Klotski."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from fewest.schemas import JsonObject
from fewest.schemas.fields import MAX_ROWS
from fewest.schemas.text.draft import ROOT, Draft, TextError
from fewest.schemas.text.rows import Row, span_of, too_large, uneven_row
from fewest.schemas.text.steps import counted
from fewest.solver.errors import Message

Point = tuple[int, int]

FREE, WALL = ".", "#"
RUSH_HOUR = re.compile(r"\s*(?:\d+\s+)?(?P<cars>[A-Zox.]{36})(?:\s+\d+)?\s*")
"""A line of M. Fogleman's database: moves, board, positions."""

SIDE = 6
EXIT_ROW = 2
"""In the game Rush Hour: the row of car A, which leaves to the right."""

CARS, MAP_PIECE = "AXR", "*"
"""Names of the car that must leave, the most usual first."""

MAP_ROW = re.compile(r"[\w*#. -]*")
PICTURE_ROW = re.compile(r"[A-Za-z0-9+*.#@&$%=~]+")


@counted
def drafts_of_blocks(rows: Sequence[Row]) -> Iterator[Draft]:
    """Every puzzle that a drawing may be; goal and metric are those of the games."""
    if len(rows) == 1 and (line := RUSH_HOUR.fullmatch(rows[0].text)) and CARS[0] in line["cars"]:
        begin = line.start("cars")
        parts = [rows[0].part(begin + SIDE * r, begin + SIDE * (r + 1)) for r in range(SIDE)]
        yield _rush_hour(parts, [part.text.replace("o", FREE).replace("x", WALL) for part in parts], CARS[0])
        return
    rows = [part for row in rows for part in row.split("/")]
    text = "\n".join(row.text for row in rows)
    if MAP_PIECE in text and WALL in text and all(MAP_ROW.fullmatch(row.text) for row in rows):
        yield _klotski(rows)
        return
    drawn = _picture(rows) if len(rows) > 1 else None
    if drawn is None:
        return
    for car in CARS:
        for cars in (drawn, [row.replace("o", FREE) for row in drawn]):
            if _is_rush_hour(cars, car):
                yield _rush_hour(rows, cars, car)
                return
    if FREE not in "".join(drawn):
        raise TextError(span_of(rows), Message("a picture of blocks needs an empty cell, which is a dot"))
    name = _largest(drawn)
    corner = opposite(drawn, name)
    text = (
        "The text gives no goal; assumed: {name} at row {row}, column {column}, counted from "
        "0. One move takes one block any distance along any path."
    )
    draft = _draft(
        rows,
        drawn,
        {"goal": {"at": {name: list(corner)}}, "metric": "path"},
        Message("a picture of {pieces} blocks", pieces=len(_names(drawn))),
        rank=1,
    )
    assumption = Message(text, name=name, row=corner[0], column=corner[1])
    yield replace(draft, assumed=("goal", "metric"), assumption=assumption)


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


def _rush_hour(rows: Sequence[Row], drawn: list[str], car: str) -> Draft:
    """Cars on a board of 6 by 6, one of which must reach the right edge."""
    length = sum(row.count(car) for row in drawn)
    goal = {"goal": {"at": {car: [EXIT_ROW, SIDE - length]}}, "metric": "line", "axis": "long"}
    text = "Rush Hour with {cars} cars, where {car} must reach the right edge"
    words = Message(text, cars=len(_names(drawn)), car=car)
    return _draft(rows, drawn, goal, words)


def _is_rush_hour(drawn: list[str], car: str) -> bool:
    """Whether a picture is one of Rush Hour: cars of two or three cells in a line, this one in the third row."""
    if len(drawn) != SIDE or len(drawn[0]) != SIDE:
        return False
    places = {name: places_of(drawn, name) for name in _names(drawn)}
    straight = all(
        len(cells) in (2, 3) and (len({r for r, _ in cells}) == 1 or len({c for _, c in cells}) == 1)
        for cells in places.values()
    )
    return straight and {r for r, _ in places.get(car, [])} == {EXIT_ROW}


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
    words = Message("a map of Klotski with {pieces} blocks, where * must cover the dots", pieces=len(_names(drawn)))
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
