"""Build one pattern table by retrograde breadth-first search, in slices and on several threads."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from math import comb, prod

import numpy as np
from numpy.typing import NDArray

from fewest.solver.budget import Budget
from fewest.solver.kernels import slide_pattern_tables as kernel
from fewest.solver.kernels.bits import UNREACHED
from fewest.solver.model import Slices
from fewest.solver.slide.bounds.pattern_tables import Ints, bits, numbering
from fewest.solver.slide.labelling import ANYTHING, LabelledPuzzle
from fewest.solver.threads import SINGLE_THREAD, ThreadPool, batched

SLICE = 4_000_000
"""Nodes examined and reached per kernel call: some hundredths of a second."""
SETS = 20_000
"""Sets of cells whose regions are numbered per call."""
PAGE = 1 << 23
"""Bytes filled at a time: fresh memory can be slow to come."""
SHARES = 8
"""Ranges per thread into which the sets are split, so that all threads finish at about the same time."""
THREADED = 1 << 22
"""With more nodes than this, threads pay."""


def fill_unreached(array: NDArray[np.uint8], budget: Budget, pool: ThreadPool = SINGLE_THREAD) -> Slices[None]:
    """Set all bytes of an array, uint8 (size,), to ``UNREACHED``, page by page."""
    for begins in batched(range(0, len(array), PAGE), pool.size):
        pool.map(lambda begin: array[begin : begin + PAGE].fill(UNREACHED), begins)
        yield budget.progress()


class TableBuild:
    """The build of one pattern table.

    Parameters
    ----------
    group
        The labels of the group.
    table
        uint8 (placements,): written; moves, or ``UNREACHED``. A positional table must hold ``UNREACHED`` before,
        since some of its indices belong to no placement.
    pool
        Threads that share a large table.
    """

    def __init__(
        self,
        labelled: LabelledPuzzle,
        group: tuple[int, ...],
        table: NDArray[np.uint8],
        budget: Budget,
        pool: ThreadPool = SINGLE_THREAD,
    ) -> None:
        self.labelled = labelled
        self.labels = group
        self.table = table
        self.budget = budget
        self.pool = pool
        self.sets, radices, dense_mask = numbering(labelled, group)
        self.positional_radix = kernel.DENSE if dense_mask else radices[0]
        counts = [labelled.counts[label] for label in group]
        pieces = sum(counts)
        radix = [comb(pieces - sum(counts[:index]), count) for index, count in enumerate(counts)]
        choose = [[comb(n, k) for k in range(pieces + 1)] for n in range(labelled.cells + 1)]
        self.group = kernel.Group(
            np.array(counts, np.int64), np.array(radix, np.int64), np.array(choose, np.int64), pieces
        )
        self.arrangements = prod(radix)
        self.adjacent = np.array([bits(row) for row in labelled.board.adjacency], np.int64)

    def run(self) -> Slices[None]:
        """Write the table.

        Raises
        ------
        MemoryError
            If there is not enough memory for the nodes of the search.
        """
        reserved = self.budget.bytes
        try:
            yield from self._search()
        finally:
            self.budget.release(self.budget.bytes - reserved)

    def _search(self) -> Slices[None]:
        cells = self.labelled.cells
        pieces = self.group.pieces
        self.budget.reserve((8 + cells) * self.sets + 4 * pieces**2 * self.arrangements)
        # Several empty cells can be anywhere outside the set, as the other pieces make way for free: still a lower
        # bound.
        many_empty = self.labelled.empty_cells != 1
        regions = kernel.Regions(np.zeros(self.sets + 1, np.int64), np.empty((self.sets, cells), np.uint8), many_empty)
        rearranged = np.empty((pieces, pieces, self.arrangements), np.int32)
        for source in range(pieces):
            kernel.tabulate_slides(source, self.group, rearranged)
            yield self.budget.progress()
        yield from self._all_sets(
            lambda cursor: kernel.number_regions(self.adjacent, self.group, regions, cursor, SETS)
        )
        blocks = int(regions.first_block[-1])
        self.budget.reserve(blocks * (self.arrangements + 2))
        nodes = kernel.Nodes(np.empty(blocks * self.arrangements, np.uint8), np.zeros((blocks, 2), np.uint8))
        goal = self._goal()
        # Waking threads for each level of a small table takes longer than the level.
        if len(nodes.distance) <= THREADED:
            self.pool = SINGLE_THREAD
        yield from fill_unreached(nodes.distance, self.budget, self.pool)
        yield from self._all_sets(lambda cursor: kernel.mark_goals(self.group, regions, goal, nodes, cursor, SETS))
        deepest = yield from self._levels(regions, rearranged, nodes)
        yield from self._fold(regions, nodes, kernel.DEEPEST if deepest >= kernel.DEEPEST else UNREACHED)

    def _fold(self, regions: kernel.Regions, nodes: kernel.Nodes, unreached: int) -> Slices[None]:
        """Write the table from the distances of all nodes; ``unreached`` where no node was reached."""
        yield from self._all_sets(lambda cursor: kernel.fold_regions(
            self.group, regions, nodes.distance, self.positional_radix, unreached, self.table, cursor, SLICE
        ), self.pool)  # fmt: skip

    def _levels(self, regions: kernel.Regions, rearranged: NDArray[np.int32], nodes: kernel.Nodes) -> Slices[int]:
        """Expand level after level; return the number of the last."""
        # A byte per node: what is not reached by then counts as this deep.
        for depth in range(kernel.DEEPEST):
            cursors = yield from self._all_sets(lambda cursor: kernel.expand_level(
                self.adjacent, self.group, regions, rearranged, nodes, cursor, SLICE
            ), self.pool, depth)  # fmt: skip
            self.budget.nodes += sum(int(cursor[kernel.EXPANDED]) for cursor in cursors)
            if not any(cursor[kernel.REACHED_NEXT] for cursor in cursors):
                return depth
        return kernel.DEEPEST

    def _all_sets(
        self, run: Callable[[Ints], int], pool: ThreadPool = SINGLE_THREAD, depth: int = 0
    ) -> Slices[list[Ints]]:
        """Call a kernel until it has processed all sets, ranges of them in each thread; return the cursors."""
        ends = np.linspace(0, self.sets, SHARES * pool.size + 1 if pool.size > 1 else 2).astype(int).tolist()
        cursors = [np.array([low, high, depth, 0, 0], np.int64) for low, high in pairwise(ends)]
        left = cursors
        while left:
            turn, left = left[: pool.size], left[pool.size :]
            codes = pool.map(run, turn)
            # Behind those that have not begun, so that no range waits until the others are done.
            left += [cursor for cursor, code in zip(turn, codes, strict=True) if code == kernel.PAUSED]
            yield self.budget.progress()
        return cursors

    def _goal(self) -> kernel.Goal:
        goal = list(enumerate(self.labelled.goal))
        required = [bits(cell for cell, want in goal if want == label) for label in self.labels]
        forbidden = [bits(cell for cell, want in goal if want not in (label, ANYTHING)) for label in self.labels]
        # If the goal names every empty cell, a cell that may hold anything is not empty.
        all_named = self.labelled.goal.count(0) == self.labelled.empty_cells
        empty = bits(cell for cell, want in goal if want == 0 or (want == ANYTHING and not all_named))
        return kernel.Goal(np.array(required, np.int64), np.array(forbidden, np.int64), empty)
