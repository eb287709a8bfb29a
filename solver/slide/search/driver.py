"""Search a sliding puzzle: which method, in which order.

1. Bidirectional breadth-first search, as long as that is cheap. It solves small puzzles and small components.
2. If any solution will do: bring the pieces to their cells one after the other.
3. A lower bound from the largest pattern database at hand. If any solution will do: beam searches of growing width,
   on small boards and where step 2 got stuck.
4. Iterative deepening: depth-first (IDA*) if there are many positions and one empty cell, else breadth-first. Long
   IDA* searches of different pieces change to several partitions. IDA* stores no positions: if solutions are to be
   counted, it repeats the last iteration for all of them after a long search; after a short one, or if they are many or
   to be listed, a breadth-first search to the known length follows.
5. Answer: trace a solution. For counting, find the positions on optimal solutions, level by level, then numbers of
   paths from the last level to the first.

No step reads a clock; each yields its progress after every slice.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from solver.budget import Budget
from solver.listing import Level, Listing
from solver.model import Limits, Search, Slices, Solved, Stopped, Unsolvable, Want
from solver.slide.bounds.pattern_tables import NO_GOAL, PatternDatabase
from solver.slide.labelling import ANYTHING, LabelledPuzzle, labelled
from solver.slide.puzzle import SlidePuzzle
from solver.slide.search.beam import beam_searches
from solver.slide.search.bidirectional import BidirectionalSearch
from solver.slide.search.context import SearchContext
from solver.slide.search.database import first_database, stored_partition
from solver.slide.search.deepening import breadth_first, count_depth_first, depth_first, store_levels
from solver.slide.search.frontier import Frontier
from solver.slide.search.instance import make_instance
from solver.slide.search.piecewise import PiecewiseSolver
from solver.slide.search.plan import Plan
from solver.slide.search.reconstruct import count, trace
from solver.units import ALONE, Helpers

NARROW = 100
"""Width of the first beam, in positions."""
WIDTHS = tuple(500 << 2 * step for step in range(20))
"""Widths of the beams after it, until memory is exhausted."""


def search(
    puzzle: SlidePuzzle, want: Want, limits: Limits, tables: Path | None, threads: int, helpers: Helpers = ALONE
) -> Search:
    """Find the fewest slides of a puzzle.

    Parameters
    ----------
    puzzle
        A legal puzzle.
    want
        What to find out.
    limits
        ``bytes`` is enforced here, the rest by the caller between slices.
    tables
        Folder with large tables, or None.
    threads
        Threads to use at most.
    helpers
        Other processes that may do parts of it.
    """
    budget = Budget(limits.bytes)
    try:
        outcome = yield from SlideSearch(labelled(puzzle), want, budget, Plan(), tables, threads, helpers).run()
    except MemoryError:
        outcome = Stopped("bytes")
    yield budget.progress()
    return outcome


class SlideSearch:
    """One search."""

    def __init__(
        self,
        labelled: LabelledPuzzle,
        want: Want,
        budget: Budget,
        plan: Plan,
        tables: Path | None = None,
        threads: int = 1,
        helpers: Helpers = ALONE,
    ) -> None:
        self.start, self.goal = labelled.start, labelled.goal
        self.context = SearchContext(make_instance(labelled), want, budget, plan, tables, threads, helpers)

    def run(self) -> Search:
        """Take the steps listed at the head of this module."""
        context, want, plan = self.context, self.context.want, self.context.plan
        if all(wanted in (ANYTHING, label) for wanted, label in zip(self.goal, self.start, strict=True)):
            return self._solved_at_the_start()
        context.raise_bound(1)
        # 1. Bidirectional search
        initial = BidirectionalSearch(context)
        yield from initial.run(self._initial_positions())
        if initial.met:
            return (yield from self._answer(initial.forward, initial.backward))
        if initial.exhausted:
            return self._unsolvable()
        # 2. Piece after piece
        if want is Want.ANY and plan.piecewise:
            yield from self._place_pieces()
            if context.budget.best is not None and context.labelled.cells > plan.polish_cells:
                return Solved(context.budget.best, context.proven)
        # 3. Pattern database
        database = yield from first_database(context)
        bound = database.bound(context.labelled.start)
        if bound >= NO_GOAL:
            return self._unsolvable()
        context.raise_bound(bound)
        frontier = initial.forward
        if want is Want.ANY:
            frontier.close()
            yield from self._beams(database)
            if context.budget.best is not None:
                return Solved(context.budget.best, context.proven)
            frontier = context.new_frontier()
        # 4. Iterative deepening
        if context.labelled.empty_cells > 1 or context.labelled.positions <= plan.breadth_first_positions:
            yield from breadth_first(context, frontier, database)
        else:
            frontier.close()
            before = context.budget.nodes
            last_database = yield from depth_first(context, database)
            spent = context.budget.nodes - before
            if context.budget.best is not None and want is Want.COUNT and spent > plan.count_after_nodes:
                most = plan.count_factor * spent
                number = yield from count_depth_first(context, last_database, most)
                if number is not None:
                    return Solved(context.budget.best, True, number)
            if context.budget.best is not None and want.counts:
                frontier = context.new_frontier()
                yield from store_levels(context, database, frontier)
        # 5. Answer
        if frontier.met:
            return (yield from self._answer(frontier, None))
        return Solved(context.budget.best) if context.budget.best is not None else self._unsolvable()

    def _initial_positions(self) -> int:
        """Positions that are explored before a pattern database is made."""
        context, plan = self.context, self.context.plan
        if context.labelled.positions <= plan.small_positions:
            return plan.initial_positions_small
        return plan.initial_positions_with_tables if stored_partition(context) else plan.initial_positions

    def _place_pieces(self) -> Slices[None]:
        """Look for any solution piece after piece."""
        context = self.context

        def finish(puzzle: SlidePuzzle) -> Search:
            """Solve what is left of the puzzle."""
            plan = replace(context.plan, piecewise=False)
            return SlideSearch(labelled(puzzle), Want.ANY, Budget(context.budget.bytes_limit), plan).run()

        solver = PiecewiseSolver(context.labelled, context.budget)
        try:
            if (yield from solver.run(finish)):
                context.keep_if_shorter(tuple(solver.slides))
        except MemoryError:
            return

    def _beams(self, database: PatternDatabase) -> Slices[None]:
        """Look for any solution, or a shorter one, by beam search."""
        yield from beam_searches(self.context, database, (NARROW,))
        if self.context.budget.best is None:
            yield from beam_searches(self.context, database, WIDTHS)

    def _answer(self, forward: Frontier, backward: Frontier | None) -> Search:
        """Read the answer out of searches that have met."""
        context, want = self.context, self.context.want
        solution = context.instance.original(trace(forward, backward))
        context.raise_bound(len(solution))
        context.budget.best = solution
        if not want.counts:
            return Solved(solution)
        number, listing = yield from count(forward, backward, context.instance if want is Want.ALL else None)
        return Solved(solution, True, number, listing)

    def _solved_at_the_start(self) -> Solved:
        want = self.context.want
        listing = Listing((Level.from_counts({bytes(self.start): 1}),)) if want is Want.ALL else None
        return Solved((), True, 1 if want.counts else None, listing)

    def _unsolvable(self) -> Unsolvable:
        return Unsolvable({"by": "exhaustion", "nodes": self.context.budget.nodes})
