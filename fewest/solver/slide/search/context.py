"""The shared state of one search."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from fewest.solver.budget import Budget
from fewest.solver.model import INFINITE, Solution, Want
from fewest.solver.slide.board import WORD_CELLS
from fewest.solver.slide.bounds.distance import next_bound
from fewest.solver.slide.bounds.distance_sums import LevelBounds, no_sums
from fewest.solver.slide.bounds.pattern_tables import no_bound
from fewest.solver.slide.labelling import LabelledPuzzle
from fewest.solver.slide.search.instance import SearchInstance
from fewest.solver.slide.search.plan import Plan
from fewest.solver.units import ALONE, Helpers


@dataclass(frozen=True)
class SearchContext:
    """A puzzle, the request, and the limits.

    Attributes
    ----------
    instance
        The puzzle.
    want
        What to find out.
    budget
        Totals so far, the best solution and the proven bound.
    plan
        Thresholds.
    tables
        Folder with large tables, or None.
    threads
        Threads to use at most.
    helpers
        Other processes that may do parts of it.
    """

    instance: SearchInstance
    want: Want
    budget: Budget
    plan: Plan
    tables: Path | None
    threads: int
    helpers: Helpers = ALONE

    @property
    def labelled(self) -> LabelledPuzzle:
        """The puzzle in the numbers of the instance."""
        return self.instance.labelled

    @property
    def suits_ida_star(self) -> bool:
        """Whether there is one empty cell, whose moves fit a word."""
        return self.labelled.empty_cells == 1 and self.instance.packing.board.adjacent.shape[1] < WORD_CELLS

    @property
    def no_bound(self) -> LevelBounds:
        """Bounds of 0."""
        return no_bound(self.labelled) if self.plan.placements else no_sums(self.labelled)

    @property
    def proven(self) -> bool:
        """Whether there is a solution as short as the bound."""
        return self.budget.best is not None and len(self.budget.best) <= self.budget.lower_bound

    def raise_bound(self, bound: int) -> None:
        """Record that no solution has fewer than ``bound`` moves, rounded up to the parity of all solutions."""
        # INFINITE has a parity, too, but must stay what it is.
        self.budget.raise_bound(next_bound(bound, self.instance.parity) if bound < INFINITE else bound)

    def keep_if_shorter(self, solution: Solution) -> None:
        """Keep a solution of the instance if it is the shortest so far."""
        if self.budget.best is None or len(solution) < len(self.budget.best):
            self.budget.best = self.instance.original(solution)
