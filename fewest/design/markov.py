"""The Markov chain of a walk whose moves can be taken back: one pass over its equations, and their error.

Positions are renumbered in the order of their distances from the goals. All moves are processed in parts, so that no
slice is long.
"""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

import numpy as np

from fewest.design.moves import batches
from fewest.design.reachable import ReachableSet
from fewest.solver.budget import Budget
from fewest.solver.listing import Array
from fewest.solver.model import Slices
from fewest.solver.transitions import Transitions

MAX_REST = 0.5
"""Limits the correction of one pass, so that the first numbers, whose error is large, do not grow too fast."""

SLICE = 1 << 18
"""Moves per slice."""

SLICE_POSITIONS = 4_096
"""Positions that are compared with the goal per slice."""

EDGE_BYTES = 64
"""Bytes of a move in an iteration."""


class MoveList(NamedTuple):
    """All moves between positions, in the order of the positions they are made in.

    Attributes
    ----------
    first : int64 (positions + 1)
        The first move of each position; then their number.
    after : int64 (moves)
        The position after each.
    """

    first: Array
    after: Array

    @property
    def size(self) -> int:
        """Bytes reserved for it."""
        return EDGE_BYTES * len(self.after)

    @property
    def positions_per_slice(self) -> int:
        """Positions that have about ``SLICE`` moves, or fewer."""
        return max(1, SLICE // max(1, int(np.diff(self.first).max())))

    def of(self, positions: Array) -> tuple[Array, Array]:
        """The moves of some positions: for each, which of these makes it, and the position after it."""
        numbers = self.first[positions + 1] - self.first[positions]
        source = np.repeat(np.arange(len(positions)), numbers)
        ends = np.cumsum(numbers)
        rows = np.arange(len(source)) + (self.first[positions] - ends + numbers)[source]
        return source, self.after[rows]


def find_edges(transitions: Transitions, reached: ReachableSet, budget: Budget) -> Slices[MoveList]:
    """Find all moves between positions reached; the caller releases :attr:`MoveList.size`."""
    numbers, afters = [np.zeros(1, np.int64)], []
    for batch in batches(reached.positions, transitions.batch):
        edges = transitions.edges(batch, np.full(len(batch), -1))
        budget.nodes += len(edges.step)
        budget.reserve(EDGE_BYTES * len(edges.step))
        numbers.append(np.bincount(edges.source, minlength=len(batch)))
        afters.append(reached.index(edges.after))
        yield budget.progress()
    return MoveList(np.cumsum(np.concatenate(numbers)), np.concatenate(afters))


def find_levels(
    transitions: Transitions, reached: ReachableSet, moves: MoveList, budget: Budget
) -> Slices[list[Array]]:
    """The positions by their distance from the goals, those of each in order; goals can be reached from all."""
    goals = []
    for low in range(0, len(reached.positions), SLICE_POSITIONS):
        goals.append(low + np.flatnonzero(transitions.met(reached.positions[low : low + SLICE_POSITIONS])))
        yield budget.progress()
    levels = [np.concatenate(goals)]
    found = np.zeros(len(reached.positions), bool)
    found[levels[0]] = True
    while len(levels[-1]):
        level = [levels[0][:0]]
        for batch in batches(levels[-1], moves.positions_per_slice):
            _, after = moves.of(batch)
            level.append(np.unique(after[~found[after]]))
            found[level[-1]] = True
            budget.nodes += len(after)
            yield budget.progress()
        levels.append(np.sort(np.concatenate(level)))
    # The last one is empty.
    return levels[:-1]


class Part(NamedTuple):
    """Some positions of a distance, and their moves with a probability.

    Attributes
    ----------
    low, high
        The first position, and the end.
    source, after : int64 (moves)
        Which of these positions makes each move, in order, and the position after it.
    weights : float64 (moves)
        The probabilities.
    """

    low: int
    high: int
    source: Array
    after: Array
    weights: Array

    def expected(self, expected: Array) -> Array:
        """For each position, 1 plus the mean of the numbers of the positions after a move."""
        through = self.weights * expected[self.after]
        return np.asarray(1.0 + np.bincount(self.source, through, self.high - self.low))


class Chain(NamedTuple):
    """A Markov chain whose positions are in the order of their distances.

    Attributes
    ----------
    number : int64 (positions)
        The new number of each position.
    groups
        For each distance from 1, its positions.
    """

    number: Array
    groups: list[list[Part]]

    def sweep(self, expected: Array, budget: Budget) -> Slices[None]:
        """Make each number 1 plus the mean of those after a move, group by group, from the goal outwards and back.

        A group depends only on itself and its neighbours, so one sweep passes values from the goal to all groups.
        """
        work = 0
        for group in (*self.groups, *reversed(self.groups[:-1])):
            new = []
            for part in group:
                new.append(part.expected(expected))
                work += len(part.after)
                if work > SLICE:
                    budget.nodes += work
                    work = 0
                    yield budget.progress()
            # Written at once: the parts of a group must not see each other's new numbers.
            expected[group[0].low : group[-1].high] = np.concatenate(new)
        budget.nodes += work
        yield budget.progress()

    def bounds(self, expected: Array, budget: Budget) -> Slices[tuple[float, float]]:
        """Two factors: the true numbers lie between these multiples of the given ones."""
        least, most = 0.0, 0.0
        work = 0
        for part in (part for group in self.groups for part in group):
            rest = part.expected(expected) - expected[part.low : part.high]
            least, most = min(least, float(rest.min())), max(most, float(rest.max()))
            work += len(part.after)
            if work > SLICE:
                work = 0
                yield budget.progress()
        # See the head of `walks.py` for these bounds.
        return 1.0 / (1.0 - least), 1.0 / (1.0 - min(most, MAX_REST))


def make_chain(levels: list[Array], moves: MoveList, p: float, budget: Budget) -> Slices[Chain]:
    """The chain of a walk that makes an optimal move with probability ``p``, else any."""
    order = np.concatenate(levels)
    number = np.empty_like(order)
    number[order] = np.arange(len(order))
    ends = np.cumsum([0, *map(len, levels)]).tolist()
    groups = []
    for first, end in pairwise(ends[1:]):
        group = []
        for low in range(first, end, moves.positions_per_slice):
            high = min(end, low + moves.positions_per_slice)
            source, after = moves.of(order[low:high])
            after = number[after]
            weights = (1.0 - p) / np.bincount(source, minlength=high - low)[source]
            optimal = after < first
            # Optimal moves are among all moves, too: both probabilities add up.
            weights[optimal] += p / np.bincount(source[optimal], minlength=high - low)[source[optimal]]
            group.append(Part(low, high, source, after, weights))
            yield budget.progress()
        groups.append(group)
    return Chain(number, groups)
