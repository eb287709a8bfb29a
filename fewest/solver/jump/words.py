"""Arrays of positions: a word of 64 bits each, or on boards of more holes a record of two.

Bit h of a position is set where hole h has a peg. Holes from 64 on are bits of ``high``, the others of ``low``.
All positions of a board have one type, and each of these functions gets arrays of one type. A board of at most 64 holes
has plain words, which no function here slows down.

NumPy compares, combines and sorts plain words, but of records only whole ones for equality. ``fits``, ``xor``,
``minimum`` and similar functions work like ``&``, ``^`` and ``min`` on both types; :func:`sortable` makes an array that
sorts, for :func:`numpy.unique`, :func:`numpy.isin`, :func:`numpy.lexsort` and :func:`numpy.searchsorted`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from fewest.solver.jump.board import WORD_HOLES, Words

WORD: np.dtype[Any] = np.dtype(np.uint64)
"""Positions of a board of at most 64 holes."""

WIDE: np.dtype[Any] = np.dtype([("low", np.uint64), ("high", np.uint64)])
"""Positions of a larger one: in memory an integer of 128 bits, on machines that store the lowest byte first."""

LOW_BITS = (1 << WORD_HOLES) - 1

Scalar: TypeAlias = Any
"""A word as kernels take it: uint64, or a pair of them, the lower first."""

Bools: TypeAlias = npt.NDArray[np.bool_]


def word_type(holes: int) -> np.dtype[Any]:
    """The type of the positions of a board."""
    return WORD if holes <= WORD_HOLES else WIDE


def pack(positions: Iterable[int], dtype: np.dtype[Any]) -> Words:
    """Python's integers as an array of a type."""
    given = list(positions)
    if dtype == WORD:
        return np.array(given, WORD)
    packed = np.empty(len(given), WIDE)
    packed["low"] = [position & LOW_BITS for position in given]
    packed["high"] = [position >> WORD_HOLES for position in given]
    return packed


def unpack(words: Words) -> list[int]:
    """An array, or one element, as Python's integers."""
    if words.dtype == WORD:
        return list(np.atleast_1d(words).tolist())
    low, high = (np.atleast_1d(words[name]).tolist() for name in ("low", "high"))
    return [above << WORD_HOLES | below for below, above in zip(low, high, strict=True)]


def scalar(position: int, dtype: np.dtype[Any]) -> Scalar:
    """One position as kernels take it."""
    if dtype == WORD:
        return np.uint64(position)
    return np.uint64(position & LOW_BITS), np.uint64(position >> WORD_HOLES)


def zeros(size: int, dtype: np.dtype[Any]) -> Words:
    """Empty slots. Those of two words begin at a multiple of 16, where both can be written at once."""
    if dtype == WORD:
        return np.zeros(size, WORD)
    # One slot more than needed, to begin where the address is a multiple.
    made = np.zeros(size + 1, dtype)
    off = -made.ctypes.data % dtype.itemsize
    return made.view(np.uint8)[off:][: size * dtype.itemsize].view(dtype) if off else made[:size]


NO_WORDS = {dtype: zeros(1, dtype) for dtype in (WORD, WIDE)}
"""An empty slot of each type, never written to."""


def _by_halves(function: Callable[..., Any], *words: Any) -> Words:
    """A function of words, done for either half; the shape is that of its results."""
    low, high = (function(*(each[name] for each in words)) for name in ("low", "high"))
    made = np.empty(np.shape(low), WIDE)
    made["low"] = low
    made["high"] = high
    return made


def xor(words: Words, changes: Words) -> Words:
    """Exclusive or, with the shapes broadcast."""
    return words ^ changes if words.dtype == WORD else _by_halves(np.bitwise_xor, words, changes)


def subtract(words: Words, others: Words) -> Words:
    """Differences, modulo 2 to the number of bits, of arrays of one shape."""
    if words.dtype == WORD:
        # Unsigned, so a difference below 0 wraps around, as sums of maps do.
        return words - others
    made = np.empty(words.shape, WIDE)
    made["low"] = words["low"] - others["low"]
    # The comparison is the borrow.
    made["high"] = words["high"] - others["high"] - (words["low"] < others["low"])
    return made


def fits(words: Words, tested: Words, before: Words) -> Bools:
    """Whether of the holes tested exactly those of ``before`` have a peg, with the shapes broadcast."""
    if words.dtype == WORD:
        return np.asarray(words & tested == before)
    halves = [words[name] & tested[name] == before[name] for name in ("low", "high")]
    return np.asarray(halves[0] & halves[1])


def occupied(words: Words) -> Bools:
    """Whether a word is not 0."""
    return np.asarray((words if words.dtype == WORD else words["low"] | words["high"]) != 0)


def minimum(images: Words) -> Words:
    """The least of each column: of (images, n) words, (n) words."""
    if images.dtype == WORD:
        return np.asarray(images.min(axis=0))
    least = images[0].copy()
    for image in images[1:]:
        less = (image["high"] < least["high"]) | ((image["high"] == least["high"]) & (image["low"] < least["low"]))
        least[less] = image[less]
    return np.asarray(least)


def pegs(words: Words) -> npt.NDArray[np.int64]:
    """Number of pegs, int64."""
    if words.dtype == WORD:
        return np.bitwise_count(words).astype(np.int64)
    return np.asarray(np.bitwise_count(words["low"]).astype(np.int64) + np.bitwise_count(words["high"]))


def bits_at(words: Words, holes: Sequence[int]) -> npt.NDArray[np.uint64]:
    """0 or 1 for each of some holes: uint64 (n, holes)."""
    numbers = np.array(holes, np.uint64)
    if words.dtype == WORD:
        return words[:, None] >> numbers & np.uint64(1)
    halves = np.stack([words["low"], words["high"]], axis=1)
    within = numbers % np.uint64(WORD_HOLES)
    return np.asarray(halves[:, (numbers // np.uint64(WORD_HOLES)).astype(np.int64)] >> within & np.uint64(1))


def contents(words: Words, holes: Sequence[int]) -> npt.NDArray[np.int64]:
    """The pegs in some holes, at most 63, side by side: int64 (n); bit i is that of the i-th hole."""
    held = bits_at(words, holes)
    return np.asarray((held << np.arange(len(holes), dtype=np.uint64)).sum(axis=1, dtype=np.uint64), np.int64)


def cut(words: Words, shift: np.uint64, mask: np.uint64) -> npt.NDArray[np.uint64]:
    """``words >> shift & mask``, uint64; the mask has at most 32 bits."""
    if words.dtype == WORD:
        return np.asarray(words >> shift & mask)
    if shift >= WORD_HOLES:
        return np.asarray(words["high"] >> (shift - np.uint64(WORD_HOLES)) & mask)
    # Shifted by one place first: a word cannot be shifted by all its 64.
    above = words["high"] << np.uint64(1) << np.uint64(WORD_HOLES - 1 - int(shift))
    return np.asarray((words["low"] >> shift | above) & mask)


def bytes_of(words: Words, byte: int) -> npt.NDArray[np.uint64]:
    """Eight holes of each, uint64: holes ``8 * byte`` on."""
    half = words if words.dtype == WORD else words["low" if byte < 8 else "high"]
    return half >> np.uint64(8 * (byte % 8)) & np.uint64(255)


def sortable(words: Words) -> npt.NDArray[Any]:
    """An array that sorts as the numbers do: words themselves, of records the 16 bytes, the highest first."""
    if words.dtype == WORD:
        return words
    # Big-endian bytes compare as numbers do, byte by byte from the first.
    swapped = np.stack([words["high"], words["low"]], axis=-1).astype(">u8")
    return swapped.view("S16")[..., 0]


def sort_keys(words: Words) -> tuple[Words, ...]:
    """Keys for :func:`numpy.lexsort`, the last of which counts most; much faster than sorting texts."""
    return (words,) if words.dtype == WORD else (words["low"], words["high"])


def from_sortable(texts: npt.NDArray[Any]) -> Words:
    """The inverse of :func:`sortable`."""
    if texts.dtype == WORD:
        return texts
    halves = np.ascontiguousarray(texts).view(">u8").reshape(*texts.shape, 2)
    words = np.empty(texts.shape, WIDE)
    words["high"], words["low"] = halves[..., 0], halves[..., 1]
    return words


def unique(words: Words) -> Words:
    """Each word once, in order."""
    if words.dtype == WORD:
        return np.unique(words)
    ordered = words[np.lexsort(sort_keys(words))]
    first = np.ones(ordered.size, np.bool_)
    first[1:] = occupied(xor(ordered[1:], ordered[:-1]))
    return ordered[first]


def big_endian(words: Words) -> bytes:
    """Words one after the other, the highest byte first."""
    return words.astype(">u8").tobytes() if words.dtype == WORD else sortable(words).tobytes()
