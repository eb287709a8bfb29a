"""Search a sliding puzzle: the methods, and their order.

1. Search without tables, while it is cheap. With one empty cell, many positions and no tables in the folder, unless any
   solution will do: IDA* by distances alone. With several, on boards of more than 64 cells, which have no tables: a
   narrow beam search under sums of distances. Then bidirectional breadth-first search, which solves small puzzles.
2. If any solution will do: bring the pieces to their cells one after the other.
3. If there are no tables, IDA* first tries small ones that are built quickly. Then a lower bound from the largest
   pattern database in the folder, or a new one. If any solution will do: a narrow beam search; if there is still no
   solution, wider ones.
   On boards of more than 64 cells, sums of distances are the bound.
4. Iterative deepening: depth-first (IDA*) if there are many positions and one empty cell, else breadth-first. Before a
   long iteration, a beam search looks for a solution that spares it. Long IDA* searches of different pieces change to
   several partitions. IDA* stores no positions: if solutions are to be counted, it repeats the last iteration for all
   of them after a long search; after a short one, or if they are many or to be listed, a breadth-first search to the
   known length follows.
5. Answer: trace a solution. For counting, find the positions on optimal solutions, level by level, then numbers of
   paths from the last level to the first.

No step reads a clock; each yields its progress after every slice.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from fewest.solver.budget import Budget
from fewest.solver.layers import count, trace
from fewest.solver.listing import Listing, ListingLevel
from fewest.solver.model import NOTHING, Findings, Limits, Search, Slices, Solved, Stopped, Unsolvable, Want
from fewest.solver.slide.board import WORD_CELLS
from fewest.solver.slide.bounds.distance import goal_positions
from fewest.solver.slide.bounds.distance_sums import LevelBounds, distance_sums
from fewest.solver.slide.bounds.excess import ExcessDatabase
from fewest.solver.slide.bounds.pattern_tables import NO_GOAL
from fewest.solver.slide.labelling import ANYTHING, LabelledPuzzle, labelled
from fewest.solver.slide.puzzle import SlidePuzzle
from fewest.solver.slide.search.beam import beam_searches
from fewest.solver.slide.search.bidirectional import BidirectionalSearch
from fewest.solver.slide.search.context import SearchContext
from fewest.solver.slide.search.database import first_database, larger_stored_tables, quick_database, stored_tables
from fewest.solver.slide.search.deepening import (
    breadth_first,
    count_depth_first,
    depth_first,
    first_iterations,
    store_levels,
)
from fewest.solver.slide.search.frontier import Frontier
from fewest.solver.slide.search.instance import make_instance
from fewest.solver.slide.search.piecewise import PiecewiseSolver
from fewest.solver.slide.search.plan import Plan
from fewest.solver.slide.search.small import search_small
from fewest.solver.units import ALONE, Helpers

NARROW = 100
"""Width of the first beam, in positions."""
WIDTHS = tuple(500 << 2 * step for step in range(20))
"""Widths of the beams after it, until memory is exhausted."""


def search(
    puzzle: SlidePuzzle,
    want: Want,
    limits: Limits,
    tables: Path | None,
    threads: int,
    findings: Findings = NOTHING,
    helpers: Helpers = ALONE,
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
    findings
        What earlier runs have proven and found: iterations below the bound are skipped.
    helpers
        Other processes that may do parts of it.
    """
    budget = Budget.after(findings, limits.bytes)
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
        self.start = labelled.start
        self.goal = labelled.goal
        self.plan = plan
        fitting = plan if labelled.cells <= WORD_CELLS else plan.without_tables()
        self.context = SearchContext(make_instance(labelled), want, budget, fitting, tables, threads, helpers)

    def run(self) -> Search:
        """Take the steps listed at the head of this module."""
        context, want, plan = self.context, self.context.want, self.context.plan
        if all(wanted in (ANYTHING, label) for wanted, label in zip(self.goal, self.start, strict=True)):
            return self._solved_at_the_start()
        context.raise_bound(max(1, context.budget.lower_bound))
        # An earlier run was stopped between its solution and its answer.
        if context.proven and not want.counts:
            assert context.budget.best is not None
            return Solved(context.budget.best)
        large = context.labelled.positions > plan.small_positions
        has_tables = large and stored_tables(context, plan.placements) is not None
        without_tables = context.suits_ida_star and want is not Want.ANY and not has_tables
        # 1. Without tables
        if without_tables and large and plan.distance_nodes > 0:
            outcome = yield from self._try_first(None, plan.distance_nodes)
            if outcome is not None:
                return outcome
        if large and not plan.placements and not context.suits_ida_star:
            first = yield from self._try_beam()
            if first is not None:
                return first
        goals = goal_positions(context.labelled, plan.goal_positions)
        # One call cannot be interrupted; so many positions of one word take less than a slice.
        if goals and context.instance.packing.words <= plan.one_call_words:
            small = yield from search_small(context, goals, self._initial_positions())
            if small is not None:
                return small
            frontier = Frontier.from_start(context)
        else:
            initial = BidirectionalSearch(context, goals)
            yield from initial.run(self._initial_positions())
            if initial.met:
                return (yield from self._answer(initial.forward, initial.backward))
            if initial.exhausted:
                return self._unsolvable()
            frontier = initial.forward
        # 2. Piece after piece
        # Before tables are made, which takes longer.
        if want is Want.ANY and plan.piecewise:
            yield from self._place_pieces()
            if context.budget.best is not None and context.labelled.cells > plan.max_cells_for_improvement:
                return Solved(context.budget.best, context.proven)
        # 3. Pattern database
        many = context.labelled.positions > plan.breadth_first_positions
        if without_tables and many and plan.quick_nodes > 0 and not context.proven:
            outcome = yield from self._try_first((yield from quick_database(context)), plan.quick_nodes)
            if outcome is not None:
                return outcome
        database = yield from first_database(context)
        bound = database.bound(context.labelled.start)
        if bound >= NO_GOAL:
            return self._unsolvable()
        context.raise_bound(bound)
        if want is Want.ANY:
            frontier.close()
            yield from self._beams(database)
            if context.budget.best is not None:
                return Solved(context.budget.best, context.proven)
            frontier = Frontier.from_start(context)
        # 4. Iterative deepening
        if not context.suits_ida_star or not many:
            yield from breadth_first(context, frontier, database)
        else:
            frontier.close()
            # A search that goes on, and already has its solution, still has to know its tables to count.
            if not context.proven or context.budget.nodes_before:
                before = context.budget.nodes
                last_database = yield from depth_first(context, database, compare_routes=not without_tables)
                spent = context.budget.nodes - before + context.budget.nodes_before
                outcome = yield from self._count_again(last_database, spent)
                if outcome is not None:
                    return outcome
            if context.budget.best is not None and want.counts:
                frontier = Frontier.from_start(context)
                yield from store_levels(context, database, frontier)
        # 5. Answer
        if frontier.met:
            return (yield from self._answer(frontier, None))
        return Solved(context.budget.best) if context.budget.best is not None else self._unsolvable()

    def _try_first(self, database: LevelBounds | None, max_nodes: int) -> Slices[Solved | None]:
        """IDA* by distances alone or under small tables; None if it has not found the whole answer."""
        context, before = self.context, self.context.budget.nodes
        if not (yield from first_iterations(context, database, max_nodes)):
            return None
        assert context.budget.best is not None
        if not context.want.counts:
            return Solved(context.budget.best)
        return (yield from self._count_again(database, context.budget.nodes - before))

    def _try_beam(self) -> Slices[Solved | Unsolvable | None]:
        """A narrow beam under sums of distances; None if it has not found the whole answer.

        Where pieces have many ways to go, breadth-first search takes long even if the bound is the length.
        """
        context, want = self.context, self.context.want
        sums = distance_sums(context.labelled)
        bound = sums.bound(context.labelled.start)
        if bound >= NO_GOAL:
            return self._unsolvable()
        context.raise_bound(bound)
        yield from beam_searches(context, sums.bounds, (NARROW,))
        best = context.budget.best
        if best is None or want.counts or not (context.proven or want is Want.ANY):
            return None
        return Solved(best, context.proven)

    def _count_again(self, database: LevelBounds | ExcessDatabase | None, spent: int) -> Slices[Solved | None]:
        """Count the solutions by repeating the last iteration of a long IDA* search, if only their number is wanted."""
        context, plan = self.context, self.context.plan
        if context.budget.best is None or context.want is not Want.COUNT or spent <= plan.count_after_nodes:
            return None
        number = yield from count_depth_first(context, database, plan.count_factor * spent)
        return None if number is None else Solved(context.budget.best, True, number)

    def _initial_positions(self) -> int:
        """Positions that are explored before a pattern database is made."""
        context, plan = self.context, self.context.plan
        if context.labelled.positions <= plan.small_positions:
            return plan.initial_positions_small
        if larger_stored_tables(context):
            return plan.initial_positions_with_tables
        several = context.labelled.empty_cells > 1 and context.want is not Want.ANY
        return plan.initial_positions * (plan.initial_factor if several else 1)

    def _place_pieces(self) -> Slices[None]:
        """Look for any solution piece after piece."""
        context = self.context

        def finish(puzzle: SlidePuzzle) -> Search:
            """Solve the rest of the puzzle."""
            # Otherwise the search of the last cells would bring pieces to them one by one again, without end.
            plan = replace(self.plan, piecewise=False)
            return SlideSearch(labelled(puzzle), Want.ANY, Budget(context.budget.bytes_limit), plan).run()

        solver = PiecewiseSolver(context.labelled, context.budget)
        try:
            if (yield from solver.run(finish)):
                context.keep_if_shorter(tuple(solver.slides))
        except MemoryError:
            return

    def _beams(self, database: LevelBounds) -> Slices[None]:
        """Look for any solution, or a shorter one, by beam search."""
        yield from beam_searches(self.context, database.bounds, (NARROW,))
        if self.context.budget.best is None:
            yield from beam_searches(self.context, database.bounds, WIDTHS)

    def _answer(self, forward: Frontier, backward: Frontier | None) -> Search:
        """Read the answer out of searches that have met."""
        context, want = self.context, self.context.want
        path = yield from trace(forward, backward)
        solution = context.instance.original(forward.packing.slides(path))
        context.raise_bound(len(solution))
        context.budget.best = solution
        if not want.counts:
            return Solved(solution)
        number, listing = yield from count(forward, backward, context.instance.keys if want is Want.ALL else None)
        return Solved(solution, True, number, listing)

    def _solved_at_the_start(self) -> Solved:
        want = self.context.want
        listing = Listing((ListingLevel.from_counts({bytes(self.start): 1}),)) if want is Want.ALL else None
        return Solved((), True, 1 if want.counts else None, listing)

    def _unsolvable(self) -> Unsolvable:
        return Unsolvable({"by": "exhaustion", "nodes": self.context.budget.nodes})
