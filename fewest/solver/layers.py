"""Breadth-first searches that store all their levels, and how to read one solution, their number, or all out of them.

Every optimal solution goes through exactly one position per level, so the positions on optimal solutions form a
layered graph. It is read out of the levels of one or two sides; numbers of paths are added up from its last level to
the first. No solution is enumerated to be counted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import copy
from itertools import pairwise
from types import ModuleType
from typing import Any, Self

import numpy as np

from fewest.solver.budget import Budget
from fewest.solver.listing import Array, Listing, ListingLevel
from fewest.solver.model import Slices

NEXT, END, SIZE, NODES = range(4)
"""First entries of every kernel's cursor, int64 (6,): the next row and the end; rows or moves so far; nodes so far."""
CURSOR = 6

SLICE_ROWS = 30_000
MEETING_ROWS = 500_000
SLICE_NUMBERS = 100_000
"""Positions that are entered, or compared with the goal or the opposite search, and large numbers of paths that are
written, per slice: some hundredths of a second."""

EDGES = 1 << 18
"""Moves into a level that are found per kernel call."""

FIRST_CAPACITY = 1 << 14
SMALL_CAPACITY = 1 << 20
MAX_CAPACITY = 1 << 30
"""Capacity of an arena in positions: at first; the size from which it doubles instead of growing fourfold; and at most,
because slots hold row numbers as int32."""

SAFE = float(1 << 62)
"""Numbers of paths below it fit int64; larger ones are Python's integers."""
INTEGER_BYTES = 64
"""Memory of such an integer and the reference to it, about."""


class Layers:
    """One side of a breadth-first search: the frontier, and all levels before it, which lead back to the roots.

    Attributes
    ----------
    kernel
        The kernels of the kind: ``PositionSet``, ``insert``, ``rehash``, ``find``, ``edges`` and ``walk_back``.
    puzzle
        Arguments of the kernels for the puzzle; the first has its ``goal`` and ``goal_mask``.
    most_moves
        Moves that a position has at most.
    slice
        Nodes per kernel call, about.
    arena, slots
        (capacity, words), int32 (power of two,): see ``PositionSet`` of the kernels.
    ends
        Level k is the rows ``ends[k]`` … ``ends[k + 1] - 1``; the last level is the frontier.
    met
        Number of positions on the frontier that meet the goal or the opposite search.
    """

    arena: Array
    slots: Array
    ends: list[int]

    def __init__(
        self,
        kernel: ModuleType,
        puzzle: tuple[Any, ...],
        most_moves: int,
        slice: int,
        roots: Array,
        budget: Budget,
    ) -> None:
        self.kernel = kernel
        self.puzzle = puzzle
        self.most_moves = most_moves
        self.slice = slice
        self.budget = budget
        self.met = 0
        self._begin(roots, len(roots))

    @property
    def depth(self) -> int:
        """Moves from the roots to the frontier."""
        return len(self.ends) - 2

    @property
    def width(self) -> int:
        """Number of positions on the frontier."""
        return self.ends[-1] - self.ends[-2]

    @property
    def found(self) -> Any:
        """Arena and slots as the kernels take them."""
        return self.kernel.PositionSet(self.arena, self.slots)

    def opposite_set(self, opposite: Self | None) -> Any:
        """The positions of the opposite search as the kernels take them; empty without an opposite search."""
        return opposite.found if opposite else self.kernel.PositionSet(self.arena[:0], self.slots[:0])

    def restart(self, roots: Array) -> None:
        """Begin again from the roots, keeping the memory."""
        # The arena needs no clearing: rows are found through slots only.
        self.slots[:] = 0
        self.ends = [0, self.kernel.insert(roots, self.found, 0)]

    def find(self, positions: Array) -> Array:
        """Rows of positions, (number, words), or negative numbers: int64 (number,)."""
        rows = np.empty(len(positions), np.int64)
        self.kernel.find(positions, self.found, rows)
        return rows

    def edges(self, rows: Array, level: int, levels: int = 1) -> Iterator[tuple[Array, Array]]:
        """Find the moves from some rows into a level, or into several ``levels`` from it on, slice by slice.

        Yields for each move which of the rows it leads from, and to which position after the first of the level.
        """
        low, high = self.ends[level], self.ends[min(level + levels, len(self.ends) - 1)]
        # Room for one more position than asked for, since a kernel makes all moves of a position or none.
        sources, targets = np.empty((2, min(EDGES, len(rows) * self.most_moves) + self.most_moves), np.int64)
        cursor = np.zeros(CURSOR, np.int64)
        while cursor[NEXT] < len(rows):
            cursor[SIZE] = cursor[NODES] = 0
            self.kernel.edges(*self.puzzle, self.found, rows, low, high, sources, targets, cursor, self.slice)
            self.budget.nodes += int(cursor[NODES])
            yield sources[: cursor[SIZE]], targets[: cursor[SIZE]]

    def walk_back(self, row: int) -> Array:
        """Positions on a shortest path from the roots to a row, both included: (number, words)."""
        level = int(np.searchsorted(self.ends, row, side="right")) - 1
        path = np.full(level + 1, row, np.int64)
        self.kernel.walk_back(*self.puzzle, self.found, np.array(self.ends[: level + 2]), path)
        walked: Array = self.arena[path]
        return walked

    def meeting(self, opposite: Self | None) -> Slices[Array]:
        """Rows of the frontier that meet the goal, or the opposite search if there is one: int64 (number,)."""
        goal = self.puzzle[0]
        found = []
        first, end = self.ends[-2:]
        for low in range(first, end, MEETING_ROWS):
            rows = self.arena[low : min(end, low + MEETING_ROWS)]
            meets = opposite.find(rows) >= 0 if opposite else (rows & goal.goal_mask == goal.goal).all(axis=1)
            found.append(np.flatnonzero(meets) + low)
            yield self.budget.progress()
        return np.concatenate(found)

    def graph_of(self, levels: list[Array]) -> Slices[Self]:
        """Copy levels, whose positions are all different, into new memory."""
        # The budget and the kernel are shared; ``_begin`` gives it an arena and slots of its own.
        graph = copy(self)
        graph._begin(levels[0], sum(map(len, levels)))
        for level in levels[1:]:
            size = graph.ends[-1]
            for low in range(0, len(level), SLICE_ROWS):
                size = self.kernel.insert(level[low : low + SLICE_ROWS], graph.found, size)
                yield self.budget.progress()
            graph.ends.append(size)
        return graph

    def grow(self, size: int) -> Slices[None]:
        """Enlarge the arena, which has ``size`` rows in use, as far as the budget allows."""
        old = self.arena
        # Slots can be rebuilt from the positions, so they are released first: otherwise memory might not suffice.
        self.budget.release(self.slots.nbytes)
        self.slots = self.slots[:0]
        # Every growth copies all rows; near the limit of memory, a small step is better than none.
        factors = (4, 2, 1.5, 1.25) if len(old) < SMALL_CAPACITY else (2, 1.5, 1.25)
        for capacity in (int(factor * len(old)) for factor in factors):
            try:
                if capacity > MAX_CAPACITY:
                    continue
                self._allocate(capacity, old)
                break
            except MemoryError:
                continue
        else:
            raise MemoryError(f"no room for more than {len(old)} positions")
        for low in range(0, size, SLICE_ROWS):
            high = min(size, low + SLICE_ROWS)
            self.arena[low:high] = old[low:high]
            self.kernel.rehash(self.found, low, high)
            yield self.budget.progress()
        # Only now: both arenas are in memory while rows are copied.
        self.budget.release(old.nbytes)

    def close(self) -> None:
        """Release the memory."""
        self.budget.release(self.arena.nbytes + self.slots.nbytes)
        self.arena, self.slots = self.arena[:0].copy(), self.slots[:0].copy()

    def _begin(self, roots: Array, room: int) -> None:
        """Begin at some roots, with capacity for ``room`` positions and their moves at least."""
        capacity = FIRST_CAPACITY
        while capacity < 2 * room + self.most_moves:
            capacity *= 2
        self._allocate(capacity, roots)
        self.restart(roots)

    def _allocate(self, capacity: int, like: Array) -> None:
        slots = 1 << (2 * capacity - 1).bit_length()  # at most half of them are taken: probes stay short
        self.budget.reserve(capacity * like[:1].nbytes + 4 * slots)
        self.arena = np.empty((capacity, like.shape[1]), like.dtype)
        self.slots = np.zeros(slots, np.int32)


def trace(forward: Layers, backward: Layers | None) -> Slices[Array]:
    """Read one solution out of a search whose frontier meets the goal, or the opposite search: (length + 1, words)."""
    row = (yield from forward.meeting(backward))[0]
    path = forward.walk_back(row)
    if backward is not None:
        (other,) = backward.find(forward.arena[row : row + 1])
        path = np.concatenate([path, backward.walk_back(other)[-2::-1]])  # they meet in a position that both have
    return path


def count(
    forward: Layers, backward: Layers | None, keys: Callable[[Array], Array] | None
) -> Slices[tuple[int, Listing | None]]:
    """Count the optimal solutions, and list them if that is wanted and there is memory for it.

    Parameters
    ----------
    forward, backward
        As for :func:`trace`; all levels contain every position on an optimal solution.
    keys
        Makes the keys of positions for a listing, texts that sort; None for no listing.
    """
    budget = forward.budget
    levels = yield from _marked(forward, (yield from forward.meeting(backward)))
    if backward is not None:
        # Both sides have the level where they meet, so it is left out of the second.
        levels += (yield from _marked(backward, backward.find(levels[-1])))[::-1][1:]
    graph = yield from forward.graph_of(levels)
    path_counts = yield from _path_counts(graph)
    listing = None if keys is None else (yield from _listing(graph, path_counts, keys))
    graph.close()
    budget.release(sum(map(_bytes_in_memory, path_counts)))
    return int(path_counts[0][0]), listing


def _marked(side: Layers, rows: Array) -> Slices[list[Array]]:
    """Positions on shortest paths from the roots to rows of the last level, level by level."""
    found = [side.arena[np.sort(rows)]]
    for level in range(side.depth - 1, -1, -1):
        marks = np.zeros(side.ends[level + 1] - side.ends[level], bool)
        for _, targets in side.edges(rows, level):
            marks[targets] = True
            yield side.budget.progress()
        rows = np.flatnonzero(marks) + side.ends[level]
        found.append(side.arena[rows])
    return found[::-1]


def _path_counts(graph: Layers) -> Slices[list[Array]]:
    """Number of paths from every position to the last level, level by level: int64, or Python's integers."""
    counts: list[Array] = [np.ones(graph.width, np.int64)]
    graph.budget.reserve(_bytes_in_memory(counts[0]))
    for level in range(graph.depth - 1, -1, -1):
        following = counts[-1]
        # A sum of int64 that is too large wraps silently, so the greatest possible one is checked first.
        # Once numbers are Python's, they stay so: sums toward the start only grow.
        fits = following.dtype != object and float(following.max()) * graph.most_moves < SAFE
        rows = np.arange(*graph.ends[level : level + 2])
        numbers = np.zeros(len(rows), np.int64 if fits else object)
        graph.budget.reserve(_bytes_in_memory(numbers))
        for sources, targets in graph.edges(rows, level + 1):
            np.add.at(numbers, sources, following[targets].astype(numbers.dtype, copy=False))
            yield graph.budget.progress()
        counts.append(numbers)
    return counts[::-1]


def _bytes_in_memory(numbers: Array) -> int:
    return len(numbers) * (INTEGER_BYTES if numbers.dtype == object else numbers.itemsize)


def _listing(graph: Layers, path_counts: list[Array], keys: Callable[[Array], Array]) -> Slices[Listing | None]:
    """Make a listing, or None if there is no memory for it."""
    width = keys(graph.arena[:1]).nbytes
    largest = int(path_counts[0][0])  # a position has no more ways to go on than the start
    size = graph.ends[-1] * (width + (largest.bit_length() + 7) // 8)
    try:
        graph.budget.reserve(4 * size)  # keys and numbers, both as they are found and in order
    except MemoryError:
        return None
    levels = []
    for (low, high), numbers in zip(pairwise(graph.ends), path_counts, strict=True):
        levels.append((yield from listing_level(keys(graph.arena[low:high]), numbers, graph.budget)))
    graph.budget.release(3 * size)
    return Listing(tuple(levels))


def listing_level(keys: Array, numbers: Array, budget: Budget) -> Slices[ListingLevel]:
    """Pack the keys of the positions of a level, texts that sort, and their numbers of paths."""
    order = np.argsort(keys)
    yield budget.progress()
    counts = yield from _bytes_of(numbers[order], budget)
    return ListingLevel(keys.itemsize, keys[order].tobytes(), len(counts) // max(1, len(keys)), counts)


def _bytes_of(numbers: Array, budget: Budget) -> Slices[bytes]:
    """Numbers big-endian, each as wide as the greatest needs."""
    width = max(1, (int(numbers.max()).bit_length() + 7) // 8)
    if numbers.dtype != object:
        return np.ascontiguousarray(numbers.astype(">i8").view(np.uint8).reshape(-1, 8)[:, 8 - width :]).tobytes()
    parts = []
    for low in range(0, len(numbers), SLICE_NUMBERS):
        parts.append(b"".join(number.to_bytes(width) for number in numbers[low : low + SLICE_NUMBERS].tolist()))
        yield budget.progress()
    return b"".join(parts)
