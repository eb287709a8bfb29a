"""Positions of a sliding board around some positions, with the distance of each and the number of shortest ways to it.

A position is one word: a few bits for the label of each cell, 0 for an empty cell. Slides can be taken back, so the
shortest ways to a position are as many as those from it. Two such searches, from the start and from the goals, meet in
the middle of the optimal solutions of a small puzzle.

The arena holds positions in the order they were found, so by rising distance. The hash table uses open addressing with
linear probing.
"""

from typing import NamedTuple

import numpy as np

from fewest.solver.kernels.jit import helper, inlined, kernel

NEXT, SIZE, NODES = range(3)
"""Fields of ``cursor``: next row to expand; rows in use; slides made so far."""

PAUSED, DONE, FULL, MET = range(4)
"""What the kernels return: the work of this call is done, call again; all rows are expanded; the arena is full; a
position of the other side was found."""


class Side(NamedTuple):
    """The positions around the start or the goals; the arrays are those of :func:`expand`."""

    arena: np.ndarray
    slots: np.ndarray
    length: np.ndarray
    count: np.ndarray
    cursor: np.ndarray


@inlined
def _slot(position, slots):
    mask = np.uint64(len(slots) - 1)
    mixed = (position ^ (position >> np.uint64(32))) * np.uint64(0x9E3779B97F4A7C15)
    return (mixed ^ (mixed >> np.uint64(29))) & mask


@kernel
def rehash(arena, slots, size):
    """Enter the first ``size`` positions of an arena, uint64 (capacity,), into slots, int32 (power of two,)."""
    mask = np.uint64(len(slots) - 1)
    for row in range(size):
        at = _slot(arena[row], slots)
        while slots[at] != 0:
            at = (at + np.uint64(1)) & mask
        slots[at] = row + 1


@kernel
def expand(adjacent, bits, arena, slots, length, count, cursor, max_length, max_count, work_left):
    """Expand rows from NEXT on, up to those of a length.

    Parameters
    ----------
    adjacent
        int64 (cells, degree): adjacent cells, -1 at the end of short rows.
    bits
        Bits per cell.
    arena
        uint64 (capacity,): positions.
    slots
        int32 (power of two, at least twice the capacity): row of a position plus 1, 0 if free.
    length
        uint16 (capacity,): distance of each row.
    count
        int64 (capacity,): number of shortest ways to each row.
    cursor
        int64 (3,): see ``NEXT``; carried from call to call.
    max_length
        Rows of this length are not expanded.
    max_count
        Larger numbers of ways are stored as this one, less than 2**62.
    work_left
        Rows to expand.

    Returns
    -------
    int
        PAUSED, DONE or FULL.
    """
    cells, degree = adjacent.shape
    mask = np.uint64(len(slots) - 1)
    low = (np.uint64(1) << np.uint64(bits)) - np.uint64(1)
    while cursor[NEXT] < cursor[SIZE] and length[cursor[NEXT]] < max_length:
        if work_left == 0:
            return PAUSED
        if cursor[SIZE] + cells * degree > len(arena):
            return FULL
        work_left -= 1
        row = cursor[NEXT]
        cursor[NEXT] += 1
        position = arena[row]
        for empty in range(cells):
            at_empty = np.uint64(empty * bits)
            if (position >> at_empty) & low:
                continue
            for k in range(degree):
                cell = adjacent[empty, k]
                if cell < 0:
                    break
                at_cell = np.uint64(cell * bits)
                piece = (position >> at_cell) & low
                if piece == 0:
                    continue
                cursor[NODES] += 1
                after = position ^ (piece << at_cell) ^ (piece << at_empty)
                at = _slot(after, slots)
                while slots[at] != 0 and arena[slots[at] - 1] != after:
                    at = (at + np.uint64(1)) & mask
                if slots[at] == 0:
                    new = cursor[SIZE]
                    arena[new] = after
                    length[new] = length[row] + 1
                    count[new] = count[row]
                    cursor[SIZE] += 1
                    slots[at] = new + 1
                else:
                    found = slots[at] - 1
                    if length[found] == length[row] + 1:
                        # Both are less than 2**62, so the sum does not wrap around.
                        count[found] = min(count[found] + count[row], max_count)
    return DONE


@helper
def _find(position, side):
    """Row of a position, -1 if there is none."""
    arena, slots = side.arena, side.slots
    mask = np.uint64(len(slots) - 1)
    at = _slot(position, slots)
    while slots[at] != 0 and arena[slots[at] - 1] != position:
        at = (at + np.uint64(1)) & mask
    return np.int64(slots[at]) - 1


@kernel
def meet(adjacent, bits, near, far, max_positions, max_count):
    """Expand the smaller side, level by level, until it reaches a position of the other.

    Parameters
    ----------
    adjacent, bits, max_count
        As for :func:`expand`.
    near, far
        The sides of the start and of the goals, which have no position in common.
    max_positions
        Of both sides together.

    Returns
    -------
    int
        MET; DONE if one side has no more positions: no solution; FULL if both have too many.
    """
    while near.cursor[SIZE] + far.cursor[SIZE] < max_positions:
        # Rows that are not expanded yet are the frontier.
        is_far = far.cursor[SIZE] - far.cursor[NEXT] < near.cursor[SIZE] - near.cursor[NEXT]
        side, other = (far, near) if is_far else (near, far)
        arena, slots, length, count, cursor = side
        begin = cursor[SIZE]
        depth = length[begin - 1] + 1
        # ``begin`` rows are more than the level has, so the call never pauses.
        if expand(adjacent, bits, arena, slots, length, count, cursor, depth, max_count, begin) == FULL:
            return FULL
        if cursor[SIZE] == begin:
            return DONE
        # Only now, when the level is complete: the other ways to these positions have to be counted, too.
        for row in range(begin, cursor[SIZE]):
            if _find(arena[row], other) >= 0:
                return MET
    return FULL


@helper
def _neighbours(adjacent, bits, position, found):
    """Write the positions one slide away; returns their number."""
    low = (np.uint64(1) << np.uint64(bits)) - np.uint64(1)
    number = 0
    for empty in range(adjacent.shape[0]):
        at_empty = np.uint64(empty * bits)
        if (position >> at_empty) & low:
            continue
        for cell in adjacent[empty]:
            if cell < 0:
                break
            at_cell = np.uint64(cell * bits)
            piece = (position >> at_cell) & low
            if piece != 0:
                found[number] = position ^ (piece << at_cell) ^ (piece << at_empty)
                number += 1
    return number


@kernel
def join(adjacent, bits, near, far, onward, optimal, path, max_count):
    """Find the positions on shortest ways from the start to the goals, of two sides that have met.

    Parameters
    ----------
    adjacent, bits, near, far, max_count
        As for :func:`meet`.
    onward
        int64 (rows of near,): zeros; takes the number of ways from each position to the goals, 0 if it is on none.
    optimal
        bool (rows of far,): False; takes whether each position is on one.
    path
        uint64 (moves + 1,): takes the positions of one way.
    """
    found = np.empty(adjacent.size, np.uint64)
    last = near.length[near.cursor[SIZE] - 1]
    # Rows are in the order of their lengths: whatever follows a position has been done before it.
    for row in range(near.cursor[SIZE] - 1, -1, -1):
        if near.length[row] == last:
            other = _find(near.arena[row], far)
            if other >= 0:
                onward[row] = far.count[other]
                optimal[other] = True
        if onward[row] != 0:
            for at in range(_neighbours(adjacent, bits, near.arena[row], found)):
                before = _find(found[at], near)
                if before >= 0 and near.length[before] < near.length[row]:
                    onward[before] = min(onward[before] + onward[row], max_count)
    for row in range(far.cursor[SIZE] - 1, -1, -1):
        if optimal[row]:
            for at in range(_neighbours(adjacent, bits, far.arena[row], found)):
                after = _find(found[at], far)
                if after >= 0 and far.length[after] < far.length[row]:
                    optimal[after] = True
    path[0] = near.arena[0]
    for level in range(1, len(path)):
        for at in range(_neighbours(adjacent, bits, path[level - 1], found)):
            after = _find(found[at], near if level <= last else far)
            if after >= 0 and (
                (near.length[after] == level and onward[after] != 0)
                if level <= last
                else far.length[after] == len(path) - 1 - level
            ):
                path[level] = found[at]
                break
