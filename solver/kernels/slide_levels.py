"""Positions of a sliding board around one position, with the distance of each and the number of shortest ways to it.

A position is one word: a few bits for the label of each cell, 0 for an empty cell. Slides can be taken back, so the
shortest ways to a position are as many as those from it.

The arena holds positions in the order they were found, so by rising distance. The hash table uses open addressing with
linear probing.
"""

import numpy as np
from numba import njit

NEXT, SIZE, NODES = range(3)
"""Fields of ``cursor``: next row to expand; rows in use; slides made so far."""

PAUSED, DONE, FULL = range(3)
"""What the kernels return: the work of this call is done, call again; all rows are expanded; the arena is full."""


@njit(cache=True, nogil=True, inline="always")
def _slot(position, slots):
    mask = np.uint64(len(slots) - 1)
    mixed = (position ^ (position >> np.uint64(32))) * np.uint64(0x9E3779B97F4A7C15)
    return (mixed ^ (mixed >> np.uint64(29))) & mask


@njit(cache=True, nogil=True)
def rehash(arena, slots, size):
    """Enter the first ``size`` positions of an arena, uint64 (capacity,), into slots, int32 (power of two,)."""
    mask = np.uint64(len(slots) - 1)
    for row in range(size):
        at = _slot(arena[row], slots)
        while slots[at] != 0:
            at = (at + np.uint64(1)) & mask
        slots[at] = row + 1


@njit(cache=True, nogil=True)
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
        Larger numbers of ways are stored as this one, at most 2**62.
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
                        count[found] = min(count[found] + count[row], max_count)
    return DONE
