"""Partition the holes of a jump board into regions that cut few jumps, by simulated annealing.

Kirkpatrick, Gelatt & Vecchi, Optimization by simulated annealing, Science 220, 1983.
"""

from __future__ import annotations

import math

import numpy as np

from fewest.solver.kernels.jit import helper, kernel

INITIAL_TEMPERATURE = 4.0
"""The increase of the cost that is accepted with probability 1/e at first."""


@helper
def _random(seed):
    """The next number of xorshift64* (Marsaglia 2003, Vigna 2016)."""
    # From 0 it would go to 0 for ever.
    x = seed[0]
    x ^= x >> np.uint64(12)
    x ^= x << np.uint64(25)
    x ^= x >> np.uint64(27)
    seed[0] = x
    return x * np.uint64(0x2545F4914F6CDD1D) >> np.uint64(11)


@helper
def _below(seed, n):
    """A random number in 0 … n - 1."""
    # The remainder favours small numbers by less than n / 2**53, which does not matter here.
    return np.int64(_random(seed) % np.uint64(n))


@helper
def _cut_cost(labels, jumps, first, touching, a, b):
    """Cost of the jumps that touch one of two holes."""
    cost = 0
    for t in range(first[a], first[a + 1]):
        j = touching[t]
        over = labels[jumps[j, 1]]
        cost += (labels[jumps[j, 0]] != over) + (over != labels[jumps[j, 2]])
    for t in range(first[b], first[b + 1]):
        j = touching[t]
        # Jumps that touch both holes have been counted.
        if jumps[j, 0] != a and jumps[j, 1] != a and jumps[j, 2] != a:
            over = labels[jumps[j, 1]]
            cost += (labels[jumps[j, 0]] != over) + (over != labels[jumps[j, 2]])
    return cost


@kernel
def anneal(seed, labels, best, jumps, first, touching, steps):
    """Swap holes between regions. At high temperature, accept also swaps that increase the cost.

    A jump costs 0 if its holes are in one region, 2 if its middle is in neither region of its ends, else 1.

    1. Propose a swap of two random holes.
    2. Undo it if it increases the cost, unless the temperature allows it (the Metropolis criterion).
    3. Remember the best labels.

    Parameters
    ----------
    seed : uint64 (1)
        State of the random number generator; not 0.
    labels, best : int64 (holes)
        Region of each hole, now and at the least cost; both changed.
    jumps : int64 (jumps, 3)
        ``(from, over, to)``.
    first : int64 (holes + 1), touching : int64
        The jumps that touch hole h are ``touching[first[h]:first[h + 1]]``.
    steps : int
        Steps to take: each evaluates the jumps of two holes, before and after the swap.

    Returns
    -------
    int
        By how much the least cost is below the first.
    """
    saved = most = 0
    for step in range(steps):
        # 1. Propose
        a, b = _below(seed, labels.size), _below(seed, labels.size)
        if labels[a] == labels[b]:
            continue
        before = _cut_cost(labels, jumps, first, touching, a, b)
        labels[a], labels[b] = labels[b], labels[a]
        increase = _cut_cost(labels, jumps, first, touching, a, b) - before
        # 2. Accept or undo
        temperature = INITIAL_TEMPERATURE * (1 - step / steps)
        if increase > 0 and _random(seed) / 2.0**53 >= math.exp(-increase / temperature):
            labels[a], labels[b] = labels[b], labels[a]
            continue
        # 3. Remember
        saved -= increase
        if saved > most:
            most = saved
            for hole in range(labels.size):
                best[hole] = labels[hole]
    return most
