"""The board of sliding blocks: the cells of a grid, as a graph with directions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from fewest.solver.errors import Message, PuzzleError

MAX_CELLS = 320

WORD_CELLS = 64
"""Cells whose set is one word."""

UP, LEFT, RIGHT, DOWN = DIRECTIONS = range(4)
"""The direction opposite to d is ``3 - d``."""

OFFSETS = ((-1, 0), (0, -1), (0, 1), (1, 0))
"""Rows and columns of a step in each direction."""

NONE = -1
"""Marks a wall or the edge of the board."""

TURNS = ((0, 1, 2, 3), (0, 2, 1, 3), (3, 1, 2, 0), (3, 2, 1, 0), (1, 0, 3, 2), (1, 3, 0, 2), (2, 0, 3, 1), (2, 3, 0, 1))
"""The symmetries of a square: entry d of each is the direction that becomes direction d."""


@dataclass(frozen=True)
class BlockBoard:
    """Cells and their neighbours.

    Attributes
    ----------
    steps
        ``steps[cell]`` has the neighbour of a cell in each direction, or -1.
    """

    steps: tuple[tuple[int, ...], ...]

    @property
    def kind(self) -> str:
        """Name of the kind of puzzle."""
        return "block"

    @property
    def cells(self) -> int:
        """Number of cells."""
        return len(self.steps)

    @cached_property
    def places(self) -> tuple[tuple[int, int], ...]:
        """Row and column of each cell; parts of the board that are not connected lie beside each other."""
        return _places(self.steps)

    def turned(self, turn: Sequence[int]) -> BlockBoard:
        """The same cells seen from another side, by an entry of ``TURNS``."""
        up, left, right, down = turn
        return BlockBoard(tuple((row[up], row[left], row[right], row[down]) for row in self.steps))


def too_many_cells(board: BlockBoard) -> Message | None:
    """The error text for a board with too many cells for spaces and levels; None if it has few enough."""
    if board.cells <= WORD_CELLS:
        return None
    text = "spaces and levels need a board with at most {most} cells, not {given}"
    return Message(text, most=WORD_CELLS, given=board.cells)


def board_from_grid(rows: Sequence[str]) -> tuple[BlockBoard, tuple[tuple[int, int], ...]]:
    """Make a board from a drawing: ``#`` and blanks are walls, all else cells. Cells are numbered row by row.

    Returns
    -------
    board, places
        ``places[cell]`` is the cell's ``(row, column)`` in the drawing.
    """
    return _drawn(tuple(rows))


@lru_cache(maxsize=16)
def _drawn(rows: tuple[str, ...]) -> tuple[BlockBoard, tuple[tuple[int, int], ...]]:
    points = tuple((r, c) for r, row in enumerate(rows) for c, char in enumerate(row) if char not in "# ")
    number = {point: cell for cell, point in enumerate(points)}
    steps = tuple(tuple(number.get((r + dr, c + dc), NONE) for dr, dc in OFFSETS) for r, c in points)
    return BlockBoard(steps), points


def board_from_steps(steps: Sequence[Sequence[int]]) -> BlockBoard:
    """Make a board from the neighbours of each cell.

    Raises
    ------
    PuzzleError
        If a neighbour does not exist or does not lead back, or the cells do not lie on a grid. Paths are
        ``(cell, direction)``.
    """
    cells = len(steps)
    errors: list[tuple[tuple[str | int, ...], Message]] = []
    for cell, row in enumerate(steps):
        for direction, other in enumerate(row):
            if other == NONE:
                continue
            if not 0 <= other < cells:
                text = Message("cell {cell} does not exist: cells are numbered 0 to {last}", cell=other, last=cells - 1)
            elif steps[other][3 - direction] != cell:
                text = Message(
                    "cell {cell} leads to cell {other}, but the opposite direction does not lead back",
                    other=other,
                    cell=cell,
                )
            else:
                continue
            errors.append(((cell, direction), text))
    if errors:
        raise PuzzleError(errors)
    # Only now: places can be found once all neighbours are mutual.
    board = BlockBoard(tuple((row[0], row[1], row[2], row[3]) for row in steps))
    number = {place: cell for cell, place in enumerate(board.places)}
    for cell, (r, c) in enumerate(board.places):
        for direction, (dr, dc) in enumerate(OFFSETS):
            other = steps[cell][direction]
            if other != NONE and number.get((r + dr, c + dc)) != other:
                text = Message(
                    ("cells {cell} and {other} cannot be neighbours in this direction: the cells form no grid"),
                    cell=cell,
                    other=other,
                )
                raise PuzzleError([((cell, direction), text)])
    return board


def _places(steps: tuple[tuple[int, ...], ...]) -> tuple[tuple[int, int], ...]:
    places: dict[int, tuple[int, int]] = {}
    column = 0
    for first in range(len(steps)):
        if first in places:
            continue
        part = {first: (0, 0)}
        left = [first]
        for cell in left:
            r, c = part[cell]
            for direction, (dr, dc) in enumerate(OFFSETS):
                other = steps[cell][direction]
                if other != NONE and other not in part:
                    part[other] = r + dr, c + dc
                    left.append(other)
        top, start = min(r for r, _ in part.values()), min(c for _, c in part.values())
        places |= {cell: (r - top, c - start + column) for cell, (r, c) in part.items()}
        # A free column between parts that are not connected, so that they do not look like neighbours.
        column = max(c for _, c in places.values()) + 2
    return tuple(places[cell] for cell in range(len(steps)))
