"""Who expands what when a jump board is searched from both ends: positions put into units, units chosen.

A position at level k (moves made) of solutions of a given length has a slack ahead (moves left less its bound to the
goal) and a slack behind (moves made less its bound from the start). Along a solution k rises by one, the slack ahead
never rises and the slack behind never falls. A unit is the positions with the same level and slacks; slacks above
``SLACKS - 1`` count as that.
"""

from __future__ import annotations

import numpy as np
from llvmlite import ir
from numba import njit, types
from numba.core import cgutils
from numba.extending import intrinsic

SLACKS = 16
"""Slacks told apart in either direction; a mark holds both: ``SLACKS * ahead + behind``."""

NOBODY, MINE, THEIRS, SETTLED = range(4)
"""Who expands a unit, as one side sees it."""

ADDED, HITS, LOST = range(3)
"""Entries of a tally; see :func:`settle`."""

DEAD = 255
AHEAD = 24
"""How many slots ahead memory is asked for."""


@intrinsic
def _claim(context, array, index, word):  # noqa: ARG001
    """Put a word into an empty slot unless another thread was first; answer what the slot held before."""

    def build(target, builder, signature, arguments):  # noqa: ARG001
        place = cgutils.get_item_pointer(
            target, builder, array, target.make_array(array)(target, builder, arguments[0]), [arguments[1]]
        )
        kind = ir.IntType(64)
        pair = builder.cmpxchg(place, ir.Constant(kind, 0), arguments[2], "monotonic", "monotonic")
        return builder.extract_value(pair, 0)

    return types.uint64(array, types.intp, types.uint64), build


@intrinsic
def _fetch(context, array, index):  # noqa: ARG001
    """Ask for a slot to be brought near, without waiting for it."""

    def build(target, builder, signature, arguments):  # noqa: ARG001
        place = cgutils.get_item_pointer(
            target, builder, array, target.make_array(array)(target, builder, arguments[0]), [arguments[1]]
        )
        byte, word = ir.IntType(8).as_pointer(), ir.IntType(32)
        kind = ir.FunctionType(ir.VoidType(), [byte, word, word, word])
        function = cgutils.get_or_insert_function(builder.module, kind, "llvm.prefetch.p0")
        builder.call(function, [builder.bitcast(place, byte), word(0), word(3), word(1)])
        return target.get_dummy_value()

    return types.void(array, types.intp), build


@njit(cache=True, nogil=True, inline="always")
def _home(slots, word):
    mixed = word * np.uint64(0x9E3779B97F4A7C15)
    mixed ^= mixed >> np.uint64(32)
    return np.int64(mixed & np.uint64(slots.size - 1))


@njit(cache=True, nogil=True, inline="always")
def _holds(slots, word):
    at = _home(slots, word)
    while slots[at] != word:
        if slots[at] == 0:
            return False
        at = (at + 1) & (slots.size - 1)
    return True


@njit(cache=True, nogil=True, inline="always")
def _insert(slots, marks, word, mark):
    """Put a word with its mark into a set; answer whether it is new. Several threads may do so at once."""
    at = _home(slots, word)
    while True:
        held = slots[at]
        if held == 0:
            held = _claim(slots, at, word)
            if held == 0:
                marks[at] = mark
                return True
        if held == word:
            return False
        at = (at + 1) & (slots.size - 1)


@njit(cache=True, nogil=True)
def rehash(old, marks, out, out_marks, start, budget):
    """Put old[start:start + budget] with its marks into a larger set; answer where to go on."""
    end = min(old.size, start + budget)
    for at in range(start, end):
        if old[at] != 0:
            _insert(out, out_marks, old[at], marks[at])
    return end


@njit(cache=True, nogil=True)
def pick(slots, marks, wanted, out, start, end, filled):
    """Copy the words of slots[start:end] whose marks are wanted to out[filled:]; answer how many are there now."""
    for at in range(start, end):
        if slots[at] != 0 and wanted[marks[at]]:
            out[filled] = slots[at]
            filled += 1
    return filled


@njit(cache=True, nogil=True)
def settle(words, left, made, layout, regions, parts, goal, start, slots, marks, other, owner, counts, hits, tally):
    """Give each word its unit and put it into the set of its level, if it can lie on a solution.

    Parameters
    ----------
    words : uint64
        Least images; 0 is none.
    left, made : int
        Moves left and made at their level.
    layout : uint64 (images, bytes, 256)
        Byte tables: for each image of a partition its regions side by side. What the bytes of a position make adds up.
    regions : uint64 (regions, 4), parts : int64 (images + 1)
        Shift and mask that cut a region out of such a word, where its costs begin in ``goal`` and in ``start``; the
        first region of each image. A bound is the largest sum over all images: only so no slack ever rises where
        another image of a position is taken.
    goal, start : uint8
        Costs to the goal and from the start.
    slots, marks : uint64 and uint8 (power of two)
        The set of the level and its marks; it must have room for all.
    other : uint64 (power of two; size 1: none)
        The other side's set of the level.
    owner : int64 (256)
        By mark: ``THEIRS`` if the other side expands the unit. Such positions are looked up in its set, not kept.
    counts : int64 (256)
        By mark: how many new positions were kept.
    hits : uint64 (words)
        Takes the positions that the other side knows, too.
    tally : int64 (3)
        Adds up: ADDED, new positions; HITS, positions in ``hits``; LOST, positions that a finite bound ruled out
        or that were left to the other side.
    """
    for at in range(words.size):
        if at + AHEAD < words.size and words[at + AHEAD] != 0:
            _fetch(slots, _home(slots, words[at + AHEAD]))
            _fetch(other, _home(other, words[at + AHEAD]))
        word = words[at]
        if word == 0 or _holds(slots, word):
            continue
        ahead = behind = 0
        for image in range(parts.size - 1):
            laid = np.uint64(0)
            for byte in range(layout.shape[1]):
                laid += layout[image, byte, (word >> np.uint64(8 * byte)) & np.uint64(255)]
            to, since = 0, 0
            for r in range(parts[image], parts[image + 1]):
                shown = (laid >> regions[r, 0]) & regions[r, 1]
                to += np.int64(goal[regions[r, 2] + shown])
                since += np.int64(start[regions[r, 3] + shown])
            ahead, behind = max(ahead, to), max(behind, since)
            if ahead > left or behind > made:
                break
        if ahead > left or behind > made:
            if max(ahead, behind) < DEAD:
                tally[LOST] += 1
            continue
        if other.size > 1 and _holds(other, word):
            hits[tally[HITS]] = word
            tally[HITS] += 1
        mark = SLACKS * min(SLACKS - 1, left - ahead) + min(SLACKS - 1, made - behind)
        if owner[mark] == THEIRS:
            tally[LOST] += 1
        elif _insert(slots, marks, word, np.uint8(mark)):
            tally[ADDED] += 1
            counts[mark] += 1


@njit(cache=True, nogil=True)
def choose(owner, counts, forward, batch, wanted):
    """Find the smallest unit one side may expand next, with others of its level while they are few.

    A side may expand a unit once it owns all units a solution may come from. Then it knows all it ever will of it:
    a unit without a position is its own at once, and one is settled that the other side cannot learn more of either.

    Parameters
    ----------
    owner : int64 (levels, 256)
        Whose a unit is: ``NOBODY``, ``MINE``, ``THEIRS`` or ``SETTLED``; changed.
    counts : int64 (levels, 256)
        Positions per unit that this side knows.
    forward : bool
        The direction of this side.
    batch : int
        Units of the same level are taken together up to so many positions.
    wanted : bool (256)
        Takes the marks of the units chosen.

    Returns
    -------
    level, size : int
        The level and the number of positions; -1 and 0 if no unit is left.
    """
    levels, best, at, size = owner.shape[0], 0, -1, 0
    for step in range(levels):
        level = step if forward else levels - 1 - step
        ready, over = _around(owner, level, forward, MINE), _around(owner, level, not forward, THEIRS)
        for mark in range(SLACKS * SLACKS):
            if owner[level, mark] != NOBODY or not ready[mark]:
                continue
            count = counts[level, mark]
            if count == 0 or over[mark]:
                owner[level, mark] = MINE if count == 0 else SETTLED
            elif at < 0 or count < best:
                best, at = count, level
    wanted[:] = False
    if at < 0:
        return at, size
    ready, first = _around(owner, at, forward, MINE), True
    for mark in range(SLACKS * SLACKS):
        count = counts[at, mark]
        if owner[at, mark] == NOBODY and ready[mark] and (size + count <= batch or (first and count == best)):
            first = first and count != best
            size += count
            wanted[mark] = True
    return at, size


@njit(cache=True, nogil=True, inline="always")
def _around(owner, level, before, whose):
    """Whether all units of the level before (or after) that a solution may come from (or go on to) are somebody's."""
    every, row = np.ones(SLACKS * SLACKS, np.bool_), level - 1 if before else level + 1
    if row < 0 or row >= owner.shape[0]:
        return every
    for first in range(SLACKS):
        for second in range(SLACKS):
            # Slacks ahead are larger before, slacks behind smaller.
            ahead, behind = (SLACKS - 1 - first, second) if before else (first, SLACKS - 1 - second)
            sign = 1 if before else -1
            mark = SLACKS * ahead + behind
            every[mark] = owner[row, mark] == whose
            if first > 0 and not every[mark + sign * SLACKS]:
                every[mark] = False
            if second > 0 and not every[mark - sign]:
                every[mark] = False
    return every
