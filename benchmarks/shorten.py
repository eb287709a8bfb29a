"""Shorten a solution: replace some consecutive moves by the fewest that lead from the same position to the same.

Such a window is a puzzle of its own, and a short one is solved in a moment by the bidirectional search. It is replaced
even if it is no shorter: other moves of the same number let the windows beside it be shortened. Windows grow until they
take too long (after D. Ratner and I. Pohl, Joint and LPA*: combination of approximation and search, AAAI 1986).

The solutions to be shortened are those of beams, of randomized beams, and of samples from both ends.
"""

from __future__ import annotations

from functools import reduce
from itertools import count
from operator import xor
from typing import cast

import numpy as np
import numpy.typing as npt

from fewest.solver.budget import Budget
from fewest.solver.jump.board import Words, mask_of
from fewest.solver.jump.puzzle import JumpGoal, JumpPuzzle
from fewest.solver.jump.rules import Chain, moves_of
from fewest.solver.jump.search.beam import Rank, beam_search
from fewest.solver.jump.search.bidirectional import BidirectionalSearch
from fewest.solver.jump.search.context import SearchContext
from fewest.solver.jump.search.expand import limit_nodes
from fewest.solver.jump.search.instance import prepare
from fewest.solver.jump.search.plan import Plan
from fewest.solver.jump.search.reconstruct import Reconstruction
from fewest.solver.jump.search.refinement import select_tables
from fewest.solver.jump.search.sampling import sample_both_ends
from fewest.solver.jump.words import pack, pegs, word_type
from fewest.solver.model import Jump, Slices, Solution, Want
from fewest.solver.threads import SINGLE_THREAD

FIRST_WINDOW, GROWTH = 4, 2
"""Moves of the first windows, and by how much they grow."""

OVERLAP = 4
"""A window of n moves begins n / OVERLAP moves after the one before."""

WINDOWS = Plan(max_region=10)
"""Smaller regions than for the whole puzzle, since their tables are built for every window."""


SAMPLE_WIDTHS = (5_000, 20_000, 80_000)
"""Positions per level of samples from both ends, in turn, when solutions of an open problem are shortened."""

CANDIDATES = 32
"""Partitions tried for the bounds of beams and samples."""

BEAMS = 6
"""Randomized beams of a width, of whose solutions the shortest is shortened."""

PEG_WEIGHT, CHANCE = 0.1, 0.1
"""In a randomized beam a peg counts as much as this part of a move, and the chance added to a bound is this part of a
standard Gumbel variable. Without the pegs most beams take twice as many moves."""

WINDOW_NODES = 100
"""Nodes that a window of a solution may take when it is shortened, for each position per level."""


class Shortener:
    """A solution that gets shorter by windows that take at most ``max_nodes`` each.

    ``budget.best`` becomes the shortest solution, as soon as it is found.
    """

    def __init__(
        self,
        puzzle: JumpPuzzle,
        solution: Solution,
        budget: Budget,
        max_nodes: int,
        plan: Plan = WINDOWS,
        first_window: int = FIRST_WINDOW,
    ) -> None:
        self.puzzle, self.budget, self.max_nodes, self.plan = puzzle, budget, max_nodes, plan
        self.first_window = first_window
        self.moves = _joined(solution)

    def run(self) -> Slices[Solution]:
        """Shorten until no window does, or windows take too long; yields after each slice."""
        self._keep()
        opening = len(moves_of(self.puzzle.opening))
        size = self.first_window
        while (whole := len(self.moves) - opening) > 1:
            size = min(size, whole)
            before = len(self.moves)
            any_ended = yield from self._pass(opening, size)
            if len(self.moves) == before:
                if size == whole or not any_ended:
                    break
                size += GROWTH
        return self.moves

    def _pass(self, opening: int, size: int) -> Slices[bool]:
        """Try windows of a size from the opening to the end; whether the search of any has ended."""
        start, any_ended = opening, False
        while start + size <= len(self.moves):
            ended, found = yield from solve_window(
                self.window(start, size), size, self.budget, self.max_nodes, self.plan
            )
            any_ended |= ended
            before = len(self.moves)
            if found is not None:
                self.moves = _joined((*self.moves[:start], *found, *self.moves[start + size :]))
            start = max(opening, start - size) if len(self.moves) < before else start + max(1, size // OVERLAP)
            self._keep()
        return any_ended

    def _keep(self) -> None:
        if self.budget.best is None or len(self.moves) < len(self.budget.best):
            self.budget.best = self.moves

    def window(self, start: int, size: int) -> JumpPuzzle:
        """The puzzle that ``size`` moves of the solution solve."""

        def after(number: int) -> int:
            return reduce(xor, (mask_of(jump) for move in self.moves[:number] for jump in move), self.puzzle.start)

        return JumpPuzzle(self.puzzle.board, after(start), JumpGoal(frozenset([after(start + size)])))


def solve_window(
    puzzle: JumpPuzzle, max_length: int, budget: Budget, max_nodes: int, plan: Plan = WINDOWS
) -> Slices[tuple[bool, Solution | None]]:
    """Find the fewest moves, if at most ``max_length``; whether the search ended, and the solution."""
    held = budget.bytes
    ended, found = yield from limit_nodes(_search(puzzle, max_length, budget, plan), budget, max_nodes)
    budget.release(budget.bytes - held)
    return ended, found


def _search(puzzle: JumpPuzzle, max_length: int, budget: Budget, plan: Plan) -> Slices[Solution | None]:
    instance = yield from prepare(puzzle, budget, plan, SINGLE_THREAD)
    if instance.backward is None:
        return None
    context = SearchContext(instance, Want.ONE, budget, plan, SINGLE_THREAD)
    for length in range(instance.min_length, max_length + 1):
        meeting = yield from BidirectionalSearch(context, length).run()
        if meeting.positions:
            return (yield from Reconstruction(context, meeting, length).solution())
        meeting.free()
    return None


def _joined(solution: Solution) -> tuple[Chain, ...]:
    """The moves of a solution, those by one peg in a row as one."""
    return moves_of(tuple(cast(Jump, jump) for move in solution for jump in move))


def attempts(puzzle: JumpPuzzle, budget: Budget) -> Slices[None]:
    """Shorten the best solution, that of a beam, then those of randomized beams and of samples in turn, without end."""
    plan = Plan()
    instance = yield from prepare(puzzle, budget, plan, SINGLE_THREAD)
    context = SearchContext(instance, Want.ANY, budget, plan, SINGLE_THREAD)
    if instance.goals is not None:
        ends = {True: pack([instance.position], word_type(puzzle.board.holes)), False: instance.goals}
        yield from select_tables(context, ends, CANDIDATES)
    found = yield from beam_search(context, SAMPLE_WIDTHS[0], instance.max_length)
    if found is None or (budget.best is not None and len(budget.best) < len(found)):
        found = budget.best
    for seed in count():
        width = SAMPLE_WIDTHS[seed % len(SAMPLE_WIDTHS)]
        if found is not None:
            yield from Shortener(puzzle, found, budget, WINDOW_NODES * width).run()
        found = yield from _shortest_of_beams(context, width, seed)
        if found is None:
            found = yield from sample_both_ends(context, width, seed)
        yield budget.progress()


def _shortest_of_beams(context: SearchContext, width: int, seed: int) -> Slices[Solution | None]:
    """The shortest solution of some randomized beams, if it has hardly more moves than the best one known."""
    rank, known, shortest = by_chance(np.random.default_rng(seed)), context.budget.best, None
    max_length = context.instance.max_length
    if known is not None:
        max_length = min(max_length, len(known) + 1)
    for _ in range(BEAMS):
        found = yield from beam_search(context, width, max_length, rank)
        if found is not None:
            shortest, max_length = found, len(found) - 1
    return shortest


def by_chance(random: np.random.Generator) -> Rank:
    """How a randomized beam orders positions: it prefers few pegs, and gives those of larger bounds a chance."""

    def rank(words: Words, bounds: npt.NDArray[np.int64]) -> npt.NDArray[np.float64]:
        found = bounds.astype(np.float64)
        found += PEG_WEIGHT * pegs(words) + CHANCE * random.gumbel(size=words.size)
        return found

    return rank
