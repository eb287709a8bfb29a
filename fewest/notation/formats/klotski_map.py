"""Maps of Klotski with walls, doors and goal cells: GNOME Klotski, boards.kts of PyPI's Klotski, and Code Golf."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence, Set
from dataclasses import replace
from string import ascii_letters, digits

from fewest.notation.formats.draft import Draft, TextError
from fewest.notation.formats.format import Format, Text
from fewest.notation.formats.pictures import FREE, WALL, Picture, Point, corner_of, is_together, places_for, rows_in
from fewest.notation.formats.rows import SEVERAL, Row, span_of
from fewest.notation.formats.steps import counted, spend
from fewest.solver.errors import Message

HEART, DOOR, GOAL = "*", "-", "."
MOST = 64
"""Cells of a board."""

QUOTED = re.compile(r'"([^"\n]{3,64})"')
IN_QUOTES = re.compile(r"[!-~ ]{3,64}")
BARE = re.compile(r"[\w*#. -]{0,64}")
FRAMED = re.compile(r"\s{0,9}@(.{3,64})@\s*")
NAME = re.compile(r"\s*<(.{1,60})>\s*|\s*")
GOLF = re.compile(r"[#\d.g]{3,64}")


@counted
def _map(rows: Sequence[Row], what: Message, apart: bool = False) -> Iterator[Draft]:
    """The puzzles of a map: the piece ``*`` must cover the dots, and only it may enter a door.

    Parameters
    ----------
    apart
        Whether a letter stands for as many pieces as it has parts, as in boards.kts.
    """
    width = max(len(row.text) for row in rows)
    used = [c for row in rows for c, mark in enumerate(row.text) if mark != " "]
    lines = [list(row.text.ljust(width)[min(used) : max(used) + 1]) for row in rows]
    spend(sum(map(len, lines)))
    lines = _trimmed(lines)
    at = [(r, c, mark) for r, line in enumerate(lines) for c, mark in enumerate(line)]
    dots, doors = ([(r, c) for r, c, mark in at if mark == each] for each in (GOAL, DOOR))
    picture = Picture(lines, rows).with_marks({" ": FREE, DOOR: FREE})
    picture = _parted(picture) if apart else picture
    if HEART not in picture.pieces or len(picture.pieces) < 2 or not is_together(picture.pieces[HEART]):
        return
    more = {"doors": [{"at": [list(place) for place in doors], "pieces": [HEART]}]} if doors else {}
    words = Message("{what} with {pieces|# block|# blocks}, where * must cover the dots", what=what, pieces=len(picture.pieces))
    small = sum(mark != WALL for *_, mark in at) <= MOST
    goals = places_for(picture, HEART, dots) if dots and small else [corner_of(dots)] if dots else []
    if not goals:
        raise TextError(span_of(rows), Message("the dots are no cells that * could cover"))
    told = (Message("The dots leave several places for *; assumed: row {row}, column {column}.", row=r, column=c) for r, c in goals)
    for rank, (goal, note) in enumerate(zip(goals, told, strict=True)):
        draft = replace(picture.draft({HEART: goal}, "path", words, **more), rank=rank)
        yield replace(draft, assumed=("goal",), assumptions=(note,), guessed=True) if len(goals) > 1 else draft


def _trimmed(lines: list[list[str]]) -> list[list[str]]:
    """A map that is too large without the cells outside the walls, except between the doors and the dots.

    No other piece than ``*`` comes there. The map as it is if ``*`` would have no way from the door to the dots.
    """
    cells = {(r, c): mark for r, line in enumerate(lines) for c, mark in enumerate(line) if mark != WALL}
    if len(cells) <= MOST or not {DOOR, GOAL} <= set(cells.values()):
        return lines
    spend(20 * len(cells))
    outside = {place for place, mark in cells.items() if mark == GOAL}
    todo = list(outside)
    while todo:
        r, c = todo.pop()
        near = {p for p in ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)) if cells.get(p, DOOR) != DOOR} - outside
        outside |= near
        todo += near
    ends = [place for place, mark in cells.items() if mark in (DOOR, GOAL)]
    (top, bottom), (left, right) = ((min(each), max(each)) for each in zip(*ends, strict=True))
    if any(cells[place] not in (" ", GOAL) for place in outside):
        return lines
    dropped = {(r, c) for r, c in outside if not (top <= r <= bottom and left <= c <= right)}
    heart = [place for place, mark in cells.items() if mark == HEART]
    if not _reaches(heart, cells.keys() - dropped, {place for place, mark in cells.items() if mark == GOAL}):
        return lines
    return [[WALL if (r, c) in dropped else mark for c, mark in enumerate(line)] for r, line in enumerate(lines)]


def _reaches(piece: Sequence[Point], cells: Set[Point], goal: Set[Point]) -> bool:
    """Whether a piece can slide onto the goal if it is alone on the board."""
    todo, seen = [(0, 0)], {(0, 0)}
    for r, c in todo:
        spend(len(piece))
        if {(a + r, b + c) for a, b in piece} <= goal:
            return True
        for step in {(r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)} - seen:
            if all((a + step[0], b + step[1]) in cells for a, b in piece):
                seen.add(step)
                todo.append(step)
    return False


def _parted(picture: Picture) -> Picture:
    """The picture with a name of its own for each part of a piece."""
    free = iter([name for name in ascii_letters + digits if name not in picture.pieces])
    cells = [list(row) for row in picture.cells]
    for name, places in picture.pieces.items():
        left, first = set(places), True
        while left and name != HEART:
            part, todo = set[tuple[int, int]](), [min(left)]
            while todo:
                r, c = todo.pop()
                part.add((r, c))
                todo += [p for p in ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)) if p in left - part]
            left -= part
            new, first = (name if first else next(free, name)), False
            for r, c in part:
                cells[r][c] = new
    return Picture(cells, picture.rows)


def _is_map(lines: Sequence[str], known: re.Pattern[str]) -> bool:
    """Whether lines are a map: walls, the piece ``*``, dots or doors, and another piece."""
    marks = set("".join(lines))
    return len(lines) > 2 and {HEART, WALL} <= marks and bool({GOAL, DOOR} & marks) and all(map(known.fullmatch, lines))


def read_gnome(text: Text) -> Iterator[Draft]:
    """The rows of a map, bare or in quotes, as in the source of the program."""
    whole = text.whole if len(text.whole) < 20_000 else ""
    strings = [found for found in QUOTED.finditer(whole.replace("\\n", '""')) if not found[1].isalpha()]
    if strings and "\\n" not in whole:
        usual = len(strings[-1][1])
        rows = [Row(found[1], range(found.start(1), found.end(1))) for found in strings if len(found[1]) == usual]
        if _is_map([row.text for row in rows], IN_QUOTES):
            if sum(set(row.text) == {WALL} for row in rows[:1]) and len(re.findall(r"N_\s?\(", whole)) > 1:
                raise TextError(rows[-1].span, SEVERAL)
            yield from _map(rows, Message("a map of Klotski"))
    elif strings or not text.has_lists:
        one = re.search(r'"([^"]*)"', whole) if strings else None
        rows = _cut(one) if one is not None else [row for row in rows_in(text) if row.text.strip()]
        if rows and _is_map([row.text for row in rows], BARE):
            yield from _map(rows, Message("a map of Klotski"))


def _cut(found: re.Match[str]) -> list[Row]:
    """The rows of one string with ``\\n`` between them."""
    rows, at = [], found.start(1)
    for line in found[1].split("\\n"):
        rows += [Row(line, range(at, at + len(line)))] if line else []
        at += len(line) + 2
    return rows


def read_kts(text: Text) -> Iterator[Draft]:
    """Rows between ``@``, below a name in angle brackets."""
    lines = [row for row in text.lines if row.text.strip()]
    cut = [FRAMED.fullmatch(row.text) for row in lines]
    rows = [row.part(*found.span(1)) for row, found in zip(lines, cut, strict=True) if found is not None]
    if not _is_map([row.text for row in rows], BARE) or not all(NAME.fullmatch(r.text) for r, f in zip(lines, cut, strict=True) if not f):
        return
    if sum(found is None for found in cut) > 1:
        raise TextError(lines[-1].span, SEVERAL)
    yield from _map(rows, Message("a board of boards.kts"), apart=True)


def read_golf(text: Text) -> Iterator[Draft]:
    """Digits for blocks: block 0 must cover the cells g."""
    rows = [row for row in rows_in(text) if row.text.strip()]
    lines = [row.text.strip() for row in rows]
    marks = set("".join(lines))
    if not {"0", "g", WALL} <= marks or not all(map(GOLF.fullmatch, lines)) or len(set(map(len, lines))) > 1:
        return
    goal = [(r, c) for r, line in enumerate(lines) for c, mark in enumerate(line) if mark == "g"]
    picture = Picture([list(line) for line in lines], rows).with_marks({"g": FREE})
    goals = places_for(picture, "0", goal)
    if not goals:
        raise TextError(span_of(rows), Message("the cells g are no cells that block 0 could cover"))
    words = Message(
        "Klotski with {pieces|# block|# blocks}, where 0 must cover the cells g and each step of one cell is a move",
        pieces=len(picture.pieces),
    )
    for rank, (row, column) in enumerate(goals):
        note = Message("The cells g leave several places for 0; assumed: row {row}, column {column}.", row=row, column=column)
        draft = replace(picture.draft({"0": (row, column)}, "step", words), rank=rank)
        yield replace(draft, assumed=("goal",), assumptions=(note,), guessed=True) if len(goals) > 1 else draft


GNOME_KLOTSKI = Format(
    name="gnome-klotski",
    title="GNOME Klotski, a level",
    source="GNOME Klotski 3.38.2, src/klotski-window.vala and puzzle.vala",
    conventions="Rows in quotes with plus signs or commas, or bare: # a wall, * the piece that must end on the dots, - a door "
    "for * only, a blank or . an empty cell, also outside the walls; any other mark is a piece. The program counts a "
    "drag along any path as one move, and so does this reading. Levels with more than 64 cells are too large.",
    example='"######" +\n"#a**b#" +\n"#c* d#" +\n"#c ef#" +\n"##--##" +\n"   .. " +\n"   .  ",',
    read=read_gnome,
    whole=True,
)
KLOTSKI_KTS = Format(
    name="klotski-kts",
    title="Klotski of PyPI, a board of boards.kts",
    source="Klotski 1.3.2 on PyPI (P. Fremy), klotski/boards.kts and kl_map.py",
    conventions="A name in <>, then rows between @; marks as in GNOME Klotski, but a letter stands for as many pieces as it has "
    "parts, and the program opens a door for all once * has entered it (here it stays one for * only). Boards of the same "
    "name in GNOME Klotski may differ. A drag along any path is a move.",
    example="<Own>\n@##### @\n@#a**# @\n@#a**# @\n@#b b# @\n@##--# @\n@   .. @\n@   .. @",
    read=read_kts,
    whole=True,
)
KLOTSKI_GOLF = Format(
    name="klotski-golf",
    title="Klotski of Code Golf",
    source="Code Golf Stack Exchange, How do I get more Klotski in my life? (2014)",
    conventions="# is a wall, . an empty cell, a digit a block; block 0 must cover all cells g, which are empty. A step of one "
    "block by one cell is a move. The metric differs from that of other forms of Klotski.",
    example="######\n#00.2#\n#1133#\n#..gg#\n######",
    read=read_golf,
)
