"""Sliding pieces with one empty cell, depth first: one round of iterative deepening.

The path is kept as the cells the empty cell has been on. An automaton over its steps forbids sequences that
another, kept one replaces; its states know the empty cell's place. The bound is a sum over groups of labels
as in ``slide_levels``; one move changes one piece, so one group's value. Where the board has symmetries that
keep the goal, the position's mirror images are bounded too, by the same tables, and the greatest bound holds.
"""

import numpy as np
from llvmlite import ir
from numba import njit, types
from numba.core import cgutils
from numba.extending import intrinsic

DEPTH, NODES, EXCESS = range(3)
"""Fields of ``state``: moves made, moves tried so far, least bound on a whole solution above the limit."""

SPENT, EXHAUSTED, FOUND = range(3)
"""What the kernel returns: the budget is spent, call again; no solution within the limit; ``hole[: DEPTH + 1]``
is the empty cell's way to the goal."""

DEAD = 255
UNSEEN = -1
"""Among the ways left of a position whose next moves have not been looked at."""
FORBIDDEN = np.uint32(0xFFFFFFFF)
NONE = np.uint8(255)
"""No state of the automaton; no place in the order of grouped labels."""
FOREVER = 1 << 40
"""A number of moves no search gets to."""


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


@intrinsic
def _prefetch(typingctx, table, at):  # noqa: ARG001
    def codegen(context, builder, signature, args):
        array = context.make_array(signature.args[0])(context, builder, args[0])
        byte, number = ir.IntType(8).as_pointer(), ir.IntType(32)
        kind = ir.FunctionType(ir.VoidType(), [byte, number, number, number])
        function = cgutils.get_or_insert_function(builder.module, kind, "llvm.prefetch.p0")
        builder.call(function, [builder.gep(array.data, [args[1]]), number(0), number(3), number(1)])
        return context.get_dummy_value()

    return types.void(table, types.int64), codegen


@njit(cache=True, nogil=True, inline="always")
def _index(sets, image, changed, one, low, high, cells, weight, ranked, choose):
    """Number of the placement of a group on `cells`, if the label at place `changed` were on the cells `one`."""
    number = np.int64(0)
    for byte in range(len(ranked)):
        number += ranked[byte, _ones(cells & ((np.int64(1) << (8 * byte)) - 1)), (cells >> (8 * byte)) & 255]
    free = cells
    for i in range(low, high):
        own = one if i == changed else sets[image, i]
        part = _ones(free & ((own & -own) - 1))
        rest = own & (own - 1)
        j = 1
        while rest:
            j += 1
            part += choose[_ones(free & ((rest & -rest) - 1)), j]
            rest &= rest - 1
        number += part * weight[i]
        free &= ~own
    return number


@njit(cache=True, nogil=True, inline="always")
def _distance(have, left, reach):
    """Sum over the cells in `left` of the distance to the nearest cell in `have`, or DEAD."""
    total = 0
    while left:
        cell = _lowest(left)
        left &= left - 1
        steps = 0
        while reach[cell, steps] & have == 0:
            steps += 1
            if steps == reach.shape[1]:
                return DEAD
        total += steps
    return min(total, DEAD - 1)


@njit(cache=True, nogil=True)
def measure(
    group, slot, turn, first, dense_mask, offset, table, weight, ranked, choose, wanted, reach, here, sets, cells, at,
    values,
):  # fmt: skip
    """Write the cells of every label and group, the placement of every group and its value; arguments as for `deepen`.

    `turn` is int64 (mirrors, cells): image of each cell.
    """
    sets[:], cells[:] = 0, 0
    for m in range(len(turn)):
        for cell in range(len(here)):
            i = slot[m, here[cell]]
            if i != NONE:
                sets[m, i] |= np.int64(1) << turn[m, cell]
                cells[m, group[i]] |= np.int64(1) << turn[m, cell]
        for g in range(len(offset)):
            low, high = first[g], first[g + 1]
            if offset[g] < 0:
                values[m, g] = _distance(sets[m, low], wanted[g], reach)
                continue
            number = np.int64(0)
            if dense_mask[g]:
                number = _index(sets, m, low, sets[m, low], low, high, cells[m, g], weight, ranked, choose)
            else:
                for i in range(low, high):
                    number += _lowest(sets[m, i]) * weight[i]
            at[m, g] = offset[g] + number
            values[m, g] = table[at[m, g]]


@njit(cache=True, nogil=True)
def deepen(
    near,
    steps,
    goal,
    group,
    slot,
    flips,
    shifts,
    first,
    dense_mask,
    offset,
    table,
    weight,
    ranked,
    choose,
    wanted,
    reach,
    here,
    sets,
    cells,
    at,
    values,
    totals,
    hole,
    place,
    left,
    taken,
    before,
    fresh,
    state,
    limit,
    budget,
):
    """Search for a solution of at most `limit` moves, going on where the last call stopped.

    Parameters
    ----------
    near
        uint8 (cells, degree): neighbours.
    steps
        uint32 (states, degree): the automaton's state after the empty cell goes to its k-th neighbour, `FORBIDDEN` if
        it must not or if there is none.
    goal
        int64 (cells,): label wanted, -1 for anything.
    group
        uint8 (grouped labels,): group of each place in the order of grouped labels.
    slot
        uint8 (mirrors, labels): place of each label in the order, `NONE` for none, in every mirror image looked at.
    flips, shifts
        int64 (mirrors, cells, degree): in every mirror image, both cells of a move of the empty cell as bits, and
        by how much the moved piece's cell grows.
    first, dense_mask, offset, table, choose, reach
        The bound, see ``solver.slide.bounds.pattern_tables.PatternDatabase``.
    weight
        int64 (grouped labels,): what one more of a label's digit adds to the placement.
    ranked
        int64 (bytes, pieces + 1, 256): what the cells of one byte add to the number of a set, after so many cells in
        earlier bytes.
    wanted
        int64 (groups,): for a group bounded by distances, the cells of the goal that want it.
    here
        uint8 (cells,): label on every cell.
    sets, cells, at, values
        int64 (mirrors, grouped labels), three times (mirrors, groups): per mirror image the cells of every label and
        of every group as bits, the place in the table (wide ones only) and the value of every group.
    totals
        int64 (limit + 2, mirrors): per move made, the sum of the values.
    hole, place, left, taken
        uint8, uint32, int64, uint8 (limit + 2,): per move made, the empty cell, the automaton's state, the neighbours
        still to try as bits (`UNSEEN`: not yet looked at), and which neighbour is being tried.
    before, fresh
        int64 (limit + 2, mirrors), (limit + 2, degree, mirrors): per move made, the value of the moved piece's group
        before the move, and of the group each next move changes after it.
    state
        int64 (3,): see the module.
    limit
        Moves at most.
    budget
        Moves to try, about.

    Returns
    -------
    int
        SPENT, EXHAUSTED or FOUND.
    """
    degree, mirrors = near.shape[1], len(slot)
    depth, nodes = state[DEPTH], np.int64(0)
    targets = np.empty((degree, mirrors), np.int64)
    code = SPENT
    while nodes < budget:
        ways, empty = left[depth], hole[depth]
        if ways == UNSEEN:
            for k in range(degree):
                if steps[place[depth], k] != FORBIDDEN:
                    piece = here[near[empty, k]]
                    for m in range(mirrors):
                        i = slot[m, piece]
                        if i != NONE:
                            g = group[i]
                            if dense_mask[g] == 0:
                                target = at[m, g] + shifts[m, empty, k] * weight[i]
                            elif offset[g] >= 0:
                                flip = flips[m, empty, k]
                                target = offset[g] + _index(
                                    sets, m, i, sets[m, i] ^ flip, first[g], first[g + 1], cells[m, g] ^ flip, weight,
                                    ranked, choose,
                                )  # fmt: skip
                            else:
                                target = np.int64(0)
                            targets[k, m] = target
                            _prefetch(table, target)
            ways = np.int64(0)
            for k in range(degree):
                if steps[place[depth], k] != FORBIDDEN:
                    nodes += 1
                    piece = here[near[empty, k]]
                    whole = np.int64(0)
                    for m in range(mirrors):
                        i = slot[m, piece]
                        total = totals[depth, m]
                        if i != NONE:
                            g = group[i]
                            if offset[g] >= 0:
                                value = np.int64(table[targets[k, m]])
                            else:
                                value = _distance(sets[m, i] ^ flips[m, empty, k], wanted[g], reach)
                            fresh[depth, k, m] = value
                            total += value - values[m, g]
                            if value == DEAD:
                                total = limit + FOREVER
                        whole = max(whole, depth + 1 + total)
                    if whole <= limit:
                        ways |= np.int64(1) << k
                    elif whole < FOREVER:
                        state[EXCESS] = min(state[EXCESS], whole)
            left[depth] = ways
        if ways:
            k = _lowest(ways)
            left[depth] = ways & (ways - 1)
            cell = near[empty, k]
            piece = here[cell]
            here[empty], here[cell] = piece, 0
            for m in range(mirrors):
                i = slot[m, piece]
                totals[depth + 1, m] = totals[depth, m]
                if i != NONE:
                    g = group[i]
                    sets[m, i] ^= flips[m, empty, k]
                    cells[m, g] ^= flips[m, empty, k]
                    at[m, g] += shifts[m, empty, k] * weight[i]
                    before[depth, m] = values[m, g]
                    values[m, g] = fresh[depth, k, m]
                    totals[depth + 1, m] += values[m, g] - before[depth, m]
            taken[depth] = k
            place[depth + 1] = steps[place[depth], k]
            depth += 1
            hole[depth], left[depth] = cell, UNSEEN
            if totals[depth, 0] == 0:
                met = True
                for c in range(len(goal)):
                    met &= goal[c] < 0 or goal[c] == here[c]
                if met:
                    code = FOUND
                    break
        elif depth == 0:
            code = EXHAUSTED
            break
        else:
            depth -= 1
            empty, cell, k = hole[depth], empty, taken[depth]
            piece = here[empty]
            here[cell], here[empty] = piece, 0
            for m in range(mirrors):
                i = slot[m, piece]
                if i != NONE:
                    g = group[i]
                    sets[m, i] ^= flips[m, empty, k]
                    cells[m, g] ^= flips[m, empty, k]
                    at[m, g] -= shifts[m, empty, k] * weight[i]
                    values[m, g] = before[depth, m]
    state[DEPTH] = depth
    state[NODES] += nodes
    return code
