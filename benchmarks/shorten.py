"""Shorten a solution: replace some consecutive moves by the fewest that lead from the same position to the same.

Such a window is a puzzle of its own, and a short one is solved in a moment by the bidirectional search. It is replaced
even if it is no shorter: other moves of the same number let the windows beside it be shortened. Windows grow until they
take too long (after D. Ratner and I. Pohl, Joint and LPA*: combination of approximation and search, AAAI 1986).
"""

from __future__ import annotations

from functools import reduce
from operator import xor
from typing import cast

from solver.budget import Budget
from solver.jump.board import mask_of
from solver.jump.puzzle import JumpGoal, JumpPuzzle
from solver.jump.rules import Chain, moves_of
from solver.jump.search.bidirectional import BidirectionalSearch
from solver.jump.search.context import SearchContext
from solver.jump.search.expand import limit_nodes
from solver.jump.search.instance import prepare
from solver.jump.search.plan import Plan
from solver.jump.search.reconstruct import Reconstruction
from solver.model import Jump, Slices, Solution, Want
from solver.threads import SINGLE_THREAD

FIRST_WINDOW, GROWTH = 4, 2
"""Moves of the first windows, and by how much they grow."""

OVERLAP = 4
"""A window of n moves begins n / OVERLAP moves after the one before."""

WINDOWS = Plan(max_region=10)
"""Smaller regions than for the whole puzzle, since their tables are built for every window."""


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
