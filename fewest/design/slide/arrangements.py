"""Arrangements of labelled pieces on places: how many there are, their images under rotations, and their parities."""

from __future__ import annotations

from collections.abc import Sequence
from math import comb, prod

import numpy as np
from numpy.typing import NDArray

from fewest.design.kernels import slide_space as kernel
from fewest.solver.model import Progress, Slices

SLICE_ROTATIONS = 1 << 16
"""Arrangements times rotations that one kernel call tabulates: some hundredths of a second."""


def rotations(
    counts: Sequence[int], places: int, pairs: Sequence[tuple[int, int]]
) -> Slices[tuple[NDArray[np.int32], NDArray[np.uint16]]]:
    """The image of every arrangement of some labels under each rotation (see ``kernel.rotate_arrangements``)."""
    size = arrangements(counts, places)
    after = np.empty((len(pairs), size), np.int32)
    rest = np.empty((len(pairs), size), np.uint16)
    start, to = np.array(pairs, np.int64).reshape(-1, 2).T.copy()
    labels, choose = np.array(counts, np.int64), _binomials(places)
    # So that a slice takes the same time however many rotations there are.
    step = max(1, SLICE_ROTATIONS // max(1, len(pairs)))
    for begin in range(0, size, step):
        kernel.rotate_arrangements(labels, choose, start, to, begin, min(size, begin + step), after, rest)
        yield Progress(0, 0)
    return after, rest


def number_rows(rest: NDArray[np.uint16]) -> Slices[list[int]]:
    """Number the distinct effects of rotations on the lower labels, in place: 0 for none, then 1, 2, … in order; list
    them.
    """
    seen = np.zeros(1 << 16, bool)
    for row in rest:
        seen[row] = True
        yield Progress(0, 0)
    # 0 is no rotation, and is row 0 in any case.
    seen[0] = False
    used = np.flatnonzero(seen)
    number = np.zeros(1 << 16, np.uint16)
    number[used] = np.arange(1, len(used) + 1)
    for row in rest:
        row[:] = number[row]
        yield Progress(0, 0)
    return [int(key) for key in used]


def parities(counts: Sequence[int], places: int, size: int) -> NDArray[np.uint8]:
    """The parity of every arrangement, uint8 (size,) (see ``kernel.parities``)."""
    parity = np.empty(size, np.uint8)
    kernel.parities(np.array(counts, np.int64), _binomials(places), parity)
    return parity


def _binomials(places: int) -> NDArray[np.int64]:
    """Binomial coefficients, int64 (places + 1, places + 1); those that do not fit are not used."""
    most = np.iinfo(np.int64).max
    rows = [[min(comb(n, k), most) for k in range(places + 1)] for n in range(places + 1)]
    return np.array(rows, np.int64)


def arrangements(counts: Sequence[int], places: int) -> int:
    """Ways to place so many pieces of each label on places, the others left free."""
    free = [places - sum(counts[:index]) for index in range(len(counts))]
    return prod(comb(left, count) for left, count in zip(free, counts, strict=True))
