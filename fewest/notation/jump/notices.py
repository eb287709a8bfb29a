"""Notices about the board of a valid jump puzzle."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from math import sqrt

from fewest.notation.boards import Layout
from fewest.solver.errors import Message
from fewest.solver.jump.board import JumpBoard, holes_of
from fewest.solver.jump.puzzle import JumpPuzzle

DIRECTIONS = 3
"""Of the lines of a triangular board."""

ROW = sqrt(3) / 2
"""Distance of the rows of a triangular board."""


MANY_HOLES = 8
"""A board with at least so many holes has a jump for each of them: the English one has 76 for 33."""


def start_notice(puzzle: JumpPuzzle) -> Message | None:
    """A notice if pegs stand in holes without jumps, where they stay; none if the board has no jumps at all."""
    board = puzzle.board
    stuck = sorted(set(holes_of(puzzle.start)) - set(chain.from_iterable(board.jumps)))
    if not stuck or not board.jumps:
        return None
    return Message("Pegs that no jump reaches stay to the end: {holes}.", holes=", ".join(map(str, stuck)))


def board_notices(board: JumpBoard, layout: Layout | None) -> Iterator[Message]:
    """A notice for each oddity of a board: no jumps or few, none both ways, holes and directions without jumps."""
    if not board.jumps:
        yield Message("The board has no jumps.")
        return
    if board.holes >= MANY_HOLES and len(board.jumps) < board.holes:
        yield Message(
            "The board has few jumps ({jumps}) for its holes ({holes}).", jumps=len(board.jumps), holes=board.holes
        )
    jumps = set(board.jumps)
    if not any((to, over, start) in jumps for start, over, to in jumps):
        yield Message("No jump has its reverse. A line along which pegs jump both ways is two jumps.")
    apart = sorted(set(range(board.holes)) - set(chain.from_iterable(board.jumps)))
    if len(apart) == 1:
        yield Message("No jump touches hole {hole}.", hole=apart[0])
    elif apart:
        yield Message("No jump touches the holes {holes}.", holes=", ".join(map(str, apart)))
    found = _directions(board, layout) if layout is not None and _triangular(layout) else DIRECTIONS
    if found < DIRECTIONS:
        text = (
            "The jumps go along only {found} of the three directions of a triangular board. In a centred drawing, each "
            "row is offset by one column from the next."
        )
        yield Message(text, found=found)


def _triangular(layout: Layout) -> bool:
    """Whether a layout is that of a triangular board with two rows or more."""
    (left, top), *others = layout
    steps = [(2 * (x - left), (y - top) / ROW) for x, y in others]
    return any(round(row) for _, row in steps) and all(
        abs(step - round(step)) < 0.01 for point in steps for step in point
    )


def _directions(board: JumpBoard, layout: Layout) -> int:
    """Number of directions with jumps, of the row and the two slanted ones."""
    found = set()
    for start, _, to in board.jumps:
        (x, y), (u, v) = layout[start], layout[to]
        found.add(0 if abs(y - v) < ROW else 1 if (x - u) * (y - v) > 0 else -1)
    return len(found)
