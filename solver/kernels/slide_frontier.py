"""Sliding pieces breadth-first: positions level by level in an arena, found again through a hash table.

Layout
------
A position is a row of words; cell c is the ``bits`` bits of word ``c // per`` from bit ``(c % per) * bits``
on, ``per = 64 // bits``. It holds the label of the piece there, 0 for an empty cell. The arena holds the
positions in the order they were found, so a level is a range of rows. ``slots`` holds row + 1, or 0 if free;
its length is a power of two.

A bound is a sum over groups of labels (see ``slide_patterns``): ``table[offset[g] + index]``, index the rank of
the group's placement; or, where ``offset[g] < 0``, the distance from each wanted cell to the nearest piece.

All words are int64, used as bits: shifts are masked, products wrap.
"""

import numpy as np
from llvmlite import ir
from numba import njit, types
from numba.extending import intrinsic

NEXT, END, SIZE, NODES, EXCESS, MET = range(6)
"""Fields of ``state``: next row to expand, end of its level, rows in use, nodes so far, least bound above the
limit, number of new rows that meet the goal or the other side."""

SPENT, LEVEL_DONE, NO_ROOM, OVERFLOW = range(4)
"""What kernels return: the budget is spent, call again; the level is done; the arena is too full to go on,
enlarge it and call again; a number of ways does not fit its limbs."""

DEAD = 255
HOPELESS = 1 << 30


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


@njit(cache=True, nogil=True)
def _places(cells, bits):
    """Word and first bit of every cell: divisions are too slow for the loops."""
    word, shift = np.empty(cells, np.int64), np.empty(cells, np.int64)
    for cell in range(cells):
        word[cell] = cell // (64 // bits)
        shift[cell] = cell % (64 // bits) * bits
    return word, shift


@njit(cache=True, nogil=True, inline="always")
def _slot(words, mask):
    h = np.int64(0)
    for w in range(len(words)):
        h = (h ^ words[w]) * np.int64(-7046029254386353131)
        h ^= (h >> 32) & 0xFFFFFFFF
    h *= np.int64(-4417276706812531889)
    return ((h >> 29) & 0x7FFFFFFFF) & mask


@njit(cache=True, nogil=True, inline="always")
def _find(words, arena, slots):
    """Row of a position, or -1 - (the free slot where it belongs)."""
    mask = len(slots) - 1
    at = _slot(words, mask)
    while slots[at]:
        row = slots[at] - 1
        same = True
        for w in range(len(words)):
            if arena[row, w] != words[w]:
                same = False
                break
        if same:
            return np.int64(row)
        at = (at + 1) & mask
    return -1 - at


@njit(cache=True, nogil=True, inline="always")
def _meets(words, goal_words, goal_mask):
    same = True
    for w in range(len(words)):
        same &= (words[w] & goal_mask[w]) == goal_words[w]
    return same


@njit(cache=True, nogil=True, inline="always")
def _distance(have, left, reach):
    """Sum over the cells in `left` of the distance to the nearest cell in `have`, or DEAD."""
    total = np.int64(0)
    while left:
        cell = _lowest(left)
        left &= left - 1
        steps = 0
        while steps < reach.shape[1] and reach[cell, steps] & have == 0:
            steps += 1
        total += steps if steps < reach.shape[1] else HOPELESS
    return min(total, DEAD - 1) if total < HOPELESS else DEAD


@njit(cache=True, nogil=True, inline="always")
def _index(masks, order, low, high, radix, dense_mask, choose):
    """Number of the placement that the labels of a group form."""
    index, number, free, nth = np.int64(0), np.int64(0), ~dense_mask, 0
    for i in range(low, high):
        free |= masks[order[i]]
    rest = free & dense_mask
    while rest:
        nth += 1
        number += choose[_lowest(rest), nth]
        rest &= rest - 1
    for i in range(low, high):
        rest = masks[order[i]]
        part, j = np.int64(0), 0
        while rest:
            j += 1
            part += choose[_ones(free & ((rest & -rest) - 1)), j]
            rest &= rest - 1
        index = index * radix[i] + part
        free &= ~(masks[order[i]] & dense_mask)
    return index * choose[len(choose) - 1, nth] + number


@njit(cache=True, nogil=True)
def evaluate(positions, group, first, order, radix, dense_mask, offset, table, choose, wanted, reach, bounds):
    """Bound positions.

    Parameters
    ----------
    positions
        uint8 (number, cells): label on every cell.
    group, first, order, radix, dense_mask, offset, table, choose, wanted, reach
        The bound, see ``solver.slide.bounds.pattern_tables.PatternDatabase``.
    bounds
        int64 (number,): written; a number from `HOPELESS` on if no goal can be reached.
    """
    masks = np.zeros(len(group), np.int64)
    for row in range(len(positions)):
        masks[:] = 0
        for cell in range(positions.shape[1]):
            masks[positions[row, cell]] |= np.int64(1) << cell
        total = 0
        for g in range(len(offset)):
            low, high = first[g], first[g + 1]
            if offset[g] < 0:
                value = _distance(masks[order[low]], wanted[order[low]], reach)
            else:
                value = np.int64(table[offset[g] + _index(masks, order, low, high, radix, dense_mask[g], choose)])
            total += HOPELESS if value == DEAD else value
        bounds[row] = total


@njit(cache=True, nogil=True)
def insert(rows, arena, slots, state):
    """Put positions into arena and hash table; the caller has seen to the room.

    Parameters
    ----------
    rows
        int64 (number, words): positions, may repeat.
    arena, slots, state
        See the module; SIZE is moved on.
    """
    for i in range(len(rows)):
        at = _find(rows[i], arena, slots)
        if at < 0:
            arena[state[SIZE]] = rows[i]
            state[SIZE] += 1
            slots[-1 - at] = state[SIZE]


@njit(cache=True, nogil=True)
def rehash(arena, slots, low, high):
    """Enter the rows low … high - 1 of an arena, all different, into a hash table that lacks them."""
    mask = len(slots) - 1
    for row in range(low, high):
        at = _slot(arena[row], mask)
        while slots[at]:
            at = (at + 1) & mask
        slots[at] = row + 1


@njit(cache=True, nogil=True)
def find(words, arena, slots):
    """Row of a position, or a negative number if it is not there."""
    return _find(words, arena, slots)


@njit(cache=True, nogil=True)
def expand(
    near,
    bits,
    goal_words,
    goal_mask,
    group,
    first,
    order,
    radix,
    dense_mask,
    offset,
    table,
    choose,
    wanted,
    reach,
    arena,
    slots,
    other_arena,
    other_slots,
    picks,
    state,
    slack,
    budget,
):
    """Make the positions one move from the rows of a level, as far as the bound lets them.

    Parameters
    ----------
    near
        int64 (cells, degree): neighbours, -1 at the end.
    bits
        Bits per cell.
    goal_words, goal_mask
        int64 (words,): a position meets the goal if it agrees with the words under the mask. Looked at if
        there is no other side.
    group, first, order, radix, dense_mask, offset, table, choose, wanted, reach
        The bound, see ``solver.slide.bounds.pattern_tables.PatternDatabase``; no groups, no bound.
    arena, slots
        int64 (capacity, words), int32 (slots,): the positions found so far.
    other_arena, other_slots
        The same of the search from the other side; no slots if there is none.
    picks
        int64 (number,): the rows to expand, NEXT and END going through this list; if empty, the rows NEXT …
        END - 1 themselves.
    state
        int64 (6,): see the module; carried from call to call.
    slack
        Moves that may follow each new position. Bounds above it are cut, the least is kept in EXCESS as
        moves after the new position.
    budget
        Rows to expand at most.

    Returns
    -------
    int
        SPENT, LEVEL_DONE or NO_ROOM.
    """
    cells, words = near.shape[0], arena.shape[1]
    low = (np.int64(1) << bits) - 1
    word, shift = _places(cells, bits)
    groups = len(offset)
    here = np.empty(cells, np.int64)
    row = np.empty(words, np.int64)
    masks = np.empty(len(group), np.int64)
    values = np.empty(groups, np.int64)
    while state[NEXT] < state[END]:
        if budget == 0:
            return SPENT
        if state[SIZE] + cells * near.shape[1] > len(arena):
            return NO_ROOM
        budget -= 1
        state[NODES] += 1
        source = picks[state[NEXT]] if len(picks) else state[NEXT]
        state[NEXT] += 1
        for label in range(len(masks)):
            masks[label] = 0
        for cell in range(cells):
            here[cell] = (arena[source, word[cell]] >> shift[cell]) & low
            masks[here[cell]] |= np.int64(1) << cell
        total = np.int64(0)
        for g in range(groups):
            start, end = first[g], first[g + 1]
            if offset[g] < 0:
                values[g] = _distance(masks[order[start]], wanted[order[start]], reach)
            else:
                values[g] = table[offset[g] + _index(masks, order, start, end, radix, dense_mask[g], choose)]
            total += values[g]
        holes = masks[0]
        while holes:
            hole = _lowest(holes)
            holes &= holes - 1
            for k in range(near.shape[1]):
                cell = near[hole, k]
                if cell < 0:
                    break
                piece = here[cell]
                if piece == 0:
                    continue
                g = group[piece]
                if g >= 0:
                    flip = (np.int64(1) << cell) | (np.int64(1) << hole)
                    masks[piece] ^= flip
                    start, end = first[g], first[g + 1]
                    if offset[g] < 0:
                        value = _distance(masks[piece], wanted[piece], reach)
                    else:
                        value = np.int64(
                            table[offset[g] + _index(masks, order, start, end, radix, dense_mask[g], choose)]
                        )
                    masks[piece] ^= flip
                    if value == DEAD:
                        continue
                    bound = total - values[g] + value
                else:
                    bound = total
                if bound > slack:
                    state[EXCESS] = min(state[EXCESS], bound)
                    continue
                for w in range(words):
                    row[w] = arena[source, w]
                row[word[cell]] ^= piece << shift[cell]
                row[word[hole]] |= piece << shift[hole]
                at = _find(row, arena, slots)
                if at >= 0:
                    continue
                for w in range(words):
                    arena[state[SIZE], w] = row[w]
                state[SIZE] += 1
                slots[-1 - at] = state[SIZE]
                if len(other_slots):
                    state[MET] += _find(row, other_arena, other_slots) >= 0
                else:
                    state[MET] += _meets(row, goal_words, goal_mask)
    return LEVEL_DONE


@njit(cache=True, nogil=True)
def meeting(arena, low, high, goal_words, goal_mask, other_arena, other_slots, marks):
    """Mark the rows low … high - 1 that meet the goal, or the other side if there is one.

    Parameters
    ----------
    marks
        uint8 (capacity,): set to 1.
    """
    for row in range(low, high):
        if len(other_slots):
            marks[row] = _find(arena[row], other_arena, other_slots) >= 0
        else:
            marks[row] = _meets(arena[row], goal_words, goal_mask)


@njit(cache=True, nogil=True)
def gather(near, bits, arena, slots, low, high, target_low, target_high, marks, ways, state, budget):
    """Look from the marked rows of one level at their neighbours on another.

    With no limbs in `ways`, mark those neighbours. Else add up the ways of the marked ones.

    Parameters
    ----------
    low, high
        The level looked from; NEXT goes through it.
    target_low, target_high
        The level looked at.
    marks
        uint8 (capacity,).
    ways
        int64 (capacity, limbs): numbers of ways, least limb first, 32 bits used of each.
    budget
        Rows to look at.

    Returns
    -------
    int
        SPENT, LEVEL_DONE, or OVERFLOW.
    """
    cells, words = near.shape[0], arena.shape[1]
    limbs = ways.shape[1]
    one = (np.int64(1) << bits) - 1
    word, shift = _places(cells, bits)
    row = np.empty(words, np.int64)
    state[NEXT] = max(state[NEXT], low)
    while state[NEXT] < high:
        if budget == 0:
            return SPENT
        source = state[NEXT]
        state[NEXT] += 1
        if not marks[source]:
            continue
        budget -= 1
        state[NODES] += 1
        for hole in range(cells):
            if (arena[source, word[hole]] >> shift[hole]) & one:
                continue
            for k in range(near.shape[1]):
                cell = near[hole, k]
                if cell < 0:
                    break
                piece = (arena[source, word[cell]] >> shift[cell]) & one
                if piece == 0:
                    continue
                for w in range(words):
                    row[w] = arena[source, w]
                row[word[cell]] ^= piece << shift[cell]
                row[word[hole]] |= piece << shift[hole]
                at = _find(row, arena, slots)
                if not target_low <= at < target_high:
                    continue
                if limbs == 0:
                    marks[at] = 1
                elif marks[at]:
                    carry = np.int64(0)
                    for j in range(limbs):
                        carry += ways[source, j] + ways[at, j]
                        ways[source, j] = carry & 0xFFFFFFFF
                        carry >>= 32
                    if carry:
                        return OVERFLOW
    return LEVEL_DONE
