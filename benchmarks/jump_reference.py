"""The plain method: depth-first iterative deepening over moves, without bounds, tables or duplicate detection.

The programs the puzzles come from work like this; it is the baseline of the measurements.
"""

from __future__ import annotations

import time

import numpy as np
from numba import njit

from solver.jump.puzzle import JumpPuzzle

SLICE = 1_000_000


@njit(cache=True, nogil=True)
def deepen(jumps, leaves, lands, word, trail, limit, goals, counts, state, budget):
    """Count the jump sequences of exactly ``limit`` moves that end in a goal.

    Parameters
    ----------
    jumps : uint64 (jumps, 2)
        Holes of a jump, and those that must have a peg.
    leaves, lands : int64 (jumps)
    word : uint64 (66), trail : int64 (66, 3)
        By depth: the position; the hole of the peg that moved last, the moves made, the next jump to try.
    goals : uint64 (n)
    counts : uint64
        Bit n: positions with n pegs are goals, too.
    state : int64 (3)
        Depth (-1 at the end), sequences found, jumps made.
    budget : int
        Jumps to make before returning.

    Returns
    -------
    bool
        Whether the round is finished.
    """
    depth, found, nodes = state[0], state[1], 0
    while depth >= 0 and nodes < budget:
        if trail[depth, 2] == 0 and trail[depth, 1] == limit:
            pegs, rest = 0, word[depth]
            while rest != 0:
                rest &= rest - np.uint64(1)
                pegs += 1
            hit = (counts >> np.uint64(pegs)) & np.uint64(1) != 0
            for goal in goals:
                hit |= goal == word[depth]
            found += hit
        jump = trail[depth, 2]
        if jump == leaves.size:
            depth -= 1
            continue
        trail[depth, 2] += 1
        if word[depth] & jumps[jump, 0] != jumps[jump, 1]:
            continue
        made = trail[depth, 1] + (leaves[jump] != trail[depth, 0])
        if made > limit:
            continue
        nodes += 1
        depth += 1
        word[depth] = word[depth - 1] ^ jumps[jump, 0]
        trail[depth, 0], trail[depth, 1], trail[depth, 2] = lands[jump], made, 0
    state[0], state[1], state[2] = depth, found, state[2] + nodes
    return depth < 0


def solve(puzzle: JumpPuzzle, seconds: float) -> tuple[int | None, int, int, float]:
    """Raise the limit until there is a solution or the time is over.

    Returns
    -------
    length, count, nodes, seconds
        The length is None if the time was over.
    """
    masks = [(1 << a | 1 << b | 1 << c, 1 << a | 1 << b) for a, b, c in puzzle.board.jumps]
    jumps = np.array(masks, np.uint64).reshape(-1, 2)
    leaves = np.array([a for a, _, _ in puzzle.board.jumps], np.int64)
    lands = np.array([c for _, _, c in puzzle.board.jumps], np.int64)
    position, limit, hole = puzzle.start, 0, -1
    for a, b, c in puzzle.opening:
        limit += a != hole
        position, hole = position ^ (1 << a | 1 << b | 1 << c), c
    goals = np.array(sorted(puzzle.goal.positions), np.uint64)
    counts = np.uint64(sum(1 << n for n in puzzle.goal.counts if n < 64))
    word, trail = np.zeros(66, np.uint64), np.zeros((66, 3), np.int64)
    state, began, begun = np.zeros(3, np.int64), time.perf_counter(), limit
    while True:
        word[0], trail[0], state[:2] = position, (hole, begun, 0), 0
        while not deepen(jumps, leaves, lands, word, trail, limit, goals, counts, state, SLICE):
            if time.perf_counter() - began > seconds:
                return None, 0, int(state[2]), time.perf_counter() - began
        if state[1]:
            return limit, int(state[1]), int(state[2]), time.perf_counter() - began
        limit += 1
