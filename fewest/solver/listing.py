"""All optimal solutions of a puzzle, stored as the positions on them.

Level k holds the sorted keys of all positions that some optimal solution reaches with move k, each with its path count:
the number of optimal ways to continue from it to the goal. The solutions themselves are not stored:
:mod:`fewest.solver.pages` makes any of them from its number.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Self, TypeAlias

import numpy as np
import numpy.typing as npt

Array: TypeAlias = npt.NDArray[Any]

WORD_BYTES = 8
"""Keys of this width are compared as words, which is faster."""

INTEGER_BYTES = 7
"""Path counts up to this width fit a signed word; wider ones are Python's integers."""


class ListingLevel:
    """Sorted keys of equal width and a path count for each, packed: big-endian counts of equal width."""

    def __init__(self, key_bytes: int, keys: bytes, count_bytes: int, counts: bytes) -> None:
        self.key_bytes = key_bytes
        self.keys = keys
        self.count_bytes = count_bytes
        self.counts = counts

    @classmethod
    def from_counts(cls, path_counts: Mapping[bytes, int]) -> Self:
        """Pack a mapping from key to path count."""
        keys = sorted(path_counts)
        key_bytes = len(keys[0]) if keys else 1
        count_bytes = (max(path_counts.values(), default=0).bit_length() + 7) // 8 or 1
        return cls(
            key_bytes, b"".join(keys), count_bytes, b"".join(path_counts[key].to_bytes(count_bytes) for key in keys)
        )

    def __len__(self) -> int:
        return len(self.keys) // self.key_bytes

    @cached_property
    def sorted_keys(self) -> Array:
        """The keys as an array: uint64 if they have eight bytes, else texts of bytes."""
        if self.key_bytes == WORD_BYTES:
            return np.frombuffer(self.keys, ">u8").astype(np.uint64)
        return np.frombuffer(self.keys, f"S{self.key_bytes}")

    def path_counts(self, keys: Array) -> Array:
        """Numbers of optimal ways to continue from positions; 0 where no optimal solution goes through.

        Parameters
        ----------
        keys
            uint64 (n), or texts of ``key_bytes`` bytes, as in :attr:`sorted_keys`.

        Returns
        -------
        int64 (n), or Python's integers if the counts may not fit.
        """
        # Big-endian, so that words sort as the texts do.
        if self.key_bytes == WORD_BYTES and keys.dtype != np.uint64:
            keys = keys.view(">u8").astype(np.uint64)
        found = np.zeros(len(keys), np.int64 if self.count_bytes <= INTEGER_BYTES else object)
        if not len(self):
            return found
        # A key beyond the last has no place: compared with the last one, it differs.
        at = np.minimum(np.searchsorted(self.sorted_keys, keys), len(self) - 1)
        hits = np.flatnonzero(self.sorted_keys[at] == keys)
        packed = np.frombuffer(self.counts, np.uint8).reshape(len(self), self.count_bytes)[at[hits]]
        if self.count_bytes <= INTEGER_BYTES:
            words = np.zeros((len(hits), WORD_BYTES), np.uint8)
            words[:, WORD_BYTES - self.count_bytes :] = packed
            found[hits] = words.view(">i8")[:, 0]
        else:
            found[hits] = [int.from_bytes(count) for count in packed.tolist()]
        return found


@dataclass(frozen=True, slots=True)
class Listing:
    """The levels 0 … length of a puzzle's optimal solutions.

    :class:`fewest.solver.transitions.Transitions` makes the key of a position.

    Attributes
    ----------
    levels
        The positions after each number of moves.
    symmetries
        Permutations of the places up to which positions are stored; empty if there is only the identity. They are
        part of the listing because a reader might not find the same ones in the time it has.
    """

    levels: tuple[ListingLevel, ...]
    symmetries: tuple[tuple[int, ...], ...] = ()

    @property
    def size(self) -> int:
        """Bytes of keys and counts in memory."""
        return sum(len(level.keys) + len(level.counts) for level in self.levels)

    def dumps(self) -> bytes:
        """Pack into bytes: a line of JSON with the widths and symmetries, then the levels, compressed."""
        head = [[len(level), level.key_bytes, level.count_bytes] for level in self.levels]
        body = b"".join(level.keys + level.counts for level in self.levels)
        return zlib.compress(json.dumps([head, self.symmetries]).encode() + b"\n" + body, 1)

    @classmethod
    def loads(cls, packed: bytes) -> Self:
        """Unpack the bytes that :meth:`dumps` returned."""
        head, _, body = zlib.decompress(packed).partition(b"\n")
        levels = []
        at = 0
        widths, symmetries = json.loads(head)
        for size, key_bytes, count_bytes in widths:
            middle = at + size * key_bytes
            end = at + size * (key_bytes + count_bytes)
            levels.append(ListingLevel(key_bytes, body[at:middle], count_bytes, body[middle:end]))
            at = end
        return cls(tuple(levels), tuple(map(tuple, symmetries)))
