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
    corner_of,
    is_together,
    picture_of,
    rows_in,
    size_of,
)
from fewest.notation.formats.rows import SEVERAL, Row, span_of
from fewest.notation.formats.steps import counted
from fewest.solver.errors import Message

SIDES, SMALL = range(5, 13), range(5, 9)
"""Of a square board that is Rush Hour for certain; and where blanks may be empty cells, too."""

RED = ("X", "R", "A", "P", "Z", "1", "0")
"""Names of the car that leaves, the most usual first. R and P are trucks where they have 3."""

OTHER = len(RED)
FEW = 3
"""Pieces of a board that may be pegs or anything else, if none has such a name."""

SIDEWALLS, FRAME = "#|│║┃", "#+-=|│║┃─━═┌┐└┘╔╗╚╝╭╮╰╯┏┓┗┛"
LINE = re.compile(r"[A-Za-z.0_-]{16,144}")
BESIDE = re.compile(r"#?\d{1,7}[.)]?|card|level|no\.?|problem|puzzle|beginner|intermediate|advanced|expert", re.I)
WORD = re.compile(r"[^\s,;:\"'`|\[\](){}]+")
IN_CODE, MOST_CODE = re.compile(r"""=\s*["']([A-Za-z.]{36}|[A-Za-z.]{49})["']"""), 2000
REMARK = re.compile(r"\s*(?:--- .* ---|#.*|//.*)\s*")
ASKED = re.compile(r"\s*+Move the red car \(AA\) to the exit[\s\S]{0,900}?\nBoard:[ ]*\n")
"""The words before a board of reasoning-gym."""

COLOURS = str.maketrans("⬜⬛🟥🟦🟩🟨🟧🟪🟫", "..XBGYOPW")
"""Squares of a chat: white and black are empty, red is the car that leaves."""

LETTERS = re.compile(r"[A-Za-z \n'\"`]+")
MOST = 200
"""Characters of a small board with all its blanks."""


def drafts_of_cars(picture: Picture, gap: Point | None, fogleman: bool) -> Iterator[Draft]:
    """The puzzles of a board all of whose pieces are cars, one of which may leave, at the place of the gap if there is
    one; ``fogleman`` as in M. Fogleman's files, where o is empty and x is a wall.
    """
    for rank, (board, notes) in enumerate(boards := _boards(picture, fogleman)):
        if not board.pieces or not all(map(is_car, board.pieces.values())):
            continue
        for place, draft in enumerate(at_gap(board, gap) if gap is not None else _at_right(board)):
            guessed = draft.guessed or len(boards) > 1
            yield replace(draft, rank=rank + place, assumptions=(*notes, *draft.assumptions), guessed=guessed)


def _boards(picture: Picture, fogleman: bool) -> Sequence[tuple[Picture, Sequence[Message]]]:
    """The board with the walls that x may be, the more probable first."""
    pieces, middle = picture.pieces, (len(picture.cells) - 1) // 2
    marks = {"o": FREE} if "o" in pieces and not is_car(pieces["o"]) else {}
    walled = picture.with_marks({"x": WALL} | marks)
    picture = picture.with_marks(marks)
    cells = pieces.get("x", [])
    if any(name.islower() and name not in "xo" for name in pieces) or not cells:
        return [(picture, ())]
    if not is_car(cells) or size_of(cells)[0] > 1:
        return [(walled, ())]
    # It lies: the only small letter may be the red car, or two walls side by side.
    red_lies = "A" in pieces and size_of(pieces["A"])[0] == 1 and pieces["A"][0][0] == middle
    if cells[0][0] == middle and not red_lies and not fogleman:
        return [(picture, ())]
    both = [(picture, (Message("xx is taken as a car."),)), (walled, (Message("Each x is taken as a wall."),))]
    if cells[0][0] != middle and fogleman:
        return [(walled, ())]
    return both[::-1] if red_lies else both


def at_gap(board: Picture, gap: Point, only: str = "") -> Iterator[Draft]:
    """The puzzle in which a car leaves through a gap in the frame, perhaps a given one."""
    (rows, columns), pieces = board.size, board.pieces
    across = 0 <= gap[0] < rows
    cars = {n: p for n, p in pieces.items() if size_of(p)[across] > 1 and p[0][1 - across] == gap[1 - across]}
    cars = {only: cars[only]} if only in cars else {} if only else cars
    if cars:
        name = min(cars, key=lambda each: _redness(each, pieces))
        (top, left), (height, width) = corner_of(cars[name]), size_of(cars[name])
        goal = (top, 0 if gap[1] < 0 else columns - width) if across else (0 if gap[0] < 0 else rows - height, left)
        text = "Rush Hour with {cars|# car|# cars}, where {car} leaves through the gap"
        yield board.draft({name: goal}, "line", Message(text, cars=len(pieces), car=name), axis="long")


def _at_right(board: Picture) -> Iterator[Draft]:
    """The puzzles in which a car leaves at the right of its row."""
    (rows, columns), pieces = board.size, board.pieces
    lying = {name: cells[0][0] for name, cells in pieces.items() if size_of(cells)[0] == 1}
    middle = (rows - 1) // 2
    redness = {name: _redness(name, pieces) for name in lying}
    order = sorted(lying, key=lambda name: (redness[name] >= 0, lying[name] != middle, redness[name]))
    red = [name for name in order if redness[name] < OTHER]
    inside = [name for name in order if lying[name] == middle]
    found = inside if len(inside) == 1 and len(pieces) > FEW else []
    if red:
        # A car elsewhere counts only if its name says more than that of the first.
        least = redness[red[0]] if red[0] in inside or redness[red[0]] < 0 else OTHER
        found = [red[0], *(name for name in red[1:] if redness[name] < least)]
    standing = RED[0] in pieces and RED[0] not in lying and not (red and red[0] in inside)
    if standing:
        size, (_, column) = len(pieces[RED[0]]), corner_of(pieces[RED[0]])
        text = "Rush Hour with {cars|# car|# cars}, where {car} must reach the bottom"
        words = Message(text, cars=len(pieces), car=RED[0])
        guess = Message("The text does not say where {car} leaves; assumed: at the bottom, as it stands.", car=RED[0])
        draft = board.draft({RED[0]: (rows - size, column)}, "line", words, axis="long")
        yield replace(draft, guessed=True, assumed=("goal",), assumptions=(guess,))
    for name in found:
        text = "Rush Hour with {cars|# car|# cars}, where {car} must reach the right edge"
        if rows != columns:
            text = "Rush Hour in {rows|# row|# rows} of {columns}, {cars|# car|# cars}: {car} must reach the right edge"
        words = Message(text, cars=len(pieces), car=name, rows=rows, columns=columns)
        draft = board.draft({name: (lying[name], columns - len(pieces[name]))}, "line", words, axis="long")
        better = any(_redness(each, pieces) < _redness(name, pieces) for each in pieces if each not in lying)
        if len(found) > 1 or not red or better:
            guess = Message("The text does not say which car must leave; assumed: {car}.", car=name)
            draft = replace(draft, guessed=True, assumed=("goal",), assumptions=(guess,))
        yield draft


def _redness(name: str, pieces: dict[str, list[Point]]) -> int:
    """The place of a car's name among those of the car that leaves; a small letter among capitals comes first."""
    if name.islower() and len(pieces) > 1 and all(each == name or each.isupper() for each in pieces):
        return -1
    known = name.upper() in RED and (name.upper() not in "RP" or len(pieces[name]) == 2)
    return RED.index(name.upper()) if known else OTHER


def is_car(cells: Sequence[Point]) -> bool:
    """Whether these are two or more cells in a line."""
    return len(cells) > 1 and 1 in size_of(cells) and is_together(cells)


def _in_frame(rows: Sequence[Row]) -> tuple[Picture, Point | None] | None:
    """The board in a frame of lines or walls, and the gap in it; None if there is no frame, or several gaps."""
    width = max((len(row.text) for row in rows), default=0)
    left = min((len(row.text) - len(row.text.lstrip()) for row in rows if row.text.strip()), default=0)
    lines = [row.text[left:].ljust(width - left) for row in rows]
    inner = picture_of([row.part(left + 1, width - 1) for row in rows[1:-1]]) if len(rows) > 5 else None
    if inner is None or inner.size != (len(lines) - 2, width - left - 2):
        return None
    if "-" in lines[0] and any("-" in line[1:-1] for line in lines[1:-1]):
        return None  # the mark of empty cells
    height, length = inner.size
    border = {(r - 1, c - 1): mark for r, line in enumerate(lines) for c, mark in enumerate(line)}
    border = {(r, c): mark for (r, c), mark in border.items() if r in (-1, height) or c in (-1, length)}
    gaps = [(r, c) for (r, c), mark in border.items() if mark not in (SIDEWALLS if 0 <= r < height else FRAME)]
    if len(gaps) > 1 or any(border[place] not in " ._0>" for place in gaps):
        return None
    return inner, gaps[0] if gaps else None


def _padded(row: Row, length: int) -> Row:
    """A row with the blanks that were cut off at its end."""
    return Row(row.text.ljust(length), [*row.at, *[row.at[-1] if row.at else 0] * (length - len(row.text))])


def _dedented(rows: Sequence[Row]) -> Sequence[Row]:
    """The rows without the blanks at their left, if empty cells have a mark."""
    left = min((len(row.text) - len(row.text.lstrip()) for row in rows if row.text.strip()), default=0)
    marked = any(mark in row.text for row in rows for mark in ".-_0o")
    return [row.part(left, len(row.text)) for row in rows] if left and marked else rows


@counted
def _drafts_in(rows: Sequence[Row]) -> Iterator[Draft]:
    """The readings of the rows of a board, with a frame or without."""
    if all(row.text.startswith("+") for row in rows):  # the lines of a change
        rows = [row.part(1, len(row.text)) for row in rows]
    rows = _dedented(rows)
    picture, gap = _in_frame(rows) or (picture_of(rows), None)
    if picture is None or min(picture.size) < 4 or picture.pieces.keys() <= {"1", "2", "0"}:
        return
    short = picture.size[0] - picture.size[1]
    if short > 0 and gap is None and picture.size[0] in SMALL and LETTERS.fullmatch("".join(row.text for row in rows)):
        # Blanks at the ends of rows are empty cells, too, and have been cut off.
        picture = Picture([[*row, *[FREE] * short] for row in picture.cells], picture.rows)
    fogleman = "o" in picture.pieces and not any(FREE in row for row in picture.cells)
    board = picture.with_marks({"o": FREE}) if fogleman else picture
    walled = picture.size[0] not in SMALL and any(WALL in row for row in picture.cells)
    certain = gap is not None or (picture.size[0] == picture.size[1] and picture.size[0] in SIDES and not walled)
    odd = [name for name, cells in board.pieces.items() if not is_car(cells) and name not in "xo"]
    if certain and 0 < len(odd) < FEW and is_car(board.pieces.get(RED[0], [])):
        wrong = Message("piece {name} is not two or more cells in a line", name=odd[0])
        raise TextError(span_of(picture.rows), wrong)
    certain = certain and not picture.pieces.keys() <= {*"XxOo"}  # these may be pegs
    yield from (replace(draft, exact=certain) for draft in drafts_of_cars(board, gap, fogleman))


def read_rows(text: Text) -> Iterator[Draft]:
    """Rows of cars."""
    if not COLOURS.keys().isdisjoint(map(ord, text.whole[:MOST])):
        rows = [(row, [n for n, mark in enumerate(row.text) if mark != " "]) for row in text.lines]
        yield from _drafts_in(
            [Row("".join(r.text[n] for n in kept).translate(COLOURS), [r.at[n] for n in kept]) for r, kept in rows]
        )
        return
    asked = ASKED.match(text.whole)
    if asked is not None or (len(text.whole) < MOST and LETTERS.fullmatch(text.whole)):
        found = list(_drafts_in(_bare_rows(text.whole, asked.end() if asked is not None else 0)))
        if found:
            yield from found
            return
    # A row of letters may look like a word.
    yield from list(_drafts_in(text.lines if not text.has_lists else [])) or _drafts_in(rows_in(text))


def _bare_rows(whole: str, at: int) -> list[Row]:
    """The lines of a board whose empty cells are blanks, also lines and ends of lines that are empty."""
    rows: list[Row] = []
    at += len(whole[at:]) - len(whole[at:].lstrip("\n"))
    for line in whole[at : at + MOST].rstrip("\n").split("\n"):
        found = line.rstrip()
        rows += [] if found and not found.strip("'\"` ") else [Row(found, range(at, at + len(found)))]
        at += len(line) + 1
    return [_padded(row, max(len(rows), *(len(row.text) for row in rows))) for row in rows]


def _drafts_of_line(row: Row) -> list[Draft]:
    """The puzzles of a board in one line; none if it is none.

    Raises
    ------
    TextError
        If it is such a line, but no square.
    """
    words = list(WORD.finditer(row.text))
    if len(words) in SIDES and all(len(word[0]) == len(words) for word in words):
        return list(_drafts_in([row.part(*word.span()) for word in words]))
    long = [word for word in words if LINE.fullmatch(word[0])]
    if len(long) == 1 and all(word is long[0] or BESIDE.fullmatch(word[0]) for word in words):
        begin, end = long[0].span()
        side = isqrt(end - begin)
        if side * side == end - begin:
            cut = [row.part(at, at + side) for at in range(begin, end, side)]
            return list(_drafts_in(cut)) if side in SIDES else []
        letters = re.findall(r"[A-Za-z]", long[0][0].replace("o", "."))
        usual = [letter for letter in set(letters) if letters.count(letter) in (2, 3)]
        cars = len(usual) > 2 and len(usual) > 0.7 * len(set(letters)) and re.search("XX|RR|AA|xx|rr", long[0][0])
        if cars and end - begin > 20:
            text = "a board of Rush Hour in one line has 25, 36, 49, 64, 81, 100, 121 or 144 characters, not {length}"
            raise TextError(row.span, Message(text, length=end - begin))
    if not re.fullmatch(r"[A-Z ]{16,64}", row.text):
        return []
    for side in (6, *SMALL):  # blanks at the end are empty cells, too, and have been cut off
        if len(row.text) <= side * side:
            line = _padded(row, side * side)
            if found := list(_drafts_in([line.part(at, at + side) for at in range(0, side * side, side)])):
                return found
    return []


def read_line(text: Text) -> Iterator[Draft]:
    """One line with all rows of a board."""
    if len(quoted := list(IN_CODE.finditer(text.whole[:MOST_CODE]))) == 1:
        yield from _drafts_of_line(Row(quoted[0][1], range(*quoted[0].span(1))))
        return
    rows = (rows_in(text) if text.has_lists else []) or text.lines
    lines = [row for row in rows if row.text.strip() and not REMARK.fullmatch(row.text)]
    found = _drafts_of_line(lines[0]) if lines else []
    if found and len(lines) > 1:
        if all(map(_drafts_of_line, lines[1:])):
            raise TextError(lines[1].span, SEVERAL)
        return
    yield from found


CONVENTIONS = (
    "Empty cells are . - _ 0, blanks, or o; x is a wall. The car that leaves is X, R, A or Z, or the only one in small "
    "letters: that in the middle row, else A in any row (M. Fogleman). It leaves at the right of its own row, or at "
    "the gap of a frame. A slide of any length is one move, and the car need only reach the edge; so the 40 cards "
    "take 8, 8, 14, 9, … as in norush."
)
RUSH_LINE = Format(
    name="rush-hour-line",
    title="Rush Hour, a board in one line",
    source="M. Fogleman's rush (2024) and his database, rush_18k.txt of reasoning-gym 0.1.25, the 40 cards of norush",
    conventions="25, 36, 49, 64, 81, 100, 121 or 144 characters, row by row; numbers before and behind are left out. "
    + CONVENTIONS
    + " Written with o for empty cells and A as the car that leaves; moves are A-2 B+1.",
    example="08 ooooCCoooLooAAFLoHoEFLBHoEGGBoIIDDoo 2332",
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
