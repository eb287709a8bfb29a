"""An iteration of IDA*: its remaining subtrees, which are searched in slices and can be divided."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from itertools import pairwise

import numpy as np

from fewest.solver.kernels import slide_ida_star as kernel
from fewest.solver.model import INFINITE
from fewest.solver.slide.labelling import ANYTHING
from fewest.solver.slide.search.ida_star import IdaStar
from fewest.solver.slide.search.move_pruning import Route
from fewest.solver.threads import ThreadPool


class Subtree:
    """The part of an iteration below one route of the empty cell from the start.

    Attributes
    ----------
    route
        From the start to the root of the subtree.
    code
        The last code of the kernel.
    count
        Solutions found so far, if they are counted.
    """

    def __init__(self, search: IdaStar, route: Route, automaton_state: int, limit: int) -> None:
        self.route = route
        self.code = kernel.PAUSED
        self.limit = limit - len(route) + 1
        self.count = 0
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
                self.code = kernel.FOUND
                self._root_is_goal = False
            else:
                before = int(self.cursor[kernel.NODES])
                self.code = self.root.depth_first(self.cursor, max_work - tried)
                tried += int(self.cursor[kernel.NODES]) - before
            if self.code != kernel.FOUND or not search.counting:
                break
            self.count = self.count + 1
            self.code = kernel.PAUSED
            self.root.untried[self.cursor[kernel.DEPTH]] = 0  # no optimal solution continues from a goal
        return tried

    def split_off(self, search: IdaStar) -> list[Route]:
        """Split off the untried moves of the least depth that has any; return their routes."""
        for depth, routes in self._untried(search):
            self.root.untried[depth] = 0
            return routes
        return []

    def remaining(self, search: IdaStar) -> list[Route]:
        """All that is left, as routes."""
        routes = [route for _, untried in self._untried(search) for route in untried]
        here = self.root.untried[self.cursor[kernel.DEPTH]] == kernel.NOT_EXPANDED
        # The position where the kernel has paused has not been expanded, so it is left, too.
        return [*routes, self.end] if here else routes

    def _untried(self, search: IdaStar) -> Iterator[tuple[int, list[Route]]]:
        """By depth: the routes that the untried moves end."""
        for depth in range(int(self.cursor[kernel.DEPTH]) + 1):
            moves = int(self.root.untried[depth])
            if moves not in (0, kernel.NOT_EXPANDED):
                route = self._route_to(depth)
                adjacent = search.adjacent[route[-1]].tolist()
                yield depth, [(*route, cell) for k, cell in enumerate(adjacent) if moves >> k & 1]

    def _route_to(self, depth: int) -> Route:
        return *self.route[:-1], *self.root.empty_cell[: depth + 1].tolist()


class Iteration:
    """The rest of an iteration, or of a unit of one, and its results so far.

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
        self._search = search
        self._limit = limit
        self.subtrees = deque(Subtree(search, route, state, limit) for route, state in routes)
        self.next_limit = INFINITE
        self.count = 0
        self.found: Route | None = None

    def add(self, routes: Iterable[Route]) -> None:
        """Search below these routes, too, except those that the automaton forbids: others replace them."""
        search = self._search
        states = ((route, search.state_after(route)) for route in routes)
        self.subtrees += [Subtree(search, route, state, self._limit) for route, state in states if state >= 0]

    def slice(self, pool: ThreadPool) -> int:
        """Search for a slice in every thread; return the moves tried."""
        for subtree in [*self.subtrees]:
            # As many parts as threads are enough: each takes a whole slice.
            if len(self.subtrees) >= pool.size:
                break
            self.add(subtree.split_off(self._search))
        nodes = 0
        for tried, next_limit, count in pool.map(self._run_slice, [self.subtrees] * pool.size):
            nodes += tried
            self.next_limit = min(self.next_limit, next_limit)
            self.count = self.count + count
        return nodes

    def split_off(self) -> list[Route]:
        """Split off about half of the rest: every second subtree, or part of the only one."""
        if len(self.subtrees) <= 1:
            return self.subtrees[0].split_off(self._search) if self.subtrees else []
        # Every second one, so that both halves have subtrees from all over the iteration.
        split_off = [*self.subtrees][1::2]
        self.subtrees = deque([*self.subtrees][::2])
        return [route for subtree in split_off for route in subtree.remaining(self._search)]

    def remaining(self) -> list[Route]:
        """All that is left, as routes."""
        return [route for subtree in self.subtrees for route in subtree.remaining(self._search)]

    def _run_slice(self, subtrees: deque[Subtree]) -> tuple[int, int, int]:
        """One thread's slice: return the moves tried, the least f above the limit and the solutions counted."""
        most = self._search.context.plan.slice_moves
        nodes = 0
        next_limit = INFINITE
        count = 0
        while nodes < most and self.found is None:
            try:
                subtree = subtrees.popleft()
            # Another thread was quicker: asking first whether there are any would not be atomic.
            except IndexError:
                break
            before = subtree.count
            nodes += subtree.run(self._search, most - nodes)
            count += subtree.count - before
            next_limit = min(next_limit, subtree.next_limit)
            if subtree.code == kernel.PAUSED:
                # In front, so that it ends before others are begun.
                subtrees.appendleft(subtree)
            elif subtree.code == kernel.FOUND:
                self.found = subtree.end
        return nodes, next_limit, count
