"""Rush Hour as lists of cars: the tables of a university course, and the levels of GCompris."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from fewest.notation.formats.draft import Draft, TextError
from fewest.notation.formats.format import Format, Text
from fewest.notation.formats.pictures import FREE, WALL, Picture, corner_of, put, size_of
from fewest.notation.formats.rows import Row, span_of
from fewest.notation.formats.steps import spend
from fewest.solver.block.puzzle import LETTERS
from fewest.solver.errors import Message

SIDE, SMALL, MOST = 6, 8, 12
"""Of the usual board; of the largest whose size follows from its cars alone; and of the largest."""

RED, TRUCKS = "XRA", "OPQR"
"""Names of the car that leaves: X, where it is; and of those that are longer."""

LONGEST = 8
SPARE = LETTERS[26:] + LETTERS[:26] + "".join(map(chr, range(0x100, 0x250)))
"""Characters of a name, as in a table; and marks for cars whose names are longer than one."""

WORD = re.compile(r"[^\s,;\"'|]+")
COLUMNS = {
    "name": {"car", "vehicle", "name", "id"},
    "axis": {"orientation", "direction", "axis"},
    "column": {"col", "column", "x"},
    "row": {"row", "y"},
    "length": {"length", "size", "len"},
}
CAR = r"[A-Z](?:[A-F][1-6]|[1-6][A-F])"
LEVEL = re.compile(rf"[\s\"'\[]*(?P<cars>{CAR}(?:,\s?{CAR}){{1,20}})[\s\"',;\]]*")
REMARK = re.compile(r"\s*(?:/\*.*\*/|//.*|#.*)?\s*")


class Car(NamedTuple):
    """A car: its name, whether it lies, row and column of one end, and its length."""

    name: str
    lies: bool
    row: int
    column: int
    length: int


def _draft(cars: Sequence[Car], rows: Sequence[Row], side: int, name: str) -> Draft | Message:
    """The puzzle of cars by their upper left cells, or why they do not fit."""
    cells = [[FREE] * side for _ in range(side)]
    for car in cars:
        size = (1, car.length) if car.lies else (car.length, 1)
        if not put(cells, car.name, (car.row, car.column), size):
            text = "car {car} leaves a board of {side} by {side}, or overlaps another one"
            return Message(text, car=car.name, side=side)
    picture = Picture(cells, rows)
    red = picture.pieces[name]
    words = Message(
        "Rush Hour with {cars|# car|# cars}, where {car} must reach the right edge", cars=len(cars), car=name
    )
    return picture.draft({name: (corner_of(red)[0], side - size_of(red)[1])}, "line", words, axis="long")


def read_table(text: Text) -> Iterator[Draft]:
    """A table with a line for each car below a line with the names of its columns."""
    rows = [row for row in text.lines if row.text.strip()]
    head = [word.lower() for word in WORD.findall(rows[0].text)] if len(rows) > 1 else []
    places = {name: next((p for p, word in enumerate(head) if word in known), -1) for name, known in COLUMNS.items()}
    if min(places.values()) < 0:
        return
    cars = []
    for row in rows[1:]:
        words = [*WORD.findall(row.text), *[""] * len(head)]
        spend(10 * len(words))
        name, axis, column, line, length = (words[place] for place in places.values())
        if (
            not 0 < len(name) <= LONGEST
            or axis.upper() not in ("H", "V")
            or not re.fullmatch(r"\d{1,2} \d{1,2} \d{1,2}", f"{column} {line} {length}")
        ):
            raise TextError(row.span, Message("expected: a car, H or V, and whole numbers, as the first line says"))
        cars.append(Car(name, axis.upper() == "H", int(line), int(column), int(length)))
    red = next((name for name in RED if any(car.name == name and car.lies for car in cars)), "")
    if not red:
        said = "no car X, R or A lies along a row, so that it could leave at the right"
        raise TextError(span_of(rows), Message(said))
    base = 0 if any(0 in (car.row, car.column) for car in cars) else 1
    cars = [car._replace(row=car.row - base, column=car.column - base) for car in cars]
    guess = Message("The text does not say which car must leave; assumed: {car}.", car=red)
    known: tuple[Message, ...] = () if red == RED[0] else (guess,)
    cars, renamed = _lettered(cars)
    ways = [(known, cars)]
    if places["row"] < places["column"]:  # in copies of the course's files, these mean one of three things
        lowest = [car._replace(row=car.row if car.lies else car.row - car.length + 1) for car in cars]
        turned = [car._replace(row=car.column, column=car.row) for car in cars]
        ways.append(((Message("The row of an upright car is taken as that of its lowest cell."), *known), lowest))
        ways.append(((Message("The names of the columns row and col are taken as exchanged."), *known), turned))
    boards: dict[int, list[tuple[tuple[Message, ...], Draft]]] = {}
    for side in range(SIDE, MOST + 1):
        drafts = [(told, _draft(each, rows[1:], side, red)) for told, each in ways]
        boards[side] = [(told, draft) for told, draft in drafts if isinstance(draft, Draft)]
    sides = [side for side, fitting in boards.items() if fitting]
    if not sides:
        raise TextError(span_of(rows), next(draft for _, draft in drafts if isinstance(draft, Message)))
    side = _side(sides, next(car.row for car in cars if car.name == red and car.lies))
    size = Message("The text does not give the size of the board; assumed: {side} by {side}.", side=side)
    assumed = ("start", "goal") if known else ("start",)
    for rank, (told, draft) in enumerate(boards[side]):
        guessed = bool(told) or len(boards[side]) > 1
        yield replace(draft, rank=rank, assumed=assumed, assumptions=(size, *told, *renamed), guessed=guessed)


def _side(sides: Sequence[int], red_row: int) -> int:
    """The size of a board that has all cars on each of some sizes: the least. Of large boards, cars may leave the last
    rows free: one with the red car in its middle row, as on all boards of the course, if there is one.
    """
    middle = [side for side in sides if (side - 1) // 2 == red_row]
    return sides[0] if sides[0] <= SMALL or sides[0] in middle or not middle else middle[-1]


def _lettered(cars: Sequence[Car]) -> tuple[list[Car], Sequence[Message]]:
    """The cars with one character for the name of each, and a sentence that says so if one has changed."""
    own = {car.name for car in cars if len(car.name) == 1} - {FREE, WALL}
    others = [name for name in dict.fromkeys(car.name for car in cars) if name not in own]
    marks = dict(zip(others, (mark for mark in SPARE if mark not in own), strict=False))
    if not marks:
        return list(cars), ()
    names = ", ".join(f"{name} = {mark}" for name, mark in marks.items())
    said = Message("Each car has a letter here: {names}.", names=names)
    return [car._replace(name=marks.get(car.name, car.name)) for car in cars], (said,)


def read_level(text: Text) -> Iterator[Draft]:
    """The cars of a level, each a name and two coordinates."""
    lines = [row for row in text.lines if not REMARK.fullmatch(row.text)]
    level = LEVEL.fullmatch(lines[0].text) if len(lines) == 1 else None
    cars = []
    for name, a, b in re.findall("([A-Z])(.)(.)", level["cars"].replace(" ", "")) if level is not None else ():
        letter, digit = (a, b) if b.isdigit() else (b, a)
        cars.append(Car(name, a.isalpha(), int(digit) - 1, ord(letter) - ord("A"), 3 if name in TRUCKS else 2))
    if any(car.name == RED[0] and car.lies for car in cars):
        draft = _draft(cars, lines, SIDE, RED[0])
        if isinstance(draft, Message):
            raise TextError(lines[0].span, draft)
        yield draft


CAR_TABLE = Format(
    name="rush-hour-csv",
    title="Rush Hour, a table of cars",
    source="Rushhour6x6_1.csv of a course of the University of Amsterdam, in some dozen repositories (2019-2025)",
    conventions="The first line names the columns: car, orientation (H or V), col, row, length in any order, with "
    "commas, semicolons, blanks or tabs between. Numbers are from 1, or from 0 if one is 0; row and col are those of "
    "the upper left cell. Where row stands before col, it is the lowest cell in some copies, and in others the names "
    "are exchanged: every reading that fits is given. In older files x and y are counted from the left and from "
    "below: the mirror image, with the same answers. X leaves at the right of its row. The size stands only in the "
    "name of the file: the board is the smallest from 6 by 6 to 12 by 12 that has all cars; where that is larger than "
    "8 by 8, one with X in its middle row comes first, as on the boards of the course. Cars with longer names, such as "
    "AA, get a letter each. A slide of any length is a move.",
    example="car,orientation,col,row,length\nA,V,4,3,2\nB,V,6,3,2\nO,V,3,2,3\nP,H,4,1,3\nX,H,1,3,2",
    read=read_table,
    whole=True,
)
GCOMPRIS = Format(
    name="gcompris-traffic",
    title="Traffic of GCompris, a level",
    source="GCompris 3.1 (Debian gcompris-qt-data 3.1-2), traffic.js",
    conventions="For each car its name and two coordinates: A to F are columns, 1 to 6 are rows. With the letter "
    "first it lies along its row, with the digit first it stands upright. O, P, Q and R have three cells, all others "
    "two; the first cell is the left or upper one. X leaves at the right. A slide of any length is a move.",
    example="XB3,A4C,O2E",
    read=read_level,
    whole=True,
    line=True,
)
