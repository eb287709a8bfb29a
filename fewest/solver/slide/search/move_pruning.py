"""Move pruning: routes of a single empty cell that an equivalent route replaces (Taylor and Korf, 1993).

Two routes of the empty cell from one cell to another that permute the pieces in the same way replace each other in
any solution. Of all equivalent routes the shortest is kept, and of the shortest the first in the order of cells; the
rest are forbidden. The least of the optimal solutions in this order contains no forbidden route, since replacing it
by the kept one would make a smaller solution: so an optimal solution is never lost. Other solutions are lost, so the
automaton cannot be used for counting.
"""

from __future__ import annotations

import hashlib
from collections.abc import Generator
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from fewest.solver import tables
from fewest.solver.budget import Budget
from fewest.solver.model import Slices
from fewest.solver.slices import Run, finish
from fewest.solver.slide.board import SlideBoard

Route: TypeAlias = tuple[int, ...]
"""The cells the empty cell has been on."""
Permutation: TypeAlias = dict[int, int]
"""The cell that the content of a cell comes from, for the cells of a route."""

VERSION = 1
"""Part of an automaton's name. Raise it when states are numbered differently."""


class RouteLimits(NamedTuple):
    """Which routes are compared.

    Attributes
    ----------
    moves
        Moves of a route at most; two of them together make a cycle of twice as many moves.
    routes
        Routes of one length at most; on a board with more, only shorter ones are compared.
    """

    moves: int
    routes: int


NEVER_STRAIGHT_BACK = RouteLimits(2, 12_000)
"""Forbids only taking back the last slide. Takes no time to build, for searches that may be short."""
SHORT_ROUTES = RouteLimits(7, 12_000)
"""Building takes a second at most."""
LONGER_ROUTES = RouteLimits(10, 150_000)
"""Building takes some seconds: worth it for the longest searches. On the 24-puzzle it saves a tenth of the nodes that
are left with 8 moves."""
SLICE = 2_000
"""Routes compared, or states made, between two pauses: some hundredths of a second."""

MAX_KEPT = 64
_kept: dict[tuple[SlideBoard, RouteLimits], NDArray[np.int32]] = {}
"""Most automata that a process keeps; the oldest is removed first."""


def automaton(board: SlideBoard, folder: Path | None, limits: RouteLimits) -> NDArray[np.int32]:
    """Load the automaton that recognises all forbidden routes, or build and save it.

    Returns
    -------
    int32 (states, degree)
        State after the empty cell moves to its k-th adjacent cell, -1 if that is forbidden or does not exist. A state
        is the longest suffix of the route so far that is a prefix of a forbidden route, as in Aho and Corasick (1975).
        State c, for every cell c, is the route of c alone.
    """
    if folder is None:
        return _build(board, limits)
    stored = tables.load(folder, _name(board, limits))
    if stored is None:
        stored = _build(board, limits)
        # A folder that cannot be written costs time, not the answer.
        with suppress(OSError):
            tables.save(folder, _name(board, limits), stored)
    return stored


def prepare_automaton(board: SlideBoard, folder: Path | None, limits: RouteLimits, budget: Budget) -> Slices[None]:
    """Build an automaton with pauses and save it, unless the folder has it: ``automaton`` then loads it.

    Without a folder it is kept in this process.
    """
    if (board, limits) in _kept if folder is None else tables.load(folder, _name(board, limits)) is not None:
        return
    run = Run(_transitions(board, limits))
    for _ in run:
        yield budget.progress()
    if folder is None:
        _keep(board, limits, run.value)
    else:
        with suppress(OSError):
            tables.save(folder, _name(board, limits), run.value)


def _name(board: SlideBoard, limits: RouteLimits) -> str:
    key = repr((VERSION, *limits, board.adjacency))
    return "automaton-" + hashlib.blake2b(key.encode(), digest_size=16).hexdigest()


@lru_cache(maxsize=64)
def never_straight_back(board: SlideBoard) -> NDArray[np.int32]:
    """An automaton that only forbids taking back the last slide, which no optimal solution does.

    It is :func:`_recogniser` of all routes there and back, whose prefixes are the pairs of adjacent cells.
    """
    pairs = [(a, b) for a, row in enumerate(board.adjacency) for b in row]
    state = {pair: number for number, pair in enumerate(sorted(pairs), board.cells)}
    rows = [[state[cell, other] for other in row] for cell, row in enumerate(board.adjacency)]
    rows += [[-1 if other == a else state[b, other] for other in board.adjacency[b]] for a, b in sorted(pairs)]
    transitions = np.full((len(rows), max(1, max(map(len, rows), default=0))), -1, np.int32)
    for number, row in enumerate(rows):
        transitions[number, : len(row)] = row
    return transitions


def _build(board: SlideBoard, limits: RouteLimits) -> NDArray[np.int32]:
    """The automaton that is kept in this process, or built at once and kept."""
    made = _kept.get((board, limits))
    if made is None:
        made = finish(_transitions(board, limits))
        _keep(board, limits, made)
    return made


def _keep(board: SlideBoard, limits: RouteLimits, made: NDArray[np.int32]) -> None:
    # Dictionaries keep the order of insertion, so the first is the oldest.
    while len(_kept) >= MAX_KEPT:
        del _kept[next(iter(_kept))]
    _kept[board, limits] = made


def _transitions(board: SlideBoard, limits: RouteLimits) -> Generator[None, None, NDArray[np.int32]]:
    """Build the automaton; pauses after every slice."""
    forbidden = yield from forbidden_routes(board, limits)
    return (yield from _recogniser(board, forbidden))


def _recogniser(board: SlideBoard, forbidden: set[Route]) -> Generator[None, None, NDArray[np.int32]]:
    """The automaton that recognises some routes."""
    prefixes: dict[int, set[Route]] = {1: {(cell,) for cell in range(board.cells)}}
    for number, route in enumerate(forbidden):
        for end in range(1, len(route)):
            prefixes.setdefault(end, set()).add(route[:end])
        if number % SLICE == 0:
            yield
    states: dict[Route, int] = {}
    for _, routes in sorted(prefixes.items()):
        states |= {route: number for number, route in enumerate(sorted(routes), len(states))}
        yield
    degree = max(1, max(map(len, board.adjacency), default=0))
    transitions = np.full((len(states), degree), -1, np.int32)
    for route, state in states.items():
        for k, cell in enumerate(board.adjacency[route[-1]]):
            suffixes = [(*route, cell)[begin:] for begin in range(len(route) + 1)]
            if not any(suffix in forbidden for suffix in suffixes):
                # The longest one comes first; the cell alone is always a state.
                transitions[state, k] = next(states[suffix] for suffix in suffixes if suffix in states)
        if state % SLICE == 0:
            yield
    return transitions


def forbidden_routes(board: SlideBoard, limits: RouteLimits) -> Generator[None, None, set[Route]]:
    """List the minimal forbidden routes: breadth-first, the first route to every effect is kept."""
    forbidden: set[Route] = set()
    effects: set[tuple[int, int, frozenset[tuple[int, int]]]] = {
        (cell, cell, frozenset()) for cell in range(board.cells)
    }
    level: list[tuple[Route, Permutation]] = [((cell,), {}) for cell in range(board.cells)]
    for _ in range(limits.moves):
        # Boards with many neighbours have too many routes of this length.
        if sum(len(board.adjacency[route[-1]]) for route, _ in level) > limits.routes:
            break
        after: list[tuple[Route, Permutation]] = []
        compared = SLICE
        for route, origin in level:
            if compared >= SLICE:
                yield
                compared = 0
            compared += len(board.adjacency[route[-1]])
            for cell in board.adjacency[route[-1]]:
                longer = (*route, cell)
                # Only minimal routes are kept: one with a forbidden part is recognised by that part.
                if any(longer[begin:] in forbidden for begin in range(1, len(route))):
                    continue
                empty = route[-1]
                moved = origin | {empty: origin.get(cell, cell), cell: origin.get(empty, empty)}
                effect = route[0], cell, frozenset(pair for pair in moved.items() if pair[0] != pair[1])
                if effect in effects:
                    forbidden.add(longer)
                else:
                    effects.add(effect)
                    after.append((longer, moved))
        level = after
    return forbidden
