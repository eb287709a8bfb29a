"""Fill one pattern table by breadth-first search, in slices and on several threads."""

from __future__ import annotations

from collections.abc import Callable, Generator
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from itertools import pairwise
from math import comb

import numpy as np
from numpy.typing import NDArray

from solver.budget import Budget
from solver.kernels import slide_pattern_tables as kernel
from solver.model import Progress
from solver.slide.bounds.pattern_tables import Ints, bits, numbering
from solver.slide.labelling import ANYTHING, LabelledPuzzle

SLICE = 4_000_000
"""Words looked at and slides made per call: some hundredths of a second."""
SETS = 20_000
"""Sets of cells whose regions are counted per call."""
PAGE = 1 << 23
"""Bytes cleared at a time."""
SHARES = 8
"""Parts a level is split into per thread, so that all threads end at about the same time."""
THREADED = 1 << 22
"""Words from which on threads pay."""

Steps = Generator[Progress, None, None]


def clear(steps: NDArray[np.uint8], budget: Budget) -> Steps:
    """Write that nothing is known of any placement, page by page: fresh memory can be slow to come."""
    for begin in range(0, len(steps), PAGE):
        steps[begin : begin + PAGE] = kernel.DEAD
        yield budget.progress()


class TableBuild:
    """One table while it is filled.

    Parameters
    ----------
    group
        The group's labels.
    table
        uint8 (placements,): written.
    threads
        Threads to use at most.
    """

    def __init__(
        self,
        labelled: LabelledPuzzle,
        group: tuple[int, ...],
        table: NDArray[np.uint8],
        budget: Budget,
        threads: int = 1,
    ) -> None:
        self.labelled, self.group, self.table, self.budget, self.threads = labelled, group, table, budget, threads
        self.sets, radices, self.dense_mask = numbering(labelled, group)
        self.counts = np.array([labelled.counts[label] for label in group], np.int64)
        self.size, left = int(self.counts.sum()), self.counts[::-1].cumsum()[::-1]
        dense = [comb(all_, one) for all_, one in zip(left.tolist(), self.counts.tolist(), strict=True)]
        self.radix, self.words = np.array(dense, np.int64), int(np.prod(dense))
        self.wide = 0 if self.dense_mask else radices[0]
        columns, rows = self.size + 1, labelled.cells + 1
        self.choose = np.array([[comb(n, k) for k in range(columns)] for n in range(rows)], np.int64)
        self.beside = np.array([bits(row) for row in labelled.board.adjacency], np.int64)
        self.loose = labelled.empty_cells != 1

    def fill(self) -> Steps:
        """Fill the table.

        Raises
        ------
        MemoryError
            If there is no room for what filling keeps.
        """
        taken = self.budget.bytes
        try:
            yield from self._fill()
        finally:
            self.budget.release(self.budget.bytes - taken)

    def _fill(self) -> Steps:
        self.budget.reserve((8 + self.labelled.cells) * self.sets + 4 * self.size**2 * self.words)
        begin, region = np.zeros(self.sets + 1, np.int64), np.empty((self.sets, self.labelled.cells), np.uint8)
        moved = np.empty((self.size, self.size, self.words), np.int32)
        for place in range(self.size):
            kernel.rearrange(place, self.counts, self.radix, self.choose, moved)
            yield self.budget.progress()
        yield from self._whole(lambda state: kernel.regions(
            self.beside, self.size, self.choose, begin, region, self.loose, state, SETS
        ))  # fmt: skip
        blocks = int(begin[-1])
        self.budget.reserve(blocks * (self.words + 2))
        steps, pending = np.empty(blocks * self.words, np.uint8), np.zeros((blocks, 2), np.uint8)
        yield from clear(steps, self.budget)
        grid = (self.counts, self.radix, self.choose, begin)
        goal = self._goal()
        yield from self._whole(lambda state: kernel.seed(
            *grid, region, self.loose, *goal, steps, pending, state, SETS
        ))  # fmt: skip
        depth = yield from self._spread(begin, region, moved, steps, pending)
        most = kernel.DEEPEST if depth >= kernel.DEEPEST else kernel.DEAD
        yield from self._whole(lambda state: kernel.fold(*grid, self.wide, most, steps, self.table, state, SLICE))

    def _spread(
        self,
        begin: Ints,
        region: NDArray[np.uint8],
        moved: NDArray[np.int32],
        steps: NDArray[np.uint8],
        pending: NDArray[np.uint8],
    ) -> Generator[Progress, None, int]:
        """Go through the levels; return the number of the last."""
        shares = SHARES * self.threads if self.threads > 1 and len(steps) > THREADED else 1
        ends = np.linspace(0, self.sets, shares + 1).astype(int).tolist()

        def run(state: Ints) -> int:
            return int(kernel.spread(
                self.beside, self.size, self.choose, begin, region, moved, steps, pending, state, SLICE
            ))  # fmt: skip

        with ThreadPoolExecutor(self.threads) if shares > 1 else nullcontext() as pool:
            for depth in range(kernel.DEEPEST):
                states = [np.array([low, high, depth, 0, 0], np.int64) for low, high in pairwise(ends)]
                left = states
                while left:
                    turn, left = left[: self.threads], left[self.threads :]
                    codes = list(pool.map(run, turn) if pool else map(run, turn))
                    left += [state for state, code in zip(turn, codes, strict=True) if code == kernel.SPENT]
                    yield self.budget.progress()
                self.budget.nodes += sum(int(state[kernel.DONE]) for state in states)
                if not any(state[kernel.PUSHED] for state in states):
                    return depth
        return kernel.DEEPEST

    def _whole(self, run: Callable[[Ints], int]) -> Steps:
        """Call a kernel until it has gone through all sets."""
        state = np.array([0, self.sets, 0, 0, 0], np.int64)
        while run(state) == kernel.SPENT:
            yield self.budget.progress()

    def _goal(self) -> tuple[Ints, Ints, np.int64]:
        """Cells each label must and must not be on in the goal, and cells that may be empty, as bits."""
        goal = list(enumerate(self.labelled.goal))
        must = [bits(cell for cell, want in goal if want == label) for label in self.group]
        never = [bits(cell for cell, want in goal if want not in (label, ANYTHING)) for label in self.group]
        known = self.labelled.goal.count(0) == self.labelled.empty_cells
        empty = bits(cell for cell, want in goal if want == 0 or (want == ANYTHING and not known))
        return np.array(must, np.int64), np.array(never, np.int64), np.int64(empty)
