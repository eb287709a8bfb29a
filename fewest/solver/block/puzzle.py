"""A sliding-block puzzle: a board, pieces, the goals of some of them, and the metric."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from fewest.solver.block.board import BlockBoard

EMPTY = 0

VERTICAL = 1
HORIZONTAL = 2
BOTH = VERTICAL | HORIZONTAL
"""Along which axes a piece may slide."""


class Metric(StrEnum):
    """The metric: what counts as one move. The names are ours; the literature calls all three "moves".

    STEP
        One piece, one cell.
    LINE
        One piece, one direction, any distance: the move of Rush Hour.
    PATH
        One piece, any way through free cells (M. Gardner: Scientific American, February 1964; L. E. Hordern: Sliding
        Piece Puzzles, 1986).
    """

    STEP = "step"
    LINE = "line"
    PATH = "path"


@dataclass(frozen=True, slots=True)
class Door:
    """Cells that only some pieces may enter."""

    cells: tuple[int, ...]
    pieces: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class BlockPuzzle:
    """Find the fewest moves from ``start`` to a position that meets ``goal``.

    Attributes
    ----------
    start
        The piece on every cell, numbered from 1 in the order of their first cells; 0 is an empty cell.
    goal
        The pieces that have a goal, in order, each with the cells it shall cover, in order.
    axes
        For each piece, along which axes it may slide: ``VERTICAL`` (up and down), ``HORIZONTAL``, or both.
    doors
        Cells that only some pieces may enter.
    metric
        Which steps count as one move.
    names
        The client's names of the pieces; not part of the puzzle.
    """

    board: BlockBoard
    start: tuple[int, ...]
    goal: tuple[tuple[int, tuple[int, ...]], ...]
    axes: tuple[int, ...]
    doors: tuple[Door, ...]
    metric: Metric
    names: tuple[str, ...] = field(default=(), compare=False)

    @property
    def kind(self) -> str:
        """Name of this kind of puzzle."""
        return "block"

    @property
    def pieces(self) -> int:
        """Number of pieces."""
        return len(self.axes)

    def cells_of(self, piece: int) -> tuple[int, ...]:
        """The cells that a piece covers at the start, in order."""
        return tuple([cell for cell, other in enumerate(self.start) if other == piece])

    def name_of(self, piece: int) -> str:
        """The name of a piece: if the client has not named it, a letter, or its number where letters are used up."""
        return self.names[piece - 1] if self.names else letter(piece)


def cells_by_piece(position: Sequence[int], pieces: int) -> list[list[int]]:
    """The empty cells, then the cells that each piece covers, all in order."""
    cells: list[list[int]] = [[] for _ in range(pieces + 1)]
    for cell, piece in enumerate(position):
        cells[piece].append(cell)
    return cells


LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+*"


def letter(piece: int) -> str:
    """The letter of the piece with a number; its number as text where there is none."""
    return LETTERS[piece - 1] if piece <= len(LETTERS) else str(piece)
