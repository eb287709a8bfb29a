"""Solvable positions of a jump board, with the fewest moves and the number of optimal solutions of each.

Every jump removes a peg, so positions are found by rising number of pegs: the predecessors of all positions with k pegs
have k + 1. If all positions up to some number of pegs are known, single ones with more pegs can be added, with all that
can be reached from them, and removed again.

The length of a position is one move more than the least length after any of its moves; the number of its optimal
solutions is the sum of the numbers after the moves that lead there. No two consecutive moves of an optimal solution are
by the same peg, since together they would be one move.

Of positions that are images of each other under the symmetries of the board and the goal, the least one stands for all:
they have equal lengths and numbers.

The arena holds positions in the order they were found. The hash table uses open addressing with linear probing.
"""

from typing import NamedTuple

import numpy as np

from fewest.solver.kernels.jit import inlined, kernel

NEXT, END, SIZE, NODES = range(4)
"""Fields of ``cursor``: next row to look at; end of the rows to look at; rows in use; jumps tried so far."""

PAUSED, DONE, FULL = range(3)
"""What the kernels return: the work of this call is done, call again; all rows are done; the arena is full, or a row
takes too much work."""

UNSOLVABLE = 255
"""The length of a position without a solution."""


class Board(NamedTuple):
    """The jumps of a board, those of hole h from ``first[h]`` up to ``first[h + 1]``.

    Attributes
    ----------
    first
        int64 (holes + 1,).
    over, to
        int64 (jumps,).
    images
        uint64 (symmetries, bytes, 256): maps of positions, byte by byte (see
        ``fewest.solver.jump.symmetry.image_tables``).
    """

    first: np.ndarray
    over: np.ndarray
    to: np.ndarray
    images: np.ndarray


class Levels(NamedTuple):
    """Positions and what is known of them.

    Attributes
    ----------
    arena
        uint64 (capacity,): positions.
    slots
        int32 (power of two, at least twice the capacity): row of a position plus 1, 0 if free.
    length
        uint8 (capacity,): fewest moves, or UNSOLVABLE.
    count
        int64 (capacity,): number of optimal solutions; larger ones than ``max_count`` are stored as this one.
    """

    arena: np.ndarray
    slots: np.ndarray
    length: np.ndarray
    count: np.ndarray


@inlined
def _slot(position, arena, slots):
    """The slot of a position, or a free one if it is not there."""
    mask = np.uint64(len(slots) - 1)
    mixed = (position ^ (position >> np.uint64(32))) * np.uint64(0x9E3779B97F4A7C15)
    at = (mixed ^ (mixed >> np.uint64(29))) & mask
    while slots[at] != 0 and arena[slots[at] - 1] != position:
        at = (at + np.uint64(1)) & mask
    return at


@inlined
def _least_image(position, images):
    least = position
    for image in range(images.shape[0]):
        total = np.uint64(0)
        rest = position
        for byte in range(images.shape[1]):
            total += images[image, byte, rest & np.uint64(255)]
            rest >>= np.uint64(8)
        least = min(least, total)
    return least


@kernel
def find(position, arena, slots):
    """The row of a position, a least image; -1 if there is none."""
    return np.int64(slots[_slot(position, arena, slots)]) - 1


@kernel
def insert(positions, arena, slots, cursor):
    """Add positions that are not there yet.

    Parameters
    ----------
    positions
        uint64 (number,): least images.
    arena, slots
        See ``Levels``.
    cursor
        int64 (4,): SIZE is used.

    Returns
    -------
    int
        DONE, or FULL if there is no room for all.
    """
    for number in range(len(positions)):
        if cursor[SIZE] == len(arena):
            return FULL
        at = _slot(positions[number], arena, slots)
        if slots[at] == 0:
            arena[cursor[SIZE]] = positions[number]
            cursor[SIZE] += 1
            slots[at] = cursor[SIZE]
    return DONE


@kernel
def add_adjacent(board, arena, slots, cursor, forward, work_left):
    """Add every position one jump before the rows from NEXT to END, or after them, as its least image.

    Parameters
    ----------
    board
        See the class.
    arena, slots
        See ``Levels``.
    cursor
        int64 (4,): see ``NEXT``; carried from call to call.
    forward
        Whether to add the positions after the rows.
    work_left
        Rows to look at.

    Returns
    -------
    int
        PAUSED, DONE or FULL.
    """
    first, over, to, images = board
    one = np.uint64(1)
    while cursor[NEXT] < cursor[END]:
        if work_left == 0:
            return PAUSED
        if cursor[SIZE] + len(to) > len(arena):
            return FULL
        work_left -= 1
        position = arena[cursor[NEXT]]
        cursor[NEXT] += 1
        cursor[NODES] += len(to)
        for hole in range(len(first) - 1):
            for jump in range(first[hole], first[hole + 1]):
                two = one << np.uint64(hole) | one << np.uint64(over[jump])
                end = one << np.uint64(to[jump])
                if position & (two | end) != (two if forward else end):
                    continue
                other = _least_image(position ^ (two | end), images)
                at = _slot(other, arena, slots)
                if slots[at] == 0:
                    arena[cursor[SIZE]] = other
                    cursor[SIZE] += 1
                    slots[at] = cursor[SIZE]
    return DONE


@kernel
def forget(arena, slots, cursor):
    """Remove the rows from END on, the last first: the slots are then as if they had never been added."""
    while cursor[SIZE] > cursor[END]:
        at = _slot(arena[cursor[SIZE] - 1], arena, slots)
        slots[at] = 0
        cursor[SIZE] -= 1


@kernel
def evaluate(board, levels, cursor, max_count, work_left):
    """Find length and count of the rows from NEXT to END, upwards or downwards.

    All successors of a row that can be solved are there, and have been evaluated.

    Parameters
    ----------
    board, levels
        See the classes.
    cursor
        int64 (4,): see ``NEXT``; carried from call to call.
    max_count
        The largest number of solutions that is told from larger ones, at most 2**62.
    work_left
        Jumps to try, about.

    Returns
    -------
    int
        PAUSED, DONE, or FULL if one row alone takes that much work; it is not evaluated then.
    """
    first, over, to, images = board
    arena, slots, length, count = levels
    one = np.uint64(1)
    holes = len(first) - 1
    # The chain so far: the jump to try next, and the position, at every depth.
    trying = np.empty(65, np.int64)
    within = np.empty(65, np.int64)
    reached = np.empty(65, np.uint64)
    most = work_left
    step = 1 if cursor[NEXT] < cursor[END] else -1
    while cursor[NEXT] != cursor[END]:
        if work_left <= 0:
            return PAUSED
        row = cursor[NEXT]
        cursor[NEXT] += step
        enough = work_left - most
        position = arena[row]
        least = np.int64(UNSOLVABLE)
        number = np.int64(0)
        for hole in range(holes):
            if (position >> np.uint64(hole)) & one == 0:
                continue
            depth = 0
            reached[0] = position
            within[0] = hole
            trying[0] = first[hole]
            while depth >= 0:
                jump = trying[depth]
                if jump == first[within[depth] + 1]:
                    depth -= 1
                    continue
                trying[depth] += 1
                work_left -= 1
                if work_left < enough:
                    return FULL
                cursor[NODES] += 1
                here = reached[depth]
                start = one << np.uint64(within[depth])
                middle = one << np.uint64(over[jump])
                end = one << np.uint64(to[jump])
                if here & (start | middle | end) != start | middle:
                    continue
                after = here ^ (start | middle | end)
                at = _slot(_least_image(after, images), arena, slots)
                if slots[at] == 0:
                    continue  # nothing after it can be solved either
                found = slots[at] - 1
                if length[found] == UNSOLVABLE:
                    continue
                if length[found] < least:
                    least = length[found]
                    number = count[found]
                elif length[found] == least:
                    number = min(number + count[found], max_count)
                depth += 1
                reached[depth] = after
                within[depth] = to[jump]
                trying[depth] = first[to[jump]]
        length[row] = min(least + 1, UNSOLVABLE)
        count[row] = number
    return DONE
