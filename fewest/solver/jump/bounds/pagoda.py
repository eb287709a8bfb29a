"""Pagoda functions: weights of the holes whose sum over the pegs no jump increases.

A position lighter than every goal reaches none; a position heavier than the start cannot be reached from it (Conway;
Berlekamp, Conway & Guy, Winning Ways, ch. 23).
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import lcm
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from fewest.solver.budget import Budget
from fewest.solver.jump.board import JumpBoard, Permutation, Words
from fewest.solver.jump.bounds.program import Program
from fewest.solver.jump.words import WIDE, bits_at, pack, unpack, word_type
from fewest.solver.model import Slices

Weights: TypeAlias = npt.NDArray[np.int64]
"""Weights of the holes: (holes) for one function, (functions, holes) for several."""

DENOMINATOR = 1000
"""Weights at a corner of the linear program are fractions with small denominators; larger ones are not tried."""

LANES = 8
"""Functions packed into one word of 64 bits."""

LANE_BITS = 64 // LANES
MIN_VALUE = -(1 << (LANE_BITS - 1))
MAX_VALUE = (1 << (LANE_BITS - 1)) - 1

MAX_PRODUCT = 1 << 18
"""Multiplications in one product of matrices: with more, OpenBLAS divides it among threads, which then wait busily."""

MAX_ENDS = 200
"""With more goals (or images of the start), no functions are learned: a program has a column for each."""

MAX_FAILURES = 8
"""Linear programs, some milliseconds each, that may refute little in a row before learning stops."""


def pagoda(program: Program, lighter: Sequence[int], heavier: Sequence[int]) -> Weights | None:
    """Find a pagoda function by which every position of one list is lighter than every one of another.

    The weights maximise the least difference over the reals (HiGHS); they are rounded to integers and checked as
    integers, so rounding can lose a function but never yield a false one.

    Returns
    -------
    int64 (holes), or None if no such function exists
    """
    if not program.board.jumps:
        return None
    low = peg_rows(lighter, program.board.holes)
    high = peg_rows(heavier, program.board.holes)
    found = program.fit(low, high)
    # A margin this small is rounding: no function separates them.
    if found is None or (high @ found[0]).min() - (low @ found[0]).max() < 1e-6:
        return None
    weights = integers(found[0])
    jumps = np.array(program.board.jumps)
    never_rises = (weights[jumps[:, 0]] + weights[jumps[:, 1]] >= weights[jumps[:, 2]]).all()
    # Checked as integers, because the solver works with rounded numbers.
    return weights if never_rises and (low @ weights).max() < (high @ weights).min() else None


def peg_rows(positions: Sequence[int] | Words, holes: int) -> Weights:
    """Pegs of positions as rows of 0 and 1: int64 (positions, holes)."""
    words = positions if isinstance(positions, np.ndarray) else pack(positions, word_type(holes))
    return bits_at(words, range(holes)).astype(np.int64)


def integers(values: npt.NDArray[np.float64]) -> Weights:
    """The smallest integers in the ratio of fractions with small denominators, int64; zeros if they get too large."""
    fractions = {value: Fraction(value).limit_denominator(DENOMINATOR) for value in set(values.tolist())}
    scale = lcm(*(fraction.denominator for fraction in fractions.values()))
    if scale > DENOMINATOR**2:
        return np.zeros(len(values), np.int64)
    scaled = {value: int(fraction * scale) for value, fraction in fractions.items()}
    return np.array([scaled[value] for value in values.tolist()], np.int64)


def learn(
    board: JumpBoard,
    group: Sequence[Permutation],
    forward: bool,
    ends: Words,
    positions: Words,
    known: Weights,
    max_functions: int,
    budget: Budget,
) -> Slices[Weights]:
    """Learn functions that refute many positions of a level; yields after each linear program.

    Parameters
    ----------
    group
        Automorphisms that keep the ends, so images of a function serve as well.
    forward
        Whether the positions must reach the ends; otherwise they must be reached from them.
    ends : words
        All goals, or all images of the start.
    positions : words
        A sample of the level.
    known : int64 (functions, holes)
        Functions known already.
    max_functions
        Functions to keep.

    Returns
    -------
    int64 (functions, holes)
        The best of the known and the new ones and their images, each with values that fit a lane.
    """
    if not 0 < ends.size <= MAX_ENDS or positions.size == 0:
        return known
    listed, program = unpack(ends), Program(board)
    remaining = positions[~_refuted(known, forward, ends, positions)]
    functions = known
    failures = 0
    # A fixed seed: the same sample teaches the same functions. From seed to seed, nodes differ by up to a half.
    random = np.random.default_rng(3)
    while remaining.size and failures < MAX_FAILURES:
        taken = random.integers(remaining.size)
        (position,) = unpack(remaining[taken])
        remaining = np.delete(remaining, taken)
        failures = failures + 1
        found = pagoda(program, [position], listed) if forward else pagoda(program, listed, [position])
        yield budget.progress()
        if found is not None:
            # Ends are kept by the group, so an image of a function refutes the images of what it refutes.
            images = np.unique([found[np.argsort(permutation)] for permutation in group], axis=0)
            images = images[_fits_lane(images, forward, ends)]
            refuted = _refuted(images, forward, ends, remaining)
            functions = np.vstack([functions, images])
            # A function that refutes a twentieth of what is left was worth its program.
            failures = 0 if 20 * refuted.sum() > remaining.size else failures
            remaining = remaining[~refuted]
    return _select(functions, forward, ends, positions, max_functions)


def usable(board: JumpBoard, functions: Weights, forward: bool, ends: Words) -> Weights:
    """Those of some weights that are pagoda functions with values that fit a lane: int64 (functions, holes)."""
    start, over, to = np.array(board.jumps, np.int64).reshape(-1, 3).T
    never_increased = (functions[:, start] + functions[:, over] >= functions[:, to]).all(axis=1)
    return functions[never_increased & _fits_lane(functions, forward, ends)]


def _margins(functions: Weights, forward: bool, ends: Words, positions: Words) -> Weights:
    """How far positions are from being refuted: int64 (functions, positions), negative if refuted."""
    # Floats for the speed of their product; the numbers are small integers, so they are exact.
    signed = (functions if forward else -functions).astype(np.float32)
    holes = functions.shape[1]
    least = np.matmul(signed, peg_rows(ends, holes).T.astype(np.float32)).min(axis=1, keepdims=True)
    # In parts, because OpenBLAS starts threads of its own for larger ones, which take the other cores for nothing.
    size = max(1, MAX_PRODUCT // max(1, functions.size))
    parts = [peg_rows(positions[at : at + size], holes) for at in range(0, max(1, positions.size), size)]
    products = [np.matmul(signed, part.T.astype(np.float32)) for part in parts]
    return np.asarray(np.concatenate(products, axis=1) - least).astype(np.int64)


def _refuted(functions: Weights, forward: bool, ends: Words, positions: Words) -> npt.NDArray[np.bool_]:
    """Whether some function refutes a position: bool (positions)."""
    return np.asarray((_margins(functions, forward, ends, positions) < 0).any(axis=0))


def _fits_lane(functions: Weights, forward: bool, ends: Words) -> npt.NDArray[np.bool_]:
    """Whether the margins of a function fit a lane in every position: bool (functions)."""
    signed = functions if forward else -functions
    least = np.matmul(signed, peg_rows(ends, functions.shape[1]).T).min(axis=1)
    low = np.minimum(signed, 0).sum(axis=1) - least
    high = np.maximum(signed, 0).sum(axis=1) - least
    return np.asarray((low >= MIN_VALUE) & (high <= MAX_VALUE))


def _select(functions: Weights, forward: bool, ends: Words, sample: Words, max_functions: int) -> Weights:
    """Select functions greedily: each refutes most of the positions that the earlier ones do not."""
    refuted = _margins(functions, forward, ends, sample) < 0
    chosen: list[int] = []
    while len(chosen) < max_functions and refuted.any():
        chosen.append(int(refuted.sum(axis=1).argmax()))
        refuted = refuted & ~refuted[chosen[-1]]
    return functions[chosen]


def pagoda_tables(functions: Weights, forward: bool, ends: Words, holes: int) -> Words:
    """Byte tables of pagoda words: eight functions to a word, a lane's top bit clear where its function refutes.

    The upper half of a record is not used.

    Returns
    -------
    words (words, bytes, 256)
        The summand of each byte of a position; the first byte also adds the value of the empty position.
    """
    words = -(-len(functions) // LANES)
    tables = np.zeros((words, max(1, (holes + 7) // 8), 256), np.uint64)
    sign = 1 if forward else -1
    empty = _margins(functions, forward, ends, np.zeros(1, ends.dtype))[:, 0]
    contents = np.arange(256)
    for index, function in enumerate(functions):
        word, lane = divmod(index, LANES)
        shift = np.uint64(lane * LANE_BITS)
        for byte in range(tables.shape[1]):
            part = np.zeros(256, np.int64)
            for bit, weight in enumerate(function[8 * byte : 8 * byte + 8]):
                part += sign * int(weight) * (contents >> bit & 1)
            # A lane holds the margin plus 128, so that a negative margin clears the top bit.
            if byte == 0:
                part += int(empty[index]) - MIN_VALUE
            # Parts can be negative: in two's complement they borrow from the lanes above, but words add up modulo
            # 2**64, and in the whole sum every lane is in range again.
            tables[word, byte] += part.astype(np.uint64) << shift
    # A lane without a function is 128, never refuting.
    for index in range(len(functions), words * LANES):
        word, lane = divmod(index, LANES)
        tables[word, 0] += np.uint64(-MIN_VALUE) << np.uint64(lane * LANE_BITS)
    if ends.dtype == WIDE:
        records = np.zeros(tables.shape, WIDE)
        records["low"] = tables
        return records
    return tables
