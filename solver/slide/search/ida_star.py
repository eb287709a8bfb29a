"""Iterative deepening for one empty cell: the same search again with a higher limit until it finds a solution."""

from __future__ import annotations

from collections import deque
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from functools import lru_cache
from itertools import pairwise
from math import comb

import numpy as np
from numpy.typing import NDArray

from solver.budget import Budget
from solver.kernels import slide_ida_star as kernel
from solver.model import Solution
from solver.slide.bounds.pattern_tables import PatternDatabase
from solver.slide.labelling import LabelledPuzzle
from solver.slide.search.frontier import NEVER, Slice, neighbours
from solver.slide.symmetry import goal_symmetries

Ints = NDArray[np.int64]

SLICE = 1_000_000
"""Moves tried per call and thread: some hundredths of a second."""
SHARES = 50
"""Parts a round is split into per thread, so that all threads end at about the same time."""


class Branch:
    """The part of a round that begins with one way of the empty cell.

    Attributes
    ----------
    way
        The empty cell's way so far.
    code
        What the kernel last returned.
    """

    def __init__(self, dive: IterativeDeepening, way: tuple[int, ...], place: int, limit: int) -> None:
        self.way, self.code, self.limit = way, kernel.SPENT, limit - len(way) + 1
        here = list(dive.labelled.start)
        for cell, other in pairwise(way):
            here[cell], here[other] = here[other], here[cell]
        images, size, degree = len(dive.turn), max(self.limit, 0) + 2, dive.near.shape[1]
        sets = np.zeros((images, len(dive.group)), np.int64)
        cells, at, values = np.zeros((3, images, len(dive.bound.offset)), np.int64)
        labels = np.array(here, np.uint8)
        measured = labels, sets, cells, at, values
        kernel.measure(dive.group, dive.slot, dive.turn, *dive.tables, *measured)
        self.hole, taken = np.zeros((2, size), np.uint8)
        place_, left = np.zeros(size, np.uint32), np.zeros(size, np.int64)
        totals, before = np.zeros((2, size, images), np.int64)
        totals[0], self.hole[0], place_[0], left[0] = values.sum(axis=1), way[-1], place, kernel.UNSEEN
        self.state = np.array([0, 0, NEVER], np.int64)
        self.arrays = (
            *measured, totals, self.hole, place_, left, taken, before,
            np.zeros((size, degree, images), np.int64), self.state,
        )  # fmt: skip

    def run(self, dive: IterativeDeepening, budget: int) -> int:
        """Go on for at most `budget` moves tried; return how many were."""
        before = int(self.state[kernel.NODES])
        self.code = kernel.deepen(*dive.puzzle, *dive.tables, *self.arrays, self.limit, budget)
        return int(self.state[kernel.NODES]) - before


class IterativeDeepening:
    """One search in depth, round by round.

    Parameters
    ----------
    steps
        The automaton of the board.
    cores
        Threads to use at most.

    Attributes
    ----------
    solution
        The solution, once a round has found one.
    """

    def __init__(
        self, labelled: LabelledPuzzle, bound: PatternDatabase, steps: NDArray[np.int32], budget: Budget, cores: int = 1
    ) -> None:
        self.labelled, self.bound, self.budget, self.cores = labelled, bound, budget, cores
        self.near = neighbours(labelled.board.adjacency)
        self.steps = steps
        self.turn = np.array(goal_symmetries(labelled), np.int64)
        self.slot = _slots(labelled, bound, self.turn).astype(np.uint8)
        self.group = bound.group[bound.order].astype(np.uint8)
        moved, stays = self.turn[:, self.near], self.turn[:, :, None]
        flips, shifts = (np.int64(1) << moved) ^ (np.int64(1) << stays), stays - moved
        wanted = bound.wanted[bound.order[bound.first[:-1]]]
        self.puzzle = (
            np.maximum(self.near, 0).astype(np.uint8), self.steps.astype(np.uint32), np.array(labelled.goal, np.int64),
            self.group, self.slot, flips, shifts,
        )  # fmt: skip
        self.tables = (
            bound.first, bound.dense_mask, bound.offset, bound.table, _weights(labelled, bound),
            _ranked(labelled.cells, bound.choose.shape[1] - 1), bound.choose, wanted, bound.reach,
        )  # fmt: skip
        self.solution: Solution | None = None

    def round(self, limit: int) -> Slice:
        """Look for a solution of at most `limit` moves; without one, raise the budget's bound."""
        left = deque(Branch(self, way, place, limit) for way, place in self._ways(limit))
        cut = NEVER
        with ThreadPoolExecutor(self.cores) if self.cores > 1 else nullcontext() as pool:
            while left and self.solution is None:
                shares = pool.map(self._share, [left] * self.cores) if pool else [self._share(left)]
                for nodes, lowest in shares:
                    self.budget.nodes += nodes
                    cut = min(cut, lowest)
                yield self.budget.progress()
        if self.solution is None:
            self.budget.raise_bound(cut)

    def _share(self, left: deque[Branch]) -> tuple[int, int]:
        """One thread's slice: work off branches; return the moves tried and the least bound that was cut."""
        nodes, cut = 0, NEVER
        while nodes < SLICE and self.solution is None:
            try:
                branch = left.popleft()
            except IndexError:
                break
            nodes += branch.run(self, SLICE - nodes)
            if branch.code == kernel.SPENT:
                left.appendleft(branch)
            elif branch.code == kernel.FOUND:
                way = [*branch.way[:-1], *branch.hole[: branch.state[kernel.DEPTH] + 1].tolist()]
                self.solution = tuple((other, cell) for cell, other in pairwise(way))
            cut = min(cut, int(branch.state[kernel.EXCESS]) + len(branch.way) - 1)
        return nodes, cut

    def _ways(self, limit: int) -> list[tuple[tuple[int, ...], int]]:
        """Ways of the empty cell to share among threads, with the automaton's state after each."""
        home = self.labelled.start.index(0)
        ways: list[tuple[tuple[int, ...], int]] = [((home,), home)]
        while self.cores > 1 and 0 < len(ways) < SHARES * self.cores and len(ways[0][0]) < limit // 3:
            ways = [
                ((*way, int(cell)), int(place))
                for way, state in ways
                for cell, place in zip(self.near[way[-1]], self.steps[state], strict=True)
                if place >= 0
            ]
        return ways


def _weights(labelled: LabelledPuzzle, bound: PatternDatabase) -> Ints:
    """What one more of a label's digit adds to its group's placement."""
    weight = np.ones(len(bound.order), np.int64)
    for (begin, end), dense_mask in zip(pairwise(bound.first.tolist()), bound.dense_mask, strict=True):
        pieces = sum(labelled.counts[label] for label in bound.order[begin:end])
        scale = comb(labelled.cells, pieces) if dense_mask else 1
        for place in range(end - 1, begin - 1, -1):
            weight[place] = scale
            scale *= int(bound.radix[place])
    return weight


@lru_cache(maxsize=64)
def _ranked(cells: int, most: int) -> Ints:
    """What the cells of one byte add to the number of a set of cells, see the kernel."""
    ranked = np.zeros((-(-cells // 8), most + 1, 256), np.int64)
    for cell in range(cells):
        byte, low = divmod(cell, 8)
        ways = np.array([comb(cell, nth) for nth in range(most + 9)])
        numbers = np.arange(1 << low, 2 << low)
        nth = np.arange(most)[:, None] + np.bitwise_count(numbers)
        ranked[byte, :most, numbers] = ranked[byte, :most, numbers ^ (1 << low)] + ways[nth].T
    return ranked


def _slots(labelled: LabelledPuzzle, bound: PatternDatabase, turn: NDArray[np.int64]) -> NDArray[np.int64]:
    """Place of every label in the order of grouped labels, in every mirror image."""
    place = {label: number for number, label in enumerate(bound.order.tolist())}
    slot = np.full((len(turn), len(labelled.counts)), -1, np.int64)
    for mirror, image in enumerate(turn.tolist()):
        for cell, label in enumerate(labelled.goal):
            if label >= 0:
                slot[mirror, label] = place.get(labelled.goal[image[cell]], -1)
    return slot
