"""The space of sliding blocks: all that a start can reach, or all that can reach a goal, in its components."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import numpy as np

from fewest.design.block.arrangements import arrangements
from fewest.design.spaces import MAX_COMPONENTS, Space, SpaceComponent, SpaceTask
from fewest.solver.block.board import too_many_cells
from fewest.solver.block.proofs import prove
from fewest.solver.block.puzzle import BlockPuzzle
from fewest.solver.block.rules import Position
from fewest.solver.block.search.frontier import Frontier
from fewest.solver.block.search.instance import Instance
from fewest.solver.block.search.warm import search_both as warm
from fewest.solver.budget import Budget
from fewest.solver.errors import PuzzleError
from fewest.solver.listing import Array
from fewest.solver.model import Limits, Slices, Stopped

__all__ = ["BlockSpace", "explore", "warm"]

NO_LABEL = -1

ROWS = 1 << 18
"""Positions of which the moves are found at a time."""


def explore(task: SpaceTask, limits: Limits, _: int, max_positions: int) -> Slices[Space | Stopped]:
    """Explore the space of a puzzle's pieces (see :meth:`fewest.design.spaces.Spaces.explore`)."""
    if (too_many := too_many_cells(task.board.board)) is not None:
        raise PuzzleError([(("board",), too_many)])
    space = BlockSpace(task)
    return (yield from space.build(Budget(limits.bytes), max_positions)) or space


class BlockSpace(Space):
    """A space as the levels of a breadth-first search.

    A piece with a goal is told apart from equal ones, as in the search; in a space that begins at a start, none has.
    """

    def __init__(self, task: SpaceTask) -> None:
        puzzle: BlockPuzzle = task.board
        self.task = task
        self._leads_to_goal = not task.forward and prove(puzzle) is None
        self._instance = Instance(puzzle if self._leads_to_goal else replace(puzzle, goal=()))

    def build(self, budget: Budget, max_positions: int) -> Slices[Stopped | None]:
        """Find every position; ``MemoryError`` if they do not fit."""
        roots: Array | None = self._instance.start if self.task.forward else self._instance.start[:0]
        if self._leads_to_goal:
            roots = yield from arrangements(self._instance.packing, budget, max_positions)
        if roots is None:
            return Stopped("positions")
        side = self._side = Frontier(self._instance, roots, budget)
        if self._leads_to_goal:
            budget.release(roots.nbytes)  # they have been copied
        depths: list[int] = []
        while side.width:
            depths.append(side.width)
            budget.notes = {"depths": list(depths)}
            yield budget.progress()
            if side.ends[-1] > max_positions:
                return Stopped("positions")
            # One level at a time, to check the size of the space after each.
            yield from side.advance(widest=0)
        self.depths = self.classes = tuple(depths)
        if not self.task.forward:
            labels = yield from _labels(side, budget)
            self.component_count = int(labels.max(initial=NO_LABEL)) + 1
            self.components = self._components(labels)
        return None

    def distance(self, position: Position) -> int | None:
        """The level of the position."""
        row = self._row(position)
        return None if row < 0 else self._depth(row)

    def nth(self, depth: int, index: int) -> Position:
        """In the order in which they were found."""
        if not 0 <= index < self.depths[depth]:
            raise IndexError(index)
        return self._position(self._side.ends[depth] + index)

    def _row(self, position: Position) -> int:
        words = self._instance.packing.words_at(position)
        return -1 if words is None else int(self._side.find(np.array([words], np.uint64))[0])

    def _depth(self, row: int) -> int:
        return int(np.searchsorted(self._side.ends, row, side="right")) - 1

    def _position(self, row: int) -> Position:
        return self._instance.packing.position_at(self._side.arena[row].tolist())

    def _components(self, labels: Array) -> tuple[SpaceComponent, ...]:
        """The deepest of them, of equally deep ones the largest, and that of the given position."""
        ends = self._side.ends
        sizes = np.bincount(labels)
        goals = np.bincount(labels[: ends[1]], minlength=len(sizes))
        depths = np.zeros(len(sizes), np.int64)
        for depth, (low, high) in enumerate(pairwise(ends)):
            depths[labels[low:high]] = depth
        row = -1 if self.task.given is None else self._row(self.task.given)
        given = None if row < 0 else int(labels[row])
        chosen = np.lexsort((-sizes, -depths))[:MAX_COMPONENTS].tolist()
        if given is not None and given not in chosen:
            chosen.append(given)
        components = []
        for label in chosen:
            low, high = ends[depths[label] : depths[label] + 2]
            farthest = self._position(low + int(np.argmax(labels[low:high] == label)))
            size, depth, origins = int(sizes[label]), int(depths[label]), int(goals[label])
            components.append(SpaceComponent(size, depth, origins, farthest, label == given))
        return tuple(components)


def _labels(side: Frontier, budget: Budget) -> Slices[Array]:
    """The number of each position's component, from 0 in the order of their first roots: int32 (positions,).

    A move leads to the same level, the next one, or the one before, so each is found from its lower end.
    """
    size, roots = side.ends[-1], side.ends[1]
    # Two int32 for each position: the labels, and their numbers from 0.
    budget.reserve(8 * (size + roots))
    labels = np.full(size, NO_LABEL, np.int32)
    labels[:roots] = np.arange(roots)
    joined = np.arange(roots)
    for level in range(len(side.ends) - 1):
        low, high = side.ends[level : level + 2]
        for first in range(low, high, ROWS):
            rows = np.arange(first, min(high, first + ROWS))
            for sources, targets in side.edges(rows, level, 2):
                found, known = labels[first + sources], low + targets
                new = labels[known] == NO_LABEL
                labels[known[new]] = found[new]
                _join(joined, found, labels[known])
                yield budget.progress()
    # Labels of joined components leave gaps; components are numbered without.
    _, numbers = np.unique(_first(joined, np.arange(roots)), return_inverse=True)
    return numbers.astype(np.int32)[labels]


def _join(joined: Array, some: Array, others: Array) -> None:
    """Join the sets of pairs of labels; ``joined`` leads from each label to a smaller one of its set, or to itself."""
    while len(some):
        some, others = _first(joined, some), _first(joined, others)
        differ = some != others
        some, others = some[differ], others[differ]
        # Of several smaller labels for one, any is taken; the next round joins the others.
        joined[np.maximum(some, others)] = np.minimum(some, others)


def _first(joined: Array, labels: Array) -> Array:
    """The least label of the set of each label, to which ``joined`` leads at once from now on."""
    least = joined[labels]
    while not np.array_equal(least, further := joined[least]):
        least = further
    joined[labels] = least
    return least
