"""The expected number of moves of a walk that makes an optimal move with some probability, and otherwise any move.

At each position that does not meet the goal, the walk makes, with a given probability, one of the optimal moves,
otherwise one of all legal moves, each with the same probability. If no goal can be reached, no move is optimal, and any
move is made. If there is no legal move, the walk begins again; the moves so far count. It ends at the first move after
which the position meets the goal. An opening is played without a choice, but the continuation of its last move is
chosen like a move.

If moves cannot be taken back, an attempt ends, with a solution or without one. With ``m`` its expected number of moves
and ``s`` the probability that it succeeds, the walk takes ``m / s`` moves: ``1 / s`` attempts are expected (Wald's
equation). Both are added up from the last positions to the first. If moves can be taken back, the expected numbers
``h`` solve ``h = 1 + P h``, with ``P`` the probabilities to go from one position to another, and ``h = 0`` in the goal.
If ``1 + P h - h`` lies between ``-a`` and ``b`` everywhere, the solution lies between ``h / (1 + a)`` and
``h / (1 - b)``: so it is iterated until this interval is small enough.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import fsum, sqrt
from random import Random
from typing import Any, NamedTuple

import numpy as np

from fewest.design.answers import Answers, part
from fewest.design.census import opening_moves
from fewest.design.markov import find_edges, find_levels, make_chain
from fewest.design.moves import FAR, batches, find_moves, list_ends
from fewest.design.reachable import ReachableSet
from fewest.solver.budget import Budget
from fewest.solver.kinds import kind_of
from fewest.solver.listing import Array, Listing
from fewest.solver.model import Puzzle, Slices, Status, Want
from fewest.solver.transitions import Transitions

ROUNDING = 1e-9
"""Relative error of sums of products of probabilities, after some millions of them; far above the true error."""

PRECISION = 1e-9
"""Relative error at which an iteration ends."""

NOISE = 1e-14
"""Relative rounding error of a number that iterations do not remove."""


@dataclass(frozen=True, slots=True)
class WalkOptions:
    """Options of a walk.

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


DEFAULT_WALK = WalkOptions()


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
    transitions: Transitions,
    reached: ReachableSet,
    distance: Array,
    roots: Array,
    opening: int,
    p: float,
    budget: Budget,
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
            # A position without a move divides 0 by 1.
            number = np.maximum(moves.totals(moves.ones()), 1.0)
            best = np.maximum(moves.totals_of_least(far, moves.ones()), 1.0)
            optimal = np.where(distance[indices] < FAR, p, 0.0)
            for values in (success, made):
                ahead = [values[each] for each in after]
                any_move = moves.totals(ahead) / number
                best_move = moves.totals_of_least(far, ahead) / best
                values[indices] = optimal * best_move + (1.0 - optimal) * any_move
            made[indices] += moves.totals(moves.ones()) > 0
            budget.release(moves.size)
    # How the last move of the opening continues is chosen like a move.
    chosen = distance[roots] == distance[roots].min()
    weights = p * chosen / chosen.sum() + (1.0 - p) / len(roots)
    # Wald's equation, see the head of this module.
    expected = (opening + fsum(weights * made[roots])) / fsum(weights * success[roots])
    return Walk(expected, expected * ROUNDING)


def walk_freely(transitions: Transitions, reached: ReachableSet, start: int, p: float, budget: Budget) -> Slices[Walk]:
    """Calculate the expected number of moves where they can be taken back.

    Parameters
    ----------
    start
        Index of the position in which it begins; a goal can be reached from it, and so from all positions.
    """
    edges = yield from find_edges(transitions, reached, budget)
    levels = yield from find_levels(transitions, reached, edges, budget)
    chain = yield from make_chain(levels, edges, p, budget)
    expected = np.zeros(len(reached.positions))
    while True:
        yield from chain.sweep(expected, budget)
        low, high = yield from chain.bounds(expected, budget)
        # Once what is left is nearly the same everywhere, this is all of it.
        expected *= (low + high) / 2
        error = (high - low) / (high + low) + NOISE * float(expected.max())
        if error < PRECISION + 2 * NOISE * float(expected.max()):
            budget.release(edges.size)
            value = float(expected[chain.number[start]])
            return Walk(value, value * error)


class OptimalDag(NamedTuple):
    """The optimal DAG from a position: its optimal solutions, and how many of their moves have been made."""

    transitions: Transitions
    listing: Listing
    made: int

    def marks(self, made: int, positions: Sequence[Any]) -> list[bool]:
        """Which positions are on optimal solutions after a number of moves."""
        counts = self.transitions.path_counts(self.listing.levels[made], self.transitions.of_rules(positions))
        marks: list[bool] = (counts > 0).tolist()
        return marks

    def follow(self, position: Any) -> OptimalDag | None:
        """The optimal DAG after a move to a position; None if the move is not optimal."""
        return self._replace(made=self.made + 1) if self.marks(self.made + 1, [position])[0] else None


def optimal_dag(puzzle: Puzzle, listing: Listing) -> OptimalDag:
    """The optimal DAG of a puzzle after its opening."""
    return OptimalDag(kind_of(puzzle).transitions(puzzle, listing.symmetries), listing, opening_moves(listing))


@dataclass(slots=True)
class Walker:
    """Makes walks by the plain rules. Optimal moves are searched for only when one is to be made.

    Attributes
    ----------
    dag
        Of the puzzle.
    known
        By position, the numbers of the optimal moves; none where there is no solution.
    """

    puzzle: Puzzle
    dag: OptimalDag
    options: WalkOptions
    answers: Answers
    budget: Budget
    known: dict[Any, tuple[int, ...]] = field(default_factory=dict)

    def walk(self) -> Slices[Walk]:
        """Make walks; their mean and its standard error."""
        random = Random(self.options.seed)
        lengths = []
        for _ in range(self.options.samples):
            length = yield from self._one(random)
            lengths.append(length)
        mean = fsum(lengths) / len(lengths)
        # Divided by one less than the number: the mean is that of the sample itself.
        variance = fsum((length - mean) ** 2 for length in lengths) / (len(lengths) - 1)
        return Walk(mean, sqrt(variance / len(lengths)), len(lengths))

    def _one(self, random: Random) -> Slices[int]:
        """The number of moves of one walk: attempts until one succeeds."""
        rules = kind_of(self.puzzle).rules(self.puzzle)
        roots = yield from list_ends(rules.roots(), self.budget)
        best = self._numbers(self.dag.marks(self.dag.made, roots))
        made = 0
        while True:
            # Each attempt plays the opening again.
            made += self.dag.made
            number = _choose(random, len(roots), best if random.random() < self.options.probability else ())
            position = roots[number]
            dag = self.dag if number in best else None
            while not rules.is_goal(position):
                ends = yield from list_ends(rules.successors(position), self.budget)
                if not ends:
                    break
                best_moves: tuple[int, ...] = ()
                if random.random() < self.options.probability:
                    best_moves, dag = yield from self._optimal(position, ends, dag)
                position = ends[_choose(random, len(ends), best_moves)]
                # A move that is not optimal leaves the DAG: another search if one is needed.
                dag = None if dag is None else dag.follow(position)
                made += 1
            else:
                return made

    def _optimal(
        self, position: Any, ends: list[Any], dag: OptimalDag | None
    ) -> Slices[tuple[tuple[int, ...], OptimalDag | None]]:
        """The numbers of a position's optimal moves (empty if it has no solution), and its optimal DAG if known."""
        if dag is None and position not in self.known:
            puzzle = kind_of(self.puzzle).puzzle_at(self.puzzle, position)
            result = yield from part(self.answers.solve(puzzle, Want.ALL), self.budget)
            if result.listing is not None:
                dag = optimal_dag(puzzle, result.listing)
            elif result.status is Status.UNSOLVABLE:
                self.known[position] = ()
            else:
                raise MemoryError("too little memory for a listing")
        if dag is not None:
            self.known[position] = self._numbers(dag.marks(dag.made + 1, ends))
        return self.known[position], dag

    @staticmethod
    def _numbers(marks: list[bool]) -> tuple[int, ...]:
        return tuple(number for number, mark in enumerate(marks) if mark)


def _choose(random: Random, number: int, among: tuple[int, ...]) -> int:
    """A random one of some numbers; if there are none, a random number below ``number``."""
    return among[random.randrange(len(among))] if among else random.randrange(number)
