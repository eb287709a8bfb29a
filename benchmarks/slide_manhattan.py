"""The method of the source programs, compiled: IDA* with the Manhattan distance on a grid."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit


def prepare(rows: int, columns: int) -> tuple[Any, Any]:
    """Make the tables that the numba and the C version use.

    Returns
    -------
    adjacent
        int64 (cells, 4): adjacent cells, -1 at the end.
    distance
        int64 (cells, cells): distance in moves; a piece's goal is the cell of its number.
    """
    cells = rows * columns
    adjacent = np.full((cells, 4), -1, np.int64)
    distance = np.zeros((cells, cells), np.int64)
    for a in range(cells):
        for b in range(cells):
            distance[a, b] = abs(a // columns - b // columns) + abs(a % columns - b % columns)
        row = [b for b in range(cells) if distance[a, b] == 1]
        adjacent[a, : len(row)] = row
    return adjacent, distance


@njit(cache=True)
def ida_star(start, adjacent, distance, nodes):
    """Fewest moves to the position with every piece on the cell of its number.

    Parameters
    ----------
    start
        int64 (cells,): piece on every cell, 0 for the empty cell.
    adjacent, distance
        See `prepare`.
    nodes
        int64 (1,): the moves tried are added.
    """
    cells = len(start)
    pieces = start.copy()
    total, empty = 0, 0
    for cell in range(cells):
        if pieces[cell] == 0:
            empty = cell
        else:
            total += distance[cell, pieces[cell]]
    empty_cell, tried = np.zeros(200, np.int64), np.zeros(200, np.int64)
    limit = total
    while total > 0:
        depth = 0
        empty_cell[0], tried[0] = empty, 0
        while depth >= 0 and total > 0:
            k = tried[depth]
            if k == 4 or adjacent[empty_cell[depth], k] < 0:
                if depth > 0:
                    back, cell = empty_cell[depth - 1], empty_cell[depth]
                    piece = pieces[back]
                    total += distance[cell, piece] - distance[back, piece]
                    pieces[cell], pieces[back] = piece, 0
                depth -= 1
                continue
            tried[depth] += 1
            cell = adjacent[empty_cell[depth], k]
            if depth > 0 and cell == empty_cell[depth - 1]:
                continue
            nodes[0] += 1
            piece = pieces[cell]
            after = total + distance[empty_cell[depth], piece] - distance[cell, piece]
            if depth + 1 + after > limit:
                continue
            pieces[empty_cell[depth]], pieces[cell] = piece, 0
            total = after
            depth += 1
            empty_cell[depth], tried[depth] = cell, 0
        if total > 0:
            limit += 2
    return limit
