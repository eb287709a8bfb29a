"""One iteration of IDA* under one partition or several at once; the pieces that the goal asks for all differ.

The *excess* of a placement of a group is what its cost exceeds the sum of its distances by. The sum of all distances
``d`` is the same for every partition, so the bound is ``d`` plus the greatest sum of excesses. Tables hold excesses
in four bits, counted in units: 2 moves on a bipartite board, where all excesses are even, else 1. Greater ones than 15
are stored as 15, which is still a lower bound.

Numbering of placements
-----------------------
The *number* of a placement has a digit per piece, its cell, so a move of a piece adds a constant to it. The excess is
kept in the same word, below the number::

    word      number of the placement  |  excess, 4 bits

* Positional: the radix is the number of cells, and the number is the index in the table. Some indices belong to no
  placement; they are never read.
* Split: for boards of up to 16 cells, where positional tables of large groups would be mostly empty. A digit has four
  bits; the last four digits are the lower half of the number. Both halves are ranked, the lower one among its
  placements on the cells that the upper one leaves::

    upper half    cells 2 7 5      the first index of all placements with this upper half: upper[0x275]
    lower half    cells 0 3 9 4    of the cells left, 0 1 3 4 6 8 9 …, these are the numbers 0 2 6 3: add lower[0x0263]

The sums of one image of the position, one per partition, are the bytes of a word, its *lanes*. A partition has at most
``MAX_GROUPS`` groups, so a lane stays below 128 and never carries over into the next::

    lane       7  6  5  4  3  2  1  0        a group of partitions 0 and 2 gains one unit: add 0x010001
    sums  0x  00 00 00 00 0B 09 0C 0A        a sum exceeds 10: lanes 1 and 3 of sums + (127 - 10) have bit 7 set

A *lookup* of a piece is one group it belongs to, in one image. Together its lookups complete all lanes; most moves are
pruned by the first, so the others are left until it has passed. The lookup that pruned last is tried first.
"""

from typing import NamedTuple

import numpy as np

from fewest.solver.kernels.bits import MAX_EXCESS, excess_index, lowest, prefetch
from fewest.solver.kernels.jit import inlined, kernel

DEPTH, NODES, NEXT_LIMIT = range(3)
"""Fields of ``cursor``: moves made; moves tried so far; limit of the next iteration, unchanged if nothing is pruned."""

PAUSED, EXHAUSTED, FOUND = range(3)
"""What ``depth_first`` returns: the work of this call is done, call again; no solution within the limit; solution
found, ``path.empty_cell[: DEPTH + 1]`` is the route of the empty cell."""

NOT_EXPANDED = -1
"""In ``Path.untried``: the moves of this position have not been bounded yet."""
FORBIDDEN = np.uint32(0xFFFFFFFF)
"""In ``Board.automaton``: the move is pruned or does not exist."""
MAX_PARTITIONS, MAX_GROUPS = 8, 8
"""Partitions at most: bytes of a word; groups of one partition at most: MAX_EXCESS of each stay below 128."""
LANES = 0x0101010101010101
"""One unit in every lane."""


class Board(NamedTuple):
    """Moves of the empty cell, and the goal.

    Attributes
    ----------
    adjacent, automaton, goal
        See ``kernels.slide_ida_star.Board``.
    approach
        int8 (labels, cells * degree): by how much the distance of a piece to its goal grows when it moves; rows as in
        ``Lookups.step``. 0 for pieces that the goal does not ask for.
    unit_shift
        Binary logarithm of a unit of excess: 1 if the board is bipartite, else 0.
    """

    adjacent: np.ndarray
    automaton: np.ndarray
    goal: np.ndarray
    approach: np.ndarray
    unit_shift: int


class Lookups(NamedTuple):
    """The tables, and where to look up a piece: one row per label, ``number`` entries of it in use.

    Attributes
    ----------
    table
        uint8 (bytes,): excesses, two in a byte, that of the even index in the low half.
    number
        uint8 (labels,): lookups of each label.
    slot
        uint8 (labels, lookups): group and image, as the index of both in ``Position.words``.
    image
        uint8 (labels, lookups): the image.
    lanes
        int64 (labels, lookups): one unit in the lane of every partition that has the group.
    slot_image, slot_lanes
        int64 (slots,): the image and the lanes of each slot.
    step
        int64 (labels, cells * degree, lookups): by how much the word grows when the piece moves; in row
        ``cell * degree + k``, to that cell from the k-th adjacent one.
    upper
        uint32 (upper halves of all groups,): first index of each, by what is above the lower half in a number. None if
        the index is positional; so are the next three.
    upper_cells
        uint16 (upper halves of all groups,): its cells, as bits.
    lower
        uint16 (lower halves of all groups,): rank of each.
    lower_begin
        int64 (slots,): where the ranks of each slot's group begin in ``lower``.
    """

    table: np.ndarray
    number: np.ndarray
    slot: np.ndarray
    image: np.ndarray
    lanes: np.ndarray
    slot_image: np.ndarray
    slot_lanes: np.ndarray
    step: np.ndarray
    upper: np.ndarray | None
    upper_cells: np.ndarray | None
    lower: np.ndarray | None
    lower_begin: np.ndarray | None


class Position(NamedTuple):
    """The position at the end of the path.

    Attributes
    ----------
    labels
        uint8 (cells,): label on every cell.
    words
        int64 (images * groups,): number of every group's placement, and its excess.
    first
        uint8 (labels,): the lookup of each label that is tried first.
    """

    labels: np.ndarray
    words: np.ndarray
    first: np.ndarray


class Path(NamedTuple):
    """The path from the start, by depth.

    Attributes
    ----------
    empty_cell, automaton_state, untried
        See ``kernels.slide_ida_star.Path``.
    distance
        int64 (limit + 2,): sum of all distances.
    sums
        int64 (limit + 2, images): sums of excesses, in lanes.
    new_sums
        int64 (limit + 2, degree, images): the same after each move.
    old_words
        int64 (limit + 2, lookups): words that the move being tried replaced.
    new_words
        int64 (limit + 2, degree, lookups): words after each move.
    """

    empty_cell: np.ndarray
    automaton_state: np.ndarray
    untried: np.ndarray
    distance: np.ndarray
    sums: np.ndarray
    new_sums: np.ndarray
    old_words: np.ndarray
    new_words: np.ndarray


@inlined
def _entry(table, index):
    """The entry of an index: one half of a byte."""
    return np.int64(table[np.uint64(index) >> np.uint64(1)] >> ((index & 1) << 2)) & MAX_EXCESS


@kernel
def initialise(lookups, words, sums):
    """Look up the excesses of a position.

    Parameters
    ----------
    lookups
        See ``Lookups``.
    words
        int64 (slots,): see ``Position``. The numbers are read, the excesses, all 0 before, are written.
    sums
        int64 (images,): written, in lanes.
    """
    table, slot_image, slot_lanes = lookups.table, lookups.slot_image, lookups.slot_lanes
    upper, upper_cells, lower, lower_begin = lookups.upper, lookups.upper_cells, lookups.lower, lookups.lower_begin
    sums[:] = 0
    for slot in range(len(words)):
        excess = _entry(table, excess_index(words[slot], slot, upper, upper_cells, lower, lower_begin))
        words[slot] |= excess
        sums[slot_image[slot]] += excess * slot_lanes[slot]


@kernel
def evaluate(lookups, unit_shift, first_words, share, distance, rows, bounds):
    """Bound positions.

    Parameters
    ----------
    lookups
        See ``Lookups``.
    unit_shift
        See ``Board``.
    first_words
        int64 (slots,): words of a position without pieces.
    share
        int64 (labels, cells, slots): share of a piece on a cell in the word of each slot.
    distance
        int64 (labels, cells): distance of a piece on a cell to its goal.
    rows
        uint8 (number, cells): the label on every cell.
    bounds
        int64 (number,): written, in moves.
    """
    images = np.int64(0)
    for image in lookups.slot_image:
        images = max(images, image + 1)
    words, sums = np.empty_like(first_words), np.empty(images, np.int64)
    for row in range(len(rows)):
        total, greatest = np.int64(0), np.int64(0)
        for slot in range(len(words)):
            words[slot] = first_words[slot]
        for cell in range(rows.shape[1]):
            label = rows[row, cell]
            total += distance[label, cell]
            for slot in range(len(words)):
                words[slot] += share[label, cell, slot]
        initialise(lookups, words, sums)
        for image in range(len(sums)):
            for lane in range(MAX_PARTITIONS):
                greatest = max(greatest, sums[image] >> (8 * lane) & 255)
        bounds[row] = total + (greatest << unit_shift)


@kernel
def depth_first(board, lookups, position, path, cursor, limit, max_work):
    """Search for a solution of at most ``limit`` moves; continues where the last call stopped.

    1. Distance: prune moves by the distances alone; 2. first lookup of each move left; 3. its other lookups.
    4. Move: make the next move within the limit, and 5. test for the goal.
    6. Backtrack: if no move is left, take back the last one.

    Addresses are prefetched one step before they are read, so that the cache misses of all moves overlap.

    Parameters
    ----------
    board, lookups, position, path
        See the classes. ``position`` and ``path`` carry the state of the search from call to call.
    cursor
        int64 (3,): see ``DEPTH``.
    limit
        Moves of a solution at most.
    max_work
        Moves to try in this call, approximately.

    Returns
    -------
    int
        PAUSED, EXHAUSTED or FOUND.
    """
    # Numba counts references when it takes an array out of a tuple: too slow for the loop.
    adjacent, automaton, goal, approach, unit_shift = board
    table, number, slot, image, lanes, _, _, step, upper, upper_cells, lower, lower_begin = lookups
    labels, words, first = position
    empty_cell, automaton_state, untried, distance, sums, new_sums, old_words, new_words = path
    degree, images = adjacent.shape[1], sums.shape[1]
    depth, nodes, pruned, code = cursor[DEPTH], np.int64(0), False, PAUSED
    indices = np.empty((degree, slot.shape[1]), np.int64)
    while nodes < max_work:
        moves, empty = untried[depth], empty_cell[depth]
        if moves == NOT_EXPANDED:
            # 1. Distance.
            moves, allowed = np.int64(0), limit - depth - 1 - distance[depth]
            for k in range(degree):
                if automaton[automaton_state[depth], k] != FORBIDDEN:
                    nodes += 1
                    piece, move = labels[adjacent[empty, k]], empty * degree + k
                    if approach[piece, move] > allowed:
                        pruned = True
                    else:
                        moves |= np.int64(1) << k
                        j = first[piece]
                        s = slot[piece, j]
                        indices[k, j] = excess_index(
                            words[s] + step[piece, move, j], np.int64(s), upper, upper_cells, lower, lower_begin
                        )
                        prefetch(table, indices[k, j] >> 1)
            # 2. First lookup.
            rest = moves
            while rest:
                k = lowest(rest)
                rest &= rest - 1
                piece, move = labels[adjacent[empty, k]], empty * degree + k
                # The goal does not ask for this piece: it moves freely.
                if number[piece] == 0:
                    continue
                j = first[piece]
                gain = _entry(table, indices[k, j]) - (words[slot[piece, j]] & MAX_EXCESS)
                # A lane stays below 128, so with 127 units or more nothing is pruned; more than 127 would borrow from
                # the next lane.
                units = min((allowed - approach[piece, move]) >> unit_shift, 127)
                total = sums[depth, image[piece, j]] + gain * lanes[piece, j]
                if (total + (127 - units) * LANES) & (lanes[piece, j] << 7):
                    moves ^= np.int64(1) << k
                    pruned = True
                else:
                    for i in range(number[piece]):
                        s = slot[piece, i]
                        new_words[depth, k, i] = words[s] + step[piece, move, i]
                        word = new_words[depth, k, i]
                        indices[k, i] = excess_index(word, np.int64(s), upper, upper_cells, lower, lower_begin)
                        prefetch(table, indices[k, i] >> 1)
            # 3. Other lookups.
            rest = moves
            while rest:
                k = lowest(rest)
                rest &= rest - 1
                piece = labels[adjacent[empty, k]]
                units = min((allowed - approach[piece, empty * degree + k]) >> unit_shift, 127)
                for m in range(images):
                    new_sums[depth, k, m] = sums[depth, m]
                for j in range(number[piece]):
                    m = image[piece, j]
                    gain = _entry(table, indices[k, j]) - (new_words[depth, k, j] & MAX_EXCESS)
                    new_words[depth, k, j] += gain
                    new_sums[depth, k, m] += gain * lanes[piece, j]
                    if (new_sums[depth, k, m] + (127 - units) * LANES) & (lanes[piece, j] << 7):
                        moves ^= np.int64(1) << k
                        first[piece], pruned = j, True
                        break
            untried[depth] = moves
        if moves:
            # 4. Move.
            k = lowest(moves)
            untried[depth] = moves & (moves - 1)
            cell = adjacent[empty, k]
            piece = labels[cell]
            labels[empty], labels[cell] = piece, 0
            for j in range(number[piece]):
                old_words[depth, j] = words[slot[piece, j]]
                words[slot[piece, j]] = new_words[depth, k, j]
            for m in range(images):
                sums[depth + 1, m] = new_sums[depth, k, m]
            distance[depth + 1] = distance[depth] + approach[piece, empty * degree + k]
            automaton_state[depth + 1] = automaton[automaton_state[depth], k]
            depth += 1
            empty_cell[depth], untried[depth] = cell, NOT_EXPANDED
            # 5. Goal. With all distances 0 only the empty cell and pieces that need not be anywhere can be wrong.
            if distance[depth] == 0:
                met = True
                for c in range(len(goal)):
                    met &= goal[c] < 0 or goal[c] == labels[c]
                if met:
                    code = FOUND
                    break
        elif depth == 0:
            code = EXHAUSTED
            break
        else:
            # 6. Backtrack.
            depth -= 1
            empty, cell = empty_cell[depth], empty
            piece = labels[empty]
            labels[cell], labels[empty] = piece, 0
            for j in range(number[piece]):
                words[slot[piece, j]] = old_words[depth, j]
    cursor[DEPTH] = depth
    cursor[NODES] += nodes
    # Lookups end with the first that prunes, so nobody knows by how much f exceeds the limit. The caller rounds up to
    # the parity of the length.
    if pruned:
        cursor[NEXT_LIMIT] = min(cursor[NEXT_LIMIT], limit + 1)
    return code
