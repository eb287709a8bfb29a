"""One iteration of IDA* for a single empty cell: depth-first search below a limit on f = g + h.

Here g is the number of moves made and h the additive pattern database. A move changes one piece, so only the cost
of that piece's group changes. The move-pruning automaton (Taylor and Korf, 1993) runs along with the path and
forbids sequences of moves that an equivalent sequence replaces. If the board has symmetries, h is the maximum over
all images of the position (Korf and Felner, 2002, call them mirror images): an image relabels the pieces, so all
images share the same tables.

The module docstring of ``fewest.solver.slide`` shows labels and groups. An *entry* is the index of a label in the
database's list of grouped labels; image 0 is the position itself.
"""

from typing import NamedTuple

import numpy as np

from fewest.solver.kernels.bits import UNREACHED, distance_sum, lowest, ones, prefetch
from fewest.solver.kernels.jit import inlined, kernel

DEPTH, NODES, NEXT_LIMIT = range(3)
"""Fields of ``cursor``: moves made; moves tried so far; least f above the limit, the limit of the next iteration."""

PAUSED, EXHAUSTED, FOUND = range(3)
"""What ``depth_first`` returns: the work of this call is done, call again; no solution within the limit; solution
found, ``path.empty_cell[: DEPTH + 1]`` is the route of the empty cell."""

NOT_EXPANDED = -1
"""In ``Path.untried``: the moves of this position have not been bounded yet."""
FORBIDDEN = np.uint32(0xFFFFFFFF)
"""In ``Board.automaton``: the move is pruned or does not exist."""
NO_ENTRY = np.uint8(255)
"""In ``Images.entry``: no group has the label."""
INFINITE = 1 << 40
"""More moves than any search makes."""


class Board(NamedTuple):
    """Moves of the empty cell, and the goal.

    Attributes
    ----------
    adjacent
        uint8 (cells, degree): adjacent cells. Short rows end in zeros, which the automaton forbids.
    automaton
        uint32 (states, degree): state after the empty cell moves to its k-th adjacent cell, or ``FORBIDDEN``.
    goal
        int64 (cells,): label wanted, -1 for any.
    """

    adjacent: np.ndarray
    automaton: np.ndarray
    goal: np.ndarray


class IndexedDatabase(NamedTuple):
    """The pattern database, see ``kernels.slide_frontier.Database``, with what speeds up indexing.

    Attributes
    ----------
    first, dense_mask, offset, table, choose, reach
        As there.
    wanted
        int64 (groups,): for a group bounded by distances, the goal cells that want it, as bits.
    group
        uint8 (entries,): group of each entry.
    weight
        int64 (entries,): how much the index grows with the entry's digit.
    set_index
        int64 (bytes, pieces + 1, 256): share of one byte of a set of cells in the index of the set, by the number
        of cells in lower bytes.
    """

    first: np.ndarray
    dense_mask: np.ndarray
    offset: np.ndarray
    table: np.ndarray
    choose: np.ndarray
    reach: np.ndarray
    wanted: np.ndarray
    group: np.ndarray
    weight: np.ndarray
    set_index: np.ndarray


class Images(NamedTuple):
    """The images of a position under the symmetries.

    Attributes
    ----------
    image
        int64 (images, cells): image of each cell.
    entry
        uint8 (images, labels): entry of the label that a piece has in the image, or ``NO_ENTRY``.
    move_cells
        int64 (images, cells, degree): both cells of a move of the empty cell, as bits.
    move_shift
        int64 (images, cells, degree): by how much the number of the moved piece's cell grows.
    """

    image: np.ndarray
    entry: np.ndarray
    move_cells: np.ndarray
    move_shift: np.ndarray


class Position(NamedTuple):
    """The position at the end of the path.

    Attributes
    ----------
    labels
        uint8 (cells,): label on every cell.
    label_cells, group_cells
        int64 (images, entries), (images, groups): cells of every entry and group, as bits.
    table_index
        int64 (images, groups): index of each group in the table; kept up to date for positional groups only.
    costs
        int64 (images, groups): cost of each group, in moves.
    """

    labels: np.ndarray
    label_cells: np.ndarray
    group_cells: np.ndarray
    table_index: np.ndarray
    costs: np.ndarray


class Path(NamedTuple):
    """The path from the start, by depth.

    Attributes
    ----------
    empty_cell
        uint8 (limit + 2,): the empty cell.
    automaton_state
        uint32 (limit + 2,): state of the automaton.
    untried
        int64 (limit + 2,): moves within the limit still to try, as bits, or ``NOT_EXPANDED``.
    taken
        uint8 (limit + 2,): the move being tried.
    bounds
        int64 (limit + 2, images): h of every image.
    old_cost
        int64 (limit + 2, images): cost of the moved piece's group before the move.
    new_cost
        int64 (limit + 2, degree, images): its cost after each move.
    """

    empty_cell: np.ndarray
    automaton_state: np.ndarray
    untried: np.ndarray
    taken: np.ndarray
    bounds: np.ndarray
    old_cost: np.ndarray
    new_cost: np.ndarray


@inlined
def _dense_index(set_index, choose, weight, label_cells, m, low, high, cells, changed, changed_cells):
    """Index of a dense group, entries low … high - 1, on ``cells``, if the entry ``changed`` is on ``changed_cells``.

    Arrays only: a tuple passed to an inlined function is copied, and each copy counts references to its arrays.
    """
    index = np.int64(0)
    for byte in range(len(set_index)):
        lower = ones(cells & ((np.int64(1) << (8 * byte)) - 1))
        index += set_index[byte, lower, (cells >> (8 * byte)) & 255]
    free = cells
    for i in range(low, high):
        own = changed_cells if i == changed else label_cells[m, i]
        digit = ones(free & ((own & -own) - 1))
        rest = own & (own - 1)
        nth = 1
        while rest:
            nth += 1
            digit += choose[ones(free & ((rest & -rest) - 1)), nth]
            rest &= rest - 1
        index += digit * weight[i]
        free &= ~own
    return index


@kernel
def initialise(database, symmetric, position):
    """Fill in a position from its labels.

    Parameters
    ----------
    database, symmetric
        See the classes.
    position
        ``labels`` is read, all else is written.
    """
    label_cells, group_cells = position.label_cells, position.group_cells
    label_cells[:], group_cells[:] = 0, 0
    for m in range(len(symmetric.image)):
        for cell in range(len(position.labels)):
            i = symmetric.entry[m, position.labels[cell]]
            if i != NO_ENTRY:
                label_cells[m, i] |= np.int64(1) << symmetric.image[m, cell]
                group_cells[m, database.group[i]] |= np.int64(1) << symmetric.image[m, cell]
        for g in range(len(database.offset)):
            first, end = database.first[g], database.first[g + 1]
            if database.offset[g] < 0:
                position.costs[m, g] = distance_sum(label_cells[m, first], database.wanted[g], database.reach)
                continue
            index = np.int64(0)
            if database.dense_mask[g]:
                index = _dense_index(
                    database.set_index, database.choose, database.weight, label_cells, m, first, end, group_cells[m, g],
                    first, label_cells[m, first],
                )  # fmt: skip
            else:
                for i in range(first, end):
                    index += lowest(label_cells[m, i]) * database.weight[i]
            position.table_index[m, g] = database.offset[g] + index
            position.costs[m, g] = database.table[position.table_index[m, g]]


@kernel
def depth_first(board, database, symmetric, position, path, cursor, limit, max_work):
    """Search for a solution of at most ``limit`` moves; continues where the last call stopped.

    1. Index: where the tables hold the cost of the moved piece's group, for every move not pruned.
    2. Bound: f of every move, the maximum over the images.
    3. Move: make the next move within the limit, and
    4. test for the goal.
    5. Backtrack: if no move is left, take back the last one.

    Parameters
    ----------
    board, database, symmetric, position, path
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
    adjacent, automaton, goal = board
    first, dense_mask, offset, table, choose, reach, wanted, group, weight, set_index = database
    _, entry, move_cells, move_shift = symmetric
    labels, label_cells, group_cells, table_index, costs = position
    empty_cell, automaton_state, untried, taken, bounds, old_cost, new_cost = path
    degree, images = adjacent.shape[1], len(entry)
    depth, nodes = cursor[DEPTH], np.int64(0)
    indices = np.empty((degree, images), np.int64)
    code = PAUSED
    while nodes < max_work:
        moves, empty = untried[depth], empty_cell[depth]
        if moves == NOT_EXPANDED:
            # 1. Index. All addresses are known before the first is read, so that the cache misses overlap.
            for k in range(degree):
                if automaton[automaton_state[depth], k] != FORBIDDEN:
                    piece = labels[adjacent[empty, k]]
                    for m in range(images):
                        i = entry[m, piece]
                        if i != NO_ENTRY:
                            g = group[i]
                            if dense_mask[g] == 0:
                                # One digit per piece, its cell: the index moves by a multiple of the weight.
                                index = table_index[m, g] + move_shift[m, empty, k] * weight[i]
                            elif offset[g] >= 0:
                                move = move_cells[m, empty, k]
                                index = offset[g] + _dense_index(
                                    set_index, choose, weight, label_cells, m, first[g], first[g + 1],
                                    group_cells[m, g] ^ move, np.int64(i), label_cells[m, i] ^ move,
                                )  # fmt: skip
                            else:
                                # Bounded by distances: no table, but a valid address to prefetch.
                                index = np.int64(0)
                            indices[k, m] = index
                            prefetch(table, index)
            # 2. Bound.
            moves = np.int64(0)
            for k in range(degree):
                if automaton[automaton_state[depth], k] != FORBIDDEN:
                    nodes += 1
                    piece = labels[adjacent[empty, k]]
                    f = np.int64(0)
                    for m in range(images):
                        i = entry[m, piece]
                        h = bounds[depth, m]
                        if i != NO_ENTRY:
                            g = group[i]
                            if offset[g] >= 0:
                                cost = np.int64(table[indices[k, m]])
                            else:
                                have = label_cells[m, i] ^ move_cells[m, empty, k]
                                cost = distance_sum(have, wanted[g], reach)
                            new_cost[depth, k, m] = cost
                            h += cost - costs[m, g]
                            if cost == UNREACHED:
                                # Beyond every limit, so the move is pruned, and not below INFINITE, so it sets no next
                                # limit.
                                h = limit + INFINITE
                        # Images are equally far from the goal, so the largest of their bounds holds for the position.
                        f = max(f, depth + 1 + h)
                    if f <= limit:
                        moves |= np.int64(1) << k
                    elif f < INFINITE:
                        cursor[NEXT_LIMIT] = min(cursor[NEXT_LIMIT], f)
            untried[depth] = moves
        if moves:
            # 3. Move.
            k = lowest(moves)
            untried[depth] = moves & (moves - 1)
            cell = adjacent[empty, k]
            piece = labels[cell]
            labels[empty], labels[cell] = piece, 0
            for m in range(images):
                i = entry[m, piece]
                bounds[depth + 1, m] = bounds[depth, m]
                if i != NO_ENTRY:
                    g = group[i]
                    label_cells[m, i] ^= move_cells[m, empty, k]
                    group_cells[m, g] ^= move_cells[m, empty, k]
                    # Without a branch: of dense groups it is a number without a meaning, which is never read.
                    table_index[m, g] += move_shift[m, empty, k] * weight[i]
                    old_cost[depth, m] = costs[m, g]
                    costs[m, g] = new_cost[depth, k, m]
                    bounds[depth + 1, m] += costs[m, g] - old_cost[depth, m]
            taken[depth] = k
            automaton_state[depth + 1] = automaton[automaton_state[depth], k]
            depth += 1
            empty_cell[depth], untried[depth] = cell, NOT_EXPANDED
            # 4. Goal. h = 0 is necessary, not sufficient: the goal may want pieces that no group has.
            if bounds[depth, 0] == 0:
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
            # 5. Backtrack.
            depth -= 1
            empty, cell, k = empty_cell[depth], empty, taken[depth]
            piece = labels[empty]
            labels[cell], labels[empty] = piece, 0
            for m in range(images):
                i = entry[m, piece]
                if i != NO_ENTRY:
                    g = group[i]
                    label_cells[m, i] ^= move_cells[m, empty, k]
                    group_cells[m, g] ^= move_cells[m, empty, k]
                    table_index[m, g] -= move_shift[m, empty, k] * weight[i]
                    costs[m, g] = old_cost[depth, m]
    cursor[DEPTH] = depth
    cursor[NODES] += nodes
    return code
