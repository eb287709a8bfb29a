"""Build one pattern table of sliding pieces: retrograde breadth-first search from the goal over a group's placements.

The table of a group holds the fewest moves of the group's own pieces that take them to their goal cells; moves of all
other pieces are free (additive pattern databases: Korf and Felner, 2002).

Numbering of placements
-----------------------
A placement is a set of cells and an arrangement. Slot 0 is the lowest cell of the set, slot 1 the next; the
arrangement says which label stands in which slot. Two pieces of label 1 and one of label 2 on nine cells::

    cell    0 1 2 3 4 5 6 7 8      set {1, 4, 5}: choose[1, 1] + choose[4, 2] + choose[5, 3] = 17 of 84
    label   . 2 . . 1 1 . . .      label 1 in slots {1, 2}: 2 of 3; label 2 in the slot left: 0 of 1
    slot      0     1 2            arrangement 2 * 1 + 0 = 2 of 3; placement 2 * 84 + 17

* Sets of cells, and sets of slots, are ranked in the combinatorial number system (Knuth, TAOCP 4A, 7.2.1.3): the
  sum of ``choose[element, nth]`` over the elements in ascending order, nth from 1 on.
* An arrangement is a number in mixed radix with one digit per label: the rank of the label's slots among the slots
  that the labels before it leave.
* The index of a placement is ``arrangement * sets + set``. If adjacent cells have consecutive numbers, about half of
  the slides keep the arrangement, so a search reads entries close to those it read before.

Nodes of the search
-------------------
A single empty cell travels inside a connected region of the cells outside the set without moving a piece of the
group, so at no cost. A node is therefore a set, a region and an arrangement. All arrangements of one set and region,
a block, have the same slides; a slide takes the label in one slot to another slot, and ``rearranged`` tabulates the
arrangement that results. So the search works block by block, and reads and writes within few blocks at a time. With
several empty cells (``many_empty``) every cell outside the set counts as empty: one region.

Codes
-----
PAUSED  the work of this call is done; call again with the same arguments
DONE    all sets have been processed
"""

from typing import NamedTuple

import numpy as np

from fewest.solver.kernels.bits import EXCESS_BITS, MAX_EXCESS, excess_index, lowest, ones
from fewest.solver.kernels.jit import helper, inlined, kernel

NEXT_SET, END_SET, DEPTH, REACHED_NEXT, EXPANDED = range(5)
"""Fields of ``cursor``, int64 (5,): next set to process; end of the sets to process; level being expanded; whether a
node of the next level was reached; nodes expanded so far."""

PAUSED, DONE = range(2)

DEEPEST = 254
"""Greatest distance a table holds; longer ones are stored as this, which is still a lower bound."""
OCCUPIED = 255
"""In place of a region: the cell belongs to the set."""
DENSE = 0
"""In place of the radix of a positional index: the table uses the dense numbering above."""
FOLDED_SETS = 64
"""Sets folded together: consecutive sets of one arrangement are consecutive table entries."""


class Group(NamedTuple):
    """The pieces of a group and the numbering of their arrangements.

    Attributes
    ----------
    counts
        int64 (labels,): pieces of each label of the group.
    radix
        int64 (labels,): number of sets of slots each label can have.
    choose
        int64 (cells + 1, pieces + 1): binomial coefficients.
    pieces
        Pieces in all.
    """

    counts: np.ndarray
    radix: np.ndarray
    choose: np.ndarray
    pieces: int


class Regions(NamedTuple):
    """The regions of every set of cells; region r of a set is block ``first_block[set] + r``.

    Attributes
    ----------
    first_block
        int64 (sets + 1,).
    region
        uint8 (sets, cells): region of each cell outside the set, else ``OCCUPIED``.
    many_empty
        Whether all cells outside the set count as empty.
    """

    first_block: np.ndarray
    region: np.ndarray
    many_empty: bool


class Goal(NamedTuple):
    """What the goal requires of the group; sets of cells as bits.

    Attributes
    ----------
    required
        int64 (labels,): cells that must hold the label.
    forbidden
        int64 (labels,): cells that must not.
    empty
        int64: cells that may be empty.
    """

    required: np.ndarray
    forbidden: np.ndarray
    empty: int


class Nodes(NamedTuple):
    """What the search knows of every node.

    Attributes
    ----------
    distance
        uint8 (blocks * arrangements,): moves to the goal, ``UNREACHED`` if not yet known.
    pending
        uint8 (blocks, 2): whether a block has nodes to expand at even and at odd levels.
    """

    distance: np.ndarray
    pending: np.ndarray


class Numbering(NamedTuple):
    """The numbering of a group's placements, see ``kernels.slide_ida_star_excess``.

    Attributes
    ----------
    first
        Number of the placement with all pieces on cell 0.
    weight
        int64 (pieces,): how much the number grows with the cell of each piece.
    upper, upper_cells, lower, lower_begin
        See ``kernels.slide_ida_star_excess.Lookups``; the group is in slot 0. None if the index is positional.
    """

    first: int
    weight: np.ndarray
    upper: np.ndarray | None
    upper_cells: np.ndarray | None
    lower: np.ndarray | None
    lower_begin: np.ndarray | None


@inlined
def _combination_rank(cells, choose):
    """Rank of a set of cells among the sets of its size."""
    rank, nth = np.int64(0), 0
    while cells:
        nth += 1
        rank += choose[lowest(cells), nth]
        cells &= cells - 1
    return rank


@inlined
def _combination(rank, size, choose):
    """The set of cells of a rank; the inverse of ``_combination_rank``."""
    cells, cell = np.int64(0), len(choose) - 1
    for nth in range(size, 0, -1):
        # The largest cell first: of all cells that fit, only the greatest leaves a rank that the others can make up.
        while choose[cell, nth] > rank:
            cell -= 1
        rank -= choose[cell, nth]
        cells |= np.int64(1) << cell
    return cells


@helper
def _cells_of_sets(low, high, group, cells_of):
    """Write the cells of every set from the number ``low`` to before ``high``, in ascending order, a set in a row."""
    for number in range(low, high):
        cells = _combination(number, group.pieces, group.choose)
        for slot in range(group.pieces):
            cells_of[number - low, slot] = lowest(cells)
            cells &= cells - 1


@inlined
def _slots_of_labels(arrangement, group, slots):
    """Write the slots of every label in an arrangement, as bits, into ``slots``, int64 (labels,)."""
    for i in range(len(group.counts) - 1, -1, -1):
        slots[i] = arrangement % group.radix[i]
        arrangement //= group.radix[i]
    free = np.int64(-1)
    for i in range(len(group.counts)):
        chosen, own = _combination(slots[i], group.counts[i], group.choose), np.int64(0)
        # Deposit ``chosen`` in the free slots: its bit n is the n-th free slot.
        nth, rest = 0, free
        while chosen:
            skipped = lowest(chosen) - nth
            for _ in range(skipped):
                rest &= rest - 1
            own |= rest & -rest
            rest &= rest - 1
            nth += skipped + 1
            chosen &= chosen - 1
        slots[i] = own
        free &= ~own


@inlined
def _region_of(cell, free, adjacent):
    """The free cells connected to a free cell."""
    region = fresh = np.int64(1) << cell
    while fresh:
        grown = adjacent[lowest(fresh)] & free & ~region
        fresh = (fresh & (fresh - 1)) | grown
        region |= grown
    return region


@kernel
def tabulate_slides(source, group, rearranged):
    """Tabulate the arrangements that result when the label in one slot goes to any other slot.

    Parameters
    ----------
    source
        The slot the label leaves. Call once for each.
    group
        See ``Group``.
    rearranged
        int32 (pieces, pieces, arrangements): ``[source, target]`` is written for every target.
    """
    slots = np.empty(len(group.counts), np.int64)
    below_source = (np.int64(1) << source) - 1
    for arrangement in range(rearranged.shape[2]):
        _slots_of_labels(arrangement, group, slots)
        for target in range(group.pieces):
            below_target = (np.int64(1) << target) - 1
            free, result = np.int64(-1), np.int64(0)
            for i in range(len(group.counts)):
                # Take bit ``source`` out, which moves the bits above it down, and insert it as bit ``target``.
                moves = (slots[i] >> source) & 1
                others = (slots[i] & below_source) | ((slots[i] >> 1) & ~below_source)
                own = (others & below_target) | ((others & ~below_target) << 1) | (moves << target)
                rank, nth, rest = np.int64(0), 0, own
                while rest:
                    nth += 1
                    rank += group.choose[ones(free & ((rest & -rest) - 1)), nth]
                    rest &= rest - 1
                result = result * group.radix[i] + rank
                free &= ~own
            rearranged[source, target, arrangement] = result


@kernel
def number_regions(adjacent, group, regions, cursor, work_left):
    """Number the regions of every set of cells.

    Parameters
    ----------
    adjacent
        int64 (cells,): neighbours of each cell, as bits.
    group, regions
        See ``Group``; ``Regions``, written.
    cursor, work_left
        See the module; sets to process at most.

    Returns
    -------
    int
        PAUSED or DONE.
    """
    first_block, board = regions.first_block, np.int64(0)
    for cell in range(len(adjacent)):
        # Cell by cell, since a board of 64 cells would need a shift by all 64 bits, which is undefined.
        board |= np.int64(1) << cell
    while cursor[NEXT_SET] < len(first_block) - 1:
        if work_left == 0:
            return PAUSED
        work_left -= 1
        row, number = regions.region[cursor[NEXT_SET]], 0
        row[:] = OCCUPIED
        free = board & ~_combination(cursor[NEXT_SET], group.pieces, group.choose)
        while free:
            region = free if regions.many_empty else _region_of(lowest(free), free, adjacent)
            free &= ~region
            while region:
                row[lowest(region)] = number
                region &= region - 1
            number += 1
        # If no cell is empty a set may fill the board; its placements still need a block.
        first_block[cursor[NEXT_SET] + 1] = first_block[cursor[NEXT_SET]] + max(number, np.int64(regions.many_empty))
        cursor[NEXT_SET] += 1
    return DONE


@kernel
def mark_goals(group, regions, goal, nodes, cursor, work_left):
    """Give distance 0 to the nodes that agree with the goal.

    Parameters
    ----------
    group, regions, goal
        See ``Group``, ``Regions``, ``Goal``.
    nodes
        See ``Nodes``; goals are marked and made pending at level 0.
    cursor, work_left
        See the module; sets to process and arrangements to compare, about.

    Returns
    -------
    int
        PAUSED or DONE.
    """
    first_block = regions.first_block
    required, forbidden = np.int64(0), np.int64(-1)
    for i in range(len(group.counts)):
        required |= goal.required[i]
        forbidden &= goal.forbidden[i]
    arrangements = len(nodes.distance) // first_block[-1]
    slots = np.empty(len(group.counts), np.int64)
    while cursor[NEXT_SET] < len(first_block) - 1:
        if work_left <= 0:
            return PAUSED
        work_left -= 1
        number = cursor[NEXT_SET]
        cursor[NEXT_SET] += 1
        # 1. The set covers the required cells, and no cell forbidden to every label
        cells = _combination(number, group.pieces, group.choose)
        if (required & ~cells) | (forbidden & cells):
            continue
        work_left -= arrangements
        for block in range(first_block[number], first_block[number + 1]):
            # 2. The region has a cell that may be empty
            fits = regions.many_empty
            for cell in range(regions.region.shape[1]):
                fits |= (goal.empty >> cell) & 1 and regions.region[number, cell] == block - first_block[number]
            if not fits:
                continue
            # 3. Every label stands on its required cells and on none forbidden to it
            for arrangement in range(arrangements):
                _slots_of_labels(arrangement, group, slots)
                agrees = True
                for i in range(len(group.counts)):
                    left, slot = cells, 0
                    while left:
                        here = (slots[i] >> slot) & 1
                        excluded = goal.forbidden[i] if here else goal.required[i]
                        agrees &= excluded & (left & -left) == 0
                        left &= left - 1
                        slot += 1
                if agrees:
                    nodes.distance[block * arrangements + arrangement] = 0
                    nodes.pending[block, 0] = 1
    return DONE


@kernel
def expand_level(adjacent, group, regions, rearranged, nodes, cursor, work_left):
    """Expand the nodes of one level, backwards from the goal.

    Steps: 1. collect the nodes of a pending block that are on this level; 2. find every slide of a piece of the
    group into the block's region; 3. number the set, region and arrangement it leads to; 4. give the nodes reached
    first by it the next level's distance.

    Threads may share a level, each with its own range of sets in its own ``cursor``. A block is expanded by the owner
    of its set; all that threads write to other blocks is the next level's distance and flag, the same bytes whoever
    writes them.

    Parameters
    ----------
    adjacent, group, regions
        As for ``number_regions``.
    rearranged
        As for ``tabulate_slides``.
    nodes
        See ``Nodes``; the next level is written.
    cursor, work_left
        See the module; nodes to look at and to reach, about.

    Returns
    -------
    int
        PAUSED or DONE.
    """
    choose, first_block, region, distance = group.choose, regions.first_block, regions.region, nodes.distance
    arrangements, now, after = rearranged.shape[2], cursor[DEPTH] & 1, np.uint8(cursor[DEPTH] + 1)
    found = np.empty(arrangements + 1, np.int64)
    while cursor[NEXT_SET] < cursor[END_SET]:
        if work_left <= 0:
            return PAUSED
        number = cursor[NEXT_SET]
        cursor[NEXT_SET] += 1
        cells = np.int64(0)
        for block in range(first_block[number], first_block[number + 1]):
            if nodes.pending[block, now] == 0:
                continue
            nodes.pending[block, now] = 0
            if cells == 0:
                cells = _combination(number, group.pieces, choose)
            # 1. Nodes of this level; written without a branch, hence the extra entry of ``found``
            row, count = distance[block * arrangements : (block + 1) * arrangements], 0
            for arrangement in range(arrangements):
                found[count] = arrangement
                count += row[arrangement] == cursor[DEPTH]
            cursor[EXPANDED] += count
            work_left -= arrangements
            for empty_cell in range(len(adjacent)):
                if region[number, empty_cell] != block - first_block[number]:
                    continue
                # 2. Slides into this cell
                sources = adjacent[empty_cell] & cells
                while sources:
                    cell = lowest(sources)
                    sources &= sources - 1
                    # 3. The block reached has the cell left behind in its region
                    moved = cells ^ ((np.int64(1) << cell) | (np.int64(1) << empty_cell))
                    other = _combination_rank(moved, choose)
                    reached = first_block[other] + region[other, cell]
                    source_slot = ones(cells & ((np.int64(1) << cell) - 1))
                    target_slot = ones(moved & ((np.int64(1) << empty_cell) - 1))
                    # All arrangements of the block slide alike, so ranks are computed once per block.
                    result = rearranged[source_slot, target_slot]
                    # 4. Nodes reached for the first time
                    target, new = distance[reached * arrangements : (reached + 1) * arrangements], False
                    for arrangement in found[:count]:
                        if target[result[arrangement]] > after:
                            target[result[arrangement]] = after
                            new = True
                    work_left -= count
                    if new:
                        nodes.pending[reached, 1 - now] = 1
                        cursor[REACHED_NEXT] = 1
    return DONE


@kernel
def fold_regions(group, regions, distance, positional_radix, unreached, table, cursor, work_left):
    """Write the least distance over the regions of every placement into the table.

    Threads may share the table, each with its own range of sets in its own ``cursor``.

    Parameters
    ----------
    group, regions
        See ``Group``, ``Regions``.
    distance
        See ``Nodes``.
    positional_radix
        ``DENSE`` for the numbering of the module, else the radix of the positional index, the number of cells; see
        ``kernels.slide_frontier.Database``.
    unreached
        Written where no node was reached: ``UNREACHED``, or ``DEEPEST`` if the search was cut short there.
    table
        uint8 (placements,): written; moves.
    cursor, work_left
        See the module; entries to write, about.

    Returns
    -------
    int
        PAUSED or DONE.
    """
    first_block = regions.first_block
    sets = len(first_block) - 1
    arrangements = len(distance) // first_block[-1]
    slots = np.empty(len(group.counts), np.int64)
    cell_of = np.empty((FOLDED_SETS, group.pieces), np.int64)
    while cursor[NEXT_SET] < cursor[END_SET]:
        if work_left <= 0:
            return PAUSED
        low, high = cursor[NEXT_SET], min(cursor[NEXT_SET] + FOLDED_SETS, cursor[END_SET])
        work_left -= arrangements * (high - low)
        cursor[NEXT_SET] = high
        if positional_radix != DENSE:
            _cells_of_sets(low, high, group, cell_of)
        for arrangement in range(arrangements):
            if positional_radix != DENSE:
                _slots_of_labels(arrangement, group, slots)
            for number in range(low, high):
                least = unreached
                for block in range(first_block[number], first_block[number + 1]):
                    least = min(least, np.int64(distance[block * arrangements + arrangement]))
                index = arrangement * sets + number
                if positional_radix != DENSE:
                    index = np.int64(0)
                    for i in range(group.pieces):
                        index = index * positional_radix + cell_of[number - low, lowest(slots[i])]
                table[index] = least
    return DONE


@kernel
def fold_excess(group, regions, distance, goal_distance, numbering, unit_shift, unreached, table, cursor, work_left):
    """Write the excess of every placement, see ``kernels.slide_ida_star_excess``.

    Parameters
    ----------
    group, regions
        See ``Group``, all of whose labels have one piece, and ``Regions``.
    distance
        See ``Nodes``.
    goal_distance
        int64 (pieces, cells): distance of each piece to its goal from every cell.
    numbering
        See ``Numbering``.
    unit_shift
        Binary logarithm of the moves per unit of excess.
    unreached
        Moves where no node was reached, at least.
    table
        uint8 (half the entries of all groups,): two entries in a byte, that of the even index in the low half. Those of
        this group are all zeros before.
    cursor, work_left
        See the module; entries to write, about.

    Returns
    -------
    int
        PAUSED or DONE.
    """
    first_block = regions.first_block
    sets = len(first_block) - 1
    arrangements = len(distance) // first_block[-1]
    slots = np.empty(len(group.counts), np.int64)
    cell_of = np.empty((FOLDED_SETS, group.pieces), np.int64)
    first, weight, upper, upper_cells, lower, lower_begin = numbering
    while cursor[NEXT_SET] < sets:
        if work_left <= 0:
            return PAUSED
        low, high = cursor[NEXT_SET], min(cursor[NEXT_SET] + FOLDED_SETS, sets)
        work_left -= arrangements * (high - low)
        cursor[NEXT_SET] = high
        _cells_of_sets(low, high, group, cell_of)
        for arrangement in range(arrangements):
            _slots_of_labels(arrangement, group, slots)
            for number in range(low, high):
                excess, word = unreached, np.int64(first)
                for block in range(first_block[number], first_block[number + 1]):
                    excess = min(excess, np.int64(distance[block * arrangements + arrangement]))
                for i in range(group.pieces):
                    cell = cell_of[number - low, lowest(slots[i])]
                    word += weight[i] * cell
                    excess -= goal_distance[i, cell]
                index = excess_index(word << EXCESS_BITS, np.int64(0), upper, upper_cells, lower, lower_begin)
                # Negative where a piece is in another part of the board than its goal: its distance is infinite.
                table[index >> 1] |= max(0, min(excess >> unit_shift, MAX_EXCESS)) << ((index & 1) << 2)
    return DONE
