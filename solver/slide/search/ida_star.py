"""IDA* for one empty cell: one iteration after the other, each shared with helpers (Korf, 1985)."""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass, replace
from itertools import chain, pairwise

from fewest.solver.model import Slices, Solution
from fewest.solver.slide.board import adjacency_array
from fewest.solver.slide.bounds.excess import ExcessDatabase
from fewest.solver.slide.bounds.pattern_tables import PatternDatabase
from fewest.solver.slide.search.bounds import Bounds
from fewest.solver.slide.search.context import SearchContext
from fewest.solver.slide.search.cost_bounds import CostBounds
from fewest.solver.slide.search.distance_bounds import DistanceBounds
from fewest.solver.slide.search.excess_bounds import ExcessBounds
from fewest.solver.slide.search.iteration import Iteration
from fewest.solver.slide.search.move_pruning import (
    LONGER_ROUTES,
    NEVER_STRAIGHT_BACK,
    SHORT_ROUTES,
    Route,
    RouteLimits,
    automaton,
    never_straight_back,
    prepare_automaton,
)
from fewest.solver.slide.search.unit_format import dump_part, load_part, load_route, part_of
from fewest.solver.threads import ThreadPool
from fewest.solver.units import ALONE, ROUND, Helpers, Unit, UnitResult

WAIT_SECONDS = 0.02
"""Between two looks at the units that helpers do, once nothing else is left."""


@dataclass(frozen=True, slots=True)
class IterationFindings:
    """What a finished iteration has found.

    Attributes
    ----------
    solution
        A solution within the limit; None if there is none, or solutions are counted.
    count
        Number of solutions, if they are counted.
    next_limit
        Without a solution, no solution has fewer moves.
    """

    solution: Solution | None
    count: int
    next_limit: int


def prepare_routes(context: SearchContext, database: PatternDatabase | ExcessDatabase) -> Slices[None]:
    """Build the automaton that :class:`IdaStar` uses by default, in slices."""
    limits = _routes_to_compare(context, database)
    yield from prepare_automaton(context.labelled.board, context.tables, limits, context.budget)


def _routes_to_compare(context: SearchContext, database: PatternDatabase | ExcessDatabase | None) -> RouteLimits:
    several = database is not None and len(database.partitions) > 1
    return LONGER_ROUTES if several and context.tables is not None else SHORT_ROUTES


class IdaStar:
    """IDA* under a pattern database of costs or of excesses, or by distances alone.

    Parameters
    ----------
    context
        A puzzle with one empty cell. Its budget counts the nodes.
    database
        Bounds positions; None for distances alone.
    counting
        Whether an iteration counts the solutions, which are known to have no fewer moves than its limit, instead of
        looking for one. Only taking back the last slide is pruned then.
    route_limits
        Which routes the automaton compares. Default: ``LONGER_ROUTES`` for several partitions with a folder, else
        ``SHORT_ROUTES``. Without a database, or when counting, only moves straight back are pruned whatever is given.
    """

    def __init__(
        self,
        context: SearchContext,
        database: PatternDatabase | ExcessDatabase | None,
        *,
        counting: bool = False,
        route_limits: RouteLimits | None = None,
    ) -> None:
        self.context = context
        self.database = database
        self.counting = counting
        self.labelled = context.labelled
        self.budget = context.budget
        self.threads = context.threads
        # Units name a database, so without one there are none.
        self.helpers: Helpers = ALONE if database is None else context.helpers
        board = self.labelled.board
        self.adjacent = adjacency_array(board)
        self.route_limits = route_limits or _routes_to_compare(context, database)
        short = counting or database is None or route_limits == NEVER_STRAIGHT_BACK
        self.automaton = never_straight_back(board) if short else automaton(board, context.tables, self.route_limits)
        self.bounds = self._bounds()

    def _bounds(self) -> Bounds:
        match self.database:
            case None:
                return DistanceBounds(self.labelled, self.adjacent, self.automaton)
            case ExcessDatabase() as database:
                return ExcessBounds(self.labelled, database, self.adjacent, self.automaton)
            case database:
                return CostBounds(self.labelled, database, self.adjacent, self.automaton)

    def iterate(self, limit: int) -> Slices[IterationFindings]:
        """Look for a solution of at most ``limit`` moves.

        Helpers get parts of what is left, as long as they want any. When nothing else is left, parts that no helper
        has begun are taken back, and those under way are waited for. If an earlier run has kept an iteration with this
        limit, it is gone on with.
        """
        iteration = self._kept(limit) or Iteration(self, limit, self._routes(limit))
        helpers = self.helpers
        seen = ROUND
        with closing(ThreadPool(self.threads)) as pool:
            try:
                while iteration.found is None:
                    idle = not iteration.subtrees
                    before = seen
                    seen = helpers.poll(idle=idle)
                    self.budget.nodes += seen.nodes - before.nodes
                    if seen.solution:
                        iteration.found = load_route(seen.solution)
                        break
                    if seen.keep:
                        helpers.keep(self._done(iteration, limit))
                    if not idle:
                        if seen.wanted and (routes := iteration.split_off()):
                            helpers.offer(self._unit(limit, routes))
                        self.budget.nodes += iteration.slice(pool)
                        # Whoever gives an iteration up after a slice has not missed its solution.
                        if iteration.found is None:
                            yield self.budget.progress()
                    elif not seen.open:
                        break
                    elif (unit := helpers.take()) is not None:
                        iteration.add(load_part(unit).routes)
                    else:
                        yield replace(self.budget.progress(), wait_seconds=WAIT_SECONDS)
            finally:
                helpers.end()
        route = iteration.found
        solution = None if route is None else tuple((cell, empty) for empty, cell in pairwise(route))
        return IterationFindings(solution, iteration.count + seen.count, min(iteration.next_limit, seen.next_limit))

    def state_after(self, route: Route) -> int:
        """State of the automaton after a route; negative if it is forbidden."""
        state = route[0]
        for empty, cell in pairwise(route):
            if state >= 0:
                state = int(self.automaton[state, self.adjacent[empty].tolist().index(cell)])
        return state

    def _done(self, iteration: Iteration, limit: int) -> UnitResult:
        left = iteration.remaining()
        units = (self._unit(limit, left),) if left else ()
        return UnitResult(0, iteration.next_limit, iteration.count, left=units)

    def _kept(self, limit: int) -> Iteration | None:
        """What an earlier run has left of an iteration; None if it has left none like this.

        Its tables and its automaton may have been others. A search under these, too, has missed no solution within the
        limit but those that others replace, in the same order of cells.
        """
        kept = self.helpers.kept()
        try:
            parts = [load_part(unit) for unit in kept.left]
        except ValueError:  # another version has kept them
            return None
        instance = self.context.instance
        this = instance.cells, instance.labels, limit, self.counting
        if not parts or any((part.cells, part.labels, part.limit, part.counting) != this for part in parts):
            return None
        iteration = Iteration(self, limit)
        iteration.add(chain.from_iterable(part.routes for part in parts))
        iteration.next_limit = kept.next_limit
        iteration.count = kept.count
        return iteration

    def _unit(self, limit: int, routes: list[Route]) -> Unit:
        assert self.database is not None
        return dump_part(part_of(self.context.instance, self.database, self.route_limits, limit, self.counting, routes))

    def _routes(self, limit: int) -> list[tuple[Route, int]]:
        """Routes of the empty cell to share among threads, with the state of the automaton after each.

        Only the root while the search is short: a longer iteration is divided after its first slice.
        """
        plan = self.context.plan
        wanted = plan.subtrees * self.threads if self.threads > 1 and self.budget.nodes > plan.slice_moves else 1
        # Routes of up to a third of the limit take a negligible part of the iteration's nodes, and are not counted.
        first = self.labelled.start.index(0)
        routes: list[tuple[Route, int]] = [((first,), first)]
        while 0 < len(routes) < wanted and len(routes[0][0]) < limit // 3:
            routes = [
                ((*route, int(cell)), int(after))
                for route, state in routes
                for cell, after in zip(self.adjacent[route[-1]], self.automaton[state], strict=True)
                if after >= 0
            ]
        return routes
