"""Iterative deepening for one empty cell: the same search again with a higher limit until it finds a solution."""

from __future__ import annotations

from collections import deque
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from solver.kernels import slide_deepening as kernel
from solver.model import Solution
from solver.slide.automaton import automaton
from solver.slide.contents import Contents
from solver.slide.ledger import Ledger
from solver.slide.levels import NEVER, Slice, neighbours
from solver.slide.patterns import Bound, bits
from solver.slide.symmetry import mirrors

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

    def __init__(self, dive: Dive, way: tuple[int, ...], place: int, limit: int) -> None:
        self.way, self.code, self.limit = way, kernel.SPENT, limit - len(way) + 1
        here = list(dive.contents.start)
        for cell, other in pairwise(way):
            here[cell], here[other] = here[other], here[cell]
        mirrors, size = len(dive.turn), max(self.limit, 0) + 2
        self.here = np.array(here, np.int64)
        self.sets = dive.sets(here)
        self.at, self.values = np.zeros((2, mirrors, len(dive.bound.offset)), np.int64)
        kernel.measure(*dive.tables, self.sets, self.at, self.values)
        self.totals = self.values.sum(axis=1)
        self.hole, self.branch, self.place = np.zeros((3, size), np.int64)
        self.hole[0], self.place[0] = way[-1], place
        self.before = np.zeros((size, mirrors), np.int64)
        far = size if dive.bound.table.nbytes > dive.near_bytes else 0
        self.ahead = np.zeros((far, dive.near.shape[1], mirrors), np.int64)
        self.state = np.array([0, 0, NEVER], np.int64)

    def run(self, dive: Dive, budget: int) -> int:
        """Go on for at most `budget` moves tried; return how many were."""
        before = int(self.state[kernel.NODES])
        self.code = kernel.deepen(
            dive.near, dive.steps, dive.goal, dive.group, *dive.tables, dive.weight, dive.slot, dive.turn,
            self.here, self.sets, self.at, self.values, self.totals, self.hole, self.branch, self.place, self.before,
            self.ahead, self.state, self.limit, budget,
        )  # fmt: skip
        return int(self.state[kernel.NODES]) - before


class Dive:
    """One search in depth, round by round.

    Parameters
    ----------
    cores
        Threads to use at most.
    near_bytes
        Size of tables up to which waiting for the memory costs less than asking it ahead.

    Attributes
    ----------
    solution
        The solution, once a round has found one.
    """

    def __init__(
        self, contents: Contents, bound: Bound, ledger: Ledger, cores: int = 1, near_bytes: int = 20_000_000
    ) -> None:
        self.near_bytes = near_bytes
        self.contents, self.bound, self.ledger, self.cores = contents, bound, ledger, cores
        self.near = neighbours(contents.board.adjacency)
        self.steps, self.first = automaton(contents.board)
        self.goal = np.array(contents.goal, np.int64)
        self.turn = np.array(mirrors(contents), np.int64)
        self.slot = _slots(contents, bound, self.turn)
        self.group = bound.group[bound.order]
        self.weight = _weights(bound)
        wanted = bound.wanted[bound.order[bound.first[:-1]]]
        self.tables = (
            bound.first, bound.radix, bound.apart, bound.offset, bound.table, bound.choose, wanted, bound.reach
        )  # fmt: skip
        self.solution: Solution | None = None

    def round(self, limit: int) -> Slice:
        """Look for a solution of at most `limit` moves; without one, raise the ledger's bound."""
        left = deque(Branch(self, way, place, limit) for way, place in self._ways(limit))
        cut = NEVER
        with ThreadPoolExecutor(self.cores) if self.cores > 1 else nullcontext() as pool:
            while left and self.solution is None:
                shares = pool.map(self._share, [left] * self.cores) if pool else [self._share(left)]
                for nodes, lowest in shares:
                    self.ledger.nodes += nodes
                    cut = min(cut, lowest)
                yield self.ledger.progress()
        if self.solution is None:
            self.ledger.raise_bound(cut)

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
        home = self.contents.start.index(0)
        ways: list[tuple[tuple[int, ...], int]] = [((home,), self.first[home])]
        while self.cores > 1 and 0 < len(ways) < SHARES * self.cores and len(ways[0][0]) < limit // 3:
            ways = [
                ((*way, int(cell)), int(place))
                for way, state in ways
                for cell, place in zip(self.near[way[-1]], self.steps[state], strict=True)
                if place >= 0
            ]
        return ways

    def sets(self, here: list[int]) -> NDArray[np.int64]:
        """Cells of every grouped rank as bits, in every mirror image."""
        sets = np.zeros((len(self.turn), len(self.bound.order)), np.int64)
        for mirror, turn in enumerate(self.turn.tolist()):
            for cell, rank in enumerate(here):
                if self.slot[mirror, rank] >= 0:
                    sets[mirror, self.slot[mirror, rank]] |= np.int64(bits([turn[cell]]))
        return sets


def _weights(bound: Bound) -> NDArray[np.int64]:
    """What one cell's number adds to the placement of its group, 0 in groups numbered densely."""
    weight = np.ones(len(bound.order), np.int64)
    for begin, end, apart in zip(bound.first[:-1], bound.first[1:], bound.apart, strict=True):
        for place in range(end - 2, begin - 1, -1):
            weight[place] = weight[place + 1] * bound.radix[place + 1]
        if apart:
            weight[begin:end] = 0
    return weight


def _slots(contents: Contents, bound: Bound, turn: NDArray[np.int64]) -> NDArray[np.int64]:
    """Place of every rank in the order of grouped ranks, in every mirror image."""
    place = {rank: number for number, rank in enumerate(bound.order.tolist())}
    slot = np.full((len(turn), len(contents.many)), -1, np.int64)
    for mirror, image in enumerate(turn.tolist()):
        for cell, rank in enumerate(contents.goal):
            if rank >= 0:
                slot[mirror, rank] = place.get(contents.goal[image[cell]], -1)
    return slot
