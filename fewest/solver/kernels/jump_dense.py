"""Solve a puzzle on a small board: breadth-first search from both ends over an array with an entry for every position.

1. The ends: the start, with what continues the last move of an opening; the goals.
2. Expand the smaller of both frontiers, move by move, until one reaches positions of the other.
3. Every optimal solution passes through one of the positions where they met. Trace from those back to both ends.
4. One solution: from the start, always a move that leads on.
5. Number of jump sequences: from the goals back, level by level.

No bounds, no symmetries, nothing to build. A position has a bit for each hole. Its entry says what is known of it::

    0                    nothing
    NEAR + moves         reached from the start in so many moves
    FAR + moves          a goal can be reached in so many moves
    OPTIMAL + moves      the same as NEAR, and it is on an optimal solution
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from fewest.solver.kernels.jit import helper, kernel

SOLVED, UNSOLVABLE, ABANDONED = range(3)
"""Return codes: solved; there is no solution; more work than allowed, or a number of solutions beyond 64 bits."""

NEAR, FAR, OPTIMAL = 1, 65, 129
"""Entries of positions begin here; a solution has fewer than 64 moves."""

NODES, WORK, LENGTH, JUMPS = range(4)
"""Fields of ``totals``: jumps made; the same with a share of the jumps tested; moves of a solution; its jumps."""


NO_HOLE = np.int64(-1)
"""In place of a hole. Typed, because numba compiles a function anew for each plain number that it is called with."""


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

    Attributes
    ----------
    known : uint8 (positions,)
        Zeros; see the head of this module.
    queue_near, queue_far : int32 (positions,)
        The positions reached from each end, in the order in which they were found.
    optimal : int32 (positions,)
        The positions on optimal solutions.
    levels : int64 (holes + 1, 2)
        Zeros; begin and end of each level among those.
    counts : uint64 (positions,)
        Numbers of jump sequences to a goal, of positions on optimal solutions.
    moves : int64 (most moves from a position, 3)
        The moves from one position: the position after it, its last jump, the move without that jump or -1.
    """

    known: np.ndarray
    queue_near: np.ndarray
    queue_far: np.ndarray
    optimal: np.ndarray
    levels: np.ndarray
    counts: np.ndarray
    moves: np.ndarray


@helper
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
                # As many moves as rows count as too many, since some may be missing.
                if size == moves.shape[0]:
                    return size
                moves[size, 0] = position ^ masks[jump, 2]
                moves[size, 1] = jump
                moves[size, 2] = before
                size += 1
        before += 1
        # The list is also the queue: every move in it may go on from the hole it has come to. Two chains to one
        # position are two moves, so both are counted.
        if before == size:
            return size
        position = moves[before, 0]
        hole = lands[moves[before, 1]]
        begin, end = first[hole], first[hole + 1]


@helper
def _add_work(jumps, made, totals):
    """Add the work for one position: all jumps were tested, and after each one made those from the hole it came to.

    Testing eight jumps takes about as long as making one.
    """
    tested = jumps.lands.size // 8
    totals[NODES] += made
    totals[WORK] += tested + made * (1 + tested // (jumps.first.size - 1))


@helper
def _set_ends(forward, ends, arrays):
    """Enter the ends; returns the sizes of both queues and of ``optimal``, the first -1 if there are too many moves."""
    known, queue_near, queue_far, optimal, _, _, moves = arrays
    size_far = 0
    for goal in ends.goals:
        if known[goal] == 0:
            known[goal] = FAR
            queue_far[size_far] = goal
            size_far += 1
    for pegs in ends.pegs:
        position = (1 << pegs) - 1
        while position < known.size:
            if known[position] == 0:
                known[position] = FAR
                queue_far[size_far] = position
                size_far += 1
            # The next larger number with as many ones.
            lowest = position & -position
            carried = position + lowest
            position = carried | ((position ^ carried) >> 2) // lowest
    number = 0
    if ends.moved >= 0:
        number = _make_moves(forward, ends.start, ends.moved, moves)
        if number == moves.shape[0]:
            return -1, 0, 0
    size_near, size = 0, 0
    for move in range(-1, number):
        position = ends.start if move < 0 else moves[move, 0]
        if known[position] == 0:
            known[position] = NEAR
            queue_near[size_near] = position
            size_near += 1
        elif known[position] == FAR:
            known[position] = OPTIMAL
            optimal[size] = position
            size += 1
    return size_near, size_far, size


@helper
def _expand(jumps, arrays, queue, begin, end, marks, totals, max_work):
    """Make every move from the positions ``begin`` … ``end - 1`` of a queue, and add the new ones to it.

    Parameters
    ----------
    marks
        Entries of positions reached now, of the frontier of the other side, and of positions that are both.

    Returns
    -------
    queued, size
        Its size, -1 if the work was abandoned, and that of ``optimal``.
    """
    known, optimal, moves = arrays.known, arrays.optimal, arrays.moves
    own, other, met = marks
    queued, size = end, 0
    for at in range(begin, end):
        number = _make_moves(jumps, np.int64(queue[at]), NO_HOLE, moves)
        _add_work(jumps, number, totals)
        if number == moves.shape[0] or totals[WORK] > max_work:
            return -1, 0
        for move in range(number):
            after = moves[move, 0]
            if known[after] == 0:
                known[after] = own
                queue[queued] = after
                queued += 1
            elif known[after] == other:
                # A position of an earlier level would have been met when that level was the frontier.
                known[after] = met
                optimal[size] = after
                size += 1
    return queued, size


@helper
def _trace(jumps, arrays, level, last, size, totals, max_work):
    """Find the optimal positions of the levels from ``level`` to ``last``, known from the side they lead to.

    Returns the number of optimal positions so far, -1 if the work was abandoned.
    """
    known, _, _, optimal, levels, _, moves = arrays
    step = 1 if last > level else -1
    while level != last:
        begin, end = levels[level]
        level += step
        levels[level, 0] = size
        wanted = FAR + totals[LENGTH] - level if step > 0 else NEAR + level
        for at in range(begin, end):
            number = _make_moves(jumps, np.int64(optimal[at]), NO_HOLE, moves)
            _add_work(jumps, number, totals)
            if number == moves.shape[0] or totals[WORK] > max_work:
                return -1
            for move in range(number):
                after = moves[move, 0]
                if known[after] == wanted:
                    known[after] = OPTIMAL + level
                    optimal[size] = after
                    size += 1
        levels[level, 1] = size
    return size


@helper
def _write_solution(jumps, ends, arrays, totals, solution):
    """Follow optimal positions from the start and write the jumps."""
    known, moves = arrays.known, arrays.moves
    position = ends.start
    size = 0
    for level in range(totals[LENGTH] + 1):
        # The opening's last move is not continued.
        if level == 0 and known[position] == OPTIMAL:
            continue
        number = _make_moves(jumps, position, ends.moved if level == 0 else NO_HOLE, moves)
        for move in range(number):
            if known[moves[move, 0]] == OPTIMAL + level:
                break
        position = moves[move, 0]
        begin = size
        while move >= 0:
            solution[size] = moves[move, 1]
            size += 1
            move = moves[move, 2]
        # Not by slices: for the sentence of an error of theirs, numba compiles two seconds of texts.
        for at in range((size - begin) // 2):
            solution[begin + at], solution[size - 1 - at] = solution[size - 1 - at], solution[begin + at]
    totals[JUMPS] = size


@helper
def _count_onward(jumps, position, moved, level, arrays, totals):
    """Sum of the counts of the optimal positions of a level that moves from a position lead to; whether it is right."""
    known, counts, moves = arrays.known, arrays.counts, arrays.moves
    total = np.uint64(0)
    number = _make_moves(jumps, position, moved, moves)
    _add_work(jumps, number, totals)
    for move in range(number):
        after = moves[move, 0]
        if known[after] == OPTIMAL + level:
            total += counts[after]
            # An unsigned sum smaller than a summand has wrapped around.
            if total < counts[after]:
                return total, False
    return total, number < moves.shape[0]


@helper
def _count(jumps, ends, arrays, totals, max_work):
    """Count the jump sequences from optimal positions, goals first.

    Returns the number of all, and whether it is right: it fits 64 bits, and the work was not abandoned.
    """
    optimal, levels, counts = arrays.optimal, arrays.levels, arrays.counts
    length = totals[LENGTH]
    for at in range(levels[length, 0], levels[length, 1]):
        counts[optimal[at]] = 1
    for level in range(length - 1, -1, -1):
        for at in range(levels[level, 0], levels[level, 1]):
            total, right = _count_onward(jumps, np.int64(optimal[at]), NO_HOLE, level + 1, arrays, totals)
            if not right or totals[WORK] > max_work:
                return total, False
            counts[optimal[at]] = total
    # Each way to continue the opening's last move leads to a position of its own.
    total, right = np.uint64(0), True
    if ends.moved >= 0:
        total, right = _count_onward(jumps, ends.start, ends.moved, np.int64(0), arrays, totals)
    if arrays.known[ends.start] == OPTIMAL:
        total += counts[ends.start]
        right &= total >= counts[ends.start]
    return total, right


@kernel
def solve(forward, backward, ends, arrays, totals, solution, max_work):
    """Take the steps listed at the head of this module.

    Parameters
    ----------
    forward, backward
        The jumps of the board in both directions.
    ends, arrays
        See the classes.
    totals : int64 (4,)
        Zeros; see ``NODES``.
    solution : int64 (holes,)
        Takes the jumps of a solution, rows of ``forward``.
    max_work : int
        Work after which the search is abandoned.

    Returns
    -------
    code, count
        SOLVED, UNSOLVABLE or ABANDONED; the number of jump sequences, if solved.
    """
    queue_near, queue_far, levels = arrays.queue_near, arrays.queue_far, arrays.levels
    # 1. The ends
    begin_near, begin_far, made, left = np.int64(0), np.int64(0), np.int64(0), np.int64(0)
    end_near, end_far, size = _set_ends(forward, ends, arrays)
    if end_near < 0:
        return ABANDONED, np.uint64(0)
    # 2. Meet
    while size == 0:
        if begin_near == end_near or begin_far == end_far:
            return UNSOLVABLE, np.uint64(0)
        if end_near - begin_near <= end_far - begin_far:
            made += 1
            marks = NEAR + made, FAR + left, OPTIMAL + made
            queued, size = _expand(forward, arrays, queue_near, begin_near, end_near, marks, totals, max_work)
            begin_near, end_near = end_near, queued
        else:
            left += 1
            marks = FAR + left, NEAR + made, OPTIMAL + made
            queued, size = _expand(backward, arrays, queue_far, begin_far, end_far, marks, totals, max_work)
            begin_far, end_far = end_far, queued
        if queued < 0:
            return ABANDONED, np.uint64(0)
    length = made + left
    totals[LENGTH] = length
    # 3. Trace
    # The positions where the searches met are the first of ``optimal``.
    levels[made, 1] = size
    size = _trace(backward, arrays, made, np.int64(0), size, totals, max_work)
    if size >= 0:
        size = _trace(forward, arrays, made, length, size, totals, max_work)
    if size < 0:
        return ABANDONED, np.uint64(0)
    # 4. One solution
    _write_solution(forward, ends, arrays, totals, solution)
    # 5. Their number
    count, right = _count(forward, ends, arrays, totals, max_work)
    return (SOLVED if right else ABANDONED), count
