"""Breadth-first search of sliding blocks over packed positions.

A position is some words; :mod:`fewest.solver.block.packing` draws its fields. Positions found are rows of an arena, and
a hash table with linear probing finds their rows. All moves can be taken back, so successors are predecessors as well.

Placements of all sorts are numbered through. Fields of a sort follow each other and ascend, so do the sorts, hence the
placements of a position ascend from its first field to its last, and a piece that has moved is put into its place among
its like by comparisons with its neighbours alone.

Successors are made and looked up in batches, so that slots and then rows are on their way from memory while others are
made and hashed.

Codes returned: 0 done; 1 paused after a slice; 2 full, the arena needs more rows.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from fewest.solver.kernels.bits import as_words, lowest, nothing, occupied, prefetch
from fewest.solver.kernels.jit import helper, inlined, kernel

DONE, PAUSED, FULL = range(3)

STEP, LINE, PATH = range(3)
"""Metrics: see :class:`fewest.solver.block.puzzle.Metric`."""

NEXT, END, SIZE, NODES, MET, LEVELS = range(6)
"""Entries of a cursor, int64 (6): the next row to be expanded, the end of its level, rows in the arena, moves made, new
positions of the level that meet the goal or the opposite search, and levels completed."""

NONE = 0xFFFF
"""In place of a placement one cell on: there is none."""

BEYOND = 0xFFFF
"""More than every number of a placement."""

ONE_WORD, WORDS = (0,), (0, 0)
"""How many words a position has, as a type: numba compiles a kernel for each, and loops over one word are none."""

AHEAD = 16
"""How many rows ahead their slots are prefetched."""

MULTIPLIER = np.uint64(0x9E3779B97F4A7C15)
MIX = np.uint64(32)
ONE = np.uint64(1)
NIBBLE = np.uint64(15)
WORD_FIELDS = 16
"""Fields whose four directions fit one word."""


class Blocks(NamedTuple):
    """One puzzle.

    Attributes
    ----------
    word : uint8 (fields,)
        The word of each field.
    shift, low : uint64 (fields,)
        Its lowest bit, and as many low bits as it has.
    first : uint64 (fields,)
        The number of the first placement of its sort; a field holds the difference.
    masks : words (placements,)
        The cells of each placement: uint64, or on boards of more than 64 cells records for
        :func:`~fewest.solver.kernels.bits.as_words`.
    steps : uint16 (placements, 4)
        The placement one cell on in each direction; ``NONE`` where there is none.
    needs : words (placements, 4)
        The cells that have to be empty for it; all where there is none.
    goal_mask, goal : uint64 (words,)
        Which bits of a position the goal names, and what they shall be.
    metric : int
        One of the metrics.
    moves : int
        Moves that a position has at most.
    """

    word: np.ndarray
    shift: np.ndarray
    low: np.ndarray
    first: np.ndarray
    masks: np.ndarray
    steps: np.ndarray
    needs: np.ndarray
    goal_mask: np.ndarray
    goal: np.ndarray
    metric: int
    moves: int


class PositionSet(NamedTuple):
    """Positions: uint64 (capacity, words), and the slots that find them: int32 (power of two,), row + 1 or 0."""

    arena: np.ndarray
    slots: np.ndarray


class Scratch(NamedTuple):
    """Room for one call.

    Attributes
    ----------
    placed
        int64 (fields + 2,): the placements of the pieces, between -1 and ``BEYOND``.
    reached
        int64 (placements of a sort,): placements that a piece reaches.
    after
        uint64 (number, words): successors, at least as many as a position has moves.
    homes
        int64 (number,): the slots where the search for them begins.
    """

    placed: np.ndarray
    reached: np.ndarray
    after: np.ndarray
    homes: np.ndarray


@inlined
def _home(words, arena, row, slots):
    """The slot where the search for a row begins."""
    mixed = np.uint64(0)
    for word in range(words):
        mixed = (mixed ^ arena[row, word]) * MULTIPLIER
        mixed ^= mixed >> MIX
    return np.int64(mixed & np.uint64(len(slots) - 1))


@inlined
def _find(words, positions, index, home, arena, slots):
    """The row of a position from the slot on where its search begins; if there is none, ``-1 - slot`` where it belongs.

    Parameters
    ----------
    positions, index
        uint64 (number, words), and which of them.
    """
    slot = home
    while True:
        row = np.int64(slots[slot]) - 1
        if row < 0:
            return -1 - slot
        differs = np.uint64(0)
        for word in range(words):
            differs |= arena[row, word] ^ positions[index, word]
        if not differs:
            return row
        slot = (slot + 1) & (len(slots) - 1)


@inlined
def _put(words, word, shift, placed, field, to, positions, row, after, number):
    """Write the position after a move of one piece as successor ``number``."""
    for each in range(words):
        after[number, each] = positions[row, each]
    # Pieces of its sort whose placements lie between the old one and the new one move by one field.
    # The entries at both ends of ``placed`` stop the loops. Differences may be negative: modulo 2**64 each field still
    # comes out right.
    at = field
    while placed[at + 2] < to:
        after[number, word[at]] += np.uint64(placed[at + 2] - placed[at + 1]) << shift[at]
        at += 1
    while placed[at] > to:
        after[number, word[at]] += np.uint64(placed[at] - placed[at + 1]) << shift[at]
        at -= 1
    after[number, word[at]] += np.uint64(to - placed[at + 1]) << shift[at]


@inlined
def _reach_path(masks, steps, placement, others, reached):
    """Placements that a piece reaches on any way; returns their number."""
    number = 0
    each = placement
    at = -1
    while True:
        for direction in range(4):
            to = np.int64(steps[each, direction])
            if to != NONE and not occupied(masks[to] & others):
                # A loop over those found: a piece has few placements.
                new = to != placement
                for known in range(number):
                    new &= reached[known] != to
                if new:
                    reached[number] = to
                    number += 1
        at += 1
        if at == number:
            return number
        each = reached[at]


@inlined
def _successors(words, blocks, masks, needs, positions, row, scratch, number):
    """All positions one move away, into ``scratch.after`` from ``number`` on; returns the number after them.

    ``masks`` and ``needs`` are those of the puzzle as words: made once for all positions, as references are counted.
    """
    word, shift, low, first = blocks.word, blocks.shift, blocks.low, blocks.first
    steps = blocks.steps
    placed, reached, after = scratch.placed, scratch.reached, scratch.after
    fields = len(word)
    covered = nothing(masks[0])
    for field in range(fields):
        placement = first[field] + (positions[row, word[field]] >> shift[field] & low[field])
        placed[field + 1] = placement
        covered ^= masks[placement]  # which is empty yet
    for begin in range(0, fields, WORD_FIELDS):
        # Four bits for each field: in which directions it can go. Branches instead would be mispredicted.
        free = np.uint64(0)
        for field in range(min(begin + WORD_FIELDS, fields) - 1, begin - 1, -1):
            at = np.uint64(placed[field + 1])
            free = (
                free << np.uint64(4)
                | np.uint64(not occupied(needs[at, 0] & covered))
                | np.uint64(not occupied(needs[at, 1] & covered)) << np.uint64(1)
                | np.uint64(not occupied(needs[at, 2] & covered)) << np.uint64(2)
                | np.uint64(not occupied(needs[at, 3] & covered)) << np.uint64(3)
            )
        while free:
            bit = lowest(free)
            free &= free - ONE
            field = begin + (bit >> 2)
            at = placed[field + 1]
            if blocks.metric == STEP:
                _put(words, word, shift, placed, field, np.int64(steps[at, bit & 3]), positions, row, after, number)
                number += 1
            elif blocks.metric == LINE:
                others = covered ^ masks[at]
                to = np.int64(steps[at, bit & 3])
                while to != NONE and not occupied(masks[to] & others):
                    _put(words, word, shift, placed, field, to, positions, row, after, number)
                    number += 1
                    to = np.int64(steps[to, bit & 3])
            else:
                free &= ~(NIBBLE << np.uint64(bit & 60))
                targets = _reach_path(masks, steps, at, covered ^ masks[at], reached)
                for index in range(targets):
                    _put(words, word, shift, placed, field, reached[index], positions, row, after, number)
                    number += 1
    return number


@helper
def _successors_of(blocks, masks, needs, positions, row, scratch):
    """The successors of one of some positions, into ``scratch.after``; returns their number."""
    return _successors(positions.shape[1], blocks, masks, needs, positions, row, scratch, np.int64(0))


@kernel
def expand(width, blocks, scratch, found, opposite, cursor, ends, widest, slice_rows, slice_moves):
    """Expand up to about ``slice_rows`` positions, or as many as have ``slice_moves`` moves, level after level.

    It is done with the first level that meets the goal or the opposite search, has no new positions, or more than
    ``widest``.

    Parameters
    ----------
    width
        ``ONE_WORD`` if a position is one word, else ``WORDS``.
    opposite
        The positions of the opposite search; without slots, what counts is the goal.
    cursor
        ``NEXT``, ``END``, ``SIZE`` as the caller has set them, and moved on; ``NODES``, ``MET`` and ``LEVELS`` are
        added to.
    ends
        int64 (number,): where the levels that are completed end. Paused when there are as many.
    """
    moves_end = cursor[NODES] + slice_moves
    goal_mask, goal = blocks.goal_mask, blocks.goal
    masks, needs = as_words(blocks.masks), as_words(blocks.needs)
    arena, slots = found.arena, found.slots
    other_arena, other_slots = opposite.arena, opposite.slots
    after, homes = scratch.after, scratch.homes
    words = 1 if len(width) == len(ONE_WORD) else arena.shape[1]
    size = cursor[SIZE]
    left = slice_rows
    while True:
        row = cursor[NEXT]
        end = min(cursor[END], row + left)
        left -= end - row
        while row < end and cursor[NODES] < moves_end:
            # Room for a whole batch before it is made, so that no position is expanded in part.
            if size + len(after) > len(arena):
                cursor[SIZE] = size
                cursor[NEXT] = row
                return FULL
            number = np.int64(0)
            while row < end and number + blocks.moves <= len(after):
                made = number
                number = _successors(words, blocks, masks, needs, arena, row, scratch, number)
                for index in range(made, number):
                    homes[index] = _home(words, after, index, slots)
                    prefetch(slots, homes[index])
                row += 1
            for index in range(number):
                prefetch(arena, (np.int64(slots[homes[index]]) - 1) * words)
            for index in range(number):
                known = _find(words, after, index, homes[index], arena, slots)
                if known >= 0:
                    continue
                for word in range(words):
                    arena[size, word] = after[index, word]
                size += 1
                slots[-1 - known] = size
                if len(other_slots):
                    home = _home(words, after, index, other_slots)
                    cursor[MET] += _find(words, after, index, home, other_arena, other_slots) >= 0
                else:
                    differs = np.uint64(0)
                    for word in range(words):
                        differs |= after[index, word] & goal_mask[word] ^ goal[word]
                    cursor[MET] += differs == 0
            cursor[NODES] += number
        cursor[NEXT] = row
        cursor[SIZE] = size
        if row < cursor[END]:
            return PAUSED
        ends[cursor[LEVELS]] = size
        cursor[LEVELS] += 1
        width = size - row
        if width == 0 or width > widest or cursor[MET]:
            return DONE
        cursor[END] = size
        if left <= 0 or cursor[NODES] >= moves_end or cursor[LEVELS] == len(ends):
            return PAUSED


@kernel
def insert(positions, found, size):
    """Add positions, uint64 (number, words), that may repeat to an arena with some rows; returns how many it has."""
    arena, slots = found.arena, found.slots
    words = arena.shape[1]
    for index in range(len(positions)):
        row = _find(words, positions, index, _home(words, positions, index, slots), arena, slots)
        if row < 0:
            for word in range(words):
                arena[size, word] = positions[index, word]
            size += 1
            slots[-1 - row] = size
    return size


@kernel
def rehash(found, low, high):
    """Enter rows ``low`` … ``high - 1`` of an arena, which are all different, into its slots."""
    arena, slots = found.arena, found.slots
    words = arena.shape[1]
    for row in range(low, high):
        # Slots of successive rows are far apart: without this, each waits for memory.
        prefetch(slots, _home(words, arena, min(row + AHEAD, high - 1), slots))
        slot = _home(words, arena, row, slots)
        while slots[slot]:
            slot = (slot + 1) & (len(slots) - 1)
        slots[slot] = row + 1


@kernel
def find(positions, found, rows):
    """The rows of positions, uint64 (number, words), or negative numbers, into int64 (number,)."""
    arena, slots = found.arena, found.slots
    words = arena.shape[1]
    for index in range(len(positions)):
        rows[index] = _find(words, positions, index, _home(words, positions, index, slots), arena, slots)


@kernel
def edges(blocks, scratch, found, rows, low, high, source, target, cursor, slice_moves):
    """Moves from some rows into the rows ``low`` … ``high - 1``, of those that have about ``slice_moves`` in all.

    Parameters
    ----------
    rows
        int64 (number,).
    source, target
        int64 (number,): which of ``rows``, and how many after ``low``; filled from the beginning, ``SIZE`` of the
        cursor counts. Paused when they are full.
    cursor
        ``NEXT`` counts in ``rows``.
    """
    arena, slots, after = found.arena, found.slots, scratch.after
    masks, needs = as_words(blocks.masks), as_words(blocks.needs)
    words = arena.shape[1]
    moves_end = cursor[NODES] + slice_moves
    while cursor[NEXT] < len(rows) and cursor[SIZE] + blocks.moves <= len(source) and cursor[NODES] < moves_end:
        number = _successors_of(blocks, masks, needs, arena, rows[cursor[NEXT]], scratch)
        for index in range(number):
            row = _find(words, after, index, _home(words, after, index, slots), arena, slots)
            if low <= row < high:
                source[cursor[SIZE]] = cursor[NEXT]
                target[cursor[SIZE]] = row - low
                cursor[SIZE] += 1
        cursor[NODES] += number
        cursor[NEXT] += 1


@kernel
def walk_back(blocks, scratch, found, ends, path):
    """Complete a shortest path from the roots, level by level from the last to the first.

    Parameters
    ----------
    ends
        int64 (levels + 1,): where each level begins, and the last one ends.
    path
        int64 (levels,): the row of each level, of which the last is given.
    """
    moves = np.empty((2, blocks.moves), np.int64)
    cursor = np.zeros(6, np.int64)
    for level in range(len(path) - 2, -1, -1):
        cursor[:] = 0
        low, high = ends[level], ends[level + 1]
        edges(blocks, scratch, found, path[level + 1 : level + 2], low, high, moves[0], moves[1], cursor, np.int64(1))
        # Any predecessor will do: all positions of a level are equally far from the roots.
        path[level] = low + moves[1, 0]
