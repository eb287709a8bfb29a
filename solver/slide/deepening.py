"""Iterative deepening for one empty cell: the same search again with a higher limit until it finds a solution."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from solver.kernels import slide_deepening as kernel
from solver.model import Solution
from solver.slide.contents import Contents
from solver.slide.ledger import Ledger
from solver.slide.levels import NEVER, Slice, neighbours
from solver.slide.patterns import Bound

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
        self.steps, self.first_state = no_return(self.near, contents.start.index(0))
        self.goal = np.array(contents.goal, np.int64)
        self.solution: Solution | None = None

    def round(self, limit: int) -> Slice:
        """Look for a solution of at most `limit` moves; without one, raise the ledger's bound."""
        here = np.array(self.contents.start, np.int64)
        masks, values = self._count(here)
        stack = np.zeros((4, limit + 2), np.int64)
        hole, branch, place, before = stack
        hole[0], place[0] = self.contents.start.index(0), self.first_state
        state = np.array([0, 0, NEVER, values.sum()], np.int64)
        code = kernel.SPENT
        while code == kernel.SPENT:
            code = kernel.deepen(
                self.near, self.steps, self.goal, *self.bound.arrays,
                here, masks, values, hole, branch, place, before, state, limit, SLICE,
            )  # fmt: skip
            self.ledger.nodes += int(state[kernel.NODES])
            state[kernel.NODES] = 0
            yield self.ledger.progress()
        if code == kernel.FOUND:
            way = hole[: state[kernel.DEPTH] + 1].tolist()
            self.solution = tuple(zip(way[1:], way[:-1], strict=True))
        else:
            self.ledger.raise_bound(int(state[kernel.EXCESS]))

    def _count(self, here: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Cells of every rank as bits, and the value of every group."""
        masks = np.zeros(len(self.contents.many), np.int64)
        for cell, rank in enumerate(here.tolist()):
            masks[rank] |= np.int64(-(1 << 63) if cell == 63 else 1 << cell)
        values = np.zeros(len(self.bound.offset), np.int64)
        kernel.measure(masks, values, *self.bound.arrays[1:])
        return masks, values


def no_return(near: NDArray[np.int64], root: int) -> tuple[NDArray[np.int32], int]:
    """Make the automaton that only forbids to take a move back.

    Returns
    -------
    steps
        int32 (states, degree): state after each step, -1 if forbidden. A state is the place of the empty cell
        and the one it came from.
    first
        State of an empty cell on `root` that came from nowhere.
    """
    edges = [(int(a), int(b)) for a, row in enumerate(near) for b in row if b >= 0]
    states = {(-1, root): 0} | {edge: number for number, edge in enumerate(edges, 1)}
    steps = np.full((len(states), near.shape[1]), -1, np.int32)
    for (came, cell), number in states.items():
        for k, other in enumerate(near[cell].tolist()):
            if other >= 0 and other != came:
                steps[number, k] = states[cell, other]
    return steps, 0
