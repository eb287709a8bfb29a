"""Lists of moves as people write them: what the notations of all kinds have in common.

A notation finds its words in a text, or raises :class:`Misfit`. Then :func:`play` plays the moves by the rules, since
most words only mean something at a position: ``R`` is another move of another cell every time.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from math import sqrt
from typing import Any, NamedTuple, TypeAlias, cast

from fewest.notation.boards import Layout
from fewest.solver.errors import Message

MAX_MOVES = 10_000

DIRECTIONS = dict(zip("ulrd↑←→↓", 2 * ((-1, 0), (0, -1), (0, 1), (1, 0)), strict=True))
"""Rows and columns of a step, by the first character of the word for it."""

WORD = "(?i:up|down|left|right|[udlr])|[↑←→↓]"
"""The word for a direction."""

JOIN = r"-+>?|=+>|[–—−→⇒>×xX*]|(?i:to|over|jumps)\b"
"""Between the places that one peg or piece visits."""

NUMBER = "[0-9]{1,4}"
PAIR = r"[(\[]\s*[0-9]{1,2}\s*,\s*[0-9]{1,2}\s*[)\]]|[0-9]{1,2},[0-9]{1,2}"

LOOSE = r"[\s;,|\[\](){}.'\"/\-–—−=>→⇒]"
"""Between moves of one word."""

STOP = r"[\s;,|\[\](){}.'\"]"

SLANTED = sqrt(3)
"""Distance of rows, if that of columns is 1, where every row is offset by one column from the next."""

ILLEGAL = Message("is not legal here")
SEVERAL = Message("could be several moves here")
UNKNOWN = Message("names a place or a piece that is not there")
TOO_MANY = Message("is one more than the {most} moves that are read", most=MAX_MOVES)


class Misfit(Exception):
    """A text is not of a notation, as its character ``at`` shows."""

    def __init__(self, at: int) -> None:
        self.at = at
        super().__init__(at)


class Written(NamedTuple):
    """A move as it is written: its words, and where they begin and end in the text."""

    words: tuple[str, ...]
    start: int
    end: int


def written(first: re.Match[str], last: re.Match[str] | None = None) -> Written:
    """The move of a match, or of those from one to another."""
    return Written((first[0],), first.start(), (last or first).end())


Step: TypeAlias = Callable[[Any], Sequence[Any] | Message]
"""The moves that a written move stands for at a position, one after the other, or why it stands for none."""


@dataclass(frozen=True, slots=True)
class Played:
    """A list of moves, read in one notation and played as far as it is legal.

    Attributes
    ----------
    said
        The notation.
    written
        The moves as they are written.
    moves
        Those that were played, as the rules have them.
    position
        The position after them.
    legal
        How many of the written moves are legal.
    fault
        Why the next one is not; None if all are legal.
    """

    said: Message
    written: Sequence[Written]
    moves: tuple[Any, ...]
    position: Any
    legal: int
    fault: Message | None = None


Notation: TypeAlias = Callable[[], Iterable[Played]]
"""Reads a text in one notation, whose conventions may be several; ``Misfit`` if it is not of this notation."""


def tokens(text: str, pattern: str, between: str = STOP) -> list[re.Match[str]]:
    """The matches of a pattern, if nothing but characters ``between`` lies around them."""
    word, gap = re.compile(pattern), re.compile(f"(?:{between})*+")
    found = []
    at = 0
    while (at := cast(re.Match[str], gap.match(text, at)).end()) < len(text):  # a gap may be empty
        match = word.match(text, at)
        if match is None:
            raise Misfit(at)
        found.append(match)
        at = match.end()
    if not found:
        raise Misfit(0)
    return found


def play(
    said: Message, start: Any, written: Sequence[tuple[Written, Step]], after: Callable[[Any, Any], Any | None]
) -> Played:
    """Play moves up to the first that is not legal. ``after`` has the position after a move, None if it is illegal."""
    moves: list[Any] = []
    position, words = start, [each for each, _ in written]
    for number, (_, step) in enumerate(written):
        meant = step(position)
        if isinstance(meant, Message):
            return Played(said, words, tuple(moves), position, number, meant)
        for move in meant:
            following = after(position, move) if len(moves) < MAX_MOVES else None
            if following is None:
                fault = ILLEGAL if len(moves) < MAX_MOVES else TOO_MANY
                return Played(said, words, tuple(moves), position, number, fault)
            moves.append(move)
            position = following
    return Played(said, words, tuple(moves), position, len(written))


def paths(text: str, place: str) -> list[list[Written]]:
    """Ways to group the places in a text into moves; there is one at least.

    Parameters
    ----------
    place
        The pattern of a place. Those that a move visits are joined by signs or words, or stand close together; or each
        move is between brackets, on a line, or before a comma; or all have two places, or three.
    """
    parts = tokens(text, f"(?P<place>{place})|(?P<join>{JOIN})|(?P<stop>{STOP})", "[ \t\r]")
    moves: list[list[re.Match[str]]] = []
    before, joined = None, False
    for part in parts:
        follows = before is not None and before.lastgroup == "place"
        if part.lastgroup == "join" and (not follows or part is parts[-1]):
            raise Misfit(part.start())
        if part.lastgroup == "place":
            on = before is not None and (before.lastgroup == "join" or (follows and before.end() == part.start()))
            joined |= on
            if on:
                moves[-1].append(part)
            else:
                moves.append([part])
        before = part
    places = [each for move in moves for each in move]
    if not places:
        raise Misfit(0)
    if joined:
        lone = [move[0] for move in moves if len(move) == 1]
        if lone:
            raise Misfit(lone[0].start())
        return [list(map(_written, moves))]
    found = [each for stops in ("\n;,|[](){}", "\n;|[](){}", "\n") if (each := _groups(parts, stops))][:1]
    size = len(places)
    if size % 4 == 0 and [each[0] for each in places[::4]] == [str(number + 1) for number in range(size // 4)]:
        found.append([places[at + 1 : at + 4] for at in range(0, size, 4)])
    found += [[places[at : at + n] for at in range(0, size, n)] for n in (3, 2) if size % n == 0 and size > n]
    if not found:
        raise Misfit(places[-1].start())
    return [list(map(_written, each)) for each in found]


def _groups(parts: Sequence[re.Match[str]], stops: str) -> list[list[re.Match[str]]]:
    """The places between stops that have one of some characters; none if a place is alone."""
    groups: list[list[re.Match[str]]] = [[]]
    for part in parts:
        if part.lastgroup == "place":
            groups[-1].append(part)
        elif not set(part[0]).isdisjoint(stops):
            groups.append([])
    groups = [each for each in groups if each]
    return [] if any(len(each) == 1 for each in groups) else groups


def _written(move: Sequence[re.Match[str]]) -> Written:
    return Written(tuple(each[0] for each in move), move[0].start(), move[-1].end())


class Places(NamedTuple):
    """How places are named: the pattern of a name, and the place that one means, if any."""

    said: Message
    pattern: str
    find: Callable[[str], int | None]


def namings(places: int, points: Layout | None, letters: str) -> Iterator[Places]:
    """The ways to name the places of a board, which has a place at each point, and a letter, if they are known."""
    for base, said in ((0, Message("places by their numbers from 0")), (1, Message("places by their numbers from 1"))):
        yield Places(said, NUMBER, partial(_numbered, places, base))
    if letters:
        yield Places(Message("letters of the holes"), f"[{letters}](?![0-9])", letters.index)
    grid = None if points is None else lattice(points)
    if grid is None:
        return
    last = max(row for row, _ in grid)

    def chess(name: str, *, bottom: bool) -> int | None:
        row, column = int(name[1:]) - 1, ord(name[0].lower()) - ord("a")
        return grid.get((last - row if bottom else row, column))

    def pair(name: str, base: int, *, turned: bool) -> int | None:
        first, second = (int(each) - base for each in re.findall(r"\d+", name))
        return grid.get((second, first) if turned else (first, second))

    for bottom, said in (
        (False, Message("columns as letters and rows as numbers from the top")),
        (True, Message("columns as letters and rows as numbers from the bottom")),
    ):
        yield Places(said, "[A-WYZa-wyz][0-9]{1,2}", partial(chess, bottom=bottom))  # x joins places
    said = Message("numbers such as 503 for row 5 and column 3, both from 0")
    yield Places(said, NUMBER, lambda name: grid.get(divmod(int(name), 100)))
    for base, turned, said in (
        (0, False, Message("rows and columns from 0")),
        (0, True, Message("columns and rows from 0")),
        (1, False, Message("rows and columns from 1")),
        (1, True, Message("columns and rows from 1")),
    ):
        yield Places(said, PAIR, partial(pair, base=base, turned=turned))


def _numbered(places: int, base: int, name: str) -> int | None:
    return place if 0 <= (place := int(name) - base) < places else None


def lattice(points: Layout) -> dict[tuple[int, int], int] | None:
    """The places by row and column, both from 0, if all points lie on a grid of squares or of triangles; else None.

    On triangles, columns go down and to the left, so that the first column of a triangle is its left side.
    """
    across, down = (_unit([point[axis] for point in points]) for axis in (0, 1))
    left, top = (min(point[axis] for point in points) for axis in (0, 1))
    found = [((x - left) / across, (y - top) / down) for x, y in points]
    if abs(down / across - SLANTED) < 0.01:
        found = [((x + row) / 2, row) for x, row in found]
        first = min(x for x, _ in found)
        found = [(x - first, row) for x, row in found]
    grid = {(round(row), round(column)): place for place, (column, row) in enumerate(found)}
    whole = all(abs(each - round(each)) < 0.05 for point in found for each in point)
    return grid if whole and len(grid) == len(points) else None


def _unit(values: Iterable[float]) -> float:
    """The least distance of two values that are not equal."""
    ordered = sorted(values)
    least = (ordered[-1] - ordered[0]) / 1000
    return min((b - a for a, b in pairwise(ordered) if b - a > least), default=1.0)


def placed(text: str, places: int, points: Layout | None, letters: str = "") -> Iterator[tuple[Places, list[Written]]]:
    """The moves between places that a text may have, in every naming of places and every grouping that fits."""
    groupings: dict[str, list[list[Written]]] = {}
    misfit = 0
    for named in namings(places, points, letters):
        if named.pattern not in groupings:
            try:
                groupings[named.pattern] = paths(text, named.pattern)
            except Misfit as no:
                groupings[named.pattern] = []
                misfit = max(misfit, no.at)
        for moves in groupings[named.pattern]:
            yield named, moves
    if not any(groupings.values()):
        raise Misfit(misfit)


def between_places(
    text: str, places: int, points: Layout | None, start: Any, after: Callable[[Any, Any], Any | None]
) -> Iterator[Played]:
    """Moves of pieces, each from a place to another, perhaps through several."""
    for named, moves in placed(text, places, points):
        yield play(named.said, start, [(move, partial(_visiting, named, move)) for move in moves], after)


def _visiting(named: Places, move: Written, _: Any) -> Sequence[tuple[int, int]] | Message:
    """The moves of a piece through places."""
    found = [place for name in move.words if (place := named.find(name)) is not None]
    return list(pairwise(found)) if len(found) == len(move.words) else UNKNOWN
