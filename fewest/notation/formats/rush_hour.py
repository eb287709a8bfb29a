"""Rush Hour: cars that move along their own axis, one of which leaves the board."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import isqrt

from fewest.notation.formats.draft import Draft, TextError
from fewest.notation.formats.format import Format, Text
from fewest.notation.formats.pictures import (
    FREE,
    WALL,
    Picture,
    Point,
    bare_rows,
    corner_of,
    is_together,
    picture_of,
    rows_in,
    size_of,
)
from fewest.notation.formats.rows import SEVERAL, Row
from fewest.notation.formats.steps import counted
from fewest.solver.errors import Message

SIDES = range(5, 9)
"""Of a square board that is Rush Hour for certain. An API puzzle of blocks has at most 64 cells."""

RED = ("X", "R", "A", "Z", "1", "0")
"""Names of the car that leaves, the most usual first. A is the car of M. Fogleman; R is a truck where it has 3 cells."""

NONE_RED = len(RED)
BORDER = "#+-=|│║┃─━═┌┐└┘╔╗╚╝╭╮╰╯┏┓┗┛"
LINE = re.compile(r"[A-Za-z.0_-]{16,81}")
BESIDE = re.compile(r"#?\d{1,7}[.)]?|card|level|no\.?|problem|puzzle", re.IGNORECASE)
BETWEEN = re.compile(r"[^\s,;:\"'`|\[\](){}]+")
REMARK = re.compile(r"\s*(?:---.*---|#.*|//.*)\s*")
ASKED = re.compile(r"Move the red car \(AA\) to the exit[\s\S]{0,900}?\nBoard:[ ]*\n")
"""The words before a board of reasoning-gym."""


def drafts_of_cars(picture: Picture, gap: Point | None = None) -> Iterator[Draft]:
    """The puzzles of a board all of whose pieces are cars; none if they are not, or none may leave.

    Parameters
    ----------
    gap
        The row and column of a gap in the frame, counted inside it.
    """
    boards = _with_walls(picture)
    for rank, (board, notes) in enumerate(boards):
        for place, draft in enumerate(_leaving(board, gap)):
            guessed = draft.guessed or len(boards) > 1
            yield replace(draft, rank=rank + place, assumptions=(*notes, *draft.assumptions), guessed=guessed)


def _with_walls(picture: Picture) -> list[tuple[Picture, tuple[Message, ...]]]:
    """The board with the walls that an x may be, the more probable first; none if a piece is no car."""
    small = {name for name in picture.pieces if name.islower()}
    picture = picture.with_marks({"o": FREE}) if "o" in small and not _is_car(picture.pieces["o"]) else picture
    walled = picture.with_marks({"x": WALL})
    cells, found = picture.pieces.get("x", []), [(picture, ())]
    if cells:
        walls, car = (Message("Each x is taken as a wall."),), (Message("xx is taken as a car."),)
        if not _is_car(cells):
            found = [(walled, ())]
        elif len(small) == 1 + ("o" in small):  # the only small letter: the red car, or two walls side by side
            both = [(picture, car), (walled, walls)]
            lies, middle = size_of(cells)[0] == 1, (len(picture.cells) - 1) // 2
            a = picture.pieces.get("A", [(-1, 0)])
            if not lies:
                found = [(walled, ())]
            elif cells[0][0] == middle:
                found = [(picture, ())]
            else:
                found = both if a[0][0] != middle or size_of(a)[0] > 1 else both[::-1]
    return [each for each in found if each[0].pieces and all(map(_is_car, each[0].pieces.values()))]


def _leaving(board: Picture, gap: Point | None) -> Iterator[Draft]:
    """The puzzles in which a car leaves: that of its name and row, or at the gap of the frame."""
    rows, columns = board.size
    pieces = board.pieces
    lying = {name: cells for name, cells in pieces.items() if size_of(cells)[0] == 1}
    if gap is not None:
        row = gap[0] if 0 <= gap[0] < rows else -1
        in_line = {
            n: p for n, p in (lying if row >= 0 else pieces).items() if gap[0 if row >= 0 else 1] in _lines(p, row < 0)
        }
        if in_line:
            name = min(in_line, key=lambda each: _redness(each, pieces))
            (top, left), (height, width) = corner_of(pieces[name]), size_of(pieces[name])
            goal = (
                (top, 0 if gap[1] < 0 else columns - width) if row >= 0 else (0 if gap[0] < 0 else rows - height, left)
            )
            if row >= 0 or width == 1:
                words = Message(
                    "Rush Hour with {cars|# car|# cars}, where {car} leaves through the gap", cars=len(pieces), car=name
                )
                yield board.draft({name: goal}, "line", words, axis="long")
        return
    middle = (rows - 1) // 2
    order = sorted(lying, key=lambda each: (lying[each][0][0] != middle, _redness(each, pieces)))
    red = [name for name in order if _redness(name, pieces) < NONE_RED]
    inside = [name for name in order if lying[name][0][0] == middle]
    if red:
        # A car elsewhere counts only if its name says more than that of the first.
        first = _redness(red[0], pieces) if red[0] in inside else NONE_RED
        found = [red[0], *(name for name in red[1:] if _redness(name, pieces) < first)]
    else:
        found = inside if len(inside) == 1 else []
    for name in found:
        words = Message(
            "Rush Hour with {cars|# car|# cars}, where {car} must reach the right edge", cars=len(pieces), car=name
        )
        draft = board.draft({name: (lying[name][0][0], columns - len(lying[name]))}, "line", words, axis="long")
        guess = (Message("The text does not say which car must leave; assumed: {car}.", car=name),)
        assumed = {"assumed": ("goal",), "assumptions": guess} if len(found) > 1 or not red else {}
        yield replace(draft, guessed=bool(assumed), **assumed)


def _lines(cells: Sequence[Point], columns: bool) -> set[int]:
    return {cell[columns] for cell in cells}


def _redness(name: str, pieces: dict[str, list[Point]]) -> int:
    """The place of a car's name among those of the car that leaves; a small letter among capitals comes first."""
    others = [each for each in pieces if each != name]
    if name.islower() and len(pieces[name]) == 2 and all(map(str.isupper, others)) and others:
        return -1
    known = name.upper() in RED and not (name.upper() == "R" and len(pieces[name]) > 2)
    return RED.index(name.upper()) if known else NONE_RED


def _is_car(cells: Sequence[Point]) -> bool:
    """Whether these are two or more cells in a line."""
    return len(cells) > 1 and 1 in size_of(cells) and is_together(cells)


def _framed(picture: Picture) -> tuple[Picture, Point | None] | None:
    """The inside of a frame, and the gap in the frame; None if there is no frame, or several gaps."""
    rows, columns = picture.size
    if rows < 6 or columns < 6:
        return None
    border = {(r, c) for r in range(rows) for c in range(columns) if r in (0, rows - 1) or c in (0, columns - 1)}
    gaps = [(r, c) for r, c in border if picture.cells[r][c] not in BORDER]
    if len(gaps) > 1 or any(picture.cells[r][c] != FREE for r, c in gaps):
        return None
    return picture.inside(), (gaps[0][0] - 1, gaps[0][1] - 1) if gaps else None


def _with_frame(rows: Sequence[Row]) -> tuple[Picture, Point | None] | None:
    """The board in a frame of lines or walls, whose gap may be a blank or nothing."""
    width = max((len(row.text.rstrip()) for row in rows), default=0)
    left = min((len(row.text) - len(row.text.lstrip()) for row in rows if row.text.strip()), default=0)
    lines = [list(row.text[left:].ljust(width - left)) for row in rows]
    if len(lines) < 6 or not set(lines[0] + lines[-1]) <= {*BORDER, " ", FREE}:
        return None
    inner = picture_of([row.part(left + 1, width - 1) for row in rows[1:-1]])
    if inner is None or inner.size != (len(rows) - 2, width - left - 2):
        return None
    free = {" ": FREE, "-": "|", "_": FREE, "0": FREE, ">": FREE}
    sides = [
        [free.get(line[0], line[0]), *cells, free.get(line[-1], line[-1])]
        for line, cells in zip(lines[1:-1], inner.cells, strict=True)
    ]
    return _framed(Picture([lines[0], *sides, lines[-1]], rows))


def _squared(rows: Sequence[Row]) -> Sequence[Row]:
    """The rows, with the blanks that were cut off at the right if blanks are empty cells and the board is a square."""
    side, marks = len(rows), set("".join(row.text for row in rows))
    width = max(len(row.text) for row in rows)
    if side not in SIDES or width >= side or " " not in marks or not re.fullmatch("[A-Za-z ]+", "".join(marks)):
        return rows
    return [Row(row.text.ljust(side), [*row.at, *[rows[0].at[0]] * (side - len(row.text))]) for row in rows]


@counted
def _drafts_in(rows: Sequence[Row]) -> Iterator[Draft]:
    """The readings of the rows of a board, with a frame or without."""
    framed = _with_frame(rows)
    picture, gap = framed if framed is not None else (picture_of(_squared(rows)), None)
    if picture is None or min(picture.size) < 4 or picture.pieces.keys() <= {"1", "2", "0"}:
        return
    if FREE not in {name for row in picture.cells for name in row} and "o" in picture.pieces:
        picture = picture.with_marks({"o": FREE, "x": WALL})  # as in M. Fogleman's files
    certain = gap is not None or (picture.size[0] == picture.size[1] and picture.size[0] in SIDES)
    yield from (replace(draft, exact=certain) for draft in drafts_of_cars(picture, gap))


def read_rows(text: Text) -> Iterator[Draft]:
    """Rows of cars."""
    asked = ASKED.search(text.whole)
    rows = bare_rows(Text(text.whole[asked.end() :])) if asked is not None else rows_in(text)
    found = list(_drafts_in(rows)) if rows else []
    yield from found or (_drafts_in(bare_rows(text)) if re.fullmatch(r"[A-Za-z \n'\"`]+", text.whole) else ())


def _line_of(row: Row) -> list[Row] | None:
    """The rows of a board in one line; None if the line is none.

    Raises
    ------
    TextError
        If it is such a line, but no square.
    """
    words = list(BETWEEN.finditer(row.text))
    long = [word for word in words if LINE.fullmatch(word[0])]
    if len(long) == 1 and all(word is long[0] or BESIDE.fullmatch(word[0]) for word in words):
        begin, end = long[0].span()
        side = isqrt(end - begin)
        if side * side == end - begin:
            return [row.part(at, at + side) for at in range(begin, end, side)] if side in SIDES else None
        letters = re.findall(r"[A-Za-z]", long[0][0].replace("o", "."))
        usual = [letter for letter in set(letters) if letters.count(letter) in (2, 3)]
        if (
            len(usual) > 2
            and len(usual) > 0.7 * len(set(letters))
            and end - begin > 20
            and re.search("XX|RR|AA|xx|rr", long[0][0])
        ):
            text = "a board of Rush Hour in one line has 25, 36, 49 or 64 characters, not {length}"
            raise TextError(row.span, Message(text, length=end - begin))
    return None


def _drafts_of_line(row: Row) -> list[Draft]:
    cut = _line_of(row)
    if cut is not None:
        return list(_drafts_in(cut))
    if not re.fullmatch(r"[A-Z ]{16,64}", row.text):
        return []
    for side in (6, *SIDES):  # blanks at the end are empty places, too, and have been cut off
        if len(row.text) <= side * side:
            at = [*row.at, *[row.at[-1]] * (side * side - len(row.text))]
            line = Row(row.text.ljust(side * side), at)
            if drafts := list(_drafts_in([line.part(a, a + side) for a in range(0, side * side, side)])):
                return drafts
    return []


def read_line(text: Text) -> Iterator[Draft]:
    """One line with all rows of a board."""
    lines = [row for row in text.lines if row.text.strip() and not REMARK.fullmatch(row.text)]
    if not lines:
        return
    found = _drafts_of_line(lines[0])
    if found and len(lines) > 1:
        if all(map(_drafts_of_line, lines[1:])):
            raise TextError(lines[1].span, SEVERAL)
        return
    yield from found


CONVENTIONS = (
    "Empty cells are . - _ 0, blanks, or o; a single x is a wall. The car that leaves is X, R, A or Z, in capitals or as "
    "the only small letters: the one in the middle row, else A in any row (M. Fogleman). It leaves at the right of its "
    "own row, or at the gap of a frame. A slide of any length is one move, and the car need only reach the edge: the "
    "lengths of the 40 cards are then 8, 8, 14, 9, … as in norush."
)
RUSH_LINE = Format(
    name="rush-hour-line",
    title="Rush Hour, a board in one line",
    source="M. Fogleman's rush (2024) and his database, rush_18k.txt of reasoning-gym 0.1.25, the 40 cards of rh.txt",
    conventions="25, 36, 49 or 64 characters, row by row; numbers before and behind are left out. " + CONVENTIONS,
    example="51 GBBoLoGHIoLMGHIAAMCCCKoMooJKDDEEJFFo 4780",
    read=read_line,
    whole=True,
    line=True,
)
RUSH_ROWS = Format(
    name="rush-hour-rows",
    title="Rush Hour, in rows",
    source="reasoning-gym 0.1.25, unblockme 0.0.3, M. Fogleman's rush (2024)",
    conventions="Rows of letters, or of numbers where 1 is the car that leaves. " + CONVENTIONS,
    example=".BMD..\n.BMDGG\nAAM..L\n...F.L\n.EEF.L\n..CCx.",
    read=read_rows,
)
