"""From finished levels to solutions: one, how many, or all.

Every optimal solution goes through exactly one position per level, so the positions on optimal solutions
form a layered graph. It is read out of the levels of one or two sides, and the ways on are added up from
its last level to the first. No solution is walked to be counted.
"""

from __future__ import annotations

from collections.abc import Generator
from itertools import pairwise
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from solver.kernels import slide_frontier as kernel
from solver.listing import Level, Listing
from solver.model import Progress, Solution
from solver.slide.search.frontier import Levels, Packing, Rows
from solver.slide.search.instance import SearchInstance

Out = TypeVar("Out")
Steps = Generator[Progress, None, Out]


def trace(forward: Levels, backward: Levels | None) -> Solution:
    """Read one solution out of levels whose last forward level meets the goal or the other side."""
    packing = forward.packing
    marks = _meeting(forward, backward)
    meet = forward.arena[forward.ends[-2] + int(np.argmax(marks))]
    way = _descend(forward, meet, forward.depth)[::-1]
    if backward is not None:
        way += _descend(backward, meet, backward.depth)[1:]
    positions = packing.unpack(np.array(way)).astype(int).tolist()
    return tuple(_slide(before, after) for before, after in pairwise(positions))


def _slide(before: list[int], after: list[int]) -> tuple[int, int]:
    changed = [cell for cell, pair in enumerate(zip(before, after, strict=True)) if pair[0] != pair[1]]
    return (changed[0], changed[1]) if before[changed[0]] else (changed[1], changed[0])


def _descend(side: Levels, row: Rows, depth: int) -> list[Rows]:
    """Walk from a position on a level down to level 0, both included."""
    way = [row.copy()]
    for level in range(depth - 1, -1, -1):
        for other in _moved(side.packing, way[-1]):
            if side.ends[level] <= side.find(other) < side.ends[level + 1]:
                way.append(other)
                break
    return way


def _moved(packing: Packing, row: Rows) -> Rows:
    """Every position one move from a packed one, packed."""
    words, one = row.view(np.uint64).tolist(), (1 << packing.bits) - 1
    places = [(cell // packing.per, cell % packing.per * packing.bits) for cell in range(packing.cells)]
    position = [words[word] >> shift & one for word, shift in places]
    after = []
    for hole in [cell for cell, label in enumerate(position) if label == 0]:
        for cell in packing.near[hole].tolist():
            if cell >= 0 and position[cell]:
                moved = list(words)
                for word, shift in (places[hole], places[cell]):
                    moved[word] ^= position[cell] << shift
                after.append(moved)
    return np.array(after, np.uint64).reshape(-1, packing.words).view(np.int64)


def _meeting(forward: Levels, backward: Levels | None) -> NDArray[np.uint8]:
    """Mark the rows of the last forward level that meet the goal or the other side."""
    low, high = forward.ends[-2:]
    facing = (backward.arena, backward.slots) if backward else (forward.arena[:0], forward.slots[:0])
    marks = np.zeros(high, np.uint8)
    kernel.meeting(forward.arena, low, high, forward.packing.goal_words, forward.packing.goal_mask, *facing, marks)
    return marks[low:]


def count(forward: Levels, backward: Levels | None, listed: SearchInstance | None) -> Steps[tuple[int, Listing | None]]:
    """Count the optimal solutions, and list them if that is wanted and there is room.

    Parameters
    ----------
    forward, backward
        Levels as for :func:`trace`, all levels complete as far as optimal solutions go.
    listed
        In whose numbers to list them; None makes no listing.
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
    graph = Levels(forward.packing, np.concatenate(rows), budget)
    graph.ends = [0, *np.cumsum([len(level) for level in rows]).tolist()]
    limbs = 2
    while (ways := (yield from _ways(graph, limbs))) is None:
        limbs *= 2
    listing = (yield from _listing(graph, ways, listed)) if listed else None
    total = _number(ways[0])
    graph.close()
    budget.release(ways.nbytes)
    return total, listing


def _marked(side: Levels, meet: NDArray[np.uint8]) -> Steps[list[Rows]]:
    """Rows on the way from level 0 to the marked ones of the last level, level by level."""
    budget = side.budget
    budget.reserve(side.ends[-1])
    marks = np.zeros(side.ends[-1], np.uint8)
    marks[side.ends[-2] :] = meet
    for level in range(side.depth, 0, -1):
        yield from _gather(side, level, level - 1, marks, np.empty((0, 0), np.int64))
    rows = [side.arena[low:high][marks[low:high] != 0] for low, high in pairwise(side.ends)]
    budget.release(len(marks))
    return rows


def _ways(graph: Levels, limbs: int) -> Steps[NDArray[np.int64] | None]:
    """Number of ways from every row to the last level, or None if a number does not fit."""
    graph.budget.reserve(graph.ends[-1] * (8 * limbs + 1))
    ways = np.zeros((graph.ends[-1], limbs), np.int64)
    ways[graph.ends[-2] :, 0] = 1
    marks = np.ones(graph.ends[-1], np.uint8)
    fits = True
    for level in range(graph.depth - 1, -1, -1):
        fits = yield from _gather(graph, level, level + 1, marks, ways)
        if not fits:
            graph.budget.release(ways.nbytes)
            break
    graph.budget.release(len(marks))
    return ways if fits else None


def _gather(side: Levels, level: int, target: int, marks: NDArray[np.uint8], ways: NDArray[np.int64]) -> Steps[bool]:
    state = np.zeros(6, np.int64)
    low, high = side.ends[level : level + 2]
    target_low, target_high = side.ends[target : target + 2]
    code = kernel.SPENT
    while code == kernel.SPENT:
        code = kernel.gather(
            side.packing.near, side.packing.bits, side.arena, side.slots,
            low, high, target_low, target_high, marks, ways, state, side.packing.slice,
        )  # fmt: skip
        side.budget.nodes += int(state[kernel.NODES])
        state[kernel.NODES] = 0
        yield side.budget.progress()
    return bool(code == kernel.LEVEL_DONE)


def _listing(graph: Levels, ways: NDArray[np.int64], standard: SearchInstance) -> Steps[Listing | None]:
    """Pack rows and numbers of ways as a listing, or None if there is no room for it."""
    cells, limbs = graph.packing.cells, ways.shape[1]
    size = len(ways) * (cells + 4 * limbs)
    try:
        graph.budget.reserve(2 * size)
    except MemoryError:
        return None
    levels = []
    for low, high in pairwise(graph.ends):
        keys = standard.keys(graph.packing.unpack(graph.arena[low:high]))
        order = np.lexsort(keys.T[::-1])
        big = ways[low:high][order][:, ::-1].astype(">u4").view(np.uint8).reshape(high - low, 4 * limbs)
        leading = int(big.any(axis=0).argmax())
        levels.append(Level(cells, keys[order].tobytes(), 4 * limbs - leading, big[:, leading:].tobytes()))
        yield graph.budget.progress()
    graph.budget.release(size)
    return Listing(tuple(levels))


def _number(limbs: NDArray[np.int64]) -> int:
    return sum(limb << (32 * place) for place, limb in enumerate(limbs.tolist()))
