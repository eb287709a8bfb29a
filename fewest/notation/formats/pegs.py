"""Pictures of pegs and holes as people draw them: which marks are pegs, and along which lines they jump."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import chain, pairwise, permutations
from math import gcd
from string import ascii_letters

from fewest.boards import catalogue
from fewest.notation.fields import MAX_ROWS
from fewest.notation.formats.assumed import complete, may_be_solved
from fewest.notation.formats.draft import ROOT, Draft, Span, TextError
from fewest.notation.formats.rows import Row, span_of, too_large
from fewest.notation.formats.steps import counted
from fewest.solver.errors import Message
from fewest.solver.jump.board import crooked_row, drawn_lines

WALLS = "#█▓▒░⬛"
"""Marks that are never holes."""

MARKS = "●•⬤⚫🔴🔵🟢🟡🟠🟣🟤◉◆■*@&+xXOo□◇◌○◯⚪⬜0:,_-·∘."
"""Marks of pegs and holes. Of two, the one that comes first is as a rule the peg."""

PEGS = "●•⬤⚫🔴🔵🟢🟡🟠🟣🟤◉◆■*@"
HOLES = "·∘.○◯⚪⬜□◇◌"
"""Of one mark from each, it is certain which is the peg; so also of ``o`` and a hole mark, or ``o`` and a peg mark."""

OPEN_WALLS = "xX_-:,.·0+"
"""Marks that may also stand outside the board."""

PEG, HOLE, WALL = "o", ".", "#"

BLANK = "\N{OPEN BOX}"
"""Replaces a blank that is an empty hole."""

LABEL = re.compile(r"\s*(\d{1,2}|[A-Za-z])(?:[.:)]?\s|\s?\|)")
"""The number or the letter of a row."""

WIDEST = 7
"""Most columns from one hole to the next, if there are blanks between."""

SMALLEST_TRIANGLE = 5
"""Rows of the smallest board whose rows are seen to be offset where there are blanks between."""

FEW_LETTERS = 5
"""Least number of labels on one side only: fewer may be blocks."""

STANDARD = ("english", "french", "triangle-15", "triangle-21", "triangle-28", "wiegleb", "diamond")
"""Boards that are known by the number of their holes, or by the shape of what lies outside."""


@cache
def standard_grids() -> dict[str, tuple[list[str], str]]:
    """The rows of each standard board, with walls outside, and its lines."""
    boards = {name: catalogue()[name]["board"] for name in STANDARD}
    return {name: ([row.replace(" ", WALL) for row in board["grid"]], board["lines"]) for name, board in boards.items()}


@counted
def is_drawing_of_pegs(rows: Sequence[Row]) -> bool:
    """Whether a drawing has at most three marks beside walls, all of them marks of pegs and holes."""
    marks = marks_of(rows)
    return 0 < len(marks) <= 3 and all(mark in MARKS for mark in marks)


@counted
def unlabelled(rows: list[Row]) -> list[Row]:
    """A drawing of pegs without the numbers or letters of its rows and columns; any other stays as it is."""
    drawn = [number for number, row in enumerate(rows) if row.text.strip()]
    ends = [number for number in (drawn[0], drawn[-1]) if _count_up(rows[number].text.split())] if drawn else []
    inside = [number for number in drawn if number not in ends]
    labels = [LABEL.match(rows[number].text) for number in inside]
    found = [label for label in labels if label is not None]
    numbered = len(found) == len(inside) and _count_up([label[1] for label in found])
    sides = [[label[1] for label in found]] * numbered + [rows[end].text.split() for end in ends]
    if not sides or (len(sides) == 1 and sides[0][0].isalpha() and len(sides[0]) < FEW_LETTERS):
        return rows
    plain = list(rows)
    for number, label in zip(inside, labels, strict=True):
        if label is not None and numbered:
            plain[number] = Row(" " * label.end() + rows[number].text[label.end() :], rows[number].at)
    plain = [row for number, row in enumerate(plain) if number not in ends]
    marks = marks_of(plain)
    return plain if len(marks) > 1 and is_drawing_of_pegs(plain) and not any(map(str.isdecimal, marks)) else rows


def _count_up(words: Sequence[str]) -> bool:
    """Whether words are numbers from 0 or 1 on, or letters from A on, one after the other, or the other way round."""
    if not all(word.isdecimal() or word[0] in ascii_letters for word in words):
        return False
    numbers = [int(word) if word.isdecimal() else ord(word[0].lower()) - ord("a") for word in words]
    steps = {b - a for a, b in pairwise(numbers)}
    return len(words) > 2 and steps in ({1}, {-1}) and min(numbers) in (0, 1) and len(set(map(len, words))) < 3


@counted
def strange_mark(rows: Sequence[Row]) -> Span | None:
    """The first mark that no drawing has, neither of pegs nor of pieces or blocks; None if there is none."""
    for row in rows:
        for at, mark in zip(row.at, row.text, strict=True):
            if mark not in MARKS + WALLS + " |/" and not (mark.isascii() and mark.isalnum()):
                return Span(at, at + 1)
    return None


@counted
def marks_of(rows: Sequence[Row]) -> list[str]:
    """The marks of a drawing that are no walls, those that look most like a peg first."""
    marks = {mark for row in rows for mark in row.text} - set(WALLS) - {" "}
    return sorted(marks, key=lambda mark: (MARKS.find(mark), mark))


@counted
def drafts_of_pegs(rows: Sequence[Row]) -> Iterator[Draft]:
    """Every puzzle that a drawing of pegs may be, without goals, the most usual first.

    Raises
    ------
    TextError
        If it is too large, or a row of a triangle is not offset like the others.
    """
    rows, spaced = narrowed(rows)
    marks = marks_of(rows)
    blank = _blanks_as_holes(rows) if len(marks) == 1 else rows
    if blank != rows:
        yield from boards(blank, {marks[0]: PEG, BLANK: HOLE}, 0, spaced=spaced)
    found = [
        replace(draft, guessed=not certain)
        for certain, rank, meaning in meanings(rows)
        for draft in boards(rows, meaning, rank, spaced=spaced)
    ]
    if len(marks) == 2 and found and marks[0] in "oO" and all(not each.guessed and _is_refuted(each) for each in found):
        # Which of the two is the peg is usage only: people draw both.
        found += boards(rows, {marks[0]: HOLE, marks[1]: PEG}, 1, spaced=spaced)
    yield from found


def _is_refuted(draft: Draft) -> bool:
    return not any(may_be_solved(each.document) for each in complete(draft))


@counted
def narrowed(rows: Sequence[Row]) -> tuple[list[Row], bool]:
    """A drawing without blanks and empty lines between the holes, if these are even; and whether neighbours are beside
    each other then. They are not in a triangle: there they are two columns apart, and each row is offset by one.

    Raises
    ------
    TextError
        If it is too large.
    """
    filled = [number for number, row in enumerate(rows) if row.text.strip()]
    apart = gcd(*(b - a for a, b in pairwise(filled))) if len(filled) > 2 else 1
    rows = [row for number, row in enumerate(rows) if (number - filled[0]) % apart == 0]
    step, spaced = _step(rows)
    left = min(len(row.text) - len(row.text.lstrip()) for row in rows if row.text.strip())
    ends = [len(row.text.rstrip()) for row in rows]
    rows = [Row(row.text[left:end:step], row.at[left:end:step]) for row, end in zip(rows, ends, strict=True)]
    for number, row in enumerate(rows):
        if row.text.strip() and (number >= MAX_ROWS or len(row.text) > MAX_ROWS):
            raise too_large(span_of([row]))
    return rows, spaced


def _step(rows: Sequence[Row]) -> tuple[int, bool]:
    """Of how many columns one is drawn, and whether neighbours are beside each other then."""
    columns = [[c for c, mark in enumerate(row.text) if mark != " "] for row in rows]
    places = list(chain.from_iterable(columns))
    widest = gcd(*(c - places[0] for c in places))
    step = next((step for step in range(WIDEST, 1, -1) if widest and widest % step == 0), 1)
    apart = len(rows) >= SMALLEST_TRIANGLE and all(b - a == 2 * step for row in columns for a, b in pairwise(row))
    offset = apart and all(a and b and (b[0] - a[0]) // step % 2 for a, b in pairwise(columns))
    return step, step > 1 and not offset


@counted
def _blanks_as_holes(rows: Sequence[Row]) -> list[Row]:
    """The rows with a mark for each blank that lies between two pegs."""
    drawn = []
    for row in rows:
        inside = row.text.strip()
        drawn.append(Row(row.text.replace(inside, inside.replace(" ", BLANK)) if inside else row.text, row.at))
    return drawn


def meanings(rows: Sequence[Row]) -> Iterator[tuple[bool, int, dict[str, str]]]:
    """What each mark may mean: whether that is certain, its rank, and the role of each mark."""
    marks = marks_of(rows)
    if len(marks) == 1:
        yield True, 0, {marks[0]: HOLE}
        return
    if len(marks) == 2:
        full, hollow = marks
        # A single peg has reached its goal: rather, the other mark is the peg.
        alone = [sum(row.text.count(mark) for row in rows) == 1 for mark in marks]
        certain = _is_certain(full, hollow) and not alone[0]
        yield certain or any(alone), int(alone[0]), {full: PEG, hollow: HOLE}
        if not certain:
            yield any(alone), int(alone[1]), {full: HOLE, hollow: PEG}
            for wall, other in permutations(marks):
                if wall in OPEN_WALLS and other not in OPEN_WALLS:
                    yield False, 0, {wall: WALL, other: HOLE}
        return
    outside = {row.text[end] for row in (rows[0], rows[-1]) for end in (0, -1) if row.text}
    drawn = "".join(row.text for row in rows)
    walls = [mark for mark in marks if mark in OPEN_WALLS and drawn.count(mark) > 1]  # a single one is a slip
    for rank, wall in enumerate(sorted(walls, key=lambda mark: (mark not in outside, mark in "·."))):
        full, hollow = (mark for mark in marks if mark != wall)
        certain = _is_certain(full, hollow)
        yield certain, rank, {full: PEG, hollow: HOLE, wall: WALL}
        if not certain:
            yield False, rank, {full: HOLE, hollow: PEG, wall: WALL}


def _is_certain(full: str, hollow: str) -> bool:
    """Whether it is certain which of two marks is the peg."""
    return ((full in PEGS or full in "oO") and hollow in HOLES) or (full in PEGS and hollow in "oO-_")


@counted
def boards(rows: Sequence[Row], meaning: Mapping[str, str], rank: int = 0, *, spaced: bool = False) -> Iterator[Draft]:
    """The boards that a drawing may be, once the meaning of its marks is known; ``spaced`` if it had blanks between."""
    drawn = ["".join(meaning.get(mark, mark if mark == " " else WALL) for mark in row.text) for row in rows]
    grid = [row.replace(PEG, HOLE) for row in drawn]
    if HOLE not in "".join(grid):
        return
    flush = [row.strip() for row in drawn]
    # Rows of 1, 2, 3 holes and so on are a triangle, however they are aligned.
    stairs = len(flush) > 2 and list(map(len, flush)) == list(range(1, len(flush) + 1)) and " " not in "".join(flush)
    stairs = stairs and WALL not in "".join(flush)
    lines = "orthogonal" if spaced or stairs else drawn_lines(grid)
    crooked = None if spaced or lines == "triangular" else crooked_row(grid)
    if crooked is not None:
        text = "this row is not offset by half a hole like the others; write # where the board has no hole"
        raise TextError(rows[crooked].span, Message(text))
    width = max(map(len, drawn))
    if lines != "triangular":
        drawn = [row.replace(" ", WALL).ljust(width, WALL) for row in drawn]
    if stairs:
        yield draft_of(rows, flush, "triangular", meaning, rank)
    elif (centred := _centred(drawn)) is not None:
        text = Message("Rows begin at the left; assumed: they are centred, as on the board {name}.", name=centred[0])
        named = draft_of(rows, centred[1], lines, meaning, rank)
        yield replace(named, guessed=True, assumed=("board",), assumptions=(text,))
        rank += 1
    elif (name := _outline(drawn)) is not None:
        within = zip(drawn, standard_grids()[name][0], strict=True)
        cut = ["".join(WALL if other == WALL else mark for mark, other in zip(*pair, strict=True)) for pair in within]
        text = "One mark is used for empty holes and beside the board; assumed: the board {name}."
        named = draft_of(rows, cut, lines, meaning, rank)
        yield replace(named, guessed=True, assumed=("board",), assumptions=(Message(text, name=name),))
    yield draft_of(rows, drawn, lines, meaning, rank)


def _centred(drawn: Sequence[str]) -> tuple[str, list[str]] | None:
    """The standard board with as many holes in each row, if all rows begin at the left, and the rows on it."""
    flush = [row.rstrip(WALL) for row in drawn]
    lengths = [len(row) for row in flush if WALL not in row]
    for name, (grid, lines) in standard_grids().items():
        if lines == "orthogonal" and len(lengths) == len(flush) and lengths == [row.count(HOLE) for row in grid]:
            return name, [row.center(len(row_of_it), WALL) for row, row_of_it in zip(flush, grid, strict=True)]
    return None


def _outline(drawn: Sequence[str]) -> str | None:
    """The smallest standard board outside of which a full rectangle has no pegs, if most of its holes have one."""
    pegs = "".join(drawn).count(PEG)
    if WALL in "".join(drawn) or not pegs:
        return None
    fitting = []
    for name, (grid, lines) in standard_grids().items():
        holes = "".join(grid).count(HOLE)
        alike = lines == "orthogonal" and list(map(len, grid)) == list(map(len, drawn)) and 2 * pegs > holes
        marks = (pair for rows in zip(drawn, grid, strict=True) for pair in zip(*rows, strict=True)) if alike else ()
        if alike and (PEG, WALL) not in marks:
            fitting.append((holes, name))
    return min(fitting)[1] if fitting else None


def draft_of(rows: Sequence[Row], drawn: list[str], lines: str, meaning: Mapping[str, str], rank: int = 0) -> Draft:
    """The board and the start of a drawing whose marks are replaced by those of the API."""
    grid = [row.replace(PEG, HOLE) for row in drawn]
    puzzle = {"kind": "jump", "board": {"grid": grid, "lines": lines}}
    spans = {ROOT: span_of(rows)}
    for number, row in enumerate(rows):
        spans |= {f"{ROOT}/board/grid/{number}": row.span, f"{ROOT}/start/picture/{number}": row.span}
    holes, pegs = "".join(grid).count(HOLE), "".join(drawn).count(PEG)
    lattice = Message("triangular grid") if lines == "triangular" else Message("square grid")
    if not 0 < pegs < holes:
        words = Message("a jump board on a {lattice} (holes: {holes})", lattice=lattice, holes=holes)
        return Draft(puzzle, words, spans, rank)
    seen = "".join(row.text for row in rows)
    marks = {role: mark for mark, role in meaning.items() if mark in seen}
    text = "a jump board on a {lattice} (holes: {holes}, pegs: {pegs}), where {peg} is a peg and {hole} an empty hole"
    words = Message(text, lattice=lattice, holes=holes, pegs=pegs, peg=marks[PEG], hole=marks[HOLE])
    return Draft(puzzle | {"start": {"picture": drawn}}, words, spans, rank)
