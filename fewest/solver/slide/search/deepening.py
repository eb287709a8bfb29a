"""Iterative deepening: search within a limit on f = g + h, and raise the limit until there is a solution.

Breadth-first search (Zhou and Hansen, 2006) stores every position and expands none twice in an iteration. Depth-first
search is IDA* (Korf, 1985): it stores none, but may expand a position several times. Before a long iteration of
either, a beam search looks for a solution as short as the bound.
"""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from fewest.solver.budget import Budget
from fewest.solver.model import INFINITE, Slices
from fewest.solver.slices import Run
from fewest.solver.slide.bounds.distance import FAR
from fewest.solver.slide.bounds.distance_sums import LevelBounds
from fewest.solver.slide.bounds.excess import ExcessDatabase
from fewest.solver.slide.bounds.pattern_tables import Ints
from fewest.solver.slide.search.beam import look_ahead
from fewest.solver.slide.search.context import SearchContext
from fewest.solver.slide.search.database import built_excess, enlarged, stored_excess
from fewest.solver.slide.search.excess_bounds import ExcessBounds
from fewest.solver.slide.search.frontier import Frontier
from fewest.solver.slide.search.ida_star import IdaStar, prepare_routes
from fewest.solver.slide.search.move_pruning import NEVER_STRAIGHT_BACK
from fewest.solver.slide.search.sharing import IterationFindings, iterate
from fewest.solver.units import ALONE


def breadth_first(context: SearchContext, frontier: Frontier, database: LevelBounds) -> Slices[None]:
    """Breadth-first iterative deepening.

    It ends with the goal on the frontier (``frontier.met``); or, if solutions are not to be counted, with
    ``budget.best`` proven optimal; else the puzzle is unsolvable.
    """
    budget = context.budget
    limit = budget.lower_bound
    extra = 0
    before = 0
    while True:
        nodes = budget.nodes
        frontier.restart(context.instance.start_row)
        # The least f that was pruned: every solution has at least this length, or the one that the frontier allows.
        next_limit = INFINITE
        while frontier.width and frontier.depth < limit:
            yield from frontier.advance(limit - frontier.depth - 1, database)
            next_limit = min(next_limit, frontier.depth + frontier.min_pruned)
            if frontier.met:
                return
            if frontier.width:
                context.raise_bound(min(next_limit, frontier.depth + 1))
        if frontier.width:
            next_limit = min(next_limit, limit + 1)
        # Nothing was pruned with a finite bound, so there is no solution.
        if next_limit >= INFINITE:
            return
        context.raise_bound(next_limit)
        yield from look_ahead(context, database.bounds, budget.nodes - nodes)
        if context.proven and not context.want.counts:
            return
        # Iterations that grow slowly cost more than they save: raise the limit in larger steps. Above the bound, too,
        # the first level that meets the goal has optimal solutions, since all levels before have been searched.
        extra = 2 * extra + 1 if frontier.ends[-1] < 2 * before else extra // 2
        before = frontier.ends[-1]
        limit = budget.lower_bound + extra


def first_iterations(context: SearchContext, database: LevelBounds | None, max_nodes: int) -> Slices[bool]:
    """IDA* by distances alone, or under a small database, as long as iterations take few nodes.

    It ends before an iteration that is expected to take more than twice ``max_nodes``, and in one that takes more than
    ``max_nodes``. Returns whether it has found a solution, which is ``budget.best`` and optimal.
    """
    budget = context.budget
    # Too short to share, and over before a longer automaton would be built.
    search = IdaStar(replace(context, helpers=ALONE), database, route_limits=NEVER_STRAIGHT_BACK)
    bound = search.bounds.bound(context.labelled.start)
    if bound >= FAR:  # unsolvable: left to the database's bound
        return False
    context.raise_bound(bound)
    taken = expected = 0
    while budget.lower_bound < INFINITE and expected <= 2 * max_nodes:
        began = budget.nodes
        found = yield from _up_to(max_nodes, iterate(search, budget.lower_bound), budget)
        if found is None:
            return False
        if found.solution is not None:
            budget.best = context.instance.original(found.solution)
            return True
        context.raise_bound(found.next_limit)
        before = taken
        taken = budget.nodes - began
        # Iterations grow by about the same factor each time.
        expected = taken * taken // before if before else 0
    return False


def depth_first(
    context: SearchContext, database: LevelBounds, compare_routes: bool = True
) -> Slices[LevelBounds | ExcessDatabase]:
    """IDA* with growing pattern databases. It ends with ``budget.best`` optimal or, if unsolvable, with an
    infinite bound, and returns the last database.

    Without ``compare_routes`` the automaton compares routes only after a long iteration: preparing it takes longer
    than a short search.

    Unsolvable puzzles with one empty cell are refuted by the proofs of :mod:`fewest.solver.slide.proofs` before a
    search. Of those that the proofs do not cover (a goal that leaves cells free), most end at a limit of the search:
    the bound becomes infinite only if an iteration prunes nothing with a finite f.
    """
    budget = context.budget
    last = 0
    excess = yield from stored_excess(context)
    compares = compare_routes or excess is not None or context.plan.automaton_after_nodes == 0
    if compares:
        yield from prepare_routes(context, excess or database)
    growing = GrowingSearch(context, database, excess, compares)
    # An earlier run has spent this: the size of the tables is chosen as if one iteration had taken all its nodes.
    if budget.nodes_before:
        yield from growing.grow(budget.nodes - budget.nodes_before)
    while budget.lower_bound < INFINITE and not context.proven:
        yield from look_ahead(context, growing.bounds, last)
        if context.proven:
            break
        before = budget.nodes
        found = yield from iterate(growing.search, budget.lower_bound)
        if found.solution is not None:
            budget.best = context.instance.original(found.solution)
        else:
            context.raise_bound(found.next_limit)
        last = budget.nodes - before
        if not context.proven:
            yield from growing.grow(before)
    return growing.excess or growing.database


class GrowingSearch:
    """IDA* whose pattern database grows with the cost of an iteration; see :func:`depth_first`.

    Attributes
    ----------
    database, excess
        Tables of costs, and those of excesses, if there are any: these are used then.
    search
        The search under them. It raises the bound to that of the start.
    """

    def __init__(
        self, context: SearchContext, database: LevelBounds, excess: ExcessDatabase | None, compare_routes: bool
    ) -> None:
        plan = context.plan
        self._context = context
        # Each size once: what was too large for the memory will be so again.
        self._larger = list(zip(plan.enlarge_after_nodes, plan.placements[1:], strict=False))
        self.database = database
        self.excess = excess
        self.search = IdaStar(context, excess or database, route_limits=None if compare_routes else NEVER_STRAIGHT_BACK)
        self._raise_bound()

    def grow(self, before: int) -> Slices[None]:
        """Change to a larger database if it pays, after an iteration that began at ``before`` nodes. Building takes
        nodes, too.
        """
        context = self._context
        plan = context.plan
        budget = context.budget
        if self.excess is None and budget.nodes - before > plan.excess_after_nodes:
            self.excess = yield from built_excess(context)
            if self.excess is not None:
                yield from self._compare_under(self.excess)
                self._raise_bound()
        if self.excess is not None:
            return
        while self._larger and budget.nodes - before > self._larger[0][0]:
            self.database = yield from enlarged(context, self.database, self._larger.pop(0)[1])
            yield from self._compare_under(self.database)
        compares = self.search.route_limits != NEVER_STRAIGHT_BACK
        if not compares and budget.nodes - before > plan.automaton_after_nodes:
            yield from self._compare_under(self.database)

    def bounds(self, positions: NDArray[np.uint8]) -> Ints:
        """Bound positions, uint8 (number, cells): int64 (number,), in moves."""
        bounding = self.search.bounds if isinstance(self.search.bounds, ExcessBounds) else self.database
        return bounding.bounds(positions)

    def _compare_under(self, database: LevelBounds | ExcessDatabase) -> Slices[None]:
        """Search under a database from now on, and compare routes."""
        yield from prepare_routes(self._context, database)
        self.search = IdaStar(self._context, database)

    def _raise_bound(self) -> None:
        self._context.raise_bound(self.search.bounds.bound(self._context.labelled.start))


def count_depth_first(
    context: SearchContext, database: LevelBounds | ExcessDatabase | None, max_nodes: int
) -> Slices[int | None]:
    """Count the solutions of the length that IDA* has found, by one more iteration; None if it takes too many nodes.

    It stores no positions and visits every solution once, so it suits long searches with few solutions.
    """
    assert context.budget.best is not None
    # The automaton keeps one of several equivalent solutions, so a search that counts does without.
    search = IdaStar(context, database, counting=True)
    found = yield from _up_to(max_nodes, iterate(search, len(context.budget.best)), context.budget)
    return None if found is None else found.count


def _up_to(max_nodes: int, iteration: Slices[IterationFindings], budget: Budget) -> Slices[IterationFindings | None]:
    """Run an iteration to its end; None if it is given up because it takes more nodes."""
    before = budget.nodes
    with closing(iteration):
        run = Run(iteration)
        for progress in run:
            yield progress
            # Closing the iteration drops its units, too.
            if budget.nodes - before > max_nodes:
                return None
    return run.value


def store_levels(context: SearchContext, database: LevelBounds, frontier: Frontier) -> Slices[None]:
    """Repeat the search breadth-first for the length that IDA* has found: counting needs all levels in memory."""
    assert context.budget.best is not None
    length = len(context.budget.best)
    while not frontier.met:
        yield from frontier.advance(length - frontier.depth - 1, database)
