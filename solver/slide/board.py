"""The board of a sliding puzzle: a graph of up to 64 cells."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from solver.errors import Message, PuzzleError

MAX_CELLS = 64


@dataclass(frozen=True, slots=True)
class SlideBoard:
    """A graph: ``adjacency[cell]`` is the sorted tuple of the cells adjacent to a cell."""

    adjacency: tuple[tuple[int, ...], ...]

    @property
    def cells(self) -> int:
        """Number of cells."""
        return len(self.adjacency)


def board_from_adjacency(adjacency: Sequence[Sequence[int]]) -> SlideBoard:
    """Make a board from lists of neighbours.

    Raises
    ------
    PuzzleError
        If a neighbour does not exist, is the cell itself, is listed twice, or does not list the cell in turn.
        Paths are ``(cell, index in its list)``.
    """
    cells = len(adjacency)
    sets = [set(row) for row in adjacency]
    errors: list[tuple[tuple[str | int, ...], Message]] = []
    for cell, row in enumerate(adjacency):
        earlier = set[int]()
        for index, other in enumerate(row):
            repeated = other in earlier
            earlier.add(other)
            if not 0 <= other < cells:
                text = unknown_cell(other, cells)
            elif other == cell:
                text = Message("cell {cell} cannot be its own neighbour", cell=cell)
            elif repeated:
                text = Message("cell {other} is already a neighbour of cell {cell}", other=other, cell=cell)
            elif cell not in sets[other]:
                text = Message("cell {cell} names {other}, but {other} does not name {cell}", other=other, cell=cell)
            else:
                continue
            errors.append(((cell, index), text))
    if errors:
        raise PuzzleError(errors)
    return SlideBoard(tuple(tuple(sorted(row)) for row in adjacency))


def unknown_cell(cell: int, cells: int) -> Message:
    """What is wrong with the number of a cell that a board of so many cells does not have."""
    return Message("cell {cell} does not exist: cells are numbered 0 to {last}", cell=cell, last=cells - 1)


def adjacency_array(board: SlideBoard) -> NDArray[np.int64]:
    """Write the lists of adjacent cells as int64 (cells, degree), -1 at the end of short rows."""
    degree = max(1, max(map(len, board.adjacency), default=0))
    adjacent = np.full((board.cells, degree), -1, np.int64)
    for cell, row in enumerate(board.adjacency):
        adjacent[cell, : len(row)] = row
    return adjacent


def board_from_grid(rows: Sequence[str]) -> tuple[SlideBoard, tuple[tuple[int, int], ...]]:
    """Make a board from a drawing: ``.`` is a cell, anything else a wall. Cells are numbered row by row.

    Returns
    -------
    board, places
        ``places[cell]`` is the cell's ``(row, column)``.
    """
    return _drawn(tuple(rows))


@lru_cache(maxsize=64)
def _drawn(rows: tuple[str, ...]) -> tuple[SlideBoard, tuple[tuple[int, int], ...]]:
    points = tuple((r, c) for r, row in enumerate(rows) for c, char in enumerate(row) if char == ".")
    number = {point: cell for cell, point in enumerate(points)}
    directions = ((-1, 0), (0, -1), (0, 1), (1, 0))
    adjacency = tuple(
        tuple(number[r + dr, c + dc] for dr, dc in directions if (r + dr, c + dc) in number) for r, c in points
    )
    return SlideBoard(adjacency), points
