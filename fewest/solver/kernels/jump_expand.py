"""Make every move from a set of positions: chains of jumps, pruned by bounds, their least images looked up or stored.

:mod:`fewest.solver.jump` draws a position and the maps of a position. A position set is a hash table with open
addressing and linear probing (Knuth, TAOCP 3, 6.4): a power of two of slots, 0 where empty.

Words, here, are uint64 or, for boards of more than 64 holes, records of two: all of one call are of one type
(:mod:`fewest.solver.kernels.bits`).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from fewest.solver.kernels.bits import (
    UNREACHED,
    as_word,
    as_words,
    compare_and_swap,
    cut,
    home_slot,
    low_word,
    nothing,
    occupied,
    pegs_of,
    prefetch,
    smaller,
    unsettled,
)
from fewest.solver.kernels.jit import helper, inlined, kernel

KEEP, FIRST, COUNT = range(3)
"""Modes of :func:`expand`: store what is found; stop at the first hit; add up path counts."""

DONE, PAUSED, FULL, HIT, OVERFLOW = range(5)
"""Return codes of :func:`expand`: finished; call again; enlarge the set and call again; the first hit was found; a
path count does not fit its limbs."""

SLOT, END, DEPTH, NODES, HEADROOM, PRUNED, ADDED, QUEUED = range(8)
"""Entries of a cursor; see :class:`WalkState`."""

TOP_BITS = np.uint64(0x8080808080808080)
"""The top bit of each of the eight lanes of a pagoda word."""

QUEUE = 16
"""Length of the queue of positions whose slots are being prefetched: about as many memory accesses as a core has in
flight. A set needs that much more headroom."""


class WalkState(NamedTuple):
    """One thread's depth-first walk through the chains of a position, kept between calls.

    Attributes
    ----------
    cursor : int64 (8 or more)
        SLOT and END: the slots of the source still to expand. DEPTH: jumps of the current chain, -1 for no chain.
        NODES: jumps made. HEADROOM: new positions ``out`` can still take. PRUNED: whether a move was left out that
        a larger ``allowed`` might admit: its bound is finite. ADDED: new positions. QUEUED: positions that have
        entered the queue in this call; 0 between calls.
    stack : int64 (longest chain + 2, 3)
        By depth: the next jump to try, the end of those to try, the jump made.
    words : words (longest chain + 2, 1 + maps)
        By depth: the position and its maps. After a HIT ``words[-1, 0]`` is the least image found.
    queue : words (QUEUE)
        Scratch.
    """

    cursor: np.ndarray
    stack: np.ndarray
    words: np.ndarray
    queue: np.ndarray


class MoveTables(NamedTuple):
    """The jumps of a board in one direction, with the bounds and symmetries of a search.

    Attributes
    ----------
    jumps : words (jumps, 3 + maps)
        Per jump: the holes it depends on, those of them with a peg before it, those that change, and what it adds to
        each map.
    continuations : int64 (jumps, 2)
        Per jump: the range of jumps that can continue the chain after it.
    byte_tables : words (maps, bytes, 256)
        Maps: one projection per partition, then the pagoda words, then the images.
    regions : uint64 (1 + jumps, regions, 3)
        Shift and mask that cut a region out of a projection, and where its costs begin: row 0 between moves, row
        1 + j inside a chain, after jump j.
    first_region : int64 (partitions + 1)
        The regions of partition p are ``first_region[p]`` … ``first_region[p + 1] - 1``.
    costs : uint8
        All pattern tables, in moves; ``UNREACHED`` for no way to a goal.
    pagoda_words : int
        Number of pagoda words.
    chain_allowance : int
        Moves added to ``allowed`` for the bound inside a chain: 0 forward, where a move is charged as it starts, 1
        backward, where it is charged only as the chain ends.
    """

    jumps: np.ndarray
    continuations: np.ndarray
    byte_tables: np.ndarray
    regions: np.ndarray
    first_region: np.ndarray
    costs: np.ndarray
    pagoda_words: int
    chain_allowance: int


class Lookup(NamedTuple):
    """Position sets that are only read.

    Attributes
    ----------
    closed : words (power of two; size 1: none)
        Positions of the source that are in here are not expanded.
    targets : words (power of two; size 1: none)
        Positions sought.
    target_pegs : uint64, or a pair of them, the lower first
        Bit n: in mode KEEP positions with n pegs are sought, too. Without targets and target pegs, KEEP stores every
        position; FIRST and COUNT find none.
    """

    closed: np.ndarray
    targets: np.ndarray
    target_pegs: int | tuple[int, int]


class PathTotals(NamedTuple):
    """Numbers of jump sequences, in limbs of 64 bits, least limb first; used in mode COUNT.

    Attributes
    ----------
    onward : uint64 (slots of the targets, limbs)
        From each target on to the goal; read.
    totals : uint64 (slots of the source, limbs)
        From each position of the source; added to.
    """

    onward: np.ndarray
    totals: np.ndarray


@helper
def _find(slots, word):
    """As :func:`find`, of an array and a word as kernels have them."""
    at = home_slot(slots, word)
    while slots[at] != word:
        if not occupied(slots[at]):
            return -1
        at = (at + 1) & (slots.size - 1)
    return at


@kernel
def find(slots, word):
    """Slot of a word in a set, words (power of two, at least one 0); -1 if it is not there.

    The word is a uint64, or a pair of them, the lower first.
    """
    return _find(as_words(slots), as_word(word))


@inlined
def _insert(slots, word):
    """Put a word into a set; returns whether it is new. Threads may insert at the same time."""
    at = home_slot(slots, word)
    while True:
        held = slots[at]
        if unsettled(held, word):
            held = compare_and_swap(slots, at, word)
            if not occupied(held):
                return True
        # Also after a lost race: the other thread may have written the same word.
        if held == word:
            return False
        at = (at + 1) & (slots.size - 1)


@inlined
def _mapped(byte_tables, m, word):
    """Map m of a position."""
    total = nothing(word)
    for byte in range(byte_tables.shape[1]):
        total += byte_tables[m, byte, cut(word, np.uint64(8 * byte), np.uint64(255))]
    return total


@kernel
def fill(words, images, out):
    """Put the least images of positions into a set.

    Parameters
    ----------
    words : words
        Positions; 0 is skipped.
    images : words (images, bytes, 256)
        Byte tables of the automorphisms, at least one.
    out : words (power of two)
        Has room for all.

    Returns
    -------
    int
        Number of new positions.
    """
    positions, tables, slots = as_words(words), as_words(images), as_words(out)
    added = 0
    for at in range(positions.size):
        word = positions[at]
        if occupied(word):
            least = _mapped(tables, np.int64(0), word)
            for image in range(1, tables.shape[0]):
                least = smaller(least, _mapped(tables, image, word))
            added += _insert(slots, least)
    return added


@kernel
def rehash(old, out, start, end):
    """Insert ``old[start:end]`` into a larger set, both words."""
    old_slots, slots = as_words(old), as_words(out)
    for at in range(start, end):
        if occupied(old_slots[at]):
            _insert(slots, old_slots[at])


@inlined
def _can_continue(word, jumps, first, end):
    """Whether one of the jumps ``first`` … ``end - 1`` is legal."""
    # A loop, because numba compiles no generator expressions.
    for jump in range(first, end):  # noqa: SIM110
        if word & jumps[jump, 0] == jumps[jump, 1]:
            return True
    return False


@inlined
def _excess(words, depth, regions, row, first_region, costs, allowed):
    """By how much the first partition's bound above ``allowed`` exceeds it, in moves; 0 if none does."""
    for p in range(first_region.size - 1):
        projection = words[depth, 1 + p]
        total = 0
        for r in range(first_region[p], first_region[p + 1]):
            contents = cut(projection, regions[row, r, 0], regions[row, r, 1])
            total += np.int64(costs[regions[row, r, 2] + contents])
        if total > allowed:
            # The first partition that exceeds is enough: the others are not looked up.
            return total - allowed
    return 0


@inlined
def _add(totals, at, onward, slot):
    """Add one number in limbs to another; returns whether the sum fits."""
    carry = np.uint64(0)
    for limb in range(totals.shape[1]):
        # An unsigned sum smaller than a summand has wrapped around; only one of the two additions can.
        part = totals[at, limb] + carry
        carry = np.uint64(1) if part < carry else np.uint64(0)
        total = part + onward[slot, limb]
        if total < part:
            carry = np.uint64(1)
        totals[at, limb] = total
    return carry == 0


@helper
def _flush(cursor, queue, targets, filtered, out):
    """Look up and store every position still in the queue."""
    for at in range(min(cursor[QUEUED], QUEUE)):
        if (not filtered or _find(targets, queue[at]) >= 0) and _insert(out, queue[at]):
            cursor[HEADROOM] -= 1
            cursor[ADDED] += 1
    cursor[QUEUED] = 0


@kernel
def expand(state, tables, lookup, path_counts, source, first_jumps, out, allowed, mode, max_work):
    """Make every move from every position of a set, forward or backward.

    1. Stop if the work of this call is done or the set is full.
    2. Take the next position of the source and compute its maps.
    3. Make the next legal jump of the chain; with none left, go one jump back.
    4. Prune by pagoda functions.
    5. Prune by pattern tables: the move may end here if the bound is at most ``allowed``, and the chain may continue
       if the bound inside a chain is at most ``allowed + chain_allowance``.
    6. Go one jump deeper.
    7. If the move may end here, find the least image.
    8. KEEP: store it, if sought. FIRST: stop if sought; the chain is ``stack[:depth, 2]``. COUNT: add its path count.

    Parameters
    ----------
    state, tables, lookup, path_counts
        See :class:`WalkState`, :class:`MoveTables`, :class:`Lookup`, :class:`PathTotals`.
    source : words (slots)
        Positions to expand; 0 is skipped.
    first_jumps : int64 (2)
        The jumps ``first_jumps[0]`` … ``first_jumps[1] - 1`` may begin a chain.
    out : words (power of two)
        Takes new positions in mode KEEP.
    allowed : int
        Moves left after the move.
    mode : int
        KEEP, FIRST or COUNT.
    max_work : int
        Jumps made plus a share of the jumps tested and the slots passed before returning.

    Returns
    -------
    int
        DONE, PAUSED, FULL, HIT or OVERFLOW.
    """
    # Arrays are unpacked once: attribute access in the loop would count references.
    cursor, stack, words, queue = state
    jumps, continuations, byte_tables, regions, first_region, costs, pagoda_words, chain_allowance = tables
    closed, targets, target_pegs = lookup
    onward, totals = path_counts
    words, queue, jumps, byte_tables = as_words(words), as_words(queue), as_words(jumps), as_words(byte_tables)
    closed, targets, target_pegs = as_words(closed), as_words(targets), as_word(target_pegs)
    source, out = as_words(source), as_words(out)
    partitions, maps = first_region.size - 1, byte_tables.shape[0]
    first_image = partitions + pagoda_words
    filtered = targets.size > 1 or occupied(target_pegs)
    prefetched = targets if targets.size > 1 else out
    depth = cursor[DEPTH]
    work = 0
    while True:
        # 1. Stop
        if work >= max_work or cursor[HEADROOM] <= 0:
            cursor[DEPTH] = depth
            _flush(cursor, queue, targets, filtered, out)
            return PAUSED if work >= max_work else FULL
        # 2. Next position
        if depth < 0:
            at = cursor[SLOT]
            while at < cursor[END] and not occupied(source[at]):
                at += 1
            # Passing eight slots, or testing eight jumps below, takes about as long as making one jump.
            work += 1 + (at - cursor[SLOT]) // 8
            cursor[SLOT] = at
            if at >= cursor[END]:
                cursor[DEPTH] = depth
                _flush(cursor, queue, targets, filtered, out)
                return DONE
            word = source[at]
            if closed.size > 1 and _find(closed, word) >= 0:
                cursor[SLOT] = at + 1
                continue
            words[0, 0] = word
            for m in range(maps):
                words[0, 1 + m] = _mapped(byte_tables, m, word)
            stack[0, 0], stack[0, 1] = first_jumps[0], first_jumps[1]
            depth = 0
        # 3. Next jump
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
        word ^= jumps[jump, 2]
        words[depth + 1, 0] = word
        # 4. Pagoda functions, eight to a word. No jump increases one, so the whole chain is refuted with the position.
        lanes = TOP_BITS
        for m in range(pagoda_words):
            value = words[depth, 1 + partitions + m] + jumps[jump, 3 + partitions + m]
            words[depth + 1, 1 + partitions + m] = value
            lanes &= low_word(value)
        # Refuted for every length, so PRUNED stays as it is.
        if lanes != TOP_BITS:
            continue
        # 5. Pattern tables
        for p in range(partitions):
            words[depth + 1, 1 + p] = words[depth, 1 + p] + jumps[jump, 3 + p]
        excess = _excess(words, depth + 1, regions, np.int64(0), first_region, costs, allowed)
        may_end = excess == 0
        if not may_end:
            inside = excess
            if _can_continue(word, jumps, continuations[jump, 0], continuations[jump, 1]):
                inside = _excess(words, depth + 1, regions, jump + 1, first_region, costs, allowed + chain_allowance)
            # Even if the chain continues: its end here is left out, which a longer solution may need.
            if cursor[PRUNED] == 0 and (min(excess, inside) if inside > 0 else excess) + allowed < UNREACHED:
                cursor[PRUNED] = 1
            if inside > 0:
                continue
        # 6. One jump deeper. Images are computed only now: most jumps have been pruned.
        for m in range(first_image, maps):
            words[depth + 1, 1 + m] = words[depth, 1 + m] + jumps[jump, 3 + m]
        depth += 1
        stack[depth, 0], stack[depth, 1] = continuations[jump, 0], continuations[jump, 1]
        if not may_end:
            continue
        # 7. Least image
        work += (maps - first_image) // 16
        least = words[depth, 1 + first_image]
        for m in range(first_image + 1, maps):
            least = smaller(least, words[depth, 1 + m])
        # 8. KEEP
        if mode == KEEP:
            if filtered and cut(target_pegs, pegs_of(word), np.uint64(1)) != 0:
                if _insert(out, least):
                    cursor[HEADROOM] -= 1
                    cursor[ADDED] += 1
                continue
            # Its slot is rarely in the cache: start loading it, and meanwhile store the oldest position of the queue.
            prefetch(prefetched, home_slot(prefetched, least))
            at = cursor[QUEUED] & (QUEUE - 1)
            oldest = queue[at]
            # Until the queue is full, the oldest entry is what an earlier call has left there.
            if cursor[QUEUED] >= QUEUE and (not filtered or _find(targets, oldest) >= 0) and _insert(out, oldest):
                cursor[HEADROOM] -= 1
                cursor[ADDED] += 1
            queue[at] = least
            cursor[QUEUED] += 1
            continue
        # 8. FIRST and COUNT
        slot = _find(targets, least) if targets.size > 1 else -1
        if mode == FIRST and slot >= 0:
            words[-1, 0] = least
            cursor[DEPTH] = depth
            return HIT
        if mode == COUNT and slot >= 0 and not _add(totals, cursor[SLOT], onward, slot):
            return OVERFLOW
