"""Breadth-first search of sliding blocks over packed positions.

A position is some words; :mod:`solver.block.packing` draws its fields. Positions found are rows of an arena, and a hash
table with linear probing finds their rows. All moves can be taken back, so successors are predecessors as well.

Codes returned: 0 done; 1 paused after a slice; 2 full, the arena needs more rows.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit

DONE, PAUSED, FULL = range(3)

STEP, LINE, PATH = range(3)
"""Metrics: see :class:`solver.block.puzzle.Metric`."""

NEXT, END, SIZE, NODES, MET = range(5)
"""Entries of a cursor, int64 (5): the next row to be expanded, the end of the level, rows in the arena, moves made, and
new positions that meet the goal or the opposite search."""

NONE = -1
MULTIPLIER = np.uint64(0x9E3779B97F4A7C15)
MIX = np.uint64(32)


class Blocks(NamedTuple):
    """One puzzle.

    Attributes
    ----------
    sort, word : int64 (fields,)
        For each field the sort of its piece, and its word. Fields of a sort follow each other.
    shift, low : uint64 (fields,)
        Its lowest bit, and as many low bits as it has.
    offset : int64 (fields,)
        Where the placements of its sort begin in the arrays that follow.
    masks : uint64 (placements,)
        The cells of each placement.
    steps : int64 (placements, 4)
        The placement one cell on in each direction, counted within the sort; -1 where there is none.
    needs : uint64 (placements, 4)
        The cells that have to be empty for it; all where there is none.
    goal_mask, goal : uint64 (words,)
        Which bits of a position the goal names, and what they shall be.
    metric : int
        One of the metrics.
    """

    sort: np.ndarray
    word: np.ndarray
    shift: np.ndarray
    low: np.ndarray
    offset: np.ndarray
    masks: np.ndarray
    steps: np.ndarray
    needs: np.ndarray
    goal_mask: np.ndarray
    goal: np.ndarray
    metric: int


class PositionSet(NamedTuple):
    """Positions: uint64 (capacity, words), and the slots that find them: int32 (power of two,), row + 1 or 0."""

    arena: np.ndarray
    slots: np.ndarray


class Scratch(NamedTuple):
    """Room for one call: the placements of the pieces int64 (fields,), the placements that a piece reaches int64
    (placements,), and successors uint64 (number, words)."""

    placements: np.ndarray
    reached: np.ndarray
    after: np.ndarray


@njit(cache=True, nogil=True, inline="always")
def _slot_of(position, words, number):
    """Where the search for a position begins among ``number`` slots."""
    mixed = np.uint64(0)
    for word in range(words):
        mixed = (mixed ^ position[word]) * MULTIPLIER
        mixed ^= mixed >> MIX
    return np.int64(mixed & np.uint64(number - 1))


@njit(cache=True, nogil=True)
def _find(position, found):
    """The row of a position; if there is none, ``-1 - slot`` of the slot where it belongs."""
    words = found.arena.shape[1]
    number = len(found.slots)
    slot = _slot_of(position, words, number)
    while True:
        row = found.slots[slot] - 1
        if row < 0:
            return -1 - slot
        same = True
        for word in range(words):
            if found.arena[row, word] != position[word]:
                same = False
                break
        if same:
            return np.int64(row)
        slot = (slot + 1) & (number - 1)


@njit(cache=True, nogil=True, inline="always")
def _reach_line(masks, steps, first, placement, others, reached):
    """Placements that a piece reaches in one direction, as many cells as it likes; returns their number."""
    number = 0
    for direction in range(4):
        to = steps[first + placement, direction]
        while to != NONE and not masks[first + to] & others:
            reached[number] = to
            number += 1
            to = steps[first + to, direction]
    return number


@njit(cache=True, nogil=True, inline="always")
def _reach_path(masks, steps, first, placement, others, reached):
    """Placements that a piece reaches on any way; returns their number."""
    number = 0
    seen = np.uint64(1) << np.uint64(placement)
    at = -1
    each = placement
    while True:
        for direction in range(4):
            to = steps[first + each, direction]
            if to != NONE and not masks[first + to] & others:
                bit = np.uint64(1) << np.uint64(to)
                if not seen & bit:
                    seen |= bit
                    reached[number] = to
                    number += 1
        at += 1
        if at == number:
            return number
        each = reached[at]


@njit(cache=True, nogil=True)
def _successors(blocks, position, scratch):
    """All positions one move away, into ``scratch.after``; returns their number."""
    word, shift, low, sort, offset = blocks.word, blocks.shift, blocks.low, blocks.sort, blocks.offset
    masks, steps, needs = blocks.masks, blocks.steps, blocks.needs
    placements, reached, after = scratch.placements, scratch.reached, scratch.after
    fields = len(sort)
    words = len(position)
    occupied = np.uint64(0)
    for field in range(fields):
        placement = np.int64(position[word[field]] >> shift[field] & low[field])
        placements[field] = placement
        occupied |= masks[offset[field] + placement]
    number = 0
    for field in range(fields):
        placement = placements[field]
        first = offset[field]
        targets = 0
        for direction in range(4):
            if not needs[first + placement, direction] & occupied:
                reached[targets] = steps[first + placement, direction]
                targets += 1
        if targets == 0:
            continue
        if blocks.metric != STEP:
            others = occupied ^ masks[first + placement]
            if blocks.metric == LINE:
                targets = _reach_line(masks, steps, first, placement, others, reached)
            else:
                targets = _reach_path(masks, steps, first, placement, others, reached)
        for index in range(targets):
            to = reached[index]
            for each in range(words):
                after[number, each] = position[each]
            # The fields between the old and the new place in the order of the sort move by one.
            at = field
            while at + 1 < fields and sort[at + 1] == sort[field] and placements[at + 1] < to:
                after[number, word[at]] ^= np.uint64(placements[at] ^ placements[at + 1]) << shift[at]
                at += 1
            while at > 0 and sort[at - 1] == sort[field] and placements[at - 1] > to:
                after[number, word[at]] ^= np.uint64(placements[at] ^ placements[at - 1]) << shift[at]
                at -= 1
            after[number, word[at]] ^= np.uint64(placements[at] ^ to) << shift[at]
            number += 1
    return number


@njit(cache=True, nogil=True)
def expand(blocks, found, opposite, scratch, cursor, slice_rows):
    """Expand up to ``slice_rows`` positions of a level.

    Parameters
    ----------
    opposite
        The positions of the opposite search; without slots, what counts is the goal.
    cursor
        ``NEXT``, ``END``, ``SIZE`` as the caller has set them, and moved on; ``NODES`` and ``MET`` are added to.
    """
    words = found.arena.shape[1]
    end = min(cursor[END], cursor[NEXT] + slice_rows)
    while cursor[NEXT] < end:
        if cursor[SIZE] + len(scratch.after) > len(found.arena):
            return FULL
        number = _successors(blocks, found.arena[cursor[NEXT]], scratch)
        for index in range(number):
            position = scratch.after[index]
            row = _find(position, found)
            if row >= 0:
                continue
            for word in range(words):
                found.arena[cursor[SIZE], word] = position[word]
            cursor[SIZE] += 1
            found.slots[-1 - row] = cursor[SIZE]
            if len(opposite.slots):
                cursor[MET] += _find(position, opposite) >= 0
            else:
                met = True
                for word in range(words):
                    if position[word] & blocks.goal_mask[word] != blocks.goal[word]:
                        met = False
                cursor[MET] += met
        cursor[NODES] += number
        cursor[NEXT] += 1
    return DONE if cursor[NEXT] == cursor[END] else PAUSED


@njit(cache=True, nogil=True)
def insert(positions, found, cursor):
    """Add positions that are all different to an arena with ``SIZE`` rows."""
    for index in range(len(positions)):
        row = _find(positions[index], found)
        if row < 0:
            for word in range(positions.shape[1]):
                found.arena[cursor[SIZE], word] = positions[index, word]
            cursor[SIZE] += 1
            found.slots[-1 - row] = cursor[SIZE]


@njit(cache=True, nogil=True)
def rehash(found, low, high):
    """Enter rows ``low`` … ``high - 1`` of an arena into its slots."""
    for row in range(low, high):
        slot = -1 - _find(found.arena[row], found)
        found.slots[slot] = row + 1


@njit(cache=True, nogil=True)
def find(position, found):
    """The row of a position, or a negative number."""
    return _find(position, found)


@njit(cache=True, nogil=True)
def meeting(blocks, found, opposite, low, high, marks):
    """Mark the rows of a level, uint8 (high - low,), that meet the goal or are found by the opposite search."""
    words = found.arena.shape[1]
    for row in range(low, high):
        met = True
        if len(opposite.slots):
            met = _find(found.arena[row], opposite) >= 0
        else:
            for word in range(words):
                if found.arena[row, word] & blocks.goal_mask[word] != blocks.goal[word]:
                    met = False
        marks[row - low] = met


@njit(cache=True, nogil=True)
def mark(blocks, found, scratch, rows, low, high, marks, cursor, slice_rows):
    """Mark the rows of a level, ``low`` … ``high - 1``, that are one move from some of ``rows``.

    Parameters
    ----------
    rows
        int64 (number,): rows; ``NEXT`` and ``END`` of the cursor count in them.
    marks
        uint8 (high - low,).
    """
    end = min(cursor[END], cursor[NEXT] + slice_rows)
    while cursor[NEXT] < end:
        number = _successors(blocks, found.arena[rows[cursor[NEXT]]], scratch)
        for index in range(number):
            row = _find(scratch.after[index], found)
            if low <= row < high:
                marks[row - low] = 1
        cursor[NODES] += number
        cursor[NEXT] += 1
    return DONE if cursor[NEXT] == cursor[END] else PAUSED


@njit(cache=True, nogil=True)
def edges(blocks, found, scratch, low, high, source, target, cursor):
    """Moves from the rows of one level into rows ``low`` … ``high - 1``.

    Parameters
    ----------
    source, target
        int64 (number,): filled from the beginning; ``SIZE`` of the cursor counts.
    cursor
        ``NEXT`` and ``END`` are the rows to expand. Paused while there are more.
    """
    while cursor[NEXT] < cursor[END]:
        if cursor[SIZE] + len(scratch.after) > len(source):
            return PAUSED
        number = _successors(blocks, found.arena[cursor[NEXT]], scratch)
        for index in range(number):
            row = _find(scratch.after[index], found)
            if low <= row < high:
                source[cursor[SIZE]] = cursor[NEXT]
                target[cursor[SIZE]] = row
                cursor[SIZE] += 1
        cursor[NODES] += number
        cursor[NEXT] += 1
    return DONE


@njit(cache=True, nogil=True)
def successors(blocks, position, scratch):
    """The successors of one position, into ``scratch.after``; returns their number."""
    return _successors(blocks, position, scratch)
