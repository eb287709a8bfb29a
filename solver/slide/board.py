"""The board of a sliding puzzle: a graph of up to 64 cells."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from solver.errors import PuzzleError

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
    errors: list[tuple[tuple[str | int, ...], str]] = []
    for cell, row in enumerate(adjacency):
        for index, other in enumerate(row):
            if not 0 <= other < cells:
                errors.append(((cell, index), f"cell {other} does not exist: cells are numbered 0 to {cells - 1}"))
            elif other == cell:
                errors.append(((cell, index), f"cell {cell} cannot be its own neighbour"))
            elif other in row[:index]:
                errors.append(((cell, index), f"cell {other} is already a neighbour of cell {cell}"))
            elif cell not in sets[other]:
                errors.append(((cell, index), f"cell {cell} names {other}, but {other} does not name {cell}"))
    if errors:
        raise PuzzleError(errors)
    return SlideBoard(tuple(tuple(sorted(row)) for row in adjacency))


def board_from_grid(rows: Sequence[str]) -> tuple[SlideBoard, tuple[tuple[int, int], ...]]:
    """Make a board from a drawing: ``.`` is a cell, anything else a wall. Cells are numbered row by row.

    Returns
    -------
    board, places
        ``places[cell]`` is the cell's ``(row, column)``.
    """
    places = tuple((r, c) for r, row in enumerate(rows) for c, char in enumerate(row) if char == ".")
    number = {place: cell for cell, place in enumerate(places)}
    directions = ((-1, 0), (0, -1), (0, 1), (1, 0))
    adjacency = tuple(
        tuple(number[r + dr, c + dc] for dr, dc in directions if (r + dr, c + dc) in number) for r, c in places
    )
    return SlideBoard(adjacency), places
