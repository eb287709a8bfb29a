"""IDA* for one empty cell (Korf, 1985): the state that all its iterations share."""

from __future__ import annotations

from itertools import pairwise

from fewest.solver.model import Slices
from fewest.solver.slide.board import adjacency_array
from fewest.solver.slide.bounds.distance_sums import DistanceSums, LevelBounds
from fewest.solver.slide.bounds.excess import ExcessDatabase
from fewest.solver.slide.search.bounds import Bounds
from fewest.solver.slide.search.context import SearchContext
from fewest.solver.slide.search.cost_bounds import CostBounds
from fewest.solver.slide.search.distance_bounds import DistanceBounds
from fewest.solver.slide.search.excess_bounds import ExcessBounds
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


def prepare_routes(context: SearchContext, database: LevelBounds | ExcessDatabase) -> Slices[None]:
    """Build the automaton that :class:`IdaStar` uses by default, in slices."""
    limits = _routes_to_compare(context, database)
    yield from prepare_automaton(context.labelled.board, context.tables, limits, context.budget)


def _routes_to_compare(context: SearchContext, database: LevelBounds | ExcessDatabase | None) -> RouteLimits:
    several = database is not None and len(database.partitions) > 1
    # Without a folder, each process would build the longer one anew.
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
        database: LevelBounds | ExcessDatabase | None,
        *,
        counting: bool = False,
        route_limits: RouteLimits | None = None,
    ) -> None:
        self.context = context
        self.database = database
        self.counting = counting
        self.labelled = context.labelled
        self.budget = context.budget
        board = self.labelled.board
        self.adjacent = adjacency_array(board)
        self.route_limits = route_limits or _routes_to_compare(context, database)
        # Counting must not lose a solution; by distances alone a search ends before a longer automaton is built.
        short = counting or database is None or route_limits == NEVER_STRAIGHT_BACK
        self.automaton = never_straight_back(board) if short else automaton(board, context.tables, self.route_limits)
        self.bounds = self._bounds()

    def _bounds(self) -> Bounds:
        match self.database:
            case None | DistanceSums():
                return DistanceBounds(self.labelled, self.adjacent, self.automaton)
            case ExcessDatabase() as database:
                return ExcessBounds(self.labelled, database, self.adjacent, self.automaton)
            case database:
                return CostBounds(self.labelled, database, self.adjacent, self.automaton)

    def state_after(self, route: Route) -> int:
        """State of the automaton after a route; negative if it is forbidden."""
        state = route[0]
        for empty, cell in pairwise(route):
            if state >= 0:
                state = int(self.automaton[state, self.adjacent[empty].tolist().index(cell)])
        return state

    def routes(self, limit: int) -> list[tuple[Route, int]]:
        """Routes of the empty cell to share among threads, with the state of the automaton after each.

        Only the root while the search is short: a longer iteration is divided after its first slice.
        """
        plan, threads = self.context.plan, self.context.threads
        wanted = plan.subtrees * threads if threads > 1 and self.budget.nodes > plan.slice_moves else 1
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
