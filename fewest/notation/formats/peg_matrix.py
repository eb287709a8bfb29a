"""A matrix of numbers for holes, pegs, and what is no hole."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import permutations

from fewest.notation.formats.draft import Draft
from fewest.notation.formats.drawing import with_goal
from fewest.notation.formats.format import Format, Text
from fewest.notation.formats.pegs import HOLE, PEG, WALL, boards, narrowed, standard_grids
from fewest.notation.formats.rows import Row, parts_of
from fewest.notation.formats.steps import counted

SMALLEST = 9
"""Numbers in a matrix: fewer are pieces."""

DIGITS = "012"
NUMBER = re.compile(r"\s*(-1|[012]?)\s*")
STRINGS = re.compile(r"(?:[012]{1,64},){2,63}[012]{1,64}")


def _read(text: Text) -> Iterator[Draft]:
    """The boards of a matrix, or of two: of the start and of the goal."""
    rows = text.rows
    parts = parts_of(rows) if len(rows) > 2 else None
    if parts is not None and all(_marks(part) is not None for part in parts):
        starts, goals = (list(_boards(part)) for part in parts)
        yield from (both for a in starts for b in goals if (both := with_goal(a, b)) is not None)
        return
    yield from _boards(rows)


@counted
def _boards(rows: Sequence[Row]) -> Iterator[Draft]:
    found = _marks(rows)
    if found is None:
        return
    marks, spaced = found
    digits = {mark for row in marks for mark in row.text} - {WALL, " "}
    walled = any(mark == WALL for row in marks for mark in row.text)
    if digits == {"0", "1"}:
        yield from boards(marks, {"1": PEG, "0": HOLE}, spaced=spaced)
    elif len(digits) == 2 and walled:
        for full, hollow in permutations(sorted(digits, reverse=True)):
            for draft in boards(marks, {full: PEG, hollow: HOLE}, spaced=spaced):
                yield replace(draft, guessed=True)
    elif len(digits) == 3 and not walled:
        yield from _with_walls(marks, spaced=spaced)


def _with_walls(rows: Sequence[Row], *, spaced: bool) -> Iterator[Draft]:
    """Each number as what is no hole: that of all corners first, and only that if it leaves a standard board."""
    corners = {(rows[end].text + " ")[0] for end in (0, -1)} | {(" " + rows[end].text)[-1] for end in (0, -1)}
    ranks = {wall: 0 if corners == {wall} else 1 if wall in corners and wall != "1" else 2 for wall in "201"}
    for wall in sorted(ranks, key=lambda each: ranks[each]):
        grid = ["".join(WALL if mark == wall else HOLE for mark in row.text) for row in rows]
        others = sorted(set(DIGITS) - {wall}, key="102".index)
        for full, hollow in permutations(others):
            meaning = {full: PEG, hollow: HOLE, wall: WALL}
            yield from (replace(each, guessed=True) for each in boards(rows, meaning, ranks[wall], spaced=spaced))
        if grid in [standard for standard, _ in standard_grids().values()]:
            return


def _marks(rows: Sequence[Row]) -> tuple[list[Row], bool] | None:
    """The rows with one mark for each number, and whether there were blanks between; None if this is no matrix."""
    filled = [row for row in rows if row.text.strip()]
    if len(filled) == 1 and STRINGS.fullmatch(filled[0].text):
        filled = filled[0].split(",")
    count = sum(mark in DIGITS for row in filled for mark in row.text)
    if count < SMALLEST or not filled:
        return None
    if not any(mark in ",;|-" for row in filled for mark in row.text):
        words = [row.text.split() for row in filled]
        single = all(len(word) == 1 for row in words for word in row) or all(len(row) == 1 for row in words)
        marks = {mark for row in filled for mark in row.text}
        return (
            narrowed(rows if len(filled) == len(words) == len(rows) else filled)
            if single and marks <= {*DIGITS, " "}
            else None
        )
    found = []
    for row in filled:
        between = next((mark for mark in ";|," if mark in row.text), None)
        cells = row.split(between) if between else [row.part(*each.span()) for each in re.finditer(r"\S+", row.text)]
        if not all(NUMBER.fullmatch(cell.text) for cell in cells):
            return None
        numbers = [cell.text.strip() for cell in cells]
        at = [cell.at[0] if len(cell.at) else row.at[0] for cell in cells]
        found.append(Row("".join(number if number in {*DIGITS} else WALL for number in numbers), at))
    lengths = list(map(lambda row: len(row.text), found))
    stairs = lengths == list(range(1, len(lengths) + 1))
    return (found, False) if len(found) > 1 and (len(set(lengths)) == 1 or stairs) else None


PEG_MATRIX = Format(
    name="peg-matrix",
    title="Pegs as a matrix of numbers",
    source="Programs in Python, Java, C++ and JavaScript; data.sol of peg-solitaire 2.2",
    conventions="1 or true is a peg, 0 or false an empty hole; -1, null or nothing is no hole. With 0, 1 and 2, the "
    "number in the corners is no hole; which of the others is the peg is open: both are readings. Rows of 1, 2, 3 and "
    "more numbers are a triangle. Without a goal: leave one peg.",
    example="[[2, 2, 1, 1, 1, 2, 2], [2, 2, 1, 1, 1, 2, 2], [1, 1, 1, 1, 1, 1, 1], [1, 1, 1, 0, 1, 1, 1], "
    "[1, 1, 1, 1, 1, 1, 1], [2, 2, 1, 1, 1, 2, 2], [2, 2, 1, 1, 1, 2, 2]]",
    read=_read,
)
