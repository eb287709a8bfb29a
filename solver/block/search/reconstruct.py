"""From finished breadth-first searches to solutions: one, how many, or all.

Every optimal solution goes through exactly one position per level, so the positions on optimal solutions form a
layered graph. It is read out of the levels of one or two sides; numbers of paths are added up from its last level to
the first. No solution is enumerated to be counted.
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from fewest.solver.block.search.frontier import Frontier
from fewest.solver.budget import Budget
from fewest.solver.kernels import block_frontier as kernel
from fewest.solver.listing import Array, Listing, ListingLevel
from fewest.solver.model import Slices, Solution

SLICE_ROWS = 20_000
SLICE_MOVES = 400_000
"""Positions whose predecessors are marked per kernel call, and moves made for it."""

MEETING_ROWS = 500_000
"""Positions that are looked up in the opposite search per kernel call."""

SLICE_NUMBERS = 100_000
"""Large numbers of paths that are written per slice."""

EDGES = 1 << 18
"""Moves between two levels that are found per kernel call."""

SAFE = float(1 << 62)
"""Numbers of paths below it fit int64."""


def trace(forward: Frontier, backward: Frontier | None) -> Slices[Solution]:
    """Read one solution out of a search whose frontier meets the goal, or the opposite search."""
    marks = yield from _meeting(forward, backward)
    meeting = forward.arena[forward.ends[-2] + int(np.argmax(marks))]
    path = _walk_back(forward, meeting)[::-1]
    if backward is not None:
        path = np.concatenate([path, _walk_back(backward, meeting)[1:]])
    packing = forward.instance.packing
    positions = [forward.instance.unpacked(position) for position in path]
    return tuple(packing.move_between(before, after) for before, after in pairwise(positions))


def count(forward: Frontier, backward: Frontier | None, *, listed: bool) -> Slices[tuple[int, Listing | None]]:
    """Count the optimal solutions, and list them if that is wanted and there is room."""
    marks = yield from _meeting(forward, backward)
    levels = yield from _marked(forward, np.flatnonzero(marks) + forward.ends[-2])
    if backward is not None:
        middle = backward.find(levels[-1])
        levels += (yield from _marked(backward, middle))[::-1][1:]
    graph = Frontier(forward.instance, levels[0], forward.budget, sum(map(len, levels)))
    for level in levels[1:]:
        yield from graph.append(level)
    path_counts = yield from _path_counts(graph)
    listing = (yield from _listing(graph, path_counts)) if listed else None
    graph.close()
    return int(path_counts[0][0]), listing


def _meeting(forward: Frontier, backward: Frontier | None) -> Slices[Array]:
    """Mark the positions of the forward frontier that meet the goal or the opposite search: uint8 (width,)."""
    marks = np.zeros(forward.width, np.uint8)
    first, end = forward.ends[-2:]
    opposite = forward.opposite_set(backward)
    for low in range(first, end, MEETING_ROWS):
        high = min(end, low + MEETING_ROWS)
        kernel.meeting(forward.instance.blocks, forward.found, opposite, low, high, marks[low - first : high - first])
        yield forward.budget.progress()
    return marks


def _walk_back(side: Frontier, position: Array) -> Array:
    """Positions from a position to the root of a side, both included: uint64 (number, words)."""
    row = int(side.find(position[None])[0])
    level = int(np.searchsorted(side.ends, row, side="right")) - 1
    path = np.full(level + 1, row, np.int64)
    ends = np.array(side.ends[: level + 2], np.int64)
    kernel.walk_back(side.instance.blocks, side.found, side.instance.scratch, ends, path)
    walked: Array = side.arena[path[::-1]]
    return walked


def _marked(side: Frontier, rows: Array) -> Slices[list[Array]]:
    """Positions on shortest paths from the root to rows of the last level, level by level."""
    budget = side.budget
    found = [side.arena[np.sort(rows)]]
    for low, high in reversed(list(pairwise(side.ends))[:-1]):
        marks = np.zeros(high - low, np.uint8)
        cursor = np.zeros(6, np.int64)
        cursor[kernel.END] = len(rows)
        code = kernel.PAUSED
        while code == kernel.PAUSED:
            code = kernel.mark(
                side.instance.blocks,
                side.found,
                side.instance.scratch,
                rows,
                low,
                high,
                marks,
                cursor,
                SLICE_ROWS,
                SLICE_MOVES,
            )
            budget.nodes += int(cursor[kernel.NODES])
            cursor[kernel.NODES] = 0
            yield budget.progress()
        rows = np.flatnonzero(marks) + low
        found.append(side.arena[rows])
    return found[::-1]


def _path_counts(graph: Frontier) -> Slices[list[Array]]:
    """Number of paths from every position to the last level, level by level: int64, or Python's integers."""
    budget = graph.budget
    levels = list(pairwise(graph.ends))
    counts: list[Array] = [np.ones(graph.width, np.int64)]
    sources, targets = np.zeros(EDGES + graph.instance.blocks.moves, np.int64), None
    targets = sources.copy()
    for (low, high), (low_after, high_after) in zip(levels[-2::-1], levels[:0:-1], strict=True):
        following = counts[-1]
        most = float(following.max()) * graph.instance.blocks.moves
        numbers = np.zeros(high - low, object if following.dtype == object or most >= SAFE else np.int64)
        cursor = np.zeros(6, np.int64)
        cursor[kernel.NEXT], cursor[kernel.END] = low, high
        code = kernel.PAUSED
        while code == kernel.PAUSED:
            cursor[kernel.SIZE] = 0
            code = kernel.edges(
                graph.instance.blocks,
                graph.found,
                graph.instance.scratch,
                low_after,
                high_after,
                sources,
                targets,
                cursor,
                SLICE_MOVES,
            )
            size = cursor[kernel.SIZE]
            np.add.at(numbers, sources[:size] - low, following[targets[:size] - low_after].astype(numbers.dtype))
            budget.nodes += int(cursor[kernel.NODES])
            cursor[kernel.NODES] = 0
            yield budget.progress()
        counts.append(numbers)
    return counts[::-1]


def _listing(graph: Frontier, path_counts: list[Array]) -> Slices[Listing | None]:
    """Make a listing, or None if there is no memory for it."""
    width = 8 * graph.instance.packing.words
    largest = int(path_counts[0][0])  # a position has no more ways to go on than the start
    size = graph.ends[-1] * (width + (largest.bit_length() + 7) // 8)
    try:
        graph.budget.reserve(4 * size)
    except MemoryError:
        return None
    levels = []
    for (low, high), numbers in zip(pairwise(graph.ends), path_counts, strict=True):
        words = graph.arena[low:high]
        order = np.lexsort(words.T[::-1])
        yield graph.budget.progress()
        keys = words[order].astype(">u8").tobytes()
        counts = yield from _bytes_of(numbers[order], graph.budget)
        levels.append(ListingLevel(width, keys, len(counts) // max(1, high - low), counts))
    graph.budget.release(3 * size)
    return Listing(tuple(levels))


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
