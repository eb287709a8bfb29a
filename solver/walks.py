"""How long a walk takes that often makes an optimal move, and else any: its expected number of moves.

At each position that does not meet the goal, the walk makes, with a given probability, one of the optimal moves, else
one of all legal moves, each with the same probability. Where no goal can be reached no move is optimal, and any is
made: the walk does not see that it is lost. Where there is no legal move it begins again, with the moves made counted.
It ends at the first move after which the position meets the goal. What an opening prescribes is played without a
choice, but how its last move goes on is chosen like a move.

If moves cannot be taken back, an attempt ends, with a solution or without one. With ``m`` its expected number of moves
and ``s`` the probability that it succeeds, the walk takes ``m / s`` moves: ``1 / s`` attempts are expected (Wald's
equation). Both are added up from the last positions to the first. If moves can be taken back, the expected numbers
``h`` solve ``h = 1 + P h``, with ``P`` the probabilities to go from one position to another, and ``h = 0`` in the goal.
If ``1 + P h - h`` lies between ``-a`` and ``b`` everywhere, the solution lies between ``h / (1 + a)`` and
``h / (1 - b)``: so it is iterated until that says enough.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import islice, pairwise
from math import fsum, sqrt
from random import Random
from typing import Any, NamedTuple

import numpy as np

from solver.budget import Budget
from solver.census import opening_moves
from solver.errors import Message, WorkError
from solver.kinds import kind_of
from solver.listing import Array, Listing, Transitions
from solver.model import Puzzle, Slices, Status, Want
from solver.moves import FAR, batches, find_moves
from solver.orders import Answers, part
from solver.reach import Reach

ROUNDING = 1e-9
"""Relative error of sums of products of probabilities, of which some millions are made; far more than it can be."""

PRECISION = 1e-9
"""Relative error at which an iteration ends."""

NOISE = 1e-14
"""Rounding of a number, relative to it, that an iteration does not get rid of."""

MAX_REST = 0.5
"""What is left is taken for no more at a time, so that the first numbers, which are far off, do not grow too fast."""

SLICE = 1 << 18
"""Moves of an iteration between two looks at the clock."""

EDGE_BYTES = 64
"""What a move takes in an iteration."""

MAX_MOVES = 100_000
"""A sample is given up at a position with so many moves."""


@dataclass(frozen=True, slots=True)
class WalkOrder:
    """How a walk goes.

    Attributes
    ----------
    probability
        Of an optimal move, from 0 to 1.
    samples
        Walks made if there are too many positions to store: 2 or more, or 0 to go without.
    seed
        Of these walks.
    """

    probability: float = 0.5
    samples: int = 100
    seed: int = 0


DEFAULT_WALK = WalkOrder()


@dataclass(frozen=True, slots=True)
class Walk:
    """The expected number of moves of a walk.

    Attributes
    ----------
    moves
        The number.
    error
        By how much it may be wrong; of samples, their standard error.
    samples
        Number of walks made; 0 if it was calculated.
    """

    moves: float
    error: float
    samples: int = 0


def walk_forward(
    transitions: Transitions, reached: Reach, distance: Array, roots: Array, opening: int, p: float, budget: Budget
) -> Slices[Walk]:
    """Calculate the expected number of moves where moves cannot be taken back.

    Parameters
    ----------
    distance
        From each position reached to the goal, or ``FAR``.
    roots
        Indices of the positions after each way to play the opening.
    opening
        Moves that the opening prescribes.
    """
    success = np.where(distance == 0, 1.0, 0.0)
    made = np.zeros(len(distance))
    for layer in reversed(reached.layers):
        for indices in batches(layer[distance[layer] > 0], transitions.batch):
            moves = yield from find_moves(transitions, reached.positions[indices], budget)
            after = [reached.index(step.after) for step in moves.layers]
            far = [distance[each] for each in after]
            number = np.maximum(moves.totals(moves.ones()), 1.0)
            best = np.maximum(moves.totals_of_least(far, moves.ones()), 1.0)
            optimal = np.where(distance[indices] < FAR, p, 0.0)
            for values in (success, made):
                reach = [values[each] for each in after]
                any_move = moves.totals(reach) / number
                best_move = moves.totals_of_least(far, reach) / best
                values[indices] = optimal * best_move + (1.0 - optimal) * any_move
            made[indices] += moves.totals(moves.ones()) > 0
            budget.release(moves.size)
    chosen = distance[roots] == distance[roots].min()
    weights = p * chosen / chosen.sum() + (1.0 - p) / len(roots)
    expected = (opening + fsum(weights * made[roots])) / fsum(weights * success[roots])
    return Walk(expected, expected * ROUNDING)


def walk_freely(transitions: Transitions, reached: Reach, start: int, p: float, budget: Budget) -> Slices[Walk]:
    """Calculate the expected number of moves where they can be taken back.

    Parameters
    ----------
    start
        Index of the position in which it begins; a goal can be reached from it, so from all.
    """
    source, after = yield from _edges(transitions, reached, budget)
    distance = np.where(transitions.met(reached.positions), 0, FAR)
    near = 0
    while (ahead := distance[source] == near).any():
        far = after[ahead]
        distance[far] = np.minimum(distance[far], near + 1)
        near += 1
        budget.nodes += len(source)
        yield budget.progress()
    order = np.argsort(distance, kind="stable")
    number = np.empty_like(order)
    number[order] = np.arange(len(order))
    chain = _chain(distance[order], number[source], number[after], p)
    expected = np.zeros(len(order))
    while True:
        yield from chain.sweep(expected, budget)
        low, high = chain.bounds(expected)
        # Once what is left is nearly the same everywhere, this is all of it.
        expected *= (low + high) / 2
        error = (high - low) / (high + low) + NOISE * float(expected.max())
        if error < PRECISION + 2 * NOISE * float(expected.max()):
            budget.release(EDGE_BYTES * len(source))
            value = float(expected[number[start]])
            return Walk(value, value * error)


class Chain(NamedTuple):
    """A Markov chain whose positions are in the order of their distances.

    Attributes
    ----------
    source, after : int64 (moves)
        Of each move with a probability, in the order of ``source``.
    weights : float64 (moves)
        The probabilities.
    groups
        For each distance from 1: the first position and the end, the first move and the end.
    """

    source: Array
    after: Array
    weights: Array
    groups: list[tuple[int, int, int, int]]

    def sweep(self, expected: Array, budget: Budget) -> Slices[None]:
        """Make each number 1 plus the mean of those after a move, group by group, from the goal outwards and back.

        A group depends on itself and its neighbours only, so what is known of the goal goes through all in one sweep.
        """
        work = 0
        for low, high, first, last in (*self.groups, *reversed(self.groups[:-1])):
            through = self.weights[first:last] * expected[self.after[first:last]]
            expected[low:high] = 1.0 + np.bincount(self.source[first:last] - low, through, high - low)
            work += last - first
            if work > SLICE:
                budget.nodes += work
                work = 0
                yield budget.progress()
        budget.nodes += work
        yield budget.progress()

    def bounds(self, expected: Array) -> tuple[float, float]:
        """Between which multiples of these numbers the true ones lie."""
        goals = self.groups[0][0]
        through = np.bincount(self.source, self.weights * expected[self.after], len(expected))
        rest = (1.0 + through - expected)[goals:]
        return 1.0 / (1.0 + max(-float(rest.min()), 0.0)), 1.0 / (1.0 - min(max(float(rest.max()), 0.0), MAX_REST))


def _chain(distance: Array, source: Array, after: Array, p: float) -> Chain:
    """The chain of a walk, of positions in the order of their distances and all moves between them."""
    order = np.argsort(source, kind="stable")
    source, after = source[order], after[order]
    optimal = distance[after] < distance[source]
    weights = (1.0 - p) / np.bincount(source, minlength=len(distance))[source]
    weights[optimal] += p / np.bincount(source[optimal], minlength=len(distance))[source[optimal]]
    ends = np.searchsorted(distance, np.arange(1, distance[-1] + 2))
    cuts = np.searchsorted(source, ends)
    pairs = zip(pairwise(ends.tolist()), pairwise(cuts.tolist()), strict=True)
    return Chain(source, after, weights, [(*positions, *moves) for positions, moves in pairs])


def _edges(transitions: Transitions, reached: Reach, budget: Budget) -> Slices[tuple[Array, Array]]:
    """All moves between positions reached, by their indices: int64 (moves), twice."""
    sources, afters = [], []
    size = transitions.batch
    for at in range(0, len(reached.positions), size):
        batch = reached.positions[at : at + size]
        edges = transitions.edges(batch, np.full(len(batch), -1))
        budget.nodes += len(edges.step)
        budget.reserve(EDGE_BYTES * len(edges.step))
        sources.append(edges.source + at)
        afters.append(reached.index(edges.after))
        yield budget.progress()
    return np.concatenate(sources), np.concatenate(afters)


class Cone(NamedTuple):
    """The optimal solutions from a position, and how many of their moves have been made."""

    transitions: Transitions
    listing: Listing
    made: int

    def marks(self, made: int, positions: Sequence[Any]) -> list[bool]:
        """Which positions are on optimal solutions after a number of moves."""
        counts = self.transitions.path_counts(self.listing.levels[made], self.transitions.of_rules(positions))
        marks: list[bool] = (counts > 0).tolist()
        return marks

    def follow(self, position: Any) -> Cone | None:
        """The cone after a move to a position; None if the move is not optimal."""
        return self._replace(made=self.made + 1) if self.marks(self.made + 1, [position])[0] else None


def cone_of(puzzle: Puzzle, listing: Listing) -> Cone:
    """The cone of a puzzle after its opening."""
    return Cone(kind_of(puzzle).transitions(puzzle, listing.symmetries), listing, opening_moves(listing))


@dataclass(slots=True)
class Walker:
    """Makes walks by the plain rules. What is optimal is asked only where an optimal move is to be made.

    Attributes
    ----------
    cone
        Of the puzzle.
    known
        By position, the numbers of the optimal moves; none where there is no solution.
    """

    puzzle: Puzzle
    cone: Cone
    order: WalkOrder
    answers: Answers
    budget: Budget
    known: dict[Any, tuple[int, ...]] = field(default_factory=dict)

    def walk(self) -> Slices[Walk]:
        """Make walks; their mean and its standard error."""
        random = Random(self.order.seed)
        lengths = []
        for _ in range(self.order.samples):
            length = yield from self._one(random)
            lengths.append(length)
        mean = fsum(lengths) / len(lengths)
        variance = fsum((length - mean) ** 2 for length in lengths) / (len(lengths) - 1)
        return Walk(mean, sqrt(variance / len(lengths)), len(lengths))

    def _one(self, random: Random) -> Slices[int]:
        """The number of moves of one walk: attempts until one succeeds."""
        rules = kind_of(self.puzzle).rules(self.puzzle)
        roots = [position for _, position in rules.roots()]
        best = self._numbers(self.cone.marks(self.cone.made, roots))
        made = 0
        while True:
            made += self.cone.made
            number = _choose(random, len(roots), best if random.random() < self.order.probability else ())
            position = roots[number]
            cone = self.cone if number in best else None
            while not rules.is_goal(position):
                ends = [after for _, after in islice(rules.successors(position), MAX_MOVES)]
                self.budget.nodes += len(ends)
                yield self.budget.progress()
                if len(ends) == MAX_MOVES:
                    raise WorkError(Message("a position has {most} moves or more", most=MAX_MOVES))
                if not ends:
                    break
                best_moves: tuple[int, ...] = ()
                if random.random() < self.order.probability:
                    best_moves, cone = yield from self._optimal(position, ends, cone)
                position = ends[_choose(random, len(ends), best_moves)]
                cone = None if cone is None else cone.follow(position)
                made += 1
            else:
                return made

    def _optimal(
        self, position: Any, ends: list[Any], cone: Cone | None
    ) -> Slices[tuple[tuple[int, ...], Cone | None]]:
        """The numbers of the optimal moves of a position, none if it has no solution; and its cone, if it is known."""
        if cone is None and position not in self.known:
            puzzle = kind_of(self.puzzle).puzzle_at(self.puzzle, position)
            result = yield from part(self.answers.solve(puzzle, Want.ALL), self.budget)
            if result.listing is not None:
                cone = cone_of(puzzle, result.listing)
            elif result.status is Status.UNSOLVABLE:
                self.known[position] = ()
            else:
                raise MemoryError("there is no room for a listing")
        if cone is not None:
            self.known[position] = self._numbers(cone.marks(cone.made + 1, ends))
        return self.known[position], cone

    @staticmethod
    def _numbers(marks: list[bool]) -> tuple[int, ...]:
        return tuple(number for number, mark in enumerate(marks) if mark)


def _choose(random: Random, number: int, among: tuple[int, ...]) -> int:
    """One of some numbers, or if there are none, one below ``number``."""
    return among[random.randrange(len(among))] if among else random.randrange(number)
