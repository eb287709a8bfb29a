"""Which ways of a single empty cell to leave out: those that another way replaces.

Two ways of the empty cell from one cell to another that move all contents alike replace each other in any
solution. Of every such set the shortest is kept, and of the shortest the first in the order of cells; the
rest are forbidden. A solution that is the least in this order among the shortest ones has no forbidden part,
since putting the kept part in would make it smaller; so a shortest solution is never lost (Taylor and Korf,
1993). To count solutions the automaton is of no use.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from solver.slide.board import SlideBoard

Way = tuple[int, ...]
Ways = dict[tuple[int, ...], Way]

STEPS = 7
"""Longest ways compared; together two of them make a loop of twice as many steps."""
WAYS = 12_000
"""Ways of one length at most; a board with more gets shorter ones."""


@lru_cache(maxsize=64)
def automaton(board: SlideBoard) -> tuple[NDArray[np.int32], tuple[int, ...]]:
    """Make the automaton that knows all forbidden parts.

    Returns
    -------
    steps
        int32 (states, degree): state after the empty cell goes to its k-th neighbour, -1 if that is forbidden
        or there is none. A state is the longest end of the way so far that begins a forbidden part.
    first
        Per cell, the state of an empty cell there that has not moved.
    """
    forbidden = forbidden_ways(board)
    starts: set[Way] = {(cell,) for cell in range(board.cells)}
    starts |= {way[:end] for way in forbidden for end in range(1, len(way))}
    states = {way: number for number, way in enumerate(sorted(starts, key=lambda way: (len(way), way)))}
    degree = max(1, max(map(len, board.adjacency), default=0))
    steps = np.full((len(states), degree), -1, np.int32)
    for way, number in states.items():
        for k, cell in enumerate(board.adjacency[way[-1]]):
            ends = [(*way, cell)[begin:] for begin in range(len(way) + 1)]
            if not any(end in forbidden for end in ends):
                steps[number, k] = next(states[end] for end in ends if end in states)
    return steps, tuple(states[cell,] for cell in range(board.cells))


def forbidden_ways(board: SlideBoard) -> set[Way]:
    """List the shortest ways that a kept one replaces, none part of another."""
    forbidden: set[Way] = set()
    whole = tuple(range(board.cells))
    met = {(cell, cell, whole) for cell in whole}
    level: list[tuple[Way, tuple[int, ...]]] = [((cell,), whole) for cell in whole]
    for _ in range(STEPS):
        if sum(len(board.adjacency[way[-1]]) for way, _ in level) > WAYS:
            break
        after: list[tuple[Way, tuple[int, ...]]] = []
        for way, position in level:
            for cell in board.adjacency[way[-1]]:
                longer = (*way, cell)
                if any(longer[begin:] in forbidden for begin in range(1, len(way))):
                    continue
                moved = list(position)
                moved[way[-1]], moved[cell] = moved[cell], moved[way[-1]]
                end = (way[0], cell, tuple(moved))
                if end in met:
                    forbidden.add(longer)
                else:
                    met.add(end)
                    after.append((longer, tuple(moved)))
        level = after
    return forbidden
