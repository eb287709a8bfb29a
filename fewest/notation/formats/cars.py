"""Rush Hour as lists of cars: the tables of a university course, and the levels of GCompris."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from fewest.notation.formats.draft import Draft, TextError
from fewest.notation.formats.format import Format, Text
from fewest.notation.formats.pictures import FREE, Picture, corner_of, size_of
from fewest.notation.formats.rows import Row, span_of
from fewest.notation.formats.steps import spend
from fewest.solver.errors import Message

SIDE, MOST = 6, 8
"""Of the usual board, and of the largest: a puzzle of blocks has at most 64 cells."""

RED = "X"
WORD = re.compile(r"[^\s,;\"'|]+")
COLUMNS = {
    "name": ("car", "vehicle", "name", "id"),
    "axis": ("orientation", "direction", "axis"),
    "column": ("col", "column", "x"),
    "row": ("row", "y"),
    "length": ("length", "size", "len"),
}
LEVEL = re.compile(
    r"[\s\"'\[]*(?P<cars>[A-Z](?:[A-F][1-6]|[1-6][A-F])(?:,\s?[A-Z](?:[A-F][1-6]|[1-6][A-F])){1,20})[\s\"',;\]]*"
)
REMARK = re.compile(r"\s*(?:/\*.*\*/|//.*|#.*)?\s*")
TRUCKS = "OPQR"


class Car(NamedTuple):
    """A car: its name, whether it lies, the row and column of its cell that is named, and its length."""

    name: str
    lies: bool
    row: int
    column: int
    length: int


def _draft(cars: Sequence[Car], rows: Sequence[Row], side: int, low: bool = False) -> Draft | None:
    """The puzzle of cars by their upper (or ``low``: their lowest) left cells; None if they do not fit."""
    cells = [[FREE] * side for _ in range(side)]
    for car in cars:
        top = car.row - (car.length - 1 if low and not car.lies else 0)
        for step in range(car.length):
            r, c = (top, car.column + step) if car.lies else (top + step, car.column)
            if not (0 <= r < side and 0 <= c < side) or cells[r][c] != FREE:
                return None
            cells[r][c] = car.name
    picture = Picture(cells, rows)
    red = picture.pieces[RED]
    words = Message(
        "Rush Hour with {cars|# car|# cars}, where {car} must reach the right edge", cars=len(cars), car=RED
    )
    return picture.draft({RED: (corner_of(red)[0], side - size_of(red)[1])}, "line", words, axis="long")


def _fields(line: str) -> dict[str, int]:
    """The places of the columns that a head line names; empty if it is none."""
    words = [word.lower() for word in WORD.findall(line)]
    places = {name: next((words.index(w) for w in known if w in words), -1) for name, known in COLUMNS.items()}
    return places if min(places.values()) >= 0 else {}


def read_table(text: Text) -> Iterator[Draft]:
    """A table with a line for each car below a line with the names of its columns."""
    rows = [row for row in text.lines if row.text.strip()]
    if len(rows) < 2 or not (fields := _fields(rows[0].text)):
        return
    wrong = Message("expected: a car, H or V, and whole numbers, as the first line says")
    cars = []
    for row in rows[1:]:
        words = WORD.findall(row.text)
        spend(10 * len(words))
        found = {name: words[place] for name, place in fields.items() if place < len(words)}
        if len(found) < len(fields) or found["axis"].upper() not in ("H", "V") or len(found["name"]) > 1:
            raise TextError(row.span, wrong)
        if not all(re.fullmatch(r"\d{1,2}", found[name]) for name in ("row", "column", "length")):
            raise TextError(row.span, wrong)
        r, c, length = (int(found[name]) for name in ("row", "column", "length"))
        cars.append(Car(found["name"], found["axis"].upper() == "H", r, c, length))
    if not any(car.name == RED and car.lies for car in cars):
        raise TextError(span_of(rows), Message("no car X lies along a row, so that it could leave at the right"))
    # In the wrong order (seen in copies of the course's files), the columns have each other's names.
    turned = [car._replace(row=car.column, column=car.row) for car in cars]
    base = 0 if any(0 in (car.row, car.column) for car in cars) else 1
    found, ways = [], [("upper", False, cars), ("lower", True, cars), ("turned", False, turned)]
    for side in range(SIDE, MOST + 1):
        for name, low, as_named in ways if fields["row"] < fields["column"] else ways[:1]:
            moved = [car._replace(row=car.row - base, column=car.column - base) for car in as_named]
            if (draft := _draft(moved, rows[1:], side, low)) is not None:
                found.append((name, draft))
        if found:
            break
    if not found:
        raise TextError(span_of(rows), _why(cars, base))
    for rank, (name, draft) in enumerate(found):
        told = [Message("The text does not give the size of the board; assumed: {side} by {side}.", side=side)]
        if name == "lower":
            told.append(Message("The row of an upright car is taken as that of its lowest cell."))
        elif name == "turned":
            told.append(Message("The names of the columns row and col are taken as exchanged."))
        guessed = len(found) > 1 or name != "upper"
        yield replace(draft, rank=rank, assumed=("start",), assumptions=tuple(told), guessed=guessed)


def _why(cars: Sequence[Car], base: int) -> Message:
    """What is wrong with cars that do not fit."""
    taken: dict[tuple[int, int], str] = {}
    for car in cars:
        for step in range(min(car.length, MOST)):
            place = (car.row, car.column + step) if car.lies else (car.row + step, car.column)
            if place in taken:
                return Message("cars {one} and {other} overlap", one=taken[place], other=car.name)
            taken[place] = car.name
    return Message(
        "the cars need a board of more than {most} rows or columns, counted from {base}", most=MOST, base=base
    )


def read_level(text: Text) -> Iterator[Draft]:
    """The cars of a level, each a name and two coordinates."""
    lines = [row for row in text.lines if not REMARK.fullmatch(row.text)]
    level = LEVEL.fullmatch(lines[0].text) if len(lines) == 1 else None
    cars = []
    for name, a, b in re.findall("([A-Z])(.)(.)", level["cars"].replace(" ", "")) if level is not None else ():
        letter, digit = (a, b) if b.isdigit() else (b, a)
        cars.append(Car(name, a.isalpha(), int(digit) - 1, ord(letter) - ord("A"), 3 if name in TRUCKS else 2))
    if any(car.name == RED and car.lies for car in cars):
        draft = _draft(cars, lines, SIDE) if len({car.name for car in cars}) == len(cars) else None
        if draft is None:
            raise TextError(lines[0].span, Message("the cars of this level overlap or leave the board of 6 by 6"))
        yield draft


CAR_TABLE = Format(
    name="rush-hour-csv",
    title="Rush Hour, a table of cars",
    source="The files Rushhour6x6_1.csv of a course of the University of Amsterdam, in some dozen repositories (2019-2025)",
    conventions="The first line names the columns: car, orientation (H or V), col, row, length in any order; between them "
    "commas, semicolons, blanks or tabs. Numbers are from 1, or from 0 if one is 0; row and col are those of the upper left "
    "cell, in some copies those of the lowest one. In the older files x and y are counted from the left and from "
    "below: the mirror image, with the same answers. X leaves at the right of its row. The size stands only in the "
    "name of the file: the board is the smallest from 6 by 6 that has all cars. A slide of any length is a move.",
    example="car,orientation,col,row,length\nA,V,4,3,2\nB,V,6,3,2\nO,V,3,2,3\nP,H,4,1,3\nX,H,1,3,2",
    read=read_table,
    whole=True,
)
GCOMPRIS = Format(
    name="gcompris-traffic",
    title="Traffic of GCompris, a level",
    source="GCompris 3.1 (Debian gcompris-qt-data 3.1-2), traffic.js",
    conventions="For each car its name and two coordinates: A to F are columns, 1 to 6 are rows. With the letter first it "
    "lies along its row, with the digit first it stands upright. O, P, Q and R have three cells, all others two; "
    "the first cell is the left or upper one. X leaves at the right. A slide of any length is a move.",
    example="XB3,A4C,O2E",
    read=read_level,
    whole=True,
    line=True,
)
