"""A jump board: up to 128 holes and the jumps between them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from typing import Any, TypeAlias

import numpy.typing as npt

from fewest.solver.errors import Message, PuzzleError
from fewest.solver.model import Jump

MAX_HOLES = 128

WORD_HOLES = 64
"""Boards with more holes need two words per position; they have no spaces and levels."""

Permutation: TypeAlias = tuple[int, ...]
"""A permutation of the holes: entry i is the image of hole i."""

Words: TypeAlias = npt.NDArray[Any]
"""Words: positions (bit h is set where hole h has a peg), or tables of their maps. uint64, or records of two, both
described in :mod:`fewest.solver.jump.words`."""

LINES: dict[str, tuple[tuple[int, int], ...]] = {
    "orthogonal": ((-1, 0), (0, -1), (0, 1), (1, 0)),
    "triangular": ((-1, -1), (-1, 0), (0, -1), (0, 1), (1, 0), (1, 1)),
    "diagonal": ((-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)),
}
"""Directions ``(row, column)`` of jumps between the places of a grid (:func:`grid_places`). ``triangular`` has the four
orthogonal directions and both directions of the diagonal from upper left to lower right."""


@dataclass(frozen=True, slots=True)
class JumpBoard:
    """A number of holes, numbered from 0, and the sorted ``jumps`` ``(from, over, to)`` between them.

    At most one hole of each pair in ``twins`` has a peg: no jump ends in one while the other is full. Only boards made
    to follow a marked peg have twins (see :mod:`fewest.solver.jump.survivor`).
    """

    holes: int
    jumps: tuple[Jump, ...]
    twins: tuple[tuple[int, int], ...] = ()

    @property
    def kind(self) -> str:
        """Name of the kind of puzzle that it is for."""
        return "jump"

    @property
    def adjacent_holes(self) -> list[tuple[int, int]]:
        """Pairs of consecutive holes of a jump, each pair in order, sorted."""
        pairs = [pair for start, over, to in self.jumps for pair in ((start, over), (over, to))]
        return sorted({(min(pair), max(pair)) for pair in pairs})

    @property
    def full(self) -> int:
        """The position with a peg in every hole."""
        return (1 << self.holes) - 1


def board_from_jumps(holes: int, jumps: Iterable[Jump]) -> JumpBoard:
    """Make a board from a number of holes and its jumps.

    Raises
    ------
    PuzzleError
        If a jump names a hole that does not exist, names one hole twice, or occurs twice. Paths are
        ``(index of the jump, entry in the jump)``.
    """
    jumps = list(jumps)
    seen: set[Jump] = set(jumps)
    # Whole sets first: a board may have thousands of jumps, nearly always without an error, and errors are looked for
    # one by one.
    named = set(chain.from_iterable(seen))
    different = len(seen) == len(jumps) and all(start != over != to != start for start, over, to in seen)
    if different and (not named or (min(named) >= 0 and max(named) < holes)):
        return JumpBoard(holes, tuple(sorted(seen)))
    raise PuzzleError(_errors_of(holes, jumps))


def _errors_of(holes: int, jumps: Sequence[Jump]) -> list[tuple[tuple[str | int, ...], Message]]:
    """Every error of a list of jumps."""
    errors: list[tuple[tuple[str | int, ...], Message]] = []
    seen: set[Jump] = set()
    for index, jump in enumerate(jumps):
        errors += [
            ((index, entry), unknown_hole(hole, holes)) for entry, hole in enumerate(jump) if not 0 <= hole < holes
        ]
        if len(set(jump)) < 3:
            errors.append(((index,), Message("a jump needs three different holes, not {jump}", jump=list(jump))))
        if jump in seen:
            errors.append(((index,), Message("the jump {jump} is listed twice", jump=list(jump))))
        seen.add(jump)
    return errors


def too_many_holes(board: JumpBoard) -> Message | None:
    """The error text for a board with too many holes for spaces and levels; None if it has few enough."""
    if board.holes <= WORD_HOLES:
        return None
    text = "spaces and levels need a board with at most {most} holes, not {given}"
    return Message(text, most=WORD_HOLES, given=board.holes)


def unknown_hole(hole: int, holes: int) -> Message:
    """The error text for a hole number that the board does not have."""
    return Message("hole {hole} does not exist: holes are numbered 0 to {last}", hole=hole, last=holes - 1)


def board_from_grid(rows: Sequence[str], lines: str) -> tuple[JumpBoard, tuple[tuple[int, int], ...]]:
    """Make a board from a drawing: each ``.`` is a hole; holes are numbered row by row.

    Returns
    -------
    board, places
        Its :func:`grid_places`.
    """
    return _drawn(tuple(rows), lines)


def grid_places(rows: Sequence[str], lines: str, holes: str = ".") -> tuple[tuple[int, int], ...]:
    """Read a drawing: the ``(row, column)`` of each hole.

    A drawing without ``#`` may have a blank between the holes of a row. It is read without these blanks if all holes
    lie in every other column. With lines in six directions, each row may be offset by one column from the next, as in a
    centred triangle; the characters between the holes may then be ``#``, too, unless all holes lie in one row. Read
    character by character, such a drawing has lines in one direction only. This reading keeps them, and adds the
    others.

    Parameters
    ----------
    lines
        A key of :data:`LINES`.
    holes
        The characters that are holes.

    Returns
    -------
    tuple
        ``places[hole]``; holes are numbered row by row. Two holes are neighbours if they differ by a direction in
        :data:`LINES`.
    """
    points = tuple((r, c) for r, row in enumerate(rows) for c, character in enumerate(row) if character in holes)
    walls = "#" in "".join(rows)
    rows_used = {r for r, _ in points}
    slants = []  # columns by which a row may be offset from the next
    # The offset is tried first: read without it, such a drawing would have lines in one direction only.
    if lines == "triangular" and (len(rows_used) > 1 or not walls):
        slants.append(1)
    if not walls:
        slants.append(0)
    for slant in slants:
        offsets = [slant * r + c for r, c in points]
        left = min(offsets, default=0)
        if not any((offset - left) % 2 for offset in offsets):
            return tuple((r, (offset - left) // 2) for (r, _), offset in zip(points, offsets, strict=True))
    return points


def drawn_lines(rows: Sequence[str]) -> str:
    """The lines that a drawing shows: ``triangular`` if each row is offset by one column from the next, as in a centred
    triangle, or if it is a left-justified triangle, else ``orthogonal``.

    Read with orthogonal lines, a drawing of the first kind would have no neighbours at all.
    """
    if is_staircase(grid_places(rows, "orthogonal")):
        return "triangular"
    places = [(r, c) for r, row in enumerate(rows) for c, mark in enumerate(row) if mark == "."]
    straight, slanted = (len({(c + slant * r) % 2 for r, c in places}) == 1 for slant in (0, 1))
    return "triangular" if slanted and not straight else "orthogonal"


def is_staircase(places: Sequence[tuple[int, int]]) -> bool:
    """Whether the rows have one hole, two, three and so on, from the left: a triangle that is drawn left-justified."""
    if not places:
        return False
    (top, left), (last, _) = places[0], places[-1]
    stairs = [(r, left + c) for r in range(top, last + 1) for c in range(r - top + 1)]
    # Two rows are no triangle with a jump.
    return last - top > 1 and [*places] == stairs


def crooked_row(rows: Sequence[str]) -> int | None:
    """The first row with another offset than most, in a drawing of a triangular board with blanks between holes.

    None if all rows agree, or if the drawing has a ``#`` or adjacent holes, which no centred drawing has.
    """
    drawing = "\n".join(rows)
    if "#" in drawing or ".." in drawing or ". ." not in drawing:
        return None
    places = [(r, c) for r, row in enumerate(rows) for c, mark in enumerate(row) if mark == "."]
    left_justified = len({c % 2 for _, c in places}) == 1
    halves = [[r for r, c in places if (r + c) % 2 == half] for half in (0, 1)]
    return None if left_justified or not all(halves) else min(halves, key=len)[0]


@lru_cache(maxsize=64)
def _drawn(rows: tuple[str, ...], lines: str) -> tuple[JumpBoard, tuple[tuple[int, int], ...]]:
    points = grid_places(rows, lines)
    number = {point: hole for hole, point in enumerate(points)}
    jumps = [
        (number[r, c], number[r + dr, c + dc], number[r + 2 * dr, c + 2 * dc])
        for r, c in points
        for dr, dc in LINES[lines]
        if (r + dr, c + dc) in number and (r + 2 * dr, c + 2 * dc) in number
    ]
    return JumpBoard(len(points), tuple(sorted(jumps))), points


def mask_of(holes: Iterable[int]) -> int:
    """The position with pegs in exactly these holes."""
    mask = 0
    for hole in holes:
        mask |= 1 << hole
    return mask


def holes_of(mask: int) -> list[int]:
    """The holes with a peg, in order: the inverse of :func:`mask_of`."""
    holes = []
    while mask:
        low = mask & -mask
        holes.append(low.bit_length() - 1)
        mask ^= low
    return holes
