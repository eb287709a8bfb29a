"""Breadth-first search over all positions of a small board, indexed by rank: one byte per position, nothing else.

All k pieces are different. A position is the set of cells that hold pieces and a word, the pieces in the order
of their cells. The word's number is its place in alphabetical order: ``sum(digit[p] * (k - 1 - p)!)``, digit p
the number of smaller letters after place p. A slide takes the letter at one place to another; only the digits
between the two places change, and how depends on these digits alone. So one short list per pair of places, the
digits before as one number to the digits after, is all that a slide needs.
"""

import numpy as np
from numba import njit

CHUNK, DEPTH, FOUND, DONE = range(4)
"""Fields of ``state``: next chunk of the scan; level of the scan; positions of that level found so far; positions
expanded so far."""

SPENT, FINISHED = range(2)
"""What the kernel returns: the budget is spent, call again; the level is done."""

WORDS = 1 << 15
"""Words in a chunk at most."""


@njit(cache=True, nogil=True)
def windows(low, high, forward, letters, after):
    """List what taking the letter at place `low` to place `high`, or back, makes of the digits between.

    Parameters
    ----------
    low, high
        Places, low < high.
    forward
        Whether the letter goes from `low` to `high`.
    letters
        Letters of a word.
    after
        int32 (numbers of the digits at low … high,): written.
    """
    size = high - low + 1
    digits, word = np.empty(size, np.int64), np.empty(size, np.int64)
    for number in range(len(after)):
        rest = number
        for p in range(size - 1, -1, -1):
            digits[p] = rest % (letters - low - p)
            rest //= letters - low - p
        # Rebuilt from the end: putting a letter in front raises those from its digit on.
        for p in range(size - 1, -1, -1):
            word[p] = digits[p]
            for q in range(p + 1, size):
                word[q] += word[q] >= digits[p]
        if forward:
            moved = word[0]
            for p in range(size - 1):
                word[p] = word[p + 1]
            word[size - 1] = moved
        else:
            moved = word[size - 1]
            for p in range(size - 1, 0, -1):
                word[p] = word[p - 1]
            word[0] = moved
        turned = 0
        for p in range(size):
            # Letters of the window before place p that are smaller are no longer after it.
            digit = word[p]
            for q in range(p):
                digit -= word[q] < word[p]
            turned = turned * (letters - low - p) + digit
        after[number] = turned


@njit(cache=True, nogil=True)
def spread(steps, eights, words, first, target, scale, radix, begin, after, state, budget):
    """Expand the positions of one level.

    Parameters
    ----------
    steps, eights
        uint8 (sets * words,) and the same memory as int64: level each position is first met at, 255 if not yet.
    words
        Words of a set, a multiple of 8.
    first
        int64 (sets + 1,): where the slides of each set begin in the next four.
    target, scale, radix, begin
        int64 (slides,): the set after the slide; words that share their digits up to the window's end; numbers
        of the window's digits; where the window's list begins in `after`, -1 if the word stays.
    after
        int32: all lists.
    state
        int64 (4,): see the module.
    budget
        Positions to expand, approximately.

    Returns
    -------
    int
        SPENT or FINISHED.
    """
    level = np.uint8(state[DEPTH])
    fresh = np.uint8(state[DEPTH] + 1)
    ones, tops = np.int64(0x0101010101010101), np.int64(-0x7F7F7F7F7F7F7F80)
    pattern = ones * np.int64(level)
    size = min(WORDS, words)
    chunks = (words + size - 1) // size
    hits = np.empty(size + 1, np.int64)
    while state[CHUNK] < chunks * (len(first) - 1):
        if budget <= 0:
            return SPENT
        number = state[CHUNK] // chunks
        low = state[CHUNK] % chunks * size
        high = min(words, low + size)
        state[CHUNK] += 1
        base, found = number * words, 0
        for eight in range((base + low) >> 3, (base + high) >> 3):
            same = eights[eight] ^ pattern
            if (same - ones) & ~same & tops:
                for place in range(eight << 3, (eight << 3) + 8):
                    hits[found] = place - base
                    found += steps[place] == level
        budget -= found + (size >> 6)
        state[FOUND] += found
        state[DONE] += found
        for slide in range(first[number], first[number + 1]):
            there = steps[target[slide] * words : (target[slide] + 1) * words]
            if begin[slide] < 0:
                for hit in hits[:found]:
                    there[hit] = min(there[hit], fresh)
                continue
            turn = after[begin[slide] : begin[slide] + radix[slide]]
            unit, whole = np.uint32(scale[slide]), np.uint32(radix[slide])
            for hit in hits[:found]:
                upper = np.uint32(hit) // unit
                middle = upper % whole
                place = hit + (np.int64(turn[middle]) - np.int64(middle)) * np.int64(unit)
                there[place] = min(there[place], fresh)
    return FINISHED
