"""Which ways of a single empty cell to leave out: those that another way replaces.

Two ways of the empty cell from one cell to another that move all labelled alike replace each other in any
solution. Of every such set the shortest is kept, and of the shortest the first in the order of cells; the
rest are forbidden. A solution that is the least in this order among the shortest ones has no forbidden part,
since putting the kept part in would make it smaller; so a shortest solution is never lost (Taylor and Korf,
1993). To count solutions the automaton is of no use.
"""

from __future__ import annotations

import hashlib
from contextlib import suppress
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from solver import tables
from solver.slide.board import SlideBoard

Way = tuple[int, ...]
Moved = dict[int, int]
"""Which cell's labelled a cell has, for those that have been on the way."""

VERSION = 1
"""Part of an automaton's name; to be raised when states are numbered differently."""
STEPS = 7
"""Longest ways compared; together two of them make a loop of twice as many steps."""
WAYS = 12_000
"""Ways of one length at most; a board with more gets shorter ones."""


def automaton(board: SlideBoard, folder: Path | None) -> NDArray[np.int32]:
    """Make the automaton that knows all forbidden parts, or take it from the folder; leave it there.

    Returns
    -------
    int32 (states, degree)
        State after the empty cell goes to its k-th neighbour, -1 if that is forbidden or there is none. A state
        is the longest end of the way so far that begins a forbidden part; before the first move it is the cell.
    """
    if folder is None:
        return _automaton(board)
    said = repr((VERSION, STEPS, WAYS, board.adjacency))
    name = "automaton-" + hashlib.blake2b(said.encode(), digest_size=16).hexdigest()
    kept = tables.load(folder, name)
    if kept is None:
        kept = _automaton(board)
        with suppress(OSError):
            tables.save(folder, name, kept)
    return kept


@lru_cache(maxsize=64)
def _automaton(board: SlideBoard) -> NDArray[np.int32]:
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
    return steps


def forbidden_ways(board: SlideBoard) -> set[Way]:
    """List the shortest ways that a kept one replaces, none part of another."""
    forbidden: set[Way] = set()
    met: set[tuple[int, int, frozenset[tuple[int, int]]]] = {(cell, cell, frozenset()) for cell in range(board.cells)}
    level: list[tuple[Way, Moved]] = [((cell,), {}) for cell in range(board.cells)]
    for _ in range(STEPS):
        if sum(len(board.adjacency[way[-1]]) for way, _ in level) > WAYS:
            break
        after: list[tuple[Way, Moved]] = []
        for way, moved in level:
            for cell in board.adjacency[way[-1]]:
                longer = (*way, cell)
                if any(longer[begin:] in forbidden for begin in range(1, len(way))):
                    continue
                empty = way[-1]
                further = moved | {empty: moved.get(cell, cell), cell: moved.get(empty, empty)}
                end = way[0], cell, frozenset(pair for pair in further.items() if pair[0] != pair[1])
                if end in met:
                    forbidden.add(longer)
                else:
                    met.add(end)
                    after.append((longer, further))
        level = after
    return forbidden
