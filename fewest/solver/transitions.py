"""Legal steps from many positions at once: the protocol for all kinds of puzzle."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

import numpy as np

from fewest.solver.listing import Array, ListingLevel
from fewest.solver.model import Solution

MAX_BATCH = 4096
BATCH_STEPS = 1 << 20
"""Most positions whose steps are found within a slice, and most steps tried for all of them."""


class Edges(NamedTuple):
    """Legal steps from some states, in the order of the states and, for each, of the rules.

    Attributes
    ----------
    source : int64 (edges)
        Index of the state.
    step : int64 (edges)
        Number of the step.
    after : (edges)
        The position after it.
    piece : int64 (edges)
        The piece whose move can continue after it, -1 for none.
    """

    source: Array
    step: Array
    after: Array
    piece: Array


class Transitions(Protocol):
    """The moves of one puzzle, taken apart into steps, of many positions at once.

    A move is one step, or several of the same piece. It may end after each of them or, if the rules allow, continue.
    Arrays of positions have one axis, and can be sorted.

    Attributes
    ----------
    batch
        Positions whose steps are found within a slice.
    """

    batch: int

    def start(self) -> Edges:
        """One edge to the position in which solutions begin; its piece is the one whose opening move may continue."""

    def edges(self, positions: Array, pieces: Array) -> Edges:
        """All steps from states: of the piece in the midst of its move, or of any piece where that is -1."""

    def path_counts(self, level: ListingLevel, positions: Array) -> Array:
        """:meth:`ListingLevel.path_counts` of positions; this makes their keys."""

    def continues(self, level: ListingLevel, edges: Edges) -> Array:
        """Whether a move may continue after an edge and still end in a position of a level: bool (edges)."""

    def solution(self, moves: list[list[int]]) -> Solution:
        """The solution with these steps in its moves. The first are those that continue the opening."""

    def of_rules(self, positions: Sequence[Any]) -> Array:
        """Convert positions from the form of the rules."""

    def met(self, positions: Array) -> Array:
        """Which positions meet the goal: bool (n)."""

    def plain_distances(self, positions: Array) -> Array | None:
        """The plain distance of positions to the goal, int64 (n); None if the kind has none.

        It never exceeds the number of moves that are left, and one move changes it by at most one.
        """


def batch_size(steps: int) -> int:
    """Positions of a batch if ``steps`` steps are tried for each."""
    return max(1, min(MAX_BATCH, BATCH_STEPS // max(1, steps)))


def distinct_states(positions: Array, pieces: Array) -> tuple[Array, Array, Array]:
    """Distinct states, by piece and position, and the index of each given one among them."""
    order = np.lexsort((positions, pieces))
    positions = positions[order]
    pieces = pieces[order]
    new = np.ones(len(order), bool)
    new[1:] = (positions[1:] != positions[:-1]) | (pieces[1:] != pieces[:-1])
    index = np.empty(len(order), np.int64)
    index[order] = np.cumsum(new) - 1
    return positions[new], pieces[new], index
