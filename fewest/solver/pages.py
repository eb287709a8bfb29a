"""Pages of all optimal solutions: solutions made from their numbers, without a search and without compiled code.

Solutions are numbered in the order of the rules. Each is a path through the levels of a listing. Every position of a
level has the number of solutions that continue from it; for the steps of a move in progress, these numbers are added up
from its ends. So the solution with a given number is found step by step ("unranking": D. L. Kreher, D. R. Stinson:
Combinatorial Algorithms, 1999), those of a page together, and those before the page cost nothing.
"""

from __future__ import annotations

from functools import cached_property
from itertools import chain, repeat
from typing import NamedTuple

import numpy as np

from fewest.solver.errors import Message, WorkError
from fewest.solver.kinds import kind_of
from fewest.solver.listing import Array, Listing, ListingLevel
from fewest.solver.model import Puzzle, Solution
from fewest.solver.transitions import Edges, Transitions, distinct_states

PIECES = (50, 1000)
"""Solutions found together: few at first, then a whole page, if that was little work."""

WORK = 500_000
"""A page ends early once this many steps have been made, in about half a second."""

MOVE_WORK = 2_000_000
"""Most steps made for one move of the solutions found together."""

SAFE_BYTES = 4
"""Path counts up to this width do not overflow when those of ``MOVE_WORK`` steps are added up."""


def page(puzzle: Puzzle, listing: Listing, offset: int, limit: int) -> list[Solution]:
    """Solutions ``offset`` … ``offset + limit - 1`` of a puzzle, in an order that never changes.

    Parameters
    ----------
    puzzle
        The puzzle the listing was made for, in the same numbering.
    offset, limit
        Which solutions. Past the end the page is short or empty. It is also short, but not empty, if the whole page
        would take too much work; the next page begins where it ends.

    Raises
    ------
    WorkError
        If a single solution takes too much work.
    """
    return Unranking(kind_of(puzzle).transitions(puzzle, listing.symmetries), listing).page(offset, limit)


class PageLayer(NamedTuple):
    """States in the middle of a move, after the same number of steps, with the edges from each.

    Attributes
    ----------
    edges
        The steps.
    into : int64 (edges)
        The state of the next layer in which the move continues after the edge; undefined if it ends.
    first : int64 (states + 1)
        The edges of state s are ``first[s]`` … ``first[s + 1] - 1``.
    sums : int64 or Python's integers (2 * edges + 1)
        Sums of the numbers of solutions up to each edge: those whose move ends with it (at 2 * edge), and those whose
        move continues (at 2 * edge + 1).
    """

    edges: Edges
    into: Array
    first: Array
    sums: Array

    def totals(self) -> Array:
        """Number of solutions from each state."""
        ends: Array = self.sums[2 * self.first]
        return ends[1:] - ends[:-1]


class Unranking:
    """Finds the solutions of a listing by their numbers.

    Attributes
    ----------
    work
        Transitions found so far.
    """

    def __init__(self, transitions: Transitions, listing: Listing) -> None:
        self._transitions = transitions
        self._levels = listing.levels
        self.work = 0
        self._first = next(number for number, level in enumerate(listing.levels) if len(level))
        self._wide = max(level.count_bytes for level in listing.levels) > SAFE_BYTES

    def page(self, offset: int, limit: int, work: int = WORK) -> list[Solution]:
        """Solutions ``offset`` … ``offset + limit - 1``; fewer if finding them takes more than ``work`` steps."""
        found: list[Solution] = []
        for most in chain(PIECES, repeat(PIECES[-1])):
            size = min(most, limit - len(found))
            try:
                piece = self._solutions(offset + len(found), size)
            except WorkError:
                # A page before the end is never empty: an empty one says that the end has come.
                return found or self._solutions(offset, min(limit, 1))
            found += piece
            if len(piece) < most or self.work > work:
                break
        return found

    @cached_property
    def _start(self) -> list[PageLayer]:
        return self._layers(self._transitions.start(), 1, self._levels[self._first], wide=True)

    def _solutions(self, offset: int, number: int) -> list[Solution]:
        """Find solutions with successive numbers; fewer past the end."""
        # The first move is the same for all pages, and is kept.
        layers = self._start
        number = min(number, max(0, layers[0].totals()[0] - offset))
        if not number:
            return []
        moves: list[list[list[int]]] = [[] for _ in range(number)]
        # Python's integers: there may be more than 2**63 solutions.
        ranks = np.array([offset + index for index in range(number)], object)
        states = np.zeros(number, np.int64)
        for following in (*self._levels[self._first + 1 :], None):
            after, ranks = _choose(layers, states, ranks, moves)
            if following is not None:
                positions, states = np.unique(after, return_inverse=True)
                pieces = np.full(len(positions), -1, np.int64)
                edges = self._transitions.edges(positions, pieces)
                layers = self._layers(edges, len(positions), following, wide=self._wide)
        return [self._transitions.solution(each) for each in moves]

    def _layers(self, edges: Edges, states: int, level: ListingLevel, *, wide: bool) -> list[PageLayer]:
        """Follow moves from their first steps to every end in a level, then add up their numbers of solutions."""
        found: list[tuple[Edges, int, Array, Array]] = []
        into = np.zeros(0, np.int64)
        made = 0
        while True:
            made += len(edges.step)
            if made > MOVE_WORK:
                raise WorkError(Message("a move has more than {most} steps to choose from", most=MOVE_WORK))
            continues = np.flatnonzero(self._transitions.continues(level, edges))
            positions, pieces, into = distinct_states(edges.after[continues], edges.piece[continues])
            found.append((edges, states, continues, into))
            if not len(positions):
                break
            states = len(positions)
            edges = self._transitions.edges(positions, pieces)
        self.work += made
        layers: list[PageLayer] = []
        for edges, states, continues, into in reversed(found):
            numbers = np.zeros(2 * len(edges.step), object if wide else np.int64)
            numbers[::2] = self._transitions.path_counts(level, edges.after)
            targets = np.zeros(len(edges.step), np.int64)
            if len(continues):
                numbers[2 * continues + 1] = layers[-1].totals()[into]
                targets[continues] = into
            sums = np.zeros(len(numbers) + 1, numbers.dtype)
            np.cumsum(numbers, out=sums[1:])
            first = np.searchsorted(edges.source, np.arange(states + 1))
            layers.append(PageLayer(edges, targets, first, sums))
        return layers[::-1]


def _choose(layers: list[PageLayer], states: Array, ranks: Array, moves: list[list[list[int]]]) -> tuple[Array, Array]:
    """Make the next move of each solution, by its number among those that continue from its state.

    Returns
    -------
    after, ranks
        The position after each move, and the number of the solution among those that continue from there.
    """
    items = np.arange(len(states))
    ends = []
    for steps in moves:
        steps.append([])
    left = np.array(ranks, layers[0].sums.dtype)
    for layer in layers:
        # The numbers before a state's first edge plus the rank in the state: one search over all edges of the layer
        # serves all states.
        below = layer.sums[2 * layer.first[states]] + left
        slots = np.searchsorted(layer.sums, below, side="right") - 1
        left = below - layer.sums[slots]
        edges = slots // 2
        for item, step in zip(items.tolist(), layer.edges.step[edges].tolist(), strict=True):
            moves[item][-1].append(step)
        # Odd slots count the solutions whose move goes on after the edge.
        on = slots % 2 == 1
        ends.append((items[~on], layer.edges.after[edges[~on]], left[~on]))
        items = items[on]
        left = left[on]
        states = layer.into[edges[on]]
    # Moves of different lengths end in different layers: back to the order of the solutions.
    order = np.argsort(np.concatenate([each[0] for each in ends]))
    return np.concatenate([each[1] for each in ends])[order], np.concatenate([each[2] for each in ends])[order]
