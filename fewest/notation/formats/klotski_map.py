"""Maps of Klotski with walls, doors and goal cells: GNOME Klotski, boards.kts of PyPI's Klotski, and Code Golf."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence, Set
from dataclasses import replace
from functools import partial
from itertools import islice, zip_longest
from string import ascii_letters, digits

from fewest.notation.formats.draft import ROOT, Draft, Span, TextError
from fewest.notation.formats.format import Format, Text
from fewest.notation.formats.pictures import FREE, WALL, Picture, Point, is_together, parts_of, rows_in
from fewest.notation.formats.rows import Row
from fewest.notation.formats.steps import counted, spend
from fewest.solver.block.board import MAX_CELLS, WORD_CELLS
from fewest.solver.errors import Message

HEART, DOOR, GOAL = "*", "-", "."
MOST_WHOLE, MOST_LEVELS, STEPS_OF_A_LEVEL = WORD_CELLS, 1001, 100
"""Cells of a map that is taken whole: sets of so many are searched fastest. Levels that are looked at, one more than
are read; steps to look for one."""

QUOTED = re.compile(r'(?<!\()"([^"\n]{3,4000})"(?!\))')
IN_QUOTES, BARE = re.compile(r"[!-~ ]{3,64}"), re.compile(r"[\w*#. -]{1,64}")
FRAMED = re.compile(r"\s{0,9}@(.{3,64})@\s*")
LEVEL = re.compile(r'\bN_\s?\("([^"\n]{1,80})"\)|^[ \t]*<([^<>\n]{1,60})>[ \t]*$', re.MULTILINE)
"""The name of a level in the source of GNOME Klotski, and in boards.kts."""

END = re.compile(r'"\s{0,99}\}')
GOLF = re.compile(r"[#\d.g]{3,64}")


@counted
def _map(rows: Sequence[Row], what: Message, known: re.Pattern[str], kts: bool = False) -> Iterator[Draft]:
    """The puzzles of a map: the piece ``*`` must cover the dots, and only it may enter a door. None if it is no map."""
    marks = set("".join(row.text for row in rows))
    is_map = len(rows) > 2 and {HEART, WALL} <= marks and {GOAL, DOOR} & marks and not {*"@$"} <= marks  # Sokoban
    if not is_map or not all(known.fullmatch(row.text) for row in rows):
        return
    width = max(len(row.text) for row in rows)
    # In quotes or a frame, blanks at the sides are cells, too: the way out may lead through them.
    framed = kts or known is IN_QUOTES
    used = range(width) if framed else [c for row in rows for c, mark in enumerate(row.text) if mark != " "]
    lines = _trimmed([list(row.text.ljust(width)[min(used) : max(used) + 1]) for row in rows])
    dots, doors = ([(r, c) for r, line in enumerate(lines) for c, mark in enumerate(line) if mark == m] for m in ".-")
    picture = _parted(Picture(lines, rows).with_marks({" ": FREE, DOOR: FREE}), kts)
    if len(picture.pieces) < 2 or not is_together(picture.pieces[HEART]):
        return
    more = {"doors": [{"at": [list(place) for place in doors], "pieces": [HEART]}]} if doors else {}
    text = "{what} with {pieces|# block|# blocks}, where * must cover the dots"
    draft = picture.draft({HEART: (0, 0)}, "path", Message(text, what=what, pieces=len(picture.pieces)), **more)
    yield from _with_goals(draft, picture, HEART, dots, covers=kts)


def _with_goals(draft: Draft, picture: Picture, name: str, marked: Sequence[Point], covers: bool) -> Iterator[Draft]:
    """The puzzle for each place that the marked cells leave for a piece."""
    cells = sum(mark != WALL for row in picture.cells for mark in row)
    if cells > MAX_CELLS:
        wrong = Message("a board has 1 to {most} cells, not {given}", most=MAX_CELLS, given=cells)
        raise TextError(draft.span(ROOT), wrong)
    goals = picture.places_for(name, marked, covers) if marked else []
    if not goals:
        raise TextError(draft.span(ROOT), Message("the goal cells are none that {name} could cover", name=name))
    for rank, (row, column) in enumerate(goals):
        found = replace(draft, document=draft.document | {"goal": {"at": {name: [row, column]}}}, rank=rank)
        text = "The goal cells leave several places for {name}; assumed: row {row}, column {column}, counted from 0."
        note = Message(text, name=name, row=row, column=column)
        several = len(goals) > 1
        yield replace(found, assumed=("goal",), assumptions=(note,), guessed=True) if several else found


def _trimmed(lines: list[list[str]]) -> list[list[str]]:
    """A large map without the cells outside the walls, except between the doors and the dots.

    No other piece than ``*`` comes there. The map as it is if ``*`` would have no way from the door to the dots.
    """
    cells = {(r, c): mark for r, line in enumerate(lines) for c, mark in enumerate(line) if mark != WALL}
    if len(cells) <= MOST_WHOLE or not {DOOR, GOAL} <= set(cells.values()):
        return lines
    spend(20 * len(cells))
    dots, heart = ([place for place, mark in cells.items() if mark == each] for each in (GOAL, HEART))
    within = parts_of([place for place, mark in cells.items() if mark != DOOR])
    outside = {place for part in within if not set(part).isdisjoint(dots) for place in part}
    ends = [place for place, mark in cells.items() if mark in (DOOR, GOAL)]
    (top, bottom), (left, right) = ((min(each), max(each)) for each in zip(*ends, strict=True))
    dropped = {(r, c) for r, c in outside if not (top <= r <= bottom and left <= c <= right)}
    if any(cells[place] not in (" ", GOAL) for place in outside) or not _reaches(
        heart, cells.keys() - dropped, set(dots)
    ):
        return lines
    return [[WALL if (r, c) in dropped else mark for c, mark in enumerate(line)] for r, line in enumerate(lines)]


def _reaches(piece: Sequence[Point], cells: Set[Point], goal: Set[Point]) -> bool:
    """Whether a piece can slide onto the goal if it is alone on the board."""
    todo, seen = [(0, 0)], {(0, 0)}
    for r, c in todo:
        spend(4 * len(piece))
        if {(a + r, b + c) for a, b in piece} <= goal:
            return True
        for step in {(r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)} - seen:
            if all((a + step[0], b + step[1]) in cells for a, b in piece):
                seen.add(step)
                todo.append(step)
    return False


def _parted(picture: Picture, kts: bool) -> Picture:
    """The picture with a name of its own for each part of a piece, as in boards.kts."""
    free = iter([name for name in ascii_letters + digits if name not in picture.pieces])
    cells = [list(row) for row in picture.cells]
    for name, places in picture.pieces.items() if kts else ():
        for part in list(parts_of(places))[1:] if name != HEART else []:
            new = next(free, name)
            for r, c in part:
                cells[r][c] = new
    return Picture(cells, picture.rows)


def levels_of(text: str) -> list[tuple[str, Span]]:
    """The levels in a source of GNOME Klotski or in boards.kts: their names and places; all of it if it has none."""
    heads = list(islice(LEVEL.finditer(text), MOST_LEVELS))
    found = []
    for head, following in zip_longest(heads, heads[1:]):
        end = following.start() if following else len(text)
        stop = END.search(text, head.end(), end) if head[1] else None
        found.append((head[1] or head[2], Span(head.start(), stop.start() + 1 if stop else end)))
    return found or [("", Span(0, len(text)))]


def _first_level(text: Text, what: Message, read: Callable[[Text, Span, Message], Iterator[Draft]]) -> Iterator[Draft]:
    """The first level that can be read; the others are those that were left beside it."""
    wrong: TextError | None = None
    for name, span in (levels := levels_of(text.whole)):
        spend(STEPS_OF_A_LEVEL)
        try:
            drafts = list(read(text, span, Message("{what} called {name}", what=what, name=name) if name else what))
        except TextError as error:
            wrong, drafts = wrong or error, []
        if drafts:
            left = ", ".join(other for other, _ in levels if other != name)
            told = Message("{board}, leaving out {numbers}", board=drafts[0].words, numbers=left)
            yield from (replace(draft, words=told) if left else draft for draft in drafts)
            return
    if wrong is not None:
        raise wrong


def _gnome(text: Text, span: Span, what: Message) -> Iterator[Draft]:
    """The rows of a map, bare or in quotes, as in the source of the program."""
    strings = list(QUOTED.finditer(text.whole, *span)) if span.end - span.begin < 20_000 else []
    if len(strings) > 1:
        rows = [Row(found[1], range(*found.span(1))) for found in strings if len(found[1]) == len(strings[-1][1])]
        yield from _map(rows, what, IN_QUOTES)
    elif strings:
        row = Row(strings[0][1].replace("\\n", " \n"), range(*strings[0].span(1)))
        yield from _map([part.part(0, len(part.text.rstrip(" "))) for part in row.split("\n")], what, BARE)
    elif not text.has_lists:
        yield from _map([row for row in rows_in(text) if row.text.strip()], what, BARE)


def _kts(text: Text, span: Span, what: Message) -> Iterator[Draft]:
    """Rows between ``@``, and nothing else, below a name in angle brackets."""
    lines = [row for row in text.lines if row.text.strip() and span.begin <= row.span.begin < span.end]
    rows = [row.part(*found.span(1)) for row in lines if (found := FRAMED.fullmatch(row.text))]
    if rows and all(FRAMED.fullmatch(row.text) or LEVEL.fullmatch(row.text) for row in lines):
        yield from _map(rows, what, BARE, kts=True)


def read_golf(text: Text) -> Iterator[Draft]:
    """Digits for blocks: block 0 must cover the cells g."""
    rows = [row for row in rows_in(text) if row.text.strip()]
    lines = [row.text.strip() for row in rows]
    even = len(set(map(len, lines))) == 1 and all(map(GOLF.fullmatch, lines))
    if not even or not {"0", "g", WALL} <= set("".join(lines)):
        return
    goal = [(r, c) for r, line in enumerate(lines) for c, mark in enumerate(line) if mark == "g"]
    picture = Picture([list(line) for line in lines], rows).with_marks({"g": FREE})
    told = "Klotski with {pieces|# block|# blocks}, where 0 must cover the cells g and each step of one cell is a move"
    draft = picture.draft({"0": (0, 0)}, "step", Message(told, pieces=len(picture.pieces)))
    yield from _with_goals(draft, picture, "0", goal, covers=True)


GNOME_KLOTSKI = Format(
    name="gnome-klotski",
    title="GNOME Klotski, a level",
    source="GNOME Klotski 3.38.2, src/klotski-window.vala and puzzle.vala",
    conventions="Rows in quotes with plus signs or commas, or bare: # a wall, * the piece that must end on the dots, "
    "- a door for * only, a blank or . an empty cell, also outside the walls; any other mark is a piece. As in the "
    "program, a drag along any path is a move. Of a map of more than 64 cells those outside are left out that no "
    "piece needs; levels of more than 320 cells are refused, and of the whole source left out, as a reading says.",
    example='"######" +\n"#a**b#" +\n"#c* d#" +\n"#c ef#" +\n"##--##" +\n"   .. " +\n"   .  ",',
    read=partial(_first_level, what=Message("a map of Klotski"), read=_gnome),
    whole=True,
)
KLOTSKI_KTS = Format(
    name="klotski-kts",
    title="Klotski of PyPI, a board of boards.kts",
    source="Klotski 1.3.2 on PyPI (P. Fremy), klotski/boards.kts and kl_map.py",
    conventions="A name in <>, then rows between @; marks as in GNOME Klotski, but a letter stands for as many pieces "
    "as it has parts, all dots must be covered, and the program opens a door for all once * has entered it (here it "
    "stays one for * only). Boards of the same name in GNOME Klotski may differ. A drag along any path is a move.",
    example="<Own>\n@##### @\n@#a**# @\n@#b**# @\n@#  b# @\n@##--# @\n@   .. @\n@   .. @",
    read=partial(_first_level, what=Message("a board of boards.kts"), read=_kts),
    whole=True,
)
KLOTSKI_GOLF = Format(
    name="klotski-golf",
    title="Klotski of Code Golf",
    source="Code Golf Stack Exchange, How do I get more Klotski in my life?",
    conventions="# is a wall, . an empty cell, a digit a block; block 0 must cover all cells g, which are empty. A "
    "step of one block by one cell is a move, other than in other forms of Klotski.",
    example="######\n#00.2#\n#1133#\n#..gg#\n######",
    read=read_golf,
)
