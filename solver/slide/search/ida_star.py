"""IDA* for one empty cell: the iterations, and how threads and helpers share one (Korf, 1985)."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import replace
from itertools import pairwise

import numpy as np

from solver.kernels import slide_ida_star as kernel
from solver.model import Slices, Solution
from solver.slide.bounds.excess import ExcessDatabase
from solver.slide.bounds.pattern_tables import PatternDatabase
from solver.slide.labelling import ANYTHING
from solver.slide.search.context import SearchContext
from solver.slide.search.frontier import INFINITE, adjacency_array
from solver.slide.search.move_pruning import LONGER_ROUTES, SHORT_ROUTES, Extent, Route, automaton, never_straight_back
from solver.slide.search.one_partition import OnePartition
from solver.slide.search.several_partitions import SeveralPartitions
from solver.slide.search.unit_format import dump_part, load_part, load_route, part_of
from solver.threads import ThreadPool
from solver.units import ROUND, Unit

SLICE = 1_000_000
"""Moves tried per kernel call and thread: some hundredths of a second."""
SUBTREES = 50
"""Subtrees per thread that an iteration is split into, so that all threads end at about the same time."""
WAIT_SECONDS = 0.02
"""Between two looks at the units that helpers do, once nothing else is left."""


class Subtree:
    """The part of an iteration below one route of the empty cell from the start.

    Attributes
    ----------
    route
        From the start to the root of the subtree.
    code
        What the kernel last returned.
    count
        Solutions found so far, if they are counted.
    """

    def __init__(self, search: IdaStar, route: Route, automaton_state: int, limit: int) -> None:
        self.route, self.code, self.limit, self.count = route, kernel.PAUSED, limit - len(route) + 1, 0
        labels = list(search.labelled.start)
        for empty, cell in pairwise(route):
            labels[empty], labels[cell] = labels[cell], labels[empty]
        # The kernel looks for the goal after every move, so not at the root.
        self._root_is_goal = all(
            goal in (ANYTHING, label) for goal, label in zip(search.labelled.goal, labels, strict=True)
        )
        self.root = search.bounds.root(labels, automaton_state, self.limit)
        self.cursor = np.array([0, 0, INFINITE], np.int64)

    @property
    def next_limit(self) -> int:
        """Least f above the limit, in moves from the start."""
        return int(self.cursor[kernel.NEXT_LIMIT]) + len(self.route) - 1

    @property
    def end(self) -> Route:
        """The route to the position where the kernel has paused: a goal, if it has found one."""
        return self._route_to(int(self.cursor[kernel.DEPTH]))

    def run(self, search: IdaStar, max_work: int) -> int:
        """Continue for about ``max_work`` moves tried; return how many were tried."""
        tried = 0
        while tried < max_work:
            if self._root_is_goal:
                self.code, self._root_is_goal = kernel.FOUND, False
            else:
                before = int(self.cursor[kernel.NODES])
                self.code = self.root.depth_first(self.cursor, max_work - tried)
                tried += int(self.cursor[kernel.NODES]) - before
            if self.code != kernel.FOUND or not search.counting:
                break
            self.count, self.code = self.count + 1, kernel.PAUSED
            self.root.untried[self.cursor[kernel.DEPTH]] = 0  # no optimal solution goes on from a goal
        return tried

    def give(self, search: IdaStar) -> list[Route]:
        """Give away the untried moves of the least depth that has any: the routes that they end."""
        return next(self._give_by_depth(search), [])

    def rest(self, search: IdaStar) -> list[Route]:
        """All that is left, as routes. Nothing is searched afterwards."""
        routes = [route for given in self._give_by_depth(search) for route in given]
        here = self.root.untried[self.cursor[kernel.DEPTH]] == kernel.NOT_EXPANDED
        return [*routes, self.end] if here else routes

    def _give_by_depth(self, search: IdaStar) -> Iterator[list[Route]]:
        for depth in range(int(self.cursor[kernel.DEPTH]) + 1):
            moves = int(self.root.untried[depth])
            if moves not in (0, kernel.NOT_EXPANDED):
                self.root.untried[depth] = 0
                route = self._route_to(depth)
                adjacent = search.adjacent[route[-1]].tolist()
                yield [(*route, cell) for k, cell in enumerate(adjacent) if moves >> k & 1]

    def _route_to(self, depth: int) -> Route:
        return *self.route[:-1], *self.root.empty_cell[: depth + 1].tolist()


class Iteration:
    """What is left of an iteration, or of a unit of one, and what it has found so far.

    Attributes
    ----------
    subtrees
        To be searched.
    next_limit
        Least f above the limit, in moves from the start.
    count
        Number of solutions, if they are counted.
    found
        The route of a solution, if one is looked for and found.
    """

    def __init__(self, search: IdaStar, limit: int, routes: Iterable[tuple[Route, int]] = ()) -> None:
        self._search, self._limit = search, limit
        self.subtrees = deque(Subtree(search, route, state, limit) for route, state in routes)
        self.next_limit, self.count = INFINITE, 0
        self.found: Route | None = None

    def add(self, routes: Iterable[Route]) -> None:
        """Search below these, too."""
        search = self._search
        self.subtrees += [Subtree(search, route, search.state_after(route), self._limit) for route in routes]

    def slice(self, pool: ThreadPool) -> int:
        """Search for a slice in every thread; return the moves tried."""
        for subtree in [*self.subtrees]:
            if len(self.subtrees) >= pool.size:
                break
            self.add(subtree.give(self._search))
        nodes = 0
        for tried, next_limit, count in pool.map(self._run_slice, [self.subtrees] * pool.size):
            nodes += tried
            self.next_limit, self.count = min(self.next_limit, next_limit), self.count + count
        return nodes

    def give(self) -> list[Route]:
        """Give away about half of what is left: every second subtree, or part of the only one."""
        if len(self.subtrees) <= 1:
            return self.subtrees[0].give(self._search) if self.subtrees else []
        given = [*self.subtrees][1::2]
        self.subtrees = deque([*self.subtrees][::2])
        return [route for subtree in given for route in subtree.rest(self._search)]

    def rest(self) -> list[Route]:
        """All that is left, as routes."""
        return [route for subtree in self.subtrees for route in subtree.rest(self._search)]

    def _run_slice(self, subtrees: deque[Subtree]) -> tuple[int, int, int]:
        """One thread's slice: return the moves tried, the least f above the limit and the solutions counted."""
        nodes, next_limit, count = 0, INFINITE, 0
        while nodes < SLICE and self.found is None:
            try:
                subtree = subtrees.popleft()
            except IndexError:
                break
            before = subtree.count
            nodes += subtree.run(self._search, SLICE - nodes)
            count += subtree.count - before
            next_limit = min(next_limit, subtree.next_limit)
            if subtree.code == kernel.PAUSED:
                subtrees.appendleft(subtree)
            elif subtree.code == kernel.FOUND:
                self.found = subtree.end
        return nodes, next_limit, count


class IdaStar:
    """IDA* under the pattern database of one partition, or under those of several.

    Parameters
    ----------
    context
        A puzzle with one empty cell. Its budget's bound is raised after every iteration.
    database
        Bounds positions.
    counting
        Whether an iteration counts the solutions, which are known to have no fewer moves than its limit, instead of
        looking for one. Only taking back the last slide is pruned then.
    extent
        Which routes the automaton compares; if not given, more for several partitions.

    Attributes
    ----------
    solution
        The solution, once an iteration has found one.
    count
        The number of solutions, once an iteration has counted them.
    """

    def __init__(
        self,
        context: SearchContext,
        database: PatternDatabase | ExcessDatabase,
        *,
        counting: bool = False,
        extent: Extent | None = None,
    ) -> None:
        self.context, self.database, self.counting = context, database, counting
        self.labelled, self.budget, self.threads = context.labelled, context.budget, context.threads
        board = self.labelled.board
        several = isinstance(database, ExcessDatabase) and len(database.partitions) > 1
        self.adjacent = adjacency_array(board.adjacency)
        self.extent = extent or (LONGER_ROUTES if several and context.tables is not None else SHORT_ROUTES)
        self.automaton = never_straight_back(board) if counting else automaton(board, context.tables, self.extent)
        self.bounds: OnePartition | SeveralPartitions
        if isinstance(database, ExcessDatabase):
            self.bounds = SeveralPartitions(self.labelled, database, self.adjacent, self.automaton)
        else:
            self.bounds = OnePartition(self.labelled, database.arrays, self.adjacent, self.automaton)
        self.solution: Solution | None = None
        self.count = 0

    def iterate(self, limit: int) -> Slices[None]:
        """Look for a solution of at most ``limit`` moves; without one, raise the budget's bound.

        Helpers get parts of what is left, as long as they want any. When nothing else is left, parts that no helper
        has begun are taken back, and those under way are waited for.
        """
        iteration, helpers, seen = Iteration(self, limit, self._routes(limit)), self.context.helpers, ROUND
        with closing(ThreadPool(self.threads)) as pool:
            try:
                while iteration.found is None:
                    idle = not iteration.subtrees
                    before, seen = seen, helpers.poll(idle=idle)
                    self.budget.nodes += seen.nodes - before.nodes
                    if seen.solution:
                        iteration.found = load_route(seen.solution)
                        break
                    if not idle:
                        if seen.wanted and (given := iteration.give()):
                            helpers.offer(self._unit(limit, given))
                        self.budget.nodes += iteration.slice(pool)
                        yield self.budget.progress()
                    elif not seen.open:
                        break
                    elif (unit := helpers.take()) is not None:
                        iteration.add(load_part(unit).routes)
                    else:
                        yield replace(self.budget.progress(), wait_seconds=WAIT_SECONDS)
            finally:
                helpers.end()
        if iteration.found is not None:
            self.solution = tuple((cell, empty) for empty, cell in pairwise(iteration.found))
        elif self.counting:
            self.count = iteration.count + seen.count
        else:
            self.budget.raise_bound(min(iteration.next_limit, seen.next_limit))

    def state_after(self, route: Route) -> int:
        """State of the automaton after a route."""
        state = route[0]
        for empty, cell in pairwise(route):
            state = int(self.automaton[state, self.adjacent[empty].tolist().index(cell)])
        return state

    def _unit(self, limit: int, routes: list[Route]) -> Unit:
        return dump_part(part_of(self.context.instance, self.database, self.extent, limit, self.counting, routes))

    def _routes(self, limit: int) -> list[tuple[Route, int]]:
        """Routes of the empty cell to share among threads, with the state of the automaton after each.

        Only the root while the search is short: a longer iteration is divided after its first slice.
        """
        wanted = SUBTREES * self.threads if self.threads > 1 and self.budget.nodes > SLICE else 1
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
