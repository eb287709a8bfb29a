"""A matrix of numbers for holes, pegs, and what is no hole."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from itertools import permutations

from fewest.notation.formats.draft import Draft
from fewest.notation.formats.drawing import start_and_goal
from fewest.notation.formats.format import Format, Text
from fewest.notation.formats.peg_bits import LONGEST_ROW
from fewest.notation.formats.pegs import HOLE, PEG, WALL, boards, narrowed, standard_grids
from fewest.notation.formats.rows import Row
from fewest.notation.formats.steps import counted
from fewest.solver.errors import Message

SMALLEST = 9
"""Numbers in a matrix: fewer are pieces."""

DIGITS = "012"
LONG = 12
"""Holes of a row that may be a board in one line, with a slip."""

STRINGS = re.compile(r"(?=[012,]*[012]{2})(?:[012]{1,64},){2,63}[012]{1,64}")


def _read(text: Text) -> Iterator[Draft]:
    yield from start_and_goal(text.rows, _boards)


@counted
def _boards(rows: list[Row]) -> Iterator[Draft]:
    """What the numbers may be: one that is in all corners is no hole, and only that if it leaves a standard board."""
    marks, spaced = _marks(rows)
    if len(marks) == 1 and len(marks[0].text) > LONGEST_ROW:
        return
    digits = {mark for row in marks for mark in row.text} - {WALL, " "}
    walled = any(WALL in row.text for row in marks)
    if digits == {"0", "1"}:
        found = boards(marks, {"1": PEG, "0": HOLE}, spaced=spaced)
        one = Message("The text gives no rows; assumed: one.")
        if len(marks) == 1 and len(marks[0].text) >= LONG:
            found = (replace(draft, assumed=("board",), assumptions=(one,)) for draft in found)
        yield from found
    elif len(digits) == 2 and walled:
        for full, hollow in permutations(sorted(digits, reverse=True)):
            yield from _guesses(marks, {full: PEG, hollow: HOLE}, 0, spaced=spaced)
    elif len(digits) == 3 and not walled:
        corners = {row.text[end] for row in (marks[0], marks[-1]) for end in (0, -1) if row.text}
        ranks = {wall: 0 if corners == {wall} else 1 if wall in corners and wall != "1" else 2 for wall in "201"}
        for wall in sorted(ranks, key=lambda each: ranks[each]):
            for full, hollow in permutations(digit for digit in "102" if digit != wall):
                yield from _guesses(marks, {full: PEG, hollow: HOLE, wall: WALL}, ranks[wall], spaced=spaced)
            grid = ["".join(WALL if mark == wall else HOLE for mark in row.text) for row in marks]
            if grid in [standard for standard, _ in standard_grids().values()]:
                return


def _guesses(rows: list[Row], meaning: dict[str, str], rank: int, *, spaced: bool) -> Iterator[Draft]:
    yield from (replace(draft, guessed=True) for draft in boards(rows, meaning, rank, spaced=spaced))


def _marks(rows: list[Row]) -> tuple[list[Row], bool]:
    """The rows with one mark for each number, and whether there were blanks between; none if this is no matrix."""
    filled = [row for row in rows if row.text.strip()]
    if len(filled) == 1 and STRINGS.fullmatch(filled[0].text):
        filled = rows = filled[0].split(",")
    marks = {mark for row in filled for mark in row.text}
    if marks - {" "} == {"1", "."} and all(len(row.text.split()[0]) == len(row.text.strip()) > 1 for row in filled):
        filled, rows = ([Row(row.text.replace(".", "0"), row.at) for row in part] for part in (filled, rows))
        marks = {"1", "0", " "}
    if sum(mark in DIGITS for row in filled for mark in row.text) < SMALLEST:
        return [], False
    if marks <= {*DIGITS, " "}:
        words = [row.text.split() for row in filled]
        single = all(len(word) == 1 for row in words for word in row) or all(len(row) == 1 for row in words)
        return narrowed(rows) if single else ([], False)
    between = next((mark for mark in ";|," if mark in marks), None)
    found = []
    cells_of = partial(Row.split, marks=between) if between else Row.words
    split = list(map(cells_of, filled))
    corners = {cells[end].text.strip() for cells in (split[0], split[-1]) for end in (0, -1)}
    outside = {"-1", "", *(corners if len(corners) == 1 else ())} - {*DIGITS}
    for row, cells in zip(filled, split, strict=True):
        numbers = [cell.text.strip() for cell in cells]
        if not {*numbers} <= {*DIGITS, *outside}:
            return [], False
        at = [cell.at[0] if len(cell.at) else row.at[0] for cell in cells]
        found.append(Row("".join(number if number in {*DIGITS} else WALL for number in numbers), at))
    lengths = [len(row.text) for row in found]
    fits = len(set(lengths)) == 1 or lengths == list(range(1, len(lengths) + 1))
    return (found if fits and len(found) > 1 else []), False


PEG_MATRIX = Format(
    name="peg-matrix",
    title="Pegs as a matrix of numbers",
    source="Programs in Python, Java, C++ and JavaScript; data.sol of peg-solitaire 2.2",
    conventions="1 or true is a peg, 0 or false an empty hole; -1, null, nothing, or what else is in all corners, is "
    "no hole. With 0, 1 and 2, the number in the corners is no hole; which of the others is the peg is open: both are "
    "readings. Rows of 1, 2, 3 and more numbers are a triangle. Without a goal: leave one peg.",
    example="[[-1, -1, 1, 1, 1, -1, -1], [-1, -1, 1, 1, 1, -1, -1], [1, 1, 1, 1, 1, 1, 1], [1, 1, 1, 0, 1, 1, 1], "
    "[1, 1, 1, 1, 1, 1, 1], [-1, -1, 1, 1, 1, -1, -1], [-1, -1, 1, 1, 1, -1, -1]]",
    read=_read,
)
