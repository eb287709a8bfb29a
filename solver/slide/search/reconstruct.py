"""From finished breadth-first searches to solutions: one, how many, or all.

Every optimal solution goes through exactly one position per level, so the positions on optimal solutions form a
layered graph. It is read out of the levels of one or two sides; numbers of paths are added up from its last level to
the first. No solution is enumerated to be counted.
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from fewest.solver.kernels import slide_frontier as kernel
from fewest.solver.listing import Listing, ListingLevel
from fewest.solver.model import Slices, Solution
from fewest.solver.slide.search.frontier import Frontier
from fewest.solver.slide.search.instance import SearchInstance
from fewest.solver.slide.search.packing import Packing, Rows


def trace(forward: Frontier, backward: Frontier | None) -> Solution:
    """Read one solution out of a search whose frontier meets the goal, or the opposite search."""
    packing = forward.packing
    marks = _meeting(forward, backward)
    meet = forward.arena[forward.ends[-2] + int(np.argmax(marks))]
    path = _walk_back(forward, meet, forward.depth)[::-1]
    if backward is not None:
        path += _walk_back(backward, meet, backward.depth)[1:]
    positions = packing.unpack(np.array(path)).astype(int).tolist()
    return tuple(_slide(before, after) for before, after in pairwise(positions))


def _slide(before: list[int], after: list[int]) -> tuple[int, int]:
    changed = [cell for cell, pair in enumerate(zip(before, after, strict=True)) if pair[0] != pair[1]]
    return (changed[0], changed[1]) if before[changed[0]] else (changed[1], changed[0])


def _walk_back(side: Frontier, row: Rows, depth: int) -> list[Rows]:
    """Walk from a position on a level back to level 0, both included."""
    path = [row.copy()]
    for level in range(depth - 1, -1, -1):
        for other in _successors(side.packing, path[-1]):
            if side.ends[level] <= side.find(other) < side.ends[level + 1]:
                path.append(other)
                break
    return path


def _successors(packing: Packing, row: Rows) -> Rows:
    """Every position one slide from a packed one, packed: int64 (number, words)."""
    words = row.view(np.uint64).tolist()
    mask = (1 << packing.bits) - 1
    fields = [(cell // packing.per_word, cell % packing.per_word * packing.bits) for cell in range(packing.cells)]
    position = [words[word] >> shift & mask for word, shift in fields]
    after = []
    for empty in [cell for cell, label in enumerate(position) if label == 0]:
        for cell in packing.board.adjacent[empty].tolist():
            if cell >= 0 and position[cell]:
                moved = list(words)
                for word, shift in (fields[empty], fields[cell]):
                    moved[word] ^= position[cell] << shift
                after.append(moved)
    return np.array(after, np.uint64).reshape(-1, packing.words).view(np.int64)


def _meeting(forward: Frontier, backward: Frontier | None) -> NDArray[np.uint8]:
    """Mark the rows of the forward frontier that meet the goal or the opposite search: uint8 (width,)."""
    low, high = forward.ends[-2:]
    marks = np.zeros(high, np.uint8)
    opposite = forward.opposite_set(backward)
    kernel.meeting(forward.packing.board, forward.explored, opposite, kernel.LevelRows(low, high), marks)
    return marks[low:]


def count(
    forward: Frontier, backward: Frontier | None, listed: SearchInstance | None
) -> Slices[tuple[int, Listing | None]]:
    """Count the optimal solutions, and list them if that is wanted and there is room.

    Parameters
    ----------
    forward, backward
        As for :func:`trace`; all levels contain every position on an optimal solution.
    listed
        The instance to list solutions for, in its puzzle's own numbers; None for no listing.
    """
    budget = forward.budget
    meet = _meeting(forward, backward)
    rows = yield from _marked(forward, meet)
    if backward is not None:
        low, high = backward.ends[-2:]
        chosen = [backward.find(row) - low for row in rows[-1]]
        marks = np.zeros(high - low, np.uint8)
        marks[chosen] = 1
        rows += (yield from _marked(backward, marks))[::-1][1:]
    graph = Frontier(forward.packing, np.concatenate(rows), budget)
    graph.ends = [0, *np.cumsum([len(level) for level in rows]).tolist()]
    limbs = 2
    while (path_counts := (yield from _path_counts(graph, limbs))) is None:
        limbs *= 2
    listing = (yield from _listing(graph, path_counts, listed)) if listed else None
    total = _from_limbs(path_counts[0])
    graph.close()
    budget.release(path_counts.nbytes)
    return total, listing


def _marked(side: Frontier, meet: NDArray[np.uint8]) -> Slices[list[Rows]]:
    """Rows on paths from level 0 to the marked ones of the last level, level by level."""
    budget = side.budget
    budget.reserve(side.ends[-1])
    marks = np.zeros(side.ends[-1], np.uint8)
    marks[side.ends[-2] :] = meet
    for level in range(side.depth, 0, -1):
        yield from _propagate(kernel.MARK, side, level, level - 1, marks, np.empty((0, 0), np.int64))
    rows = [side.arena[low:high][marks[low:high] != 0] for low, high in pairwise(side.ends)]
    budget.release(len(marks))
    return rows


def _path_counts(graph: Frontier, limbs: int) -> Slices[NDArray[np.int64] | None]:
    """Number of paths from every row to the last level, int64 (rows, limbs), or None if a number does not fit."""
    graph.budget.reserve(graph.ends[-1] * (8 * limbs + 1))
    path_counts = np.zeros((graph.ends[-1], limbs), np.int64)
    path_counts[graph.ends[-2] :, 0] = 1
    marks = np.ones(graph.ends[-1], np.uint8)
    fits = True
    for level in range(graph.depth - 1, -1, -1):
        fits = yield from _propagate(kernel.COUNT, graph, level, level + 1, marks, path_counts)
        if not fits:
            graph.budget.release(path_counts.nbytes)
            break
    graph.budget.release(len(marks))
    return path_counts if fits else None


def _propagate(
    mode: int, side: Frontier, source: int, target: int, marks: NDArray[np.uint8], path_counts: NDArray[np.int64]
) -> Slices[bool]:
    """Run ``kernel.propagate`` from one level to another; tell whether all numbers fit."""
    cursor = np.zeros(6, np.int64)
    levels = kernel.LevelRows(*side.ends[source : source + 2]), kernel.LevelRows(*side.ends[target : target + 2])
    code = kernel.PAUSED
    while code == kernel.PAUSED:
        code = kernel.propagate(
            mode, side.packing.board, side.explored, *levels, marks, path_counts, cursor, side.slice
        )
        side.budget.nodes += int(cursor[kernel.NODES])
        cursor[kernel.NODES] = 0
        yield side.budget.progress()
    return bool(code == kernel.DONE)


def _listing(graph: Frontier, path_counts: NDArray[np.int64], instance: SearchInstance) -> Slices[Listing | None]:
    """Make a listing of rows and numbers of paths, or None if there is no memory for it."""
    cells = graph.packing.cells
    limbs = path_counts.shape[1]
    size = len(path_counts) * (cells + 4 * limbs)
    try:
        graph.budget.reserve(2 * size)
    except MemoryError:
        return None
    levels = []
    for low, high in pairwise(graph.ends):
        keys = instance.keys(graph.packing.unpack(graph.arena[low:high]))
        order = np.lexsort(keys.T[::-1])
        # A listing holds numbers big-endian, without leading zero bytes.
        big = path_counts[low:high][order][:, ::-1].astype(">u4").view(np.uint8).reshape(high - low, 4 * limbs)
        leading = int(big.any(axis=0).argmax())
        levels.append(ListingLevel(cells, keys[order].tobytes(), 4 * limbs - leading, big[:, leading:].tobytes()))
        yield graph.budget.progress()
    graph.budget.release(size)
    return Listing(tuple(levels))


def _from_limbs(limbs: NDArray[np.int64]) -> int:
    """The number that int64 (limbs,) of 32 bits each form, least first."""
    return sum(limb << (32 * index) for index, limb in enumerate(limbs.tolist()))
