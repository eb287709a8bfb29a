"""Part the holes of a jump board into regions that cut few jumps, by simulated annealing."""

from __future__ import annotations

import math

import numpy as np
from numba import njit

HOTTEST = 4.0
"""At the beginning a swap that cuts so much more is made once in e times."""


@njit(cache=True, nogil=True)
def _random(seed):
    """The next number of xorshift64* (Marsaglia 2003, Vigna 2016)."""
    x = seed[0]
    x ^= x >> np.uint64(12)
    x ^= x << np.uint64(25)
    x ^= x >> np.uint64(27)
    seed[0] = x
    return x * np.uint64(0x2545F4914F6CDD1D) >> np.uint64(11)


@njit(cache=True, nogil=True)
def _below(seed, n):
    return np.int64(_random(seed) % np.uint64(n))


@njit(cache=True, nogil=True)
def _cut(labels, jumps, first, touching, a, b):
    """What the jumps cost that touch one of two holes."""
    cut = 0
    for t in range(first[a], first[a + 1]):
        j = touching[t]
        over = labels[jumps[j, 1]]
        cut += (labels[jumps[j, 0]] != over) + (over != labels[jumps[j, 2]])
    for t in range(first[b], first[b + 1]):
        j = touching[t]
        if jumps[j, 0] != a and jumps[j, 1] != a and jumps[j, 2] != a:
            over = labels[jumps[j, 1]]
            cut += (labels[jumps[j, 0]] != over) + (over != labels[jumps[j, 2]])
    return cut


@njit(cache=True, nogil=True)
def anneal(seed, labels, best, jumps, first, touching, steps):
    """Swap holes of two regions so many times, at first also for the worse.

    A jump costs 0 if its holes are in one region, 2 if its middle is in neither region of its ends, else 1.

    Parameters
    ----------
    seed : uint64 (1)
        Of the random numbers; not 0.
    labels, best : int64 (holes)
        Region of each hole, now and where the jumps cost least.
    jumps : int64 (jumps, 3)
    first : int64 (holes + 1), touching : int64
        The jumps that touch hole h are ``touching[first[h]:first[h + 1]]``.
    steps : int
        The budget: a step looks at the jumps of two holes, twice.

    Returns
    -------
    int
        How much less the jumps cost at best than at the beginning.
    """
    saved = most = 0
    for step in range(steps):
        a, b = _below(seed, labels.size), _below(seed, labels.size)
        if labels[a] == labels[b]:
            continue
        before = _cut(labels, jumps, first, touching, a, b)
        labels[a], labels[b] = labels[b], labels[a]
        worse = _cut(labels, jumps, first, touching, a, b) - before
        heat = HOTTEST * (1 - step / steps)
        if worse > 0 and _random(seed) / 2.0**53 >= math.exp(-worse / heat):
            labels[a], labels[b] = labels[b], labels[a]
            continue
        saved -= worse
        if saved > most:
            most = saved
            for hole in range(labels.size):
                best[hole] = labels[hole]
    return most
