"""IDA* for one empty cell: the iterations, and how threads and helpers share one (Korf, 1985)."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise
from math import comb

import numpy as np
from numpy.typing import NDArray

from solver.kernels import slide_frontier
from solver.kernels import slide_ida_star as kernel
from solver.model import Slices, Solution
from solver.slide.bounds.excess import ExcessDatabase
from solver.slide.bounds.pattern_tables import Ints, PatternDatabase
from solver.slide.labelling import ANYTHING, LabelledPuzzle
from solver.slide.search.context import SearchContext
from solver.slide.search.excess import Root, SeveralPartitions
from solver.slide.search.frontier import INFINITE, adjacency_array
from solver.slide.search.move_pruning import LONGER_ROUTES, SHORT_ROUTES, Extent, Route, automaton, never_straight_back
from solver.slide.search.unit_format import dump_part, load_part, load_route, part_of
from solver.slide.symmetry import goal_symmetries
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
        board, several = self.labelled.board, isinstance(database, ExcessDatabase)
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
        """Routes of the empty cell to share among threads, with the state of the automaton after each."""
        # Routes of up to a third of the limit take a negligible part of the iteration's nodes, and are not counted.
        first = self.labelled.start.index(0)
        routes: list[tuple[Route, int]] = [((first,), first)]
        while self.threads > 1 and 0 < len(routes) < SUBTREES * self.threads and len(routes[0][0]) < limit // 3:
            routes = [
                ((*route, int(cell)), int(after))
                for route, state in routes
                for cell, after in zip(self.adjacent[route[-1]], self.automaton[state], strict=True)
                if after >= 0
            ]
        return routes


class OnePartition:
    """The bounds of a search: the arguments of ``kernels.slide_ida_star``."""

    def __init__(
        self, labelled: LabelledPuzzle, arrays: slide_frontier.Database, adjacent: Ints, automaton: NDArray[np.int32]
    ) -> None:
        goal = np.array(labelled.goal, np.int64)
        self.board = kernel.Board(np.maximum(adjacent, 0).astype(np.uint8), automaton.astype(np.uint32), goal)
        self.database = _database(labelled, arrays)
        self.symmetric = _images(labelled, arrays, adjacent)

    def bound(self, labels: Sequence[int]) -> int:
        """Bound of a position, the label on every cell, in moves."""
        return int(self._position(labels).costs.sum(axis=1).max())

    def root(self, labels: list[int], automaton_state: int, limit: int) -> Root:
        """Begin a search of at most ``limit`` moves at a position, the label on every cell."""
        position, images = self._position(labels), len(self.symmetric.image)
        depths, degree = max(limit, 0) + 2, self.board.adjacent.shape[1]
        path = kernel.Path(
            empty_cell=np.zeros(depths, np.uint8),
            automaton_state=np.zeros(depths, np.uint32),
            untried=np.zeros(depths, np.int64),
            taken=np.zeros(depths, np.uint8),
            bounds=np.zeros((depths, images), np.int64),
            old_cost=np.zeros((depths, images), np.int64),
            new_cost=np.zeros((depths, degree, images), np.int64),
        )
        path.empty_cell[0], path.automaton_state[0] = labels.index(0), automaton_state
        path.untried[0], path.bounds[0] = kernel.NOT_EXPANDED, position.costs.sum(axis=1)

        def depth_first(cursor: Ints, max_work: int) -> int:
            return int(
                kernel.depth_first(self.board, self.database, self.symmetric, position, path, cursor, limit, max_work)
            )

        return Root(path.empty_cell, path.untried, depth_first)

    def _position(self, labels: Sequence[int]) -> kernel.Position:
        images, entries, groups = len(self.symmetric.image), len(self.database.group), len(self.database.offset)
        position = kernel.Position(
            labels=np.array(labels, np.uint8),
            label_cells=np.empty((images, entries), np.int64),
            group_cells=np.empty((images, groups), np.int64),
            table_index=np.zeros((images, groups), np.int64),
            costs=np.empty((images, groups), np.int64),
        )
        kernel.initialise(self.database, self.symmetric, position)
        return position


def _database(labelled: LabelledPuzzle, arrays: slide_frontier.Database) -> kernel.IndexedDatabase:
    return kernel.IndexedDatabase(
        first=arrays.first,
        dense_mask=arrays.dense_mask,
        offset=arrays.offset,
        table=arrays.table,
        choose=arrays.choose,
        reach=arrays.reach,
        wanted=arrays.wanted[arrays.order[arrays.first[:-1]]],
        group=arrays.group[arrays.order].astype(np.uint8),
        weight=_weights(labelled, arrays),
        set_index=_set_index(labelled.cells, arrays.choose.shape[1] - 1),
    )


def _images(labelled: LabelledPuzzle, arrays: slide_frontier.Database, adjacent: Ints) -> kernel.Images:
    image = np.array(goal_symmetries(labelled), np.int64)
    cells, adjacent_cells = image[:, :, None], image[:, adjacent]
    entry_of = {label: entry for entry, label in enumerate(arrays.order.tolist())}
    entry = np.full((len(image), len(labelled.counts)), kernel.NO_ENTRY, np.uint8)
    for number, row in enumerate(image.tolist()):
        for cell, label in enumerate(labelled.goal):
            if label >= 0:
                entry[number, label] = entry_of.get(labelled.goal[row[cell]], kernel.NO_ENTRY)
    moves = (np.int64(1) << adjacent_cells) ^ (np.int64(1) << cells)
    return kernel.Images(image=image, entry=entry, move_cells=moves, move_shift=cells - adjacent_cells)


def _weights(labelled: LabelledPuzzle, arrays: slide_frontier.Database) -> Ints:
    """How much the index of each entry's group grows with the entry's digit, int64 (entries,)."""
    weights = np.ones(len(arrays.order), np.int64)
    for (begin, end), dense in zip(pairwise(arrays.first.tolist()), arrays.dense_mask, strict=True):
        pieces = sum(labelled.counts[label] for label in arrays.order[begin:end])
        weight = comb(labelled.cells, pieces) if dense else 1
        for entry in range(end - 1, begin - 1, -1):
            weights[entry] = weight
            weight *= int(arrays.radix[entry])
    return weights


@lru_cache(maxsize=64)
def _set_index(cells: int, pieces: int) -> Ints:
    """Share of each byte of a set of cells in the index of the set, see ``kernels.slide_ida_star.IndexedDatabase``."""
    share = np.zeros((-(-cells // 8), pieces + 1, 256), np.int64)
    for cell in range(cells):
        byte, bit = divmod(cell, 8)
        choose = np.array([comb(cell, nth) for nth in range(pieces + 9)])
        # Sets of this byte whose highest cell is this one extend those without it.
        sets = np.arange(1 << bit, 2 << bit)
        nth = np.arange(pieces)[:, None] + np.bitwise_count(sets)
        share[byte, :pieces, sets] = share[byte, :pieces, sets ^ (1 << bit)] + choose[nth].T
    return share
