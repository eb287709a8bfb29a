"""The board of a sliding puzzle: a graph of up to 144 cells."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import permutations, product

import igraph
import numpy as np
from numpy.typing import NDArray

from fewest.solver.errors import Message, PuzzleError

MAX_CELLS = 144

WORD_CELLS = 64
"""Cells of a board at most whose sets of cells fit a word; only such boards have pattern databases and levels."""


@dataclass(frozen=True, slots=True)
class SlideBoard:
    """A graph: ``adjacency[cell]`` is the sorted tuple of the cells adjacent to a cell."""

    adjacency: tuple[tuple[int, ...], ...]

    @property
    def kind(self) -> str:
        """Name of the kind of puzzle that it is for."""
        return "slide"

    @property
    def cells(self) -> int:
        """Number of cells."""
        return len(self.adjacency)

    @property
    def edges(self) -> list[tuple[int, int]]:
        """Pairs of adjacent cells, each pair in order."""
        return [(cell, other) for cell, row in enumerate(self.adjacency) for other in row if cell < other]


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
                text = Message(
                    "cell {cell} lists {other} as a neighbour, but {other} does not list {cell}", other=other, cell=cell
                )
            else:
                continue
            errors.append(((cell, index), text))
    if errors:
        raise PuzzleError(errors)
    return SlideBoard(tuple(tuple(sorted(row)) for row in adjacency))


@lru_cache(maxsize=64)
def graph_of(board: SlideBoard) -> igraph.Graph:
    """The board for igraph; shared, so it must not be changed."""
    return igraph.Graph(board.cells, board.edges)


def unknown_cell(cell: int, cells: int) -> Message:
    """The error text for a cell number that the board does not have."""
    return Message("cell {cell} does not exist: cells are numbered 0 to {last}", cell=cell, last=cells - 1)


def too_many_cells(board: SlideBoard) -> Message | None:
    """The error text for a board with too many cells for spaces and levels; None if it has few enough."""
    if board.cells <= WORD_CELLS:
        return None
    text = "spaces and levels need a board with at most {most} cells, not {given}"
    return Message(text, most=WORD_CELLS, given=board.cells)


def adjacency_array(board: SlideBoard) -> NDArray[np.int64]:
    """Write the lists of adjacent cells as int64 (cells, degree), -1 at the end of short rows."""
    degree = max(1, max(map(len, board.adjacency), default=0))
    rows = [[*row, *[-1] * (degree - len(row))] for row in board.adjacency]
    return np.array(rows, np.int64).reshape(board.cells, degree)


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


@lru_cache(maxsize=64)
def rectangle_places(board: SlideBoard) -> tuple[tuple[int, int], ...] | None:
    """The ``(row, column)`` of each cell, if the board is a whole rectangle, however its cells are numbered; else None.

    In a rectangle, the distances of a cell from two neighbouring corners determine its place. Of all rotations and
    reflections, the result is the one whose numbers, read row by row, come first in lexicographic order.
    """
    degrees = list(map(len, board.adjacency))
    corners = [cell for cell, degree in enumerate(degrees) if degree == min(degrees)]
    # A single cell, a row of cells, or a rectangle.
    if len(corners) not in (1, 2, 4) or min(degrees) > 2:
        return None
    graph = graph_of(board)
    if not graph.is_connected():
        return None
    far = dict(zip(corners, graph.distances(corners), strict=True))
    found = []
    for first, second in permutations(corners if board.cells > 1 else 2 * corners, 2):
        width = far[first][second]
        pairs = zip(far[first], far[second], strict=True)
        places = tuple(((a + b - width) // 2, (a - b + width) // 2) for a, b in pairs)
        if _is_rectangle(board, places, width + 1):
            found.append(places)
    return min(found, key=lambda places: sorted(range(board.cells), key=places.__getitem__), default=None)


def _is_rectangle(board: SlideBoard, places: Sequence[tuple[int, int]], columns: int) -> bool:
    """Whether places fill a rectangle, in which exactly the cells that lie beside each other are adjacent."""
    rows = board.cells // columns
    if sorted(places) != list(product(range(rows), range(columns))):
        return False
    edges = board.edges
    beside = all(abs(places[a][0] - places[b][0]) + abs(places[a][1] - places[b][1]) == 1 for a, b in edges)
    # As many edges as a rectangle has, all between neighbours: so none is missing.
    return beside and len(edges) == 2 * board.cells - rows - columns
