"""Breadth-first search over all positions of a sliding board, as sets of ranks, one bit a position.

A position is the set of its empty cells, numbered: its slab; and its word, the pieces in the order of their cells. The
word's rank is that of its upper labels among all places, and that of the lower labels among the places left:

    slab | upper: one of A | lower: one of B, or of B / 2 if parity leaves only every other one

A slide takes the letter at one place of the word to another, a rotation of what is between. The upper rank after it
depends on the upper rank alone. So does what it does to the lower labels: nothing, if the letter is an upper one, or a
rotation of theirs. Thus a block of equal slab and upper rank goes to a block, and lower ranks change by a table that
stays in the fastest cache. Where nothing is rotated, 64 positions move at once.

A label's part of a rank is the number of its set of places among those that earlier labels leave, in the
combinatorial number system (Knuth, TAOCP 4A, 7.2.1.3); ranks are mixed-radix numbers of these parts.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from fewest.solver.kernels.bits import lowest, ones
from fewest.solver.kernels.jit import inlined, kernel

UNSEEN = 3
"""Value of a position not reached; that of others is their depth modulo 3."""


class Planes(NamedTuple):
    """One bit for every position, each plane uint64 (slabs * words of a slab,).

    Attributes
    ----------
    frontier
        The positions of the level to expand.
    following
        Those of the next level. It may be the same plane if no slide stays in the set of slabs that a level is in.
    low, high
        The two bits of every position's value: depth modulo 3, or ``UNSEEN``.
    """

    frontier: np.ndarray
    following: np.ndarray
    low: np.ndarray
    high: np.ndarray


class Slides(NamedTuple):
    """The slides between slabs.

    Attributes
    ----------
    first
        int64 (slabs + 1,): where the slides of each slab begin in the next two.
    other
        int32 (slides,): the slab at the other end.
    rotation
        int32 (slides,): the rotation of the word, -1 if it stays.
    """

    first: np.ndarray
    other: np.ndarray
    rotation: np.ndarray


class Rotations(NamedTuple):
    """What rotations of a word do to its rank.

    Attributes
    ----------
    upper
        int32 (rotations, A): the upper rank after each.
    rest
        uint16 (rotations, A): the row of ``lower`` that each becomes for the lower labels; row 0 changes nothing.
    lower
        uint16 (parities, rows, entries): the lower rank after each, halved if parity decides its last bit.
    parity
        uint8 (A,): parity of the upper rank's digits, 0 if parities do not matter.
    slab_parity
        uint8 (slabs,): parity of all words of a slab, 0 likewise.
    """

    upper: np.ndarray
    rest: np.ndarray
    lower: np.ndarray
    parity: np.ndarray
    slab_parity: np.ndarray


class Shape(NamedTuple):
    """Sizes.

    Attributes
    ----------
    entries
        Positions of a block.
    block
        Bits from one block to the next: ``entries``, or the next multiple of 64, so that blocks begin with words.
    words
        Words of a slab.
    """

    entries: int
    block: int
    words: int


@kernel
def rotate_arrangements(counts, choose, start, to, begin, end, after, rest):
    """Number what rotations make of every arrangement of some labels.

    Parameters
    ----------
    counts
        int64 (labels,): pieces of every label.
    choose
        int64 (places + 1, places + 1): binomial coefficients.
    start, to
        int64 (rotations,): the places between which each rotation takes a letter.
    begin, end
        The arrangements ``begin`` … ``end - 1``.
    after
        int32 (rotations, arrangements): their numbers after each are written.
    rest
        uint16 (rotations, arrangements): written, what each is to the places that the labels leave: the letter at one
        of them goes to another, together one times (places + 1) plus the other; 0 if none does.
    """
    labels, places = len(counts), len(choose) - 1
    word, turned = np.empty(places, np.int64), np.empty(places, np.int64)
    left = np.empty(places, np.int64)
    digit = np.empty(labels, np.int64)
    for number in range(begin, end):
        free, remainder = places, number
        for label in range(labels):
            free -= counts[label]
        for label in range(labels - 1, -1, -1):
            free += counts[label]
            digit[label] = remainder % choose[free, counts[label]]
            remainder //= choose[free, counts[label]]
        word[:] = labels
        for label in range(labels):
            size = 0
            for place in range(places):
                if word[place] == labels:
                    left[size] = place
                    size += 1
            chosen = size
            for nth in range(counts[label], 0, -1):
                chosen -= 1
                while choose[chosen, nth] > digit[label]:
                    chosen -= 1
                digit[label] -= choose[chosen, nth]
                word[left[chosen]] = label
        for rotation in range(len(start)):
            origin, goal = start[rotation], to[rotation]
            step = 1 if origin < goal else -1
            # Not by slices: for the sentence of an error of theirs, numba compiles two seconds of texts.
            for place in range(places):
                turned[place] = word[place]
            at = origin
            while at != goal:
                turned[at] = word[at + step]
                at += step
            turned[goal] = word[origin]
            index, size = 0, places
            for place in range(places):
                left[place] = turned[place]
            for label in range(labels):
                part, nth, kept = 0, 0, 0
                for place in range(size):
                    if left[place] == label:
                        nth += 1
                        part += choose[place, nth]
                    else:
                        left[kept] = left[place]
                        kept += 1
                index = index * choose[size, counts[label]] + part
                size = kept
            after[rotation, number] = index
            before, behind = 0, 0
            if word[origin] == labels:
                for place in range(origin):
                    before += word[place] == labels
                for place in range(goal):
                    behind += turned[place] == labels
            rest[rotation, number] = before * (places + 1) + behind if before != behind else 0


@kernel
def parities(counts, choose, parity):
    """Write the parity of the digits of every arrangement of labels that have one piece each.

    Parameters
    ----------
    counts, choose
        As for :func:`rotate_arrangements`.
    parity
        uint8 (arrangements,): written.
    """
    for number in range(len(parity)):
        free, rest, total = len(choose) - 1 - len(counts), number, 0
        for _ in range(len(counts)):
            free += 1
            total += rest % free
            rest //= free
        parity[number] = total & 1


@kernel
def advance(planes, slides, rotations, shape, value, width, begin, end, found, tally):
    """Find the next level's positions in some slabs: those a slide away from the frontier that are unseen.

    Calls for different slabs may run at the same time.

    Parameters
    ----------
    planes, slides, rotations, shape
        See the classes; the slides into every slab.
    value
        Depth of the next level modulo 3.
    width
        int64 (slabs,): positions of the frontier in every slab.
    begin, end
        The slabs ``begin`` … ``end - 1``.
    found
        int64 (slabs,): the next level's positions in each of them are written.
    tally
        uint32 (slabs, chunks of a slab): the same by chunks of equal numbers of words, added.
    """
    frontier, following, low, high = planes
    first, other, rotation = slides
    upper, rest, lower, parity, slab_parity = rotations
    entries, block, words = shape
    one = np.uint64(1)
    chunk = (words + tally.shape[1] - 1) // tally.shape[1]
    aligned = block % 64 == 0
    size = block // 64
    for slab in range(begin, end):
        target = slab * words
        touched = False
        for slide in range(first[slab], first[slab + 1]):
            if width[other[slide]] == 0:
                continue
            touched = True
            source = np.int64(other[slide]) * words
            turn = rotation[slide]
            if turn < 0:
                for word in range(words):
                    following[target + word] |= frontier[source + word]
                continue
            odd = slab_parity[other[slide]]
            if aligned:
                for block_number in range(upper.shape[1]):
                    have = source + block_number * size
                    some = np.uint64(0)
                    for word in range(size):
                        some |= frontier[have + word]
                    if some == 0:
                        continue
                    goes = target + np.int64(upper[turn, block_number]) * size
                    row = rest[turn, block_number]
                    if row == 0:
                        for word in range(size):
                            following[goes + word] |= frontier[have + word]
                        continue
                    half = odd ^ parity[block_number]
                    for word in range(size):
                        bits = frontier[have + word]
                        while bits:
                            after = np.int64(lower[half, row, (word << 6) + lowest(bits)])
                            bits &= bits - one
                            following[goes + (after >> 6)] |= one << np.uint64(after & 63)
            else:
                for word in range(words):
                    bits = frontier[source + word]
                    while bits:
                        index = (word << 6) + lowest(bits)
                        bits &= bits - one
                        block_number = index // entries
                        half = odd ^ parity[block_number]
                        entry = lower[half, rest[turn, block_number], index - block_number * entries]
                        after = np.int64(upper[turn, block_number]) * entries + np.int64(entry)
                        following[target + (after >> 6)] |= one << np.uint64(after & 63)
        found[slab] = 0
        if not touched:
            continue
        total = 0
        for word in range(words):
            bits = following[target + word]
            if bits:
                bits &= low[target + word] & high[target + word]
                following[target + word] = bits
                if bits:
                    if value != 1:
                        low[target + word] ^= bits
                    if value != 2:
                        high[target + word] ^= bits
                    number = ones(np.int64(bits))
                    total += number
                    tally[slab, word // chunk] += np.uint32(number)
        found[slab] = total


@inlined
def _value(low, high, place):
    """Value of the position at a place of the planes."""
    word, bit = place >> 6, np.uint64(place & 63)
    return np.int64((low[word] >> bit) & np.uint64(1)) | np.int64((high[word] >> bit) & np.uint64(1)) << 1


@kernel
def depth(planes, slides, rotations, shape, slab, index, origin_slab, origin_index):
    """Depth of a position: the steps of a way back to the origin, one level at a time.

    Parameters
    ----------
    planes, slides, rotations, shape
        See the classes; the slides out of every slab.
    slab, index
        The position: its slab, and its bit there.
    origin_slab, origin_index
        The origin.

    Returns
    -------
    int
        -1 if it is unseen.
    """
    low, high = planes.low, planes.high
    first, other, rotation = slides
    upper, rest, lower, parity, slab_parity = rotations
    block, words = shape.block, shape.words
    value = _value(low, high, slab * words * 64 + index)
    if value == UNSEEN:
        return -1
    steps = 0
    while slab != origin_slab or index != origin_index:
        wanted = (value + 2) % 3
        block_number = index // block
        entry = index - block_number * block
        half = slab_parity[slab] ^ parity[block_number]
        for slide in range(first[slab], first[slab + 1]):
            turn, there = rotation[slide], np.int64(other[slide])
            after = index
            if turn >= 0:
                lower_after = lower[half, rest[turn, block_number], entry]
                after = np.int64(upper[turn, block_number]) * block + np.int64(lower_after)
            if _value(low, high, there * words * 64 + after) == wanted:
                slab, index, value = there, after, wanted
                break
        steps += 1
    return steps


@kernel
def select(planes, slides, rotations, shape, slab, begin, end, wanted, skip, origin_slab, origin_index):
    """Find a position of a depth by its number among those of some words of a slab.

    Parameters
    ----------
    planes, slides, rotations, shape, slab, origin_slab, origin_index
        As for :func:`depth`.
    begin, end
        The words ``begin`` … ``end - 1`` of the slab.
    wanted
        The depth.
    skip
        How many positions of that depth come before it there.

    Returns
    -------
    int
        Its bit in the slab; -1 if there is none.
    """
    base = slab * shape.words
    for word in range(begin, end):
        low, high = planes.low[base + word], planes.high[base + word]
        bits = (low if wanted % 3 == 1 else ~low) & (high if wanted % 3 == 2 else ~high)
        while bits:
            index = (word << 6) + lowest(bits)
            bits &= bits - np.uint64(1)
            if depth(planes, slides, rotations, shape, slab, index, origin_slab, origin_index) == wanted:
                if skip == 0:
                    return index
                skip -= 1
    return -1
