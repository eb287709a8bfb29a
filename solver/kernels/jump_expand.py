"""Moves of a jump board: every chain out of a set of positions, bounded, brought to least image, looked up, kept.

A position is a word: bit h is set where hole h has a peg. A set of positions is a power of two of slots, open
addressing with linear probing; an empty slot holds 0, which is no position any jump leads to or from.
"""

from __future__ import annotations

import numpy as np
from llvmlite import ir
from numba import njit, types
from numba.core import cgutils
from numba.extending import intrinsic

DONE, BUDGET, FULL, HIT, OVERFLOW = 0, 1, 2, 3, 4
"""What a kernel answers: all is done; call again; the set is full, grow it and call again; the first hit was found;
a number of ways is too large for its limbs."""

SLOT, END, DEPTH, NODES, ROOM, LEAST, SIZE, WAITING = range(8)
"""Entries of a cursor; see :func:`walk`."""

NEVER = 1 << 20
DEAD = 255
TOPS = np.uint64(0x8080808080808080)

WAIT = 16
"""Positions that wait for their slots to come near before they are looked up; a set needs that much more room."""


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
        builder.call(function, [builder.bitcast(place, byte), word(1), word(3), word(1)])
        return target.get_dummy_value()

    return types.void(array, types.intp), build


@njit(cache=True, nogil=True, inline="always")
def _home(slots, word):
    mixed = word * np.uint64(0x9E3779B97F4A7C15)
    mixed ^= mixed >> np.uint64(32)
    return np.int64(mixed & np.uint64(slots.size - 1))


@njit(cache=True, nogil=True)
def find(slots, word):
    """Index of a word in a set, or -1. The set must have an empty slot."""
    at = _home(slots, word)
    while slots[at] != word:
        if slots[at] == 0:
            return -1
        at = (at + 1) & (slots.size - 1)
    return at


@njit(cache=True, nogil=True, inline="always")
def _insert(slots, word):
    """Put a word into a set; answer whether it is new. Several threads may do so at once."""
    at = _home(slots, word)
    while True:
        held = slots[at]
        if held == 0:
            held = _claim(slots, at, word)
            if held == 0:
                return True
        if held == word:
            return False
        at = (at + 1) & (slots.size - 1)


@njit(cache=True, nogil=True, inline="always")
def _carried(layout, m, word):
    carried = np.uint64(0)
    for byte in range(layout.shape[1]):
        carried += layout[m, byte, (word >> np.uint64(8 * byte)) & np.uint64(255)]
    return carried


@njit(cache=True, nogil=True, inline="always")
def _least(images, word):
    least = ~np.uint64(0)
    for g in range(images.shape[0]):
        least = min(least, _carried(images, g, word))
    return least


@njit(cache=True, nogil=True, inline="always")
def _goes_on(word, jumps, first, end):
    for jump in range(first, end):  # noqa: SIM110
        if word & jumps[jump, 0] == jumps[jump, 1]:
            return True
    return False


@njit(cache=True, nogil=True)
def fill(words, start, images, out):
    """Put the least images of words[start:] into a set that has room for them; answer how many were new."""
    added = 0
    for index in range(start, words.size):
        if words[index] != 0 and _insert(out, _least(images, words[index])):
            added += 1
    return added


@njit(cache=True, nogil=True)
def rehash(old, out, start, budget):
    """Put old[start:start + budget] into a larger set; answer where to go on."""
    end = min(old.size, start + budget)
    for at in range(start, end):
        if old[at] != 0:
            _insert(out, old[at])
    return end


@njit(cache=True, nogil=True, inline="always")
def _above(words, row, regions, parts, table, allowed):
    """How far the bound is above what is allowed: 0 if not above in any partition, else by the first one that is."""
    for p in range(parts.size - 1):
        word = words[row, 1 + p]
        total = 0
        for r in range(parts[p], parts[p + 1]):
            total += np.int64(table[regions[r, 2] + ((word >> regions[r, 0]) & regions[r, 1])])
        if total > allowed:
            return total - allowed
    return 0


@njit(cache=True, nogil=True, inline="always")
def _above_inside(words, row, jump, mids, regions, parts, table, allowed):
    """Like :func:`_above` in the middle of a chain: the moving peg is where the jump has put it and moves on free."""
    for p in range(parts.size - 1):
        word = words[row, 1 + p]
        total = 0
        for r in range(parts[p], parts[p + 1]):
            total += np.int64(table[mids[jump, r] + ((word >> regions[r, 0]) & regions[r, 1])])
        if total > allowed:
            return total - allowed
    return 0


@njit(cache=True, nogil=True, inline="always")
def _add(sums, at, ways, slot):
    """Add one many-limbed number to another; answer whether it fits."""
    carry = np.uint64(0)
    for limb in range(sums.shape[1]):
        part = sums[at, limb] + carry
        carry = np.uint64(1) if part < carry else np.uint64(0)
        total = part + ways[slot, limb]
        if total < part:
            carry = np.uint64(1)
        sums[at, limb] = total
    return carry == 0


@njit(cache=True, nogil=True)
def _settle_all(cursor, waiting, sieve, sifted, out):
    """Look up all positions that wait for their slots to come near, and keep those that are wanted."""
    for at in range(min(cursor[WAITING], WAIT)):
        if (not sifted or find(sieve, waiting[at]) >= 0) and _insert(out, waiting[at]):
            cursor[ROOM] -= 1
            cursor[SIZE] += 1
    cursor[WAITING] = 0


@njit(cache=True, nogil=True)
def walk(
    cursor,
    stack,
    words,
    source,
    seen,
    sieve,
    counts,
    out,
    ways,
    sums,
    first,
    jumps,
    onward,
    mids,
    regions,
    parts,
    lanes,
    layout,
    table,
    allowed,
    slack,
    mode,
    budget,
):
    """Make every move from every position of a set, forward or backward.

    A position after a chain is taken up if its bound is at most ``allowed``; the chain goes on from it if the bound
    with a moving peg is at most ``allowed + slack``. What is taken up is brought to its least image, looked up in
    the sieve if there is one, and then, by mode: 0 put into ``out``; 1 the walk stops (its chain is
    ``stack[:depth, 2]``); 2 its ways are added to those of the position it came from.

    Parameters
    ----------
    cursor : int64 (8)
        SLOT and END: the slots of the source to go through. DEPTH: jumps of the chain in hand, -1 none.
        NODES: jumps made so far. ROOM: how many new positions ``out`` may still take. LEAST: least amount by which
        a finite bound was above what is allowed (``NEVER`` if none was). SIZE: new positions so far.
        WAITING: 0 between calls.
    stack : int64 (66, 3)
        By depth: the next jump to try, the end of those to try, the jump made. Kept between calls.
    words : uint64 (66, 1 + maps)
        By depth: the position and what the maps make of it. Kept between calls.
    source : uint64 (slots)
        Positions to move from; 0 is none.
    seen : uint64 (power of two; size 1: none)
        Positions of the source that need no look because they are in here.
    sieve : uint64 (power of two; size 1: none)
        Positions wanted.
    counts : uint64
        Positions with these numbers of pegs are wanted too (bit n: n pegs). With no sieve and no counts, all are.
    out : uint64 (power of two)
        Takes new positions in mode 0.
    ways : uint64 (slots of the sieve, limbs), sums : uint64 (slots of the source, limbs)
        Numbers of ways, least limb first, in mode 2.
    first : int64 (2)
        The jumps ``jumps[first[0]:first[1]]`` may begin a chain.
    jumps : uint64 (jumps, 2 + maps)
        Per jump: its holes, those of them with a peg before it, and what it adds to each map.
    onward : int64 (jumps, 2)
        Which jumps may go on after each.
    mids : uint64 (jumps, regions)
        Where in the table the costs begin when the peg that jumped moves on.
    regions : uint64 (regions, 3)
        Shift and mask that cut the region out of a word, and where in the table its costs begin.
    parts : int64 (partitions + 1)
        First region of each partition.
    lanes : int
        Number of maps that hold eight pagoda functions each; a lane with its top bit clear rules a position out.
    layout : uint64 (maps, bytes, 256)
        Byte tables of the maps: for each partition its regions side by side, then the lanes, then the symmetries.
        What the bytes of a position make adds up modulo 2**64.
    table : uint8
        Costs; ``DEAD`` is infinite.
    allowed, slack, mode, budget : int
        See above; the budget is in jumps tried or slots passed.

    Returns
    -------
    int
        ``DONE``, ``BUDGET``, ``FULL``, ``HIT`` or ``OVERFLOW``. After a HIT ``words[-1, 0]`` is what was found.
    """
    partitions, maps = parts.size - 1, layout.shape[0]
    symmetries = partitions + lanes
    sifted = sieve.size > 1 or counts != 0
    target = sieve if sieve.size > 1 else out
    waiting = np.empty(WAIT, np.uint64)
    depth = cursor[DEPTH]
    work = 0
    while True:
        if work >= budget or cursor[ROOM] <= 0:
            cursor[DEPTH] = depth
            _settle_all(cursor, waiting, sieve, sifted, out)
            return BUDGET if work >= budget else FULL
        if depth < 0:
            at = cursor[SLOT]
            while at < cursor[END] and source[at] == 0:
                at += 1
            work += 1 + (at - cursor[SLOT]) // 8
            cursor[SLOT] = at
            if at >= cursor[END]:
                cursor[DEPTH] = depth
                _settle_all(cursor, waiting, sieve, sifted, out)
                return DONE
            word = source[at]
            if seen.size > 1 and find(seen, word) >= 0:
                cursor[SLOT] = at + 1
                continue
            words[0, 0] = word
            for m in range(maps):
                words[0, 1 + m] = _carried(layout, m, word)
            stack[0, 0], stack[0, 1] = first[0], first[1]
            depth = 0
        word = words[depth, 0]
        jump, end = stack[depth, 0], stack[depth, 1]
        work += 1
        while jump < end and word & jumps[jump, 0] != jumps[jump, 1]:
            jump += 1
        work += (jump - stack[depth, 0]) // 8
        if jump >= end:
            depth -= 1
            if depth < 0:
                cursor[SLOT] += 1
            continue
        stack[depth, 0] = jump + 1
        stack[depth, 2] = jump
        cursor[NODES] += 1
        word ^= jumps[jump, 0]
        words[depth + 1, 0] = word
        alive = TOPS
        for m in range(lanes):
            value = words[depth, 1 + partitions + m] + jumps[jump, 2 + partitions + m]
            words[depth + 1, 1 + partitions + m] = value
            alive &= value
        if alive != TOPS:
            continue
        for p in range(partitions):
            words[depth + 1, 1 + p] = words[depth, 1 + p] + jumps[jump, 2 + p]
        above = _above(words, depth + 1, regions, parts, table, allowed)
        taken = above == 0
        if not taken and _goes_on(word, jumps, onward[jump, 0], onward[jump, 1]):
            free = _above_inside(words, depth + 1, jump, mids, regions, parts, table, allowed + slack)
            if free == 0 and above < cursor[LEAST] and above + allowed < DEAD:
                cursor[LEAST] = above
            above = min(above, free)
        if above > 0:
            if above < cursor[LEAST] and above + allowed < DEAD:
                cursor[LEAST] = above
            continue
        for m in range(symmetries, maps):
            words[depth + 1, 1 + m] = words[depth, 1 + m] + jumps[jump, 2 + m]
        depth += 1
        stack[depth, 0], stack[depth, 1] = onward[jump, 0], onward[jump, 1]
        if not taken:
            continue
        work += (maps - symmetries) // 16
        least = words[depth, 1 + symmetries]
        for m in range(symmetries + 1, maps):
            least = min(least, words[depth, 1 + m])
        if mode == 0:
            if sifted and counts >> np.uint64(_pegs(word)) & np.uint64(1) != 0:
                if _insert(out, least):
                    cursor[ROOM] -= 1
                    cursor[SIZE] += 1
                continue
            _fetch(target, _home(target, least))
            at = cursor[WAITING] & (WAIT - 1)
            before = waiting[at]
            if cursor[WAITING] >= WAIT and (not sifted or find(sieve, before) >= 0) and _insert(out, before):
                cursor[ROOM] -= 1
                cursor[SIZE] += 1
            waiting[at] = least
            cursor[WAITING] += 1
            continue
        hit = find(sieve, least) if sieve.size > 1 else -1
        if mode == 1 and (hit >= 0 or counts >> np.uint64(_pegs(word)) & np.uint64(1) != 0):
            words[-1, 0] = least
            cursor[DEPTH] = depth
            return HIT
        if mode == 2 and hit >= 0 and not _add(sums, cursor[SLOT], ways, hit):
            return OVERFLOW
    return DONE


@njit(cache=True, nogil=True)
def _pegs(word):
    pegs = 0
    while word != 0:
        word &= word - np.uint64(1)
        pegs += 1
    return pegs
