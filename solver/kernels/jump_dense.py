"""Solve a puzzle on a small board: breadth-first search from both ends over arrays with an entry for every position.

1. The ends: the start, with what continues the last move of an opening; the goals.
2. Expand the smaller of both frontiers, move by move, until one reaches a position of the other.
3. Every optimal solution passes through a position where they met. Trace from those back to both ends.
4. One solution: from the start, always a move that leads on.
5. Number of jump sequences: from the goals back, level by level.

No bounds, no symmetries, nothing to build. A position has a bit for each hole; distances are moves plus one, 0 for
unknown. A position is on an optimal solution if both of its distances are known: the frontiers end where they meet, and
step 3 adds the second distance to exactly those.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit

SOLVED, UNSOLVABLE, ABANDONED = range(3)
"""Return codes: solved; there is no solution; more work than allowed, or a number of solutions beyond 64 bits."""

WORK, LENGTH, JUMPS = range(3)
"""Fields of ``totals``: jumps made; moves of a solution; its jumps."""


class Jumps(NamedTuple):
    """The jumps of a board in one direction, by the hole that the peg leaves.

    Attributes
    ----------
    masks : int64 (jumps, 3)
        The holes it depends on, those of them with a peg before it, those that change.
    lands : int64 (jumps,)
        The hole that the peg comes to.
    first : int64 (holes + 1,)
        The jumps from hole h are ``first[h]`` … ``first[h + 1] - 1``.
    """

    masks: np.ndarray
    lands: np.ndarray
    first: np.ndarray


class Ends(NamedTuple):
    """Where a search begins and ends.

    Attributes
    ----------
    start, moved : int
        The start, and the hole of the peg that may continue a move, at no cost; -1 for none.
    goals : int64 (goals,)
        Goal positions.
    pegs : int64 (numbers,)
        Every position with one of these numbers of pegs, at least 1, is a goal, too.
    """

    start: int
    moved: int
    goals: np.ndarray
    pegs: np.ndarray


class Arrays(NamedTuple):
    """What a search knows.

    All arrays but ``levels`` and ``moves`` have an entry per position; ``near``, ``far`` and ``levels`` begin as zeros.

    Attributes
    ----------
    near, far : uint8
        Distances from the start and to a goal.
    queue_near, queue_far : int32
        The positions with a distance, in the order in which they were found.
    optimal : int32
        The positions on optimal solutions, level by level.
    levels : int64 (holes + 1, 2)
        Begin and end of each level among those.
    counts : uint64
        Numbers of jump sequences to a goal, of positions on optimal solutions.
    moves : int64 (most moves from a position, 3)
        The moves from one position: the position after it, its last jump, the move without that jump or -1.
    """

    near: np.ndarray
    far: np.ndarray
    queue_near: np.ndarray
    queue_far: np.ndarray
    optimal: np.ndarray
    levels: np.ndarray
    counts: np.ndarray
    moves: np.ndarray


@njit(cache=True, nogil=True)
def _make_moves(jumps, position, moved, moves):
    """Make all moves from a position, only those of the peg in hole ``moved`` if that is not -1.

    Returns their number; that of the rows of ``moves``, if there are more or just as many.
    """
    masks, lands, first = jumps
    size = 0
    begin, end = (0, lands.size) if moved < 0 else (first[moved], first[moved + 1])
    before = -1
    while True:
        for jump in range(begin, end):
            if position & masks[jump, 0] == masks[jump, 1]:
                if size == moves.shape[0]:
                    return size
                moves[size, 0] = position ^ masks[jump, 2]
                moves[size, 1] = jump
                moves[size, 2] = before
                size += 1
        before += 1
        if before == size:
            return size
        position = moves[before, 0]
        hole = lands[moves[before, 1]]
        begin, end = first[hole], first[hole + 1]


@njit(cache=True, nogil=True)
def _set_ends(forward, ends, arrays):
    """Give the ends their distance; returns the sizes of both queues, the first -1 if there are too many moves."""
    near, far, queue_near, queue_far, _, _, _, moves = arrays
    near[ends.start] = 1
    queue_near[0] = ends.start
    size_near = 1
    if ends.moved >= 0:
        number = _make_moves(forward, ends.start, ends.moved, moves)
        if number == moves.shape[0]:
            return -1, 0
        for at in range(number):
            after = moves[at, 0]
            if near[after] == 0:
                near[after] = 1
                queue_near[size_near] = after
                size_near += 1
    size_far = 0
    for goal in ends.goals:
        if far[goal] == 0:
            far[goal] = 1
            queue_far[size_far] = goal
            size_far += 1
    for pegs in ends.pegs:
        position = (1 << pegs) - 1
        while position < far.size:
            if far[position] == 0:
                far[position] = 1
                queue_far[size_far] = position
                size_far += 1
            # The next larger number with as many ones.
            lowest = position & -position
            carried = position + lowest
            position = carried | ((position ^ carried) >> 2) // lowest
    return size_near, size_far


@njit(cache=True, nogil=True)
def _expand(jumps, own, other, queue, begin, end, moves, totals, max_work):
    """Make every move from the positions ``begin`` … ``end - 1`` of a queue, and add the new ones to it.

    Returns its size, negative if the work was abandoned, and whether the other side knows one of them.
    """
    size = end
    met = False
    distance = own[queue[begin]] + 1
    for at in range(begin, end):
        number = _make_moves(jumps, queue[at], -1, moves)
        # Testing eight jumps takes about as long as making one.
        totals[WORK] += number + jumps.lands.size // 8
        if number == moves.shape[0] or totals[WORK] > max_work:
            return -1, False
        for move in range(number):
            after = moves[move, 0]
            if own[after] == 0:
                own[after] = distance
                queue[size] = after
                size += 1
                met |= other[after] != 0
    return size, met


@njit(cache=True, nogil=True)
def _trace(jumps, near, far, optimal, levels, level, last, size, moves, totals, max_work):
    """Find the optimal positions of the levels from ``level`` to ``last``: on the way there, ``near`` falls.

    They get their distance ``far``. Returns the number of optimal positions so far, -1 if the work was abandoned.
    """
    step = 1 if last > level else -1
    while level != last:
        begin, end = levels[level]
        level += step
        levels[level, 0] = size
        for at in range(begin, end):
            position = optimal[at]
            number = _make_moves(jumps, position, -1, moves)
            totals[WORK] += number + jumps.lands.size // 8
            if number == moves.shape[0] or totals[WORK] > max_work:
                return -1
            for move in range(number):
                after = moves[move, 0]
                if near[after] == near[position] - 1 and far[after] == 0:
                    far[after] = far[position] + 1
                    optimal[size] = after
                    size += 1
        levels[level, 1] = size
    return size


@njit(cache=True, nogil=True, inline="always")
def _is_optimal(near, far, position, level, length):
    """Whether a position is on an optimal solution, after so many moves."""
    return near[position] == level + 1 and far[position] == length - level + 1


@njit(cache=True, nogil=True)
def _write_solution(jumps, ends, arrays, totals, solution):
    """Follow optimal positions from the start and write the jumps."""
    near, far, _, _, _, _, _, moves = arrays
    position = ends.start
    length = totals[LENGTH]
    size = 0
    for level in range(length + 1):
        if level == 0 and _is_optimal(near, far, position, 0, length):
            continue
        number = _make_moves(jumps, position, ends.moved if level == 0 else -1, moves)
        for move in range(number):
            if _is_optimal(near, far, moves[move, 0], level, length):
                break
        position = moves[move, 0]
        begin = size
        while move >= 0:
            solution[size] = moves[move, 1]
            size += 1
            move = moves[move, 2]
        solution[begin:size] = solution[begin:size][::-1].copy()
    totals[JUMPS] = size


@njit(cache=True, nogil=True)
def _count_onward(jumps, position, moved, level, arrays, totals):
    """Sum of the counts of the optimal positions of a level that moves from a position lead to; whether it fits."""
    near, far, _, _, _, _, counts, moves = arrays
    total = np.uint64(0)
    number = _make_moves(jumps, position, moved, moves)
    totals[WORK] += number + jumps.lands.size // 8
    for move in range(number):
        after = moves[move, 0]
        if _is_optimal(near, far, after, level, totals[LENGTH]):
            total += counts[after]
            if total < counts[after]:
                return total, False
    return total, number < moves.shape[0]


@njit(cache=True, nogil=True)
def _count(jumps, ends, arrays, totals, max_work):
    """Count the jump sequences from optimal positions, goals first.

    Returns the number of all, and whether it is known: it fits 64 bits, and the work was not abandoned.
    """
    near, far, _, _, optimal, levels, counts, _ = arrays
    length = totals[LENGTH]
    for at in range(levels[length, 0], levels[length, 1]):
        counts[optimal[at]] = 1
    for level in range(length - 1, -1, -1):
        for at in range(levels[level, 0], levels[level, 1]):
            total, known = _count_onward(jumps, optimal[at], -1, level + 1, arrays, totals)
            if not known or totals[WORK] > max_work:
                return total, False
            counts[optimal[at]] = total
    # Each way to continue the opening's last move leads to a position of its own.
    total, known = np.uint64(0), True
    if ends.moved >= 0:
        total, known = _count_onward(jumps, ends.start, ends.moved, 0, arrays, totals)
    if _is_optimal(near, far, ends.start, 0, length):
        total += counts[ends.start]
        known &= total >= counts[ends.start]
    return total, known


@njit(cache=True, nogil=True)
def solve(forward, backward, ends, arrays, totals, solution, max_work):
    """Take the steps listed at the head of this module.

    Parameters
    ----------
    forward, backward
        The jumps of the board in both directions.
    ends, arrays
        See the classes.
    totals : int64 (3,)
        Zeros; see ``WORK``.
    solution : int64 (holes,)
        Takes the jumps of a solution, rows of ``forward``.
    max_work : int
        Jumps after which the search is abandoned.

    Returns
    -------
    code, count
        SOLVED, UNSOLVABLE or ABANDONED; the number of jump sequences, if solved.
    """
    near, far, queue_near, queue_far, optimal, levels, _, moves = arrays
    # 1. The ends
    begin_near, begin_far = 0, 0
    end_near, end_far = _set_ends(forward, ends, arrays)
    if end_near < 0:
        return ABANDONED, np.uint64(0)
    met = False
    for at in range(end_near):
        met |= far[queue_near[at]] != 0
    # 2. Meet
    middle, from_goals, from_start = 0, 0, True
    while not met:
        if begin_near == end_near or begin_far == end_far:
            return UNSOLVABLE, np.uint64(0)
        from_start = end_near - begin_near <= end_far - begin_far
        if from_start:
            size, met = _expand(forward, near, far, queue_near, begin_near, end_near, moves, totals, max_work)
            begin_near, end_near = end_near, size
            middle += 1
        else:
            size, met = _expand(backward, far, near, queue_far, begin_far, end_far, moves, totals, max_work)
            begin_far, end_far = end_far, size
            from_goals += 1
        if size < 0:
            return ABANDONED, np.uint64(0)
    length = middle + from_goals
    totals[LENGTH] = length
    # 3. Trace
    size = 0
    begin, end = (begin_near, end_near) if from_start else (begin_far, end_far)
    for at in range(begin, end):
        position = queue_near[at] if from_start else queue_far[at]
        if near[position] != 0 and far[position] != 0:
            optimal[size] = position
            size += 1
    levels[middle, 1] = size
    size = _trace(backward, near, far, optimal, levels, middle, 0, size, moves, totals, max_work)
    if size >= 0:
        size = _trace(forward, far, near, optimal, levels, middle, length, size, moves, totals, max_work)
    if size < 0:
        return ABANDONED, np.uint64(0)
    # 4. One solution
    _write_solution(forward, ends, arrays, totals, solution)
    # 5. Their number
    count, known = _count(forward, ends, arrays, totals, max_work)
    return (SOLVED if known else ABANDONED), count
