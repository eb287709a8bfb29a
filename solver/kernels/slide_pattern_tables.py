"""Pattern tables of sliding pieces: the fewest moves of a group's own pieces to their goal.

Numbering
---------
A placement of a group of k pieces is the set of cells they stand on and a word: which label stands on the first
of these cells, on the second, and so on. Sets of cells are numbered by ``sum(choose[cell, nth])`` over their
cells in order (nth from 1 on), words in mixed radix: each label's set of letters is a combination of those the
earlier labels leave. A placement's number is ``word * sets + set``: about half the slides keep the word if cells
beside each other have numbers beside each other, and then a search looks up what is near what it looked up before.

Cells no piece of the group stands on are free; the single empty cell wanders over a connected region of them
at no cost, so the search goes over (set, region, word). All words of a set share its regions and slides, and
a slide takes the letter at one place of the word to another: ``moved`` knows the word that makes. So the
search works on blocks, the words of one (set, region), and jumps only inside a few blocks at a time.

With several empty cells (`loose`) every free cell counts as empty: one region.
"""

import numpy as np
from llvmlite import ir
from numba import njit, types
from numba.extending import intrinsic

SET, END, DEPTH, PUSHED, DONE = range(5)
"""Fields of ``state``: next set, end of the sets to go through, level of the scan, whether it found any placement
of the next level, placements taken up so far."""

SPENT, FINISHED = range(2)
"""What kernels return: the budget is spent, call again; all is done."""

DEAD = 255
DEEPEST = 254
TAKEN = 255
BLOCK = 64
"""Sets folded together, so that what is written lies side by side."""


@intrinsic
def _ones(typingctx, word):  # noqa: ARG001
    def codegen(context, builder, signature, args):  # noqa: ARG001
        return builder.ctpop(args[0])

    return types.int64(types.int64), codegen


@intrinsic
def _lowest(typingctx, word):  # noqa: ARG001
    def codegen(context, builder, signature, args):  # noqa: ARG001
        return builder.cttz(args[0], ir.Constant(ir.IntType(1), 0))

    return types.int64(types.int64), codegen


@njit(cache=True, nogil=True, inline="always")
def _rank(cells, choose):
    """Number of a set of cells."""
    number, nth = np.int64(0), 0
    while cells:
        nth += 1
        number += choose[_lowest(cells), nth]
        cells &= cells - 1
    return number


@njit(cache=True, nogil=True, inline="always")
def _subset(number, size, choose):
    """The set of cells of a number; the inverse of `_rank`."""
    cells, cell = np.int64(0), len(choose) - 1
    for nth in range(size, 0, -1):
        while choose[cell, nth] > number:
            cell -= 1
        number -= choose[cell, nth]
        cells |= np.int64(1) << cell
    return cells


@njit(cache=True, nogil=True, inline="always")
def _letters(word, counts, radix, choose, sets):
    """Write the places of every label in a word into `sets`, as bits."""
    free = np.int64(-1)
    for i in range(len(counts) - 1, -1, -1):
        sets[i] = word % radix[i]
        word //= radix[i]
    for i in range(len(counts)):
        chosen, mask = _subset(sets[i], counts[i], choose), np.int64(0)
        nth, rest = 0, free
        while chosen:
            skip = _lowest(chosen) - nth
            for _ in range(skip):
                rest &= rest - 1
            mask |= rest & -rest
            rest &= rest - 1
            nth += skip + 1
            chosen &= chosen - 1
        sets[i] = mask
        free &= ~mask


@njit(cache=True, nogil=True, inline="always")
def _flood(cell, free, beside):
    """The free cells connected to a free cell."""
    region = fresh = np.int64(1) << cell
    while fresh:
        grown = beside[_lowest(fresh)] & free & ~region
        fresh = (fresh & (fresh - 1)) | grown
        region |= grown
    return region


@njit(cache=True, nogil=True)
def rearrange(place, counts, radix, choose, moved):
    """Find the words that taking the letter at a place to any other place makes.

    Parameters
    ----------
    place
        The place taken from; to be called for each.
    counts, radix
        int64 (labels of the group,): pieces of each label; number of sets of letters it can have.
    choose
        int64 (cells + 1, pieces + 1): binomial coefficients.
    moved
        int32 (pieces, pieces, words): written at ``[place]``.
    """
    sets, letters = np.empty(len(counts), np.int64), np.empty(len(moved), np.int64)
    for word in range(moved.shape[2]):
        _letters(word, counts, radix, choose, sets)
        for to in range(len(moved)):
            for at in range(len(letters)):
                source = at
                if at == to:
                    source = place
                elif place <= at < to:
                    source = at + 1
                elif to < at <= place:
                    source = at - 1
                letters[at] = source
            free, number = np.int64(-1), np.int64(0)
            for i in range(len(counts)):
                part, nth, mask = np.int64(0), 0, np.int64(0)
                for at in range(len(letters)):
                    if (sets[i] >> letters[at]) & 1:
                        nth += 1
                        part += choose[_ones(free & ((np.int64(1) << at) - 1)), nth]
                        mask |= np.int64(1) << at
                number = number * radix[i] + part
                free &= ~mask
            moved[place, to, word] = number


@njit(cache=True, nogil=True)
def regions(beside, size, choose, begin, region, loose, state, budget):
    """Number the regions of every set of cells.

    Parameters
    ----------
    beside
        int64 (cells,): neighbours of each cell as bits.
    size
        Pieces of the group.
    begin
        int64 (sets + 1,): written; the number of regions of all sets before.
    region
        uint8 (sets, cells): written; which of its set's regions a free cell is in, `TAKEN` if it is not free.
    loose
        Whether every free cell counts as empty.
    state, budget
        See the module; sets to look at.
    """
    board = np.int64(0)
    for cell in range(len(beside)):
        board |= np.int64(1) << cell
    while state[SET] < len(begin) - 1:
        if budget == 0:
            return SPENT
        budget -= 1
        row, number = region[state[SET]], 0
        row[:] = TAKEN
        free = board & ~_subset(state[SET], size, choose)
        while free:
            part = free
            if not loose:
                part = _flood(_lowest(free), free, beside)
            free &= ~part
            while part:
                row[_lowest(part)] = number
                part &= part - 1
            number += 1
        begin[state[SET] + 1] = begin[state[SET]] + max(number, np.int64(loose))
        state[SET] += 1
    return FINISHED


@njit(cache=True, nogil=True)
def seed(counts, radix, choose, begin, region, loose, must, never, empty, steps, pending, state, budget):
    """Mark the placements that agree with the goal, with the places their empty cell may have.

    Parameters
    ----------
    counts, radix, choose, begin, region, loose
        As above.
    must, never
        int64 (labels of the group,): cells a label must and must not be on.
    empty
        Cells that may be empty in the goal, as bits.
    steps, pending
        See `spread`.
    state, budget
        See the module; words and sets to look at.

    Returns
    -------
    int
        SPENT or FINISHED.
    """
    size, wanted, barred = 0, np.int64(0), np.int64(-1)
    for i in range(len(counts)):
        size += counts[i]
        wanted |= must[i]
        barred &= never[i]
    words = len(steps) // begin[-1]
    sets = np.empty(len(counts), np.int64)
    while state[SET] < len(begin) - 1:
        if budget <= 0:
            return SPENT
        budget -= 1
        number = state[SET]
        state[SET] += 1
        cells = _subset(number, size, choose)
        if (wanted & ~cells) | (barred & cells):
            continue
        budget -= words
        for block in range(begin[number], begin[number + 1]):
            fits = loose
            for cell in range(region.shape[1]):
                fits |= (empty >> cell) & 1 and region[number, cell] == block - begin[number]
            if not fits:
                continue
            for word in range(words):
                _letters(word, counts, radix, choose, sets)
                good = True
                for i in range(len(counts)):
                    left, at = cells, 0
                    while left:
                        here = (sets[i] >> at) & 1
                        bar = never[i] if here else must[i]
                        good &= bar & (left & -left) == 0
                        left &= left - 1
                        at += 1
                if good:
                    steps[block * words + word] = 0
                    pending[block, 0] = 1
    return FINISHED


@njit(cache=True, nogil=True)
def spread(beside, size, choose, begin, region, moved, steps, pending, state, budget):
    """Go on from the placements of one level, backwards from the goal, to those of the next.

    Threads may share a level: they write nothing but the next level's number and flags.

    Parameters
    ----------
    beside, size, choose, begin, region, moved
        As above.
    steps
        uint8 (blocks * words,): level each word of each block is first met at, `DEAD` if not yet.
    pending
        uint8 (blocks, 2): whether a block has words of the level, at even and odd levels.
    state
        int64 (5,): see the module; SET and END say which sets.
    budget
        Words to look at and slides to make.

    Returns
    -------
    int
        SPENT or FINISHED.
    """
    words, now, after = moved.shape[2], state[DEPTH] & 1, np.uint8(state[DEPTH] + 1)
    hits = np.empty(words + 1, np.int64)
    while state[SET] < state[END]:
        if budget <= 0:
            return SPENT
        number = state[SET]
        state[SET] += 1
        cells = np.int64(0)
        for block in range(begin[number], begin[number + 1]):
            if pending[block, now] == 0:
                continue
            pending[block, now] = 0
            if cells == 0:
                cells = _subset(number, size, choose)
            row = steps[block * words : (block + 1) * words]
            found = 0
            for word in range(words):
                hits[found] = word
                found += row[word] == state[DEPTH]
            state[DONE] += found
            budget -= words
            for hole in range(len(beside)):
                if region[number, hole] != block - begin[number]:
                    continue
                ways = beside[hole] & cells
                while ways:
                    cell = _lowest(ways)
                    ways &= ways - 1
                    there = cells ^ ((np.int64(1) << cell) | (np.int64(1) << hole))
                    next_ = _rank(there, choose)
                    other = begin[next_] + region[next_, cell]
                    turn = moved[_ones(cells & ((np.int64(1) << cell) - 1)), _ones(there & ((np.int64(1) << hole) - 1))]
                    target = steps[other * words : (other + 1) * words]
                    fresh = False
                    for hit in hits[:found]:
                        if target[turn[hit]] > after:
                            target[turn[hit]] = after
                            fresh = True
                    budget -= found
                    if fresh:
                        pending[other, 1 - now] = 1
                        state[PUSHED] = 1
    return FINISHED


@njit(cache=True, nogil=True)
def fold(counts, radix, choose, begin, wide, most, steps, table, state, budget):
    """Write the least over the regions of every set into the table.

    Parameters
    ----------
    counts, radix, choose, begin, steps
        As above.
    wide
        0 for the numbering of the module; else the cells are digits of this base, for labels of one piece.
    most
        Written where no word was met: `DEAD`, or `DEEPEST` if the search was cut short there.
    table
        uint8 (placements,): written.
    state, budget
        See the module; words to write.

    Returns
    -------
    int
        SPENT or FINISHED.
    """
    size = 0
    for i in range(len(counts)):
        size += counts[i]
    words = len(steps) // begin[-1]
    sets = np.empty(len(counts), np.int64)
    place = np.empty((BLOCK, size), np.int64)
    while state[SET] < len(begin) - 1:
        if budget <= 0:
            return SPENT
        low, high = state[SET], min(state[SET] + BLOCK, len(begin) - 1)
        budget -= words * (high - low)
        state[SET] = high
        if wide:
            for number in range(low, high):
                cells = _subset(number, size, choose)
                for at in range(size):
                    place[number - low, at] = _lowest(cells)
                    cells &= cells - 1
        for word in range(words):
            if wide:
                _letters(word, counts, radix, choose, sets)
            for number in range(low, high):
                least = most
                for block in range(begin[number], begin[number + 1]):
                    least = min(least, np.int64(steps[block * words + word]))
                index = word * (len(begin) - 1) + number
                if wide:
                    index = np.int64(0)
                    for i in range(size):
                        index = index * wide + place[number - low, _lowest(sets[i])]
                table[index] = least
    return FINISHED
