"""Iterative deepening for one empty cell: the same search again with a higher limit until it finds a solution."""

from __future__ import annotations

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
"""Moves tried per call: some hundredths of a second."""


class Dive:
    """One search in depth, round by round.

    Attributes
    ----------
    solution
        The solution, once a round has found one.
    """

    def __init__(self, contents: Contents, bound: Bound, ledger: Ledger) -> None:
        self.contents, self.bound, self.ledger = contents, bound, ledger
        self.near = neighbours(contents.board.adjacency)
        self.steps, self.first = automaton(contents.board)
        self.goal = np.array(contents.goal, np.int64)
        self.turn = np.array(mirrors(contents), np.int64)
        self.slot = _slots(contents, bound, self.turn)
        self.solution: Solution | None = None

    def round(self, limit: int) -> Slice:
        """Look for a solution of at most `limit` moves; without one, raise the ledger's bound."""
        bound = self.bound
        group = bound.group[bound.order]
        wanted = bound.wanted[bound.order[bound.first[:-1]]]
        tables = (bound.first, bound.radix, bound.apart, bound.offset, bound.table, bound.choose, wanted, bound.reach)
        here = np.array(self.contents.start, np.int64)
        sets = self._sets()
        values = np.zeros((len(sets), len(bound.offset)), np.int64)
        at = np.zeros_like(values)
        kernel.measure(*tables, sets, at, values)
        weight = _weights(bound)
        hole, branch, place = np.zeros((3, limit + 2), np.int64)
        hole[0] = self.contents.start.index(0)
        place[0] = self.first[hole[0]]
        before = np.zeros((limit + 2, len(sets)), np.int64)
        state = np.array([0, 0, NEVER], np.int64)
        totals = values.sum(axis=1)
        code = kernel.SPENT
        while code == kernel.SPENT:
            code = kernel.deepen(
                self.near, self.steps, self.goal, group, *tables, weight, self.slot, self.turn,
                here, sets, at, values, totals, hole, branch, place, before, state, limit, SLICE,
            )  # fmt: skip
            self.ledger.nodes += int(state[kernel.NODES])
            state[kernel.NODES] = 0
            yield self.ledger.progress()
        if code == kernel.FOUND:
            way = hole[: state[kernel.DEPTH] + 1].tolist()
            self.solution = tuple(zip(way[1:], way[:-1], strict=True))
        else:
            self.ledger.raise_bound(int(state[kernel.EXCESS]))

    def _sets(self) -> NDArray[np.int64]:
        """Cells of every grouped rank as bits, in every mirror image."""
        sets = np.zeros((len(self.turn), len(self.bound.order)), np.int64)
        for mirror, turn in enumerate(self.turn.tolist()):
            for cell, rank in enumerate(self.contents.start):
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
