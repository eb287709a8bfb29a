"""IDA* for one empty cell: the iterations, and how threads share one (Korf, 1985)."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from contextlib import closing
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
from solver.slide.labelling import LabelledPuzzle
from solver.slide.search.context import SearchContext
from solver.slide.search.excess import Root, SeveralPartitions
from solver.slide.search.frontier import INFINITE, adjacency_array
from solver.slide.search.move_pruning import LONGER_ROUTES, SHORT_ROUTES, Route, automaton
from solver.slide.symmetry import goal_symmetries
from solver.threads import ThreadPool

SLICE = 1_000_000
"""Moves tried per kernel call and thread: some hundredths of a second."""
SUBTREES = 50
"""Subtrees per thread that an iteration is split into, so that all threads end at about the same time."""


class Subtree:
    """The part of an iteration below one route of the empty cell from the start.

    Attributes
    ----------
    route
        From the start to the root of the subtree.
    code
        What the kernel last returned.
    """

    def __init__(self, search: IdaStar, route: Route, automaton_state: int, limit: int) -> None:
        self.route, self.code, self.limit = route, kernel.PAUSED, limit - len(route) + 1
        labels = list(search.labelled.start)
        for empty, cell in pairwise(route):
            labels[empty], labels[cell] = labels[cell], labels[empty]
        self.empty_cell, self.depth_first = search.bounds.root(labels, automaton_state, self.limit)
        self.cursor = np.array([0, 0, INFINITE], np.int64)

    @property
    def next_limit(self) -> int:
        """Least f above the limit, in moves from the start."""
        return int(self.cursor[kernel.NEXT_LIMIT]) + len(self.route) - 1

    @property
    def solution(self) -> Solution:
        """The slides from the start, once the kernel has found a goal."""
        route = [*self.route[:-1], *self.empty_cell[: self.cursor[kernel.DEPTH] + 1].tolist()]
        return tuple((cell, empty) for empty, cell in pairwise(route))

    def run(self, max_work: int) -> int:
        """Continue for about ``max_work`` moves tried; return how many were tried."""
        before = int(self.cursor[kernel.NODES])
        self.code = self.depth_first(self.cursor, max_work)
        return int(self.cursor[kernel.NODES]) - before


class IdaStar:
    """IDA* under the pattern database of one partition, or under those of several.

    Parameters
    ----------
    context
        A puzzle with one empty cell. Its budget's bound is raised after every iteration.
    database
        Bounds positions.

    Attributes
    ----------
    solution
        The solution, once an iteration has found one.
    """

    def __init__(self, context: SearchContext, database: PatternDatabase | ExcessDatabase) -> None:
        self.labelled, self.budget, self.threads = context.labelled, context.budget, context.threads
        board = self.labelled.board
        self.adjacent = adjacency_array(board.adjacency)
        longer = context.tables is not None and isinstance(database, ExcessDatabase)
        self.automaton = automaton(board, context.tables, LONGER_ROUTES if longer else SHORT_ROUTES)
        self.bounds: OnePartition | SeveralPartitions
        if isinstance(database, ExcessDatabase):
            self.bounds = SeveralPartitions(self.labelled, database, self.adjacent, self.automaton)
        else:
            self.bounds = OnePartition(self.labelled, database.arrays, self.adjacent, self.automaton)
        self.solution: Solution | None = None

    def iterate(self, limit: int) -> Slices[None]:
        """Look for a solution of at most ``limit`` moves; without one, raise the budget's bound."""
        subtrees = deque(Subtree(self, route, state, limit) for route, state in self._routes(limit))
        next_limit = INFINITE
        with closing(ThreadPool(self.threads)) as pool:
            while subtrees and self.solution is None:
                for nodes, least in pool.map(self._run_slice, [subtrees] * self.threads):
                    self.budget.nodes += nodes
                    next_limit = min(next_limit, least)
                yield self.budget.progress()
        if self.solution is None:
            self.budget.raise_bound(next_limit)

    def _run_slice(self, subtrees: deque[Subtree]) -> tuple[int, int]:
        """One thread's slice: search subtrees; return the moves tried and the least f above the limit."""
        nodes, next_limit = 0, INFINITE
        while nodes < SLICE and self.solution is None:
            try:
                subtree = subtrees.popleft()
            except IndexError:
                break
            nodes += subtree.run(SLICE - nodes)
            if subtree.code == kernel.PAUSED:
                subtrees.appendleft(subtree)
            elif subtree.code == kernel.FOUND:
                self.solution = subtree.solution
            next_limit = min(next_limit, subtree.next_limit)
        return nodes, next_limit

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

        return Root(path.empty_cell, depth_first)

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
