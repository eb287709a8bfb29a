"""What is known of the number of moves before any search: distances and parity."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from solver.slide.board import SlideBoard
from solver.slide.labelling import ANYTHING, LabelledPuzzle, two_colouring

FAR = 1 << 20
"""Distance between cells that are not connected."""


@lru_cache(maxsize=64)
def distances(board: SlideBoard) -> NDArray[np.int64]:
    """Count the steps between any two cells.

    Returns
    -------
    int64 (cells, cells)
        `FAR` where there is no way.
    """
    table = np.full((board.cells, board.cells), FAR, np.int64)
    for cell in range(board.cells):
        fresh, steps = [cell], 0
        while fresh:
            for place in fresh:
                table[cell, place] = steps
            steps += 1
            fresh = sorted({o for place in fresh for o in board.adjacency[place] if table[cell, o] == FAR})
    return table


def parity(labelled: LabelledPuzzle) -> int | None:
    """Tell whether every solution has an even (0) or odd (1) number of moves, if that is certain.

    On a board whose cells have two colours every slide moves one empty cell to the other colour. Where the
    goal says the place of all empty cells, the colours change from start to goal as often as it takes.
    """
    colour = two_colouring(labelled.board)
    if colour is None or labelled.goal.count(0) != labelled.empty_cells:
        return None
    pairs = zip(colour, labelled.start, labelled.goal, strict=True)
    return sum(shade * ((have == 0) + (want == 0)) for shade, have, want in pairs) % 2


def next_bound(bound: int, odd: int | None) -> int:
    """Raise a bound to the parity that solutions have."""
    return bound if odd is None else bound + (bound - odd) % 2


def goal_positions(labelled: LabelledPuzzle, most: int) -> list[tuple[int, ...]] | None:
    """List the positions that meet the goal, or None if they are more than `most`."""
    rows: list[list[int]] = [list(labelled.goal)]
    for component in labelled.components:
        blank = [cell for cell in component if labelled.goal[cell] == ANYTHING]
        left = [labelled.start[cell] for cell in component]
        for cell in component:
            if labelled.goal[cell] != ANYTHING:
                if labelled.goal[cell] not in left:
                    return []
                left.remove(labelled.goal[cell])
        for index, cell in enumerate(blank):
            rows = [
                [*row[:cell], kind, *row[cell + 1 :]]
                for row in rows
                for kind in sorted(set(_less(left, [row[c] for c in blank[:index]])))
            ]
            if len(rows) > most:
                return None
    return [tuple(row) for row in rows]


def _less(pieces: list[int], used: list[int]) -> list[int]:
    rest = list(pieces)
    for piece in used:
        rest.remove(piece)
    return rest
