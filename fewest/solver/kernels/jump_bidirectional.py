"""The bidirectional search of a jump board: positions put into slack classes, classes chosen for expansion.

:mod:`fewest.solver.jump` draws a position and defines slacks, slack classes and their index. A position set is a hash
table with open addressing: a power of two of slots, 0 where empty; beside it, the class index of each slot.

Words, here, are uint64 or, for boards of more than 64 holes, records of two: all of one call are of one type
(:mod:`fewest.solver.kernels.bits`).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from fewest.solver.kernels.bits import (
    UNREACHED,
    as_words,
    compare_and_swap,
    cut,
    home_slot,
    nothing,
    occupied,
    prefetch,
    unsettled,
    whole,
)
from fewest.solver.kernels.jit import inlined, kernel

SLACKS = 16
"""Slacks distinguished in either direction; larger ones count as the largest."""

CLASSES = SLACKS**2
"""Slack classes of a level."""

OPEN, OWN, OTHER, COMPLETE = range(4)
"""Owner of a slack class, relative to one side: none yet; this side, which has expanded it; the other side; or none, as
no side needs to expand it."""

ADDED, MET, PRUNED = range(3)
"""Entries of a tally; see :class:`Found`."""

PREFETCH_DISTANCE = 24
"""How many positions ahead their slots are prefetched: a position takes some ten nanoseconds, memory a hundred."""


class SlackTables(NamedTuple):
    """Two bounds over the same partitions and all their images: to the goal and from the start.

    A bound is the largest sum over all images of a partition. Only so it is the same for all images of a position,
    and slacks stay monotonic although a set keeps one image of each.

    Attributes
    ----------
    byte_tables : words (images, bytes, 256)
        For each different image of a partition, the map to its projection.
    regions : uint64 (regions, 4)
        Shift and mask that cut a region out of a projection, where its costs begin in ``goal_costs`` and in
        ``start_costs``.
    first_region : int64 (images + 1)
        The regions of image i are ``first_region[i]`` … ``first_region[i + 1] - 1``.
    goal_costs, start_costs : uint8
        Pattern tables, in moves; ``UNREACHED`` for no way.
    """

    byte_tables: np.ndarray
    regions: np.ndarray
    first_region: np.ndarray
    goal_costs: np.ndarray
    start_costs: np.ndarray


class ClassifiedSlots(NamedTuple):
    """A position set with slack classes.

    Attributes
    ----------
    slots : words (power of two)
    classes : uint8 (slots)
        Class index of each position.
    """

    slots: np.ndarray
    classes: np.ndarray


class Found(NamedTuple):
    """What :func:`classify` found.

    Attributes
    ----------
    meetings : words (positions)
        Positions the other side has reached, too.
    class_sizes : int64 (CLASSES)
        By class index: new positions kept.
    tally : int64 (3)
        ADDED: number of new positions. MET: number of positions in ``meetings``. PRUNED: 1 if a position was left out
        that may lie on a longer solution: a finite bound exceeds what is allowed, or the other side expands its class.
    """

    meetings: np.ndarray
    class_sizes: np.ndarray
    tally: np.ndarray


@inlined
def _contains(slots, word):
    """Whether a word is in a set."""
    at = home_slot(slots, word)
    while slots[at] != word:
        if not occupied(slots[at]):
            return False
        at = (at + 1) & (slots.size - 1)
    return True


@inlined
def _insert_classified(slots, classes, word, index):
    """Put a word with its class index into a set; returns whether it is new. Threads may insert at the same time."""
    at = home_slot(slots, word)
    while True:
        held = slots[at]
        if unsettled(held, word):
            held = compare_and_swap(slots, at, word)
            if not occupied(held):
                # Not atomic, and after the slot: classes are read only when all threads have ended their slice.
                classes[at] = index
                return True
        if held == word:
            return False
        at = (at + 1) & (slots.size - 1)


@kernel
def rehash_classified(old, out, start, end):
    """Insert slots ``start`` … ``end - 1`` into a larger set.

    Parameters
    ----------
    old, out : ClassifiedSlots
    """
    old_slots, old_classes = old
    slots, classes = out
    old_slots, slots = as_words(old_slots), as_words(slots)
    for at in range(start, end):
        if occupied(old_slots[at]):
            _insert_classified(slots, classes, old_slots[at], old_classes[at])


@kernel
def select(held, selected, out, start, end):
    """Copy positions of some slack classes.

    Parameters
    ----------
    held : ClassifiedSlots
        Slots ``start`` … ``end - 1`` are read.
    selected : bool (CLASSES)
        By class index: whether to copy.
    out : words
        Takes the positions.

    Returns
    -------
    int
        Number of positions.
    """
    slots, classes = held
    slots, out = as_words(slots), as_words(out)
    filled = 0
    for at in range(start, end):
        if occupied(slots[at]) and selected[classes[at]]:
            out[filled] = slots[at]
            filled += 1
    return filled


@kernel
def classify(words, moves_left, moves_made, tables, held, other, owner, found):
    """Put positions of one level into their slack classes and store those that can lie on a solution of the length.

    1. Prefetch the slots of a position further on.
    2. Skip positions already stored.
    3. Bound, to the goal and from the start; prune where either exceeds the moves there are.
    4. Note positions the other side has reached.
    5. Classify: store the position unless the other side expands its class.

    Parameters
    ----------
    words : words
        Least images; 0 is skipped.
    moves_left, moves_made : int
        At this level, for solutions of the length searched.
    tables : SlackTables
    held : ClassifiedSlots
        This side's positions of the level; has room for all.
    other : words (power of two; size 1: none)
        The other side's positions of the level.
    owner : int64 (CLASSES)
        By class index, relative to this side.
    found : Found
        Added to.
    """
    byte_tables, regions, first_region, goal_costs, start_costs = tables
    slots, classes = held
    meetings, class_sizes, tally = found
    words, byte_tables, slots = as_words(words), as_words(byte_tables), as_words(slots)
    other, meetings = as_words(other), as_words(meetings)
    for at in range(words.size):
        # 1. Prefetch
        if at + PREFETCH_DISTANCE < words.size and occupied(words[at + PREFETCH_DISTANCE]):
            prefetch(slots, home_slot(slots, words[at + PREFETCH_DISTANCE]))
            prefetch(other, home_slot(other, words[at + PREFETCH_DISTANCE]))
        # 2. Skip
        word = words[at]
        # Only to save the bounds: what this test misses, inserting finds.
        if not occupied(word) or (whole(word) and _contains(slots, word)):
            continue
        # 3. Bound
        to_goal = from_start = 0
        for image in range(first_region.size - 1):
            projection = nothing(word)
            for byte in range(byte_tables.shape[1]):
                projection += byte_tables[image, byte, cut(word, np.uint64(8 * byte), np.uint64(255))]
            goal_sum, start_sum = 0, 0
            for r in range(first_region[image], first_region[image + 1]):
                contents = cut(projection, regions[r, 0], regions[r, 1])
                goal_sum += np.int64(goal_costs[regions[r, 2] + contents])
                start_sum += np.int64(start_costs[regions[r, 3] + contents])
            to_goal, from_start = max(to_goal, goal_sum), max(from_start, start_sum)
            # Other images can only raise the bounds.
            if to_goal > moves_left or from_start > moves_made:
                break
        if to_goal > moves_left or from_start > moves_made:
            # An image left out might show that the bound is infinite. Then one more length is searched in vain; nothing
            # is lost.
            if max(to_goal, from_start) < UNREACHED:
                tally[PRUNED] = 1
            continue
        # 4. Meet
        if other.size > 1 and _contains(other, word):
            meetings[tally[MET]] = word
            tally[MET] += 1
        # 5. Classify
        index = SLACKS * min(SLACKS - 1, moves_left - to_goal) + min(SLACKS - 1, moves_made - from_start)
        # It may still lie on a longer solution, for which the classes are divided anew.
        if owner[index] == OTHER:
            tally[PRUNED] = 1
        elif _insert_classified(slots, classes, word, np.uint8(index)):
            tally[ADDED] += 1
            class_sizes[index] += 1


@kernel
def choose_classes(owner, sizes, forward, batch, selected):
    """Find the smallest slack class one side may expand next, and join others of its level while they are few.

    1. A side may expand a class once it owns all classes a solution can come from; then it knows all positions it
       ever will of it. A class without positions is its own at once. A class all of whose successors belong to the
       other side is complete: both sides know all they can of it.
    2. Among the others, find the smallest.
    3. Select it, and others of its level, up to ``batch`` positions in all.

    Parameters
    ----------
    owner : int64 (levels, CLASSES)
        OPEN, OWN, OTHER or COMPLETE; changed.
    sizes : int64 (levels, CLASSES)
        Positions per class that this side knows.
    forward : bool
        The direction of this side.
    batch : int
        Positions up to which classes are joined.
    selected : bool (CLASSES)
        Takes the classes chosen.

    Returns
    -------
    level, size : int
        Row of ``owner`` and number of positions; -1 and 0 if no class is left.
    """
    levels, smallest, chosen, size = owner.shape[0], 0, np.int64(-1), 0
    for step in range(levels):
        # 1. Ownership that follows from the neighbouring levels
        # In the direction of the search, so that a class that is owned by now opens those after it in the same pass.
        level = step if forward else levels - 1 - step
        ready = _neighbours_owned(owner, level, forward, np.int64(OWN))
        complete = _neighbours_owned(owner, level, not forward, np.int64(OTHER))
        for index in range(CLASSES):
            if owner[level, index] != OPEN or not ready[index]:
                continue
            positions = sizes[level, index]
            if positions == 0 or complete[index]:
                owner[level, index] = OWN if positions == 0 else COMPLETE
            # 2. Smallest
            elif chosen < 0 or positions < smallest:
                smallest, chosen = positions, level
    selected[:] = False
    if chosen < 0:
        return chosen, size
    # 3. Select
    ready, pending = _neighbours_owned(owner, chosen, forward, np.int64(OWN)), True
    for index in range(CLASSES):
        positions = sizes[chosen, index]
        if owner[chosen, index] != OPEN or not ready[index]:
            continue
        # The first class of the smallest size is taken even if it exceeds the batch.
        if size + positions <= batch or (pending and positions == smallest):
            pending = pending and positions != smallest
            size += positions
            selected[index] = True
    return chosen, size


@inlined
def _neighbours_owned(owner, level, before, whose):
    """By class index: whether all classes of the level before (after) that a solution can come from (go on to) have
    one owner. True at either end of the levels."""
    owned, row = np.ones(CLASSES, np.bool_), level - 1 if before else level + 1
    if row < 0 or row >= owner.shape[0]:
        return owned
    for first in range(SLACKS):
        for second in range(SLACKS):
            # Predecessors have at least this goal slack and at most this start slack, successors the reverse. So a
            # running conjunction over both slacks, from the extreme class inward, covers them all.
            goal, start = (SLACKS - 1 - first, second) if before else (first, SLACKS - 1 - second)
            sign = 1 if before else -1
            index = SLACKS * goal + start
            owned[index] = owner[row, index] == whose
            if first > 0 and not owned[index + sign * SLACKS]:
                owned[index] = False
            if second > 0 and not owned[index - sign]:
                owned[index] = False
    return owned
