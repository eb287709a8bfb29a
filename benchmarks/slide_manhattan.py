"""The method of the sources, compiled: iterative deepening with the Manhattan distance, on a rectangular board."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit


def prepare(rows: int, columns: int) -> tuple[Any, Any]:
    """Make the tables both references use.

    Returns
    -------
    near
        int64 (cells, 4): neighbours, -1 at the end.
    distance
        int64 (cells, cells): steps between cells; a piece's goal is the cell of its number.
    """
    cells = rows * columns
    near = np.full((cells, 4), -1, np.int64)
    distance = np.zeros((cells, cells), np.int64)
    for a in range(cells):
        for b in range(cells):
            distance[a, b] = abs(a // columns - b // columns) + abs(a % columns - b % columns)
        beside = [b for b in range(cells) if distance[a, b] == 1]
        near[a, : len(beside)] = beside
    return near, distance


@njit(cache=True)
def deepen(start, near, distance, nodes):
    """Fewest moves to the position with every piece on the cell of its number; `nodes[0]` counts the moves tried."""
    cells = len(start)
    here = start.copy()
    total, empty = 0, 0
    for cell in range(cells):
        if here[cell] == 0:
            empty = cell
        else:
            total += distance[cell, here[cell]]
    hole, branch = np.zeros(200, np.int64), np.zeros(200, np.int64)
    limit = total
    while total > 0:
        depth = 0
        hole[0], branch[0] = empty, 0
        while depth >= 0 and total > 0:
            k = branch[depth]
            if k == 4 or near[hole[depth], k] < 0:
                if depth > 0:
                    back, cell = hole[depth - 1], hole[depth]
                    piece = here[back]
                    total += distance[cell, piece] - distance[back, piece]
                    here[cell], here[back] = piece, 0
                depth -= 1
                continue
            branch[depth] += 1
            cell = near[hole[depth], k]
            if depth > 0 and cell == hole[depth - 1]:
                continue
            nodes[0] += 1
            piece = here[cell]
            after = total + distance[hole[depth], piece] - distance[cell, piece]
            if depth + 1 + after > limit:
                continue
            here[hole[depth]], here[cell] = piece, 0
            total = after
            depth += 1
            hole[depth], branch[depth] = cell, 0
        if total > 0:
            limit += 2
    return limit
