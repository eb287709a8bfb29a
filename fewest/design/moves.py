"""The moves of many positions at once, and sums over them, without listing a move.

A move is one step, or several of the same piece. Equal states in the middle of moves are stored once, so a sum over all
moves of a position takes time in proportion to its steps, not to its moves.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, NamedTuple

import numpy as np

from fewest.solver.budget import Budget
from fewest.solver.errors import Message, WorkError
from fewest.solver.listing import Array
from fewest.solver.model import Slices
from fewest.solver.transitions import Transitions, distinct_states

FAR = 1 << 20
"""The distance of a position from which no goal can be reached."""

EDGE_BYTES = 64
"""Bytes of a step while sums are computed."""

MAX_MOVES = 100_000
"""Most moves of a position that are listed one by one."""

SLICE_MOVES = 4_096
"""Listed moves per slice."""

EXACT = float(1 << 53)
"""Sums of integers below are exact as floating-point numbers."""


class Layer(NamedTuple):
    """The steps from states after the same number of steps of a move.

    Attributes
    ----------
    states
        Number of states.
    source : int64 (steps)
        The state of each step, in order.
    after : (steps)
        The position after it, where the move may end.
    into : int64 (steps)
        The state of the next layer in which the move continues; the number of these states if it cannot continue.
    """

    states: int
    source: Array
    after: Array
    into: Array


@dataclass(frozen=True, slots=True)
class Moves:
    """All moves of some positions, in layers by the number of steps made.

    Values of moves are given step by step, an array for each layer: the value of a step is that of the move that ends
    with it.
    """

    layers: list[Layer]

    @property
    def size(self) -> int:
        """Bytes reserved for it."""
        return EDGE_BYTES * sum(len(layer.source) for layer in self.layers)

    def ones(self) -> list[Array]:
        """The value 1 for every move."""
        return [np.ones(len(layer.source)) for layer in self.layers]

    def totals(self, values: Sequence[Array]) -> Array:
        """The sum over the moves of each position, float64 (positions), added in an order that never changes."""
        below = np.zeros(1)
        for layer, own in zip(reversed(self.layers), reversed(values), strict=True):
            # The added 0 is the value of a move that cannot continue.
            below = np.append(np.bincount(layer.source, own + below[layer.into], layer.states), 0.0)
        return below[:-1]

    def numbers(self, marks: Sequence[Array]) -> list[int]:
        """How many moves of each position have the value 1; the others have 0."""
        totals = self.totals(marks)
        if totals.max(initial=0.0) < EXACT:
            return [int(total) for total in totals.tolist()]
        # The same sums in Python's integers, which take longer.
        below = np.zeros(1, object)
        for layer, own in zip(reversed(self.layers), reversed(marks), strict=True):
            found = np.zeros(layer.states + 1, object)
            np.add.at(found, layer.source, own.astype(np.int64).astype(object) + below[layer.into])
            below = found
        return [int(total) for total in below[:-1].tolist()]

    def least(self, distances: Sequence[Array]) -> Array:
        """The least distance after a move of each position, int64 (positions); ``FAR`` if there is no move."""
        return next(iter(list(self._least(distances))[::-1]))[0][:-1]

    def totals_of_least(self, distances: Sequence[Array], values: Sequence[Array]) -> Array:
        """The sum over those moves of each position after which the distance is least, float64 (positions)."""
        below = np.zeros(1)
        parts = zip(reversed(self.layers), reversed(distances), reversed(values), self._least(distances), strict=True)
        for layer, distance, own, (least, through, on) in parts:
            total = np.where(distance == through, own, 0.0) + np.where(on == through, below[layer.into], 0.0)
            total[through != least[layer.source]] = 0.0
            below = np.append(np.bincount(layer.source, total, layer.states), 0.0)
        return below[:-1]

    def _least(self, distances: Sequence[Array]) -> Iterator[tuple[Array, Array, Array]]:
        """From the last layer to the first: the least distance a move leads to.

        Yields
        ------
        least : int64 (states + 1)
            From each state; ``FAR`` is added at the end.
        through, on : int64 (steps)
            Through each step, and if the move continues after it.
        """
        least = np.full(1, FAR)
        for layer, distance in zip(reversed(self.layers), reversed(distances), strict=True):
            on = least[layer.into]
            through = np.minimum(distance, on)
            least = np.full(layer.states + 1, FAR)
            if len(through):
                # ``reduceat`` needs the first step of each state that has one; sources ascend.
                first = np.flatnonzero(np.append(True, layer.source[1:] != layer.source[:-1]))
                least[layer.source[first]] = np.minimum.reduceat(through, first)
            yield least, through, on


def find_moves(transitions: Transitions, positions: Array, budget: Budget) -> Slices[Moves]:
    """Find the moves of some positions.

    Steps are counted as nodes, and bytes reserved; the caller releases :attr:`Moves.size`.
    """
    # -1: any piece may move.
    pieces = np.full(len(positions), -1, np.int64)
    layers = []
    while len(positions):
        edges = transitions.edges(positions, pieces)
        budget.nodes += len(edges.step)
        budget.reserve(EDGE_BYTES * len(edges.step))
        going = np.flatnonzero(edges.piece >= 0)
        states = len(positions)
        # Equal states are merged, so that their steps are made once.
        positions, pieces, index = distinct_states(edges.after[going], edges.piece[going])
        into = np.full(len(edges.step), len(positions))
        into[going] = index
        layers.append(Layer(states, edges.source, edges.after, into))
        yield budget.progress()
    return Moves(layers)


def list_ends(moves: Iterator[tuple[object, Any]], budget: Budget) -> Slices[list[Any]]:
    """List the positions after moves by the plain rules, one for each.

    Raises
    ------
    WorkError
        If there are ``MAX_MOVES`` or more.
    """
    ends: list[Any] = []
    while True:
        size = min(SLICE_MOVES, MAX_MOVES - len(ends))
        new = [after for _, after in islice(moves, size)]
        ends += new
        budget.nodes += len(new)
        yield budget.progress()
        if len(ends) == MAX_MOVES:
            raise WorkError(Message("a position has {most} moves or more", most=MAX_MOVES))
        if len(new) < size:
            return ends


def batches(positions: Array, size: int) -> Iterator[Array]:
    """Positions in pieces of ``size``."""
    for at in range(0, len(positions), size):
        yield positions[at : at + size]
