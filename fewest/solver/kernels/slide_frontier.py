"""Breadth-first search for sliding pieces: positions found so far in an arena, a hash table to find them again.

The module docstring of ``fewest.solver.slide`` draws a packed position. The arena holds positions in the order they
were found, so a level is a range of rows. The hash table uses open addressing with linear probing.

Every word is an int64 used as 64 bits: shifts are masked, products wrap.
"""

from typing import NamedTuple

import numpy as np

from fewest.solver.kernels.bits import UNREACHED, distance_sum, lowest, ones
from fewest.solver.kernels.jit import helper, inlined, kernel

NEXT, END, SIZE, NODES, MIN_PRUNED, MET = range(6)
"""Fields of ``cursor``: next row to expand; end of its level; rows in use; rows expanded so far; least bound above
what is allowed; number of new rows that meet the goal or the other side."""

PAUSED, DONE, FULL = range(3)
"""What ``expand`` returns: the work of this call is done, call again; the level is done; the arena is too full to go
on, enlarge it and call again."""

NO_GOAL = 1 << 30
"""Bounds from here on: the goal cannot be reached."""


class PackedBoard(NamedTuple):
    """The board, how positions on it are packed, and the goal.

    Attributes
    ----------
    adjacent
        int64 (cells, degree): adjacent cells, -1 at the end of short rows.
    bits
        Bits per cell.
    goal, goal_mask
        int64 (words,): a position meets the goal if it agrees with it under the mask.
    """

    adjacent: np.ndarray
    bits: int
    goal: np.ndarray
    goal_mask: np.ndarray


class Database(NamedTuple):
    """A partition of the labels into groups, and the tables of the groups.

    Attributes
    ----------
    group
        int64 (labels,): group of each label, -1 for none.
    first, order
        int64 (groups + 1,), (grouped labels,): group g is ``order[first[g]:first[g + 1]]``.
    radix
        int64 (grouped labels,): number of sets the label can form on the group's cells that earlier labels leave;
        of a positional group the number of cells.
    dense_mask
        int64 (groups,): all ones if placements have the dense index drawn in ``kernels.slide_pattern_tables``; 0 if the
        positional one: a digit per piece, its cell. Some such indices belong to no placement, but a move of a piece
        always adds the same multiple of a constant, so the index needs no recount.
    offset
        int64 (groups,): where the group's costs begin in ``table``; -1 if it is one label bounded by distances.
    table
        uint8 (placements,): costs in moves, all groups.
    choose
        int64 (cells + 1, pieces + 1): binomial coefficients, up to the pieces of the largest group.
    wanted
        int64 (labels,): cells of the goal that want the label, as bits.
    reach
        int64 (cells, distances): cells within a distance, as bits.
    """

    group: np.ndarray
    first: np.ndarray
    order: np.ndarray
    radix: np.ndarray
    dense_mask: np.ndarray
    offset: np.ndarray
    table: np.ndarray
    choose: np.ndarray
    wanted: np.ndarray
    reach: np.ndarray


class PositionSet(NamedTuple):
    """A set of packed positions.

    Attributes
    ----------
    arena
        int64 (capacity, words): one position per row, in the order they were found.
    slots
        int32 (a power of two,): hash table of row + 1, 0 where free. No slots: no set.
    """

    arena: np.ndarray
    slots: np.ndarray


@helper
def _cell_fields(cells, bits):
    """Word and first bit of every cell: divisions are too slow for the loops."""
    word, shift = np.empty(cells, np.int64), np.empty(cells, np.int64)
    for cell in range(cells):
        word[cell] = cell // (64 // bits)
        shift[cell] = cell % (64 // bits) * bits
    return word, shift


@inlined
def _first_slot(words, mask):
    """Slot where the search for a position begins: a hash of its words."""
    # Multiplied by 2**64 / golden ratio (Knuth, TAOCP 3, 6.4), then by the second prime of xxHash, both as int64.
    # Shifting a negative number right copies its sign; the masks take the copies away.
    h = np.int64(0)
    for w in range(len(words)):
        h = (h ^ words[w]) * np.int64(-7046029254386353131)
        h ^= (h >> 32) & 0xFFFFFFFF
    h *= np.int64(-4417276706812531889)
    return ((h >> 29) & 0x7FFFFFFFF) & mask


@inlined
def _find(words, arena, slots):
    """Row of a position, or -1 - (the free slot where it belongs)."""
    mask = len(slots) - 1
    at = _first_slot(words, mask)
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


@inlined
def _meets(words, goal, goal_mask, other_arena, other_slots):
    """Whether a position is in the opposite set, or meets the goal if there is none."""
    if len(other_slots):
        return _find(words, other_arena, other_slots) >= 0
    same = True
    for w in range(len(words)):
        same &= (words[w] & goal_mask[w]) == goal[w]
    return same


@inlined
def _placement_index(order, radix, choose, label_cells, low, high, dense):
    """Index of the placement of a group, the labels ``order[low:high]``, dense or positional without a branch.

    Arrays only: a tuple passed to an inlined function is copied, and each copy counts references to its arrays.
    """
    # Dense: ``free`` begins as the group's cells and shrinks. Positional: all ones throughout, so a digit is a cell.
    index, number, free, nth = np.int64(0), np.int64(0), ~dense, 0
    for i in range(low, high):
        free |= label_cells[order[i]]
    rest = free & dense
    while rest:
        nth += 1
        number += choose[lowest(rest), nth]
        rest &= rest - 1
    for i in range(low, high):
        rest = label_cells[order[i]]
        digit, j = np.int64(0), 0
        while rest:
            j += 1
            digit += choose[ones(free & ((rest & -rest) - 1)), j]
            rest &= rest - 1
        index = index * radix[i] + digit
        free &= ~(label_cells[order[i]] & dense)
    # Positional: nth is 0, and there is one way to choose nothing.
    return index * choose[len(choose) - 1, nth] + number


@inlined
def _slide(arena, source, row, word, shift, piece, cell, empty):
    """Write into ``row`` what the row ``source`` becomes when the piece on ``cell`` slides to the empty cell."""
    for w in range(len(row)):
        row[w] = arena[source, w]
    row[word[cell]] ^= piece << shift[cell]
    row[word[empty]] |= piece << shift[empty]


@kernel
def evaluate(database, positions, bounds):
    """Bound positions.

    Parameters
    ----------
    database
        See ``Database``.
    positions
        uint8 (number, cells): label on every cell.
    bounds
        int64 (number,): written, in moves; ``NO_GOAL`` or more if the goal cannot be reached.
    """
    group, first, order, radix, dense_mask, offset, table, choose, wanted, reach = database
    label_cells = np.zeros(len(group), np.int64)
    for row in range(len(positions)):
        label_cells[:] = 0
        for cell in range(positions.shape[1]):
            label_cells[positions[row, cell]] |= np.int64(1) << cell
        total = 0
        for g in range(len(offset)):
            start, end = first[g], first[g + 1]
            if offset[g] < 0:
                cost = distance_sum(label_cells[order[start]], wanted[order[start]], reach)
            else:
                index = _placement_index(order, radix, choose, label_cells, start, end, dense_mask[g])
                cost = np.int64(table[offset[g] + index])
            # Not 255: in a sum of several groups it would look like a long but finite way.
            total += NO_GOAL if cost == UNREACHED else cost
        bounds[row] = total


@kernel
def insert(positions, found, size):
    """Add positions, int64 (number, words), that may repeat to a set of ``size`` positions; returns its size then."""
    arena, slots = found
    for index in range(len(positions)):
        at = _find(positions[index], arena, slots)
        if at < 0:
            # Not by rows: for the sentence of an error of theirs, numba compiles two seconds of texts.
            for w in range(positions.shape[1]):
                arena[size, w] = positions[index, w]
            size += 1
            slots[-1 - at] = size
    return size


@kernel
def rehash(found, low, high):
    """Enter the rows ``low`` … ``high - 1`` of an arena into a hash table that has none of them."""
    arena, slots = found
    mask = len(slots) - 1
    for row in range(low, high):
        at = _first_slot(arena[row], mask)
        while slots[at]:
            at = (at + 1) & mask
        slots[at] = row + 1


@kernel
def find(positions, found, rows):
    """Rows of positions, int64 (number, words), or negative numbers, into int64 (number,)."""
    arena, slots = found
    for index in range(len(positions)):
        rows[index] = _find(positions[index], arena, slots)


@kernel
def expand(board, database, found, opposite, selected, cursor, allowed, work_left):
    """Generate the successors of a level's rows, pruned by the bound.

    1. Unpack a row, and bound it group by group.
    2. Bound each successor: only the moved piece's group has another cost.
    3. Prune it, or add it if it is new, and look whether it meets the goal or the other side.

    Parameters
    ----------
    board, database
        See the classes; a database without groups prunes nothing.
    found
        The positions found so far; successors are added.
    opposite
        The positions of the opposite search; no slots if there is none.
    selected
        int64 (number,): the rows to expand; NEXT and END count along this list. If it is empty, the rows NEXT …
        END - 1 themselves.
    cursor
        int64 (6,): see ``NEXT``; carried from call to call.
    allowed
        Moves that may follow each new position. Successors with a higher bound are pruned; the least such bound is
        kept in MIN_PRUNED.
    work_left
        Rows to expand at most.

    Returns
    -------
    int
        PAUSED, DONE or FULL.
    """
    # Numba counts references when it takes an array out of a tuple: too slow for the loop.
    adjacent, bits, goal, goal_mask = board
    group, first, order, radix, dense_mask, offset, table, choose, wanted, reach = database
    arena, slots = found
    other_arena, other_slots = opposite
    cells, degree, words, groups = adjacent.shape[0], adjacent.shape[1], arena.shape[1], len(offset)
    low = (np.int64(1) << bits) - 1
    word, shift = _cell_fields(cells, bits)
    labels = np.empty(cells, np.int64)
    row = np.empty(words, np.int64)
    label_cells = np.empty(len(group), np.int64)
    costs = np.empty(groups, np.int64)
    while cursor[NEXT] < cursor[END]:
        if work_left == 0:
            return PAUSED
        # No position has more successors, so none is expanded in part.
        if cursor[SIZE] + cells * degree > len(arena):
            return FULL
        work_left -= 1
        cursor[NODES] += 1
        source = selected[cursor[NEXT]] if len(selected) else cursor[NEXT]
        cursor[NEXT] += 1
        # 1. Unpack and bound.
        for label in range(len(label_cells)):
            label_cells[label] = 0
        for cell in range(cells):
            labels[cell] = (arena[source, word[cell]] >> shift[cell]) & low
            label_cells[labels[cell]] |= np.int64(1) << cell
        total = np.int64(0)
        for g in range(groups):
            start, end = first[g], first[g + 1]
            if offset[g] < 0:
                costs[g] = distance_sum(label_cells[order[start]], wanted[order[start]], reach)
            else:
                index = _placement_index(order, radix, choose, label_cells, start, end, dense_mask[g])
                costs[g] = table[offset[g] + index]
            # Never UNREACHED: the caller has bounded the start, and no such successor is stored.
            total += costs[g]
        empty_cells = label_cells[0]
        while empty_cells:
            empty = lowest(empty_cells)
            empty_cells &= empty_cells - 1
            for k in range(degree):
                cell = adjacent[empty, k]
                if cell < 0:
                    break
                piece = labels[cell]
                if piece == 0:
                    continue
                # 2. Bound the successor.
                bound, g = total, group[piece]
                if g >= 0:
                    move = (np.int64(1) << cell) | (np.int64(1) << empty)
                    label_cells[piece] ^= move
                    start, end = first[g], first[g + 1]
                    if offset[g] < 0:
                        cost = distance_sum(label_cells[piece], wanted[piece], reach)
                    else:
                        index = _placement_index(order, radix, choose, label_cells, start, end, dense_mask[g])
                        cost = np.int64(table[offset[g] + index])
                    label_cells[piece] ^= move
                    # No limit helps, so MIN_PRUNED stays as it is.
                    if cost == UNREACHED:
                        continue
                    bound += cost - costs[g]
                # 3. Prune or add.
                if bound > allowed:
                    cursor[MIN_PRUNED] = min(cursor[MIN_PRUNED], bound)
                    continue
                _slide(arena, source, row, word, shift, piece, cell, empty)
                at = _find(row, arena, slots)
                if at >= 0:
                    continue
                for w in range(words):
                    arena[cursor[SIZE], w] = row[w]
                cursor[SIZE] += 1
                slots[-1 - at] = cursor[SIZE]
                cursor[MET] += _meets(row, goal, goal_mask, other_arena, other_slots)
    return DONE


@kernel
def expand_by_distances(board, distance, found, opposite, selected, cursor, allowed, work_left):
    """Generate the successors of a level's rows, pruned by sums of distances: on boards of any size.

    Parameters
    ----------
    distance
        int64 (labels, cells): moves of a piece at least, from a cell to where the goal wants its label; 0 for none.
    board, found, opposite, selected, cursor, allowed, work_left
        As for :func:`expand`, with the same return values.
    """
    adjacent, bits, goal, goal_mask = board
    arena, slots = found
    other_arena, other_slots = opposite
    cells, degree, words = adjacent.shape[0], adjacent.shape[1], arena.shape[1]
    low = (np.int64(1) << bits) - 1
    word, shift = _cell_fields(cells, bits)
    labels, empty_cells = np.empty(cells, np.int64), np.empty(cells, np.int64)
    row = np.empty(words, np.int64)
    while cursor[NEXT] < cursor[END]:
        if work_left == 0:
            return PAUSED
        # No position has more successors, so none is expanded in part.
        if cursor[SIZE] + cells * degree > len(arena):
            return FULL
        work_left -= 1
        cursor[NODES] += 1
        source = selected[cursor[NEXT]] if len(selected) else cursor[NEXT]
        cursor[NEXT] += 1
        total, empties = np.int64(0), 0
        for cell in range(cells):
            labels[cell] = (arena[source, word[cell]] >> shift[cell]) & low
            total += distance[labels[cell], cell]
            if labels[cell] == 0:
                empty_cells[empties] = cell
                empties += 1
        for i in range(empties):
            empty = empty_cells[i]
            for k in range(degree):
                cell = adjacent[empty, k]
                if cell < 0:
                    break
                piece = labels[cell]
                if piece == 0:
                    continue
                bound = total + distance[piece, empty] - distance[piece, cell]
                if bound > allowed:
                    cursor[MIN_PRUNED] = min(cursor[MIN_PRUNED], bound)
                    continue
                _slide(arena, source, row, word, shift, piece, cell, empty)
                at = _find(row, arena, slots)
                if at >= 0:
                    continue
                for w in range(words):
                    arena[cursor[SIZE], w] = row[w]
                cursor[SIZE] += 1
                slots[-1 - at] = cursor[SIZE]
                cursor[MET] += _meets(row, goal, goal_mask, other_arena, other_slots)
    return DONE


@kernel
def edges(board, found, rows, low, high, source, target, cursor, work_left):
    """Find the moves from some rows into the rows ``low`` … ``high - 1``.

    Parameters
    ----------
    board, found
        See the classes.
    rows
        int64 (number,): rows to look from, which NEXT counts.
    source, target
        int64 (number,): which of ``rows``, and how many after ``low``; filled from the beginning, SIZE counts.
    cursor
        int64 (6,): see ``NEXT``.
    work_left
        Rows to look from at most.
    """
    adjacent, (arena, slots) = board.adjacent, found
    cells, degree = adjacent.shape
    low_bits = (np.int64(1) << board.bits) - 1
    word, shift = _cell_fields(cells, board.bits)
    row = np.empty(arena.shape[1], np.int64)
    end = min(len(rows), cursor[NEXT] + work_left)
    while cursor[NEXT] < end and cursor[SIZE] + cells * degree <= len(source):
        here = rows[cursor[NEXT]]
        for empty in range(cells):
            if (arena[here, word[empty]] >> shift[empty]) & low_bits:
                continue
            for k in range(degree):
                cell = adjacent[empty, k]
                if cell < 0:
                    break
                piece = (arena[here, word[cell]] >> shift[cell]) & low_bits
                if piece == 0:
                    continue
                _slide(arena, here, row, word, shift, piece, cell, empty)
                at = _find(row, arena, slots)
                if low <= at < high:
                    source[cursor[SIZE]] = cursor[NEXT]
                    target[cursor[SIZE]] = at - low
                    cursor[SIZE] += 1
        cursor[NODES] += 1
        cursor[NEXT] += 1


@kernel
def walk_back(board, found, ends, path):
    """Complete a shortest path from the roots, level by level from the last to the first.

    Parameters
    ----------
    board, found
        See the classes.
    ends
        int64 (levels + 1,): where each level begins, and the last one ends.
    path
        int64 (levels,): the row of each level, of which the last is given.
    """
    moves = np.empty((2, board.adjacent.size), np.int64)
    cursor = np.zeros(6, np.int64)
    for level in range(len(path) - 2, -1, -1):
        cursor[:] = 0
        low, high = ends[level], ends[level + 1]
        edges(board, found, path[level + 1 : level + 2], low, high, moves[0], moves[1], cursor, np.int64(1))
        # Any predecessor will do: all positions of a level are equally far from the roots.
        path[level] = low + moves[1, 0]
