"""The shared state of one search."""

from __future__ import annotations

from dataclasses import dataclass

from fewest.solver.budget import Budget
from fewest.solver.jump.board import Words
from fewest.solver.jump.search.instance import SearchInstance
from fewest.solver.jump.search.plan import Plan
from fewest.solver.jump.search.position_set import PositionSet
from fewest.solver.jump.words import NO_WORDS
from fewest.solver.model import Solution, Want
from fewest.solver.threads import ThreadPool


@dataclass(frozen=True)
class SearchContext:
    """A puzzle, the request, and the limits.

    Attributes
    ----------
    instance
        The puzzle, prepared.
    want
        What to find out.
    budget
        Totals so far, the best solution and the proven bound.
    plan
        Thresholds.
    threads
        Threads to share the work.
    """

    instance: SearchInstance
    want: Want
    budget: Budget
    plan: Plan
    threads: ThreadPool

    def empty_set(self) -> PositionSet:
        """A set without positions of this board."""
        return PositionSet(self.budget, NO_WORDS[self.instance.images.dtype])

    def position_set(self, words: Words) -> PositionSet:
        """The set of the least images of positions, words, none of them 0."""
        return PositionSet.of(self.budget, words, self.instance.images)

    def keep_if_shorter(self, solution: Solution) -> None:
        """Keep a solution if it is the shortest so far."""
        if self.budget.best is None or len(solution) < len(self.budget.best):
            self.budget.best = solution
