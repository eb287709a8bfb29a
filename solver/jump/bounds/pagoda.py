"""Pagoda functions: weights of the holes that no jump raises. They tell positions that cannot reach a goal.

A position lighter than every goal reaches none; a position heavier than the start cannot be reached from it.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from fractions import Fraction
from math import lcm
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from solver.jump.board import JumpBoard, Permutation, Words

Weights: TypeAlias = npt.NDArray[np.int64]

DENOMINATOR = 1000
"""Weights at a corner of the linear program are fractions with small denominators; larger ones are not tried."""

LANES = 8
LANE_BITS = 64 // LANES
LEAST, LARGEST = -(1 << (LANE_BITS - 1)), (1 << (LANE_BITS - 1)) - 1

MOST_TARGETS = 200
VAIN = 8
"""After so many linear programs in a row, some milliseconds each, that ruled out little no more are solved."""


def pagoda(board: JumpBoard, lighter: Sequence[int], heavier: Sequence[int]) -> Weights | None:
    """Find integer weights by which every position of one group is lighter than every one of the other.

    The weights maximise the least difference over the reals (HiGHS); they are brought to integers and checked as
    integers, so rounding can lose a function but never make a false one. None if there are none.
    """
    from scipy.optimize import linprog
    from scipy.sparse import csr_array, vstack

    if not board.jumps:
        return None
    jumps = np.array(board.jumps)
    places = np.repeat(np.arange(len(jumps)), 3)
    signs = np.tile([-1.0, -1.0, 1.0], len(jumps))
    rises = csr_array((signs, (places, jumps.ravel())), shape=(len(jumps), board.holes + 1))
    low, high = _bits(lighter, board.holes), _bits(heavier, board.holes)
    differences = (low[:, None, :] - high[None, :, :]).reshape(-1, board.holes).astype(np.float64)
    margins = np.hstack([differences, np.ones((len(differences), 1))])
    answer = linprog(
        np.append(np.zeros(board.holes), -1.0),
        A_ub=vstack([rises, csr_array(margins)], format="csr"),
        b_ub=np.zeros(len(jumps) + len(margins)),
        bounds=[(-1, 1)] * board.holes + [(0, 1)],
        method="highs-ds",
    )
    if answer.x is None or answer.fun > -1e-6:
        return None
    weights = _integers(answer.x[:-1])
    falls = (weights[jumps[:, 0]] + weights[jumps[:, 1]] >= weights[jumps[:, 2]]).all()
    return weights if falls and (low @ weights).max() < (high @ weights).min() else None


def _bits(positions: Sequence[int] | Words, holes: int) -> Weights:
    """Pegs of positions as rows of 0 and 1: (positions, holes)."""
    words = np.array(positions, np.uint64)
    return np.asarray((words[:, None] >> np.arange(holes, dtype=np.uint64)) & np.uint64(1), np.int64)


def _integers(values: npt.NDArray[np.float64]) -> Weights:
    """The smallest integers in the ratio of some fractions with small denominators."""
    fractions = [Fraction(float(value)).limit_denominator(DENOMINATOR) for value in values]
    scale = lcm(*(fraction.denominator for fraction in fractions))
    if scale > DENOMINATOR**2:
        return np.zeros(len(values), np.int64)
    return np.array([int(fraction * scale) for fraction in fractions], np.int64)


def learn(
    board: JumpBoard,
    group: Sequence[Permutation],
    forward: bool,
    ends: Words,
    positions: Words,
    known: Weights,
    most: int,
) -> Generator[None, None, Weights]:
    """Find functions that rule out many positions of a level; yields after each linear program.

    Parameters
    ----------
    group
        Symmetries; they keep the ends, so images of a function are as good as itself.
    forward, ends
        The positions walk towards the ends (goals), or backward from what must be reached from the ends (starts).
    positions
        A sample of the level.
    known : int64 (functions, holes)
        Functions known already.
    most
        How many functions to keep, at most.

    Returns
    -------
    int64 (functions, holes)
        The best of the known and new ones and their images, each with values that fit a lane.
    """
    if not 0 < ends.size <= MOST_TARGETS or positions.size == 0:
        return known
    targets, left = [int(end) for end in ends], positions[~_ruled_out(known, forward, ends, positions, board.holes)]
    functions, vain = known, 0
    while left.size and vain < VAIN:
        pick, left, vain = int(left[left.size // 2]), np.delete(left, left.size // 2), vain + 1
        found = pagoda(board, [pick], targets) if forward else pagoda(board, targets, [pick])
        yield
        if found is not None:
            images = np.unique([found[np.argsort(permutation)] for permutation in group], axis=0)
            fresh = _fitting(images, forward, ends)
            out = _ruled_out(fresh, forward, ends, left, board.holes)
            functions = np.vstack([functions, fresh])
            vain = 0 if 20 * out.sum() > left.size else vain
            left = left[~out]
    return _best(functions, forward, ends, positions, board.holes, most)


def _values(functions: Weights, forward: bool, ends: Words, positions: Words, holes: int) -> Weights:
    """How far the positions are on the right side: (functions, positions), negative if ruled out."""
    # Floats for the speed of their product; the numbers are small integers, so they are exact.
    signed = (functions if forward else -functions).astype(np.float32)
    least = np.matmul(signed, _bits(ends, holes).T.astype(np.float32)).min(axis=1, keepdims=True)
    return np.asarray(np.matmul(signed, _bits(positions, holes).T.astype(np.float32)) - least).astype(np.int64)


def _ruled_out(functions: Weights, forward: bool, ends: Words, positions: Words, holes: int) -> npt.NDArray[np.bool_]:
    return np.asarray((_values(functions, forward, ends, positions, holes) < 0).any(axis=0))


def _fitting(functions: Weights, forward: bool, ends: Words) -> Weights:
    """Those functions whose values fit a lane in every position."""
    return functions[[_range_fits(row) for row in _extremes(functions, forward, ends)]]


def _extremes(functions: Weights, forward: bool, ends: Words) -> Weights:
    """Least and largest value of each function over all positions: (functions, 2)."""
    holes = functions.shape[1]
    sign = 1 if forward else -1
    least = np.matmul(sign * functions, _bits(ends, holes).T).min(axis=1)
    low, high = np.minimum(sign * functions, 0).sum(axis=1), np.maximum(sign * functions, 0).sum(axis=1)
    return np.stack([low - least, high - least], axis=1)


def _range_fits(extremes: npt.NDArray[np.int64]) -> bool:
    return bool(extremes[0] >= LEAST and extremes[1] <= LARGEST)


def _best(functions: Weights, forward: bool, ends: Words, sample: Words, holes: int, most: int) -> Weights:
    """Choose functions one after the other, each ruling out most of what is left."""
    out = _values(functions, forward, ends, sample, holes) < 0
    chosen: list[int] = []
    while len(chosen) < most and out.any():
        chosen.append(int(out.sum(axis=1).argmax()))
        out = out & ~out[chosen[-1]]
    return functions[chosen]


def lane_tables(functions: Weights, forward: bool, ends: Words, holes: int) -> Words:
    """Byte tables of maps that add up, eight functions to a word: a lane's top bit is clear where one rules out.

    Returns
    -------
    uint64 (words, bytes, 256)
        What each byte of a position adds, and in its first byte where the count begins.
    """
    words = -(-len(functions) // LANES)
    tables = np.zeros((words, max(1, (holes + 7) // 8), 256), np.uint64)
    sign = 1 if forward else -1
    starts = _values(functions, forward, ends, np.zeros(1, np.uint64), holes)[:, 0]
    values = np.arange(256)
    for index, function in enumerate(functions):
        word, lane = divmod(index, LANES)
        shift = np.uint64(lane * LANE_BITS)
        for byte in range(tables.shape[1]):
            part = np.zeros(256, np.int64)
            for bit, weight in enumerate(function[8 * byte : 8 * byte + 8]):
                part += sign * int(weight) * (values >> bit & 1)
            if byte == 0:
                part += int(starts[index]) - LEAST
            # Two's complement: the words add up modulo 2**64, and every whole sum has its lanes in range.
            tables[word, byte] += part.astype(np.uint64) << shift
    for index in range(len(functions), words * LANES):
        word, lane = divmod(index, LANES)
        tables[word, 0] += np.uint64(-LEAST) << np.uint64(lane * LANE_BITS)
    return tables
