"""Breadth-first search over all positions of a jump board, jump by jump, up to symmetry.

All positions of a level have equally many pegs, so one is new if its own level does not have it yet. A level in the
making is a hash table with open addressing and linear probing, 0 where empty; a finished one is a list, ordered by
buckets of a hash, and within each bucket by the words. A position stands for its images: the least is stored.

The images of a position after a jump are those of the position before, each with the image of the three holes flipped.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from fewest.solver.kernels.bits import compare_and_swap, home_slot, prefetch
from fewest.solver.kernels.jit import inlined, kernel

NEXT, ADDED, POSITIONS, DEAD, DEAD_POSITIONS = range(5)
"""Entries of a cursor; see :func:`expand`."""

BATCH = 256
"""Positions whose slots are loaded into the cache before any of them is looked at."""


class Jumps(NamedTuple):
    """The jumps of a board.

    Attributes
    ----------
    three
        uint64 (jumps, images): the images of the holes of every jump; the first is that of the identity.
    pegs
        uint64 (jumps,): which of the holes have pegs before the jump, or after it if it is taken back.
    images
        uint64 (images, bytes, 256): byte tables of the symmetries, the identity first.
    """

    three: np.ndarray
    pegs: np.ndarray
    images: np.ndarray


@inlined
def _insert(slots, word):
    """Add a word to a hash table; whether it was not there. Threads may do so at the same time."""
    mask = slots.size - 1
    slot = home_slot(slots, word)
    while True:
        have = slots[slot]
        if have == word:
            return False
        if have == 0:
            have = compare_and_swap(slots, slot, word)
            if have == 0:
                return True
            if have == word:
                return False
        slot = (slot + 1) & mask


@kernel
def expand(jumps, words, end, slots, headroom, cursor):
    """Add all positions one jump away from some positions to a hash table.

    Parameters
    ----------
    jumps
        See the class.
    words
        uint64 (positions,): least images.
    end
        The positions NEXT … ``end - 1`` are expanded.
    slots
        uint64 (power of two,): a hash table; other threads may add to it at the same time.
    headroom
        How many words this call may add to it, at least ``BATCH`` and the number of jumps together.
    cursor
        int64 (5,): NEXT is the next position to expand; ADDED counts new words, set to 0 when the call begins;
        POSITIONS counts the images of the positions expanded, DEAD those without a jump, DEAD_POSITIONS their images.

    Returns
    -------
    bool
        Whether it has come to the end; else the table must grow.
    """
    three, pegs, images = jumps
    number, symmetries = three.shape
    batch = np.empty(BATCH + number, np.uint64)
    own = np.empty(symmetries, np.uint64)
    size = 0
    cursor[ADDED] = 0
    while True:
        at = cursor[NEXT]
        if size >= BATCH or at == end:
            for entry in range(size):
                cursor[ADDED] += _insert(slots, batch[entry])
            size = 0
            if at == end:
                return True
            if cursor[ADDED] + BATCH + number > headroom:
                return False
        word = words[at]
        cursor[NEXT] = at + 1
        own[:] = 0
        for byte in range(images.shape[1]):
            content = (word >> np.uint64(8 * byte)) & np.uint64(255)
            for symmetry in range(symmetries):
                own[symmetry] |= images[symmetry, byte, content]
        fixing = 0
        for symmetry in range(symmetries):
            fixing += own[symmetry] == word
        before = size
        for jump in range(number):
            if word & three[jump, 0] == pegs[jump]:
                least = word ^ three[jump, 0]
                for symmetry in range(1, symmetries):
                    least = min(least, own[symmetry] ^ three[jump, symmetry])
                prefetch(slots, home_slot(slots, least))
                batch[size] = least
                size += 1
        cursor[POSITIONS] += symmetries // fixing
        if size == before:
            cursor[DEAD] += 1
            cursor[DEAD_POSITIONS] += symmetries // fixing


@kernel
def rehash(old, slots, begin, end):
    """Copy the slots ``begin`` … ``end - 1`` of a hash table into a larger one, both uint64 (power of two,)."""
    for slot in range(begin, end):
        if old[slot]:
            _insert(slots, old[slot])


@inlined
def _bucket(word, bits):
    """Bucket of a word, one of 2**bits: another hash than that of the slots."""
    mixed = word ^ (word >> np.uint64(29))
    mixed *= np.uint64(0xBF58476D1CE4E5B9)
    return np.int64(mixed >> np.uint64(40)) >> (24 - bits)


@kernel
def count_buckets(slots, begin, end, bits, sizes):
    """Add the words in the slots ``begin`` … ``end - 1`` to the sizes of their buckets, int64 (2**bits,)."""
    for slot in range(begin, end):
        if slots[slot]:
            sizes[_bucket(slots[slot], bits)] += 1


@kernel
def fill_buckets(slots, begin, end, bits, ends, words):
    """Write the words in the slots ``begin`` … ``end - 1`` behind those that their buckets have already.

    Parameters
    ----------
    slots
        uint64 (power of two,): a hash table.
    bits
        There are 2**bits buckets, 24 at most.
    ends
        int64 (2**bits,): where the next word of each goes; advanced.
    words
        uint64 (positions,): written.
    """
    for slot in range(begin, end):
        if slots[slot]:
            bucket = _bucket(slots[slot], bits)
            words[ends[bucket]] = slots[slot]
            ends[bucket] += 1


@kernel
def find(words, ends, bits, word):
    """Number of a word in a list ordered by buckets, each sorted; -1 if it is not there.

    Parameters
    ----------
    words
        uint64 (positions,): the list.
    ends
        int64 (2**bits,): where each bucket ends.
    bits
        There are 2**bits buckets.
    word
        uint64.
    """
    bucket = _bucket(word, bits)
    low = np.int64(0) if bucket == 0 else ends[bucket - 1]
    high = end = ends[bucket]
    while low < high:
        middle = (low + high) >> 1
        if words[middle] < word:
            low = middle + 1
        else:
            high = middle
    return low if low < end and words[low] == word else np.int64(-1)
