"""Sliding pieces with one empty cell, depth first: one round of iterative deepening.

The path is kept as the cells the empty cell has been on. An automaton over its steps forbids sequences that
another, kept one replaces; its states know the empty cell's place. The bound is a sum over groups of ranks
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
def _index(sets, low, high, radix, apart, choose):
    """Number of the placement that the sets of a group form."""
    index, free, nth = np.int64(0), ~apart, 0
    for i in range(low, high):
        free |= sets[i]
    rest = free & apart
    while rest:
        nth += 1
        index += choose[_lowest(rest), nth]
        rest &= rest - 1
    for i in range(low, high):
        one = sets[i]
        part = _ones(free & ((one & -one) - 1))
        rest = one & (one - 1)
        j = 1
        while rest:
            j += 1
            part += choose[_ones(free & ((rest & -rest) - 1)), j]
            rest &= rest - 1
        index = index * radix[i] + part
        free &= ~(one & apart)
    return index


@njit(cache=True, nogil=True)
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
def measure(first, radix, apart, offset, table, choose, wanted, reach, sets, at, values):
    """Write the placement of every group into `at`, its value into `values`; arguments as for `deepen`."""
    for m in range(values.shape[0]):
        for g in range(values.shape[1]):
            if offset[g] < 0:
                values[m, g] = _distance(sets[m, first[g]], wanted[g], reach)
            else:
                at[m, g] = offset[g] + _index(sets[m], first[g], first[g + 1], radix, apart[g], choose)
                values[m, g] = table[at[m, g]]


@njit(cache=True, nogil=True)
def deepen(
    near,
    steps,
    goal,
    group,
    first,
    radix,
    apart,
    offset,
    table,
    choose,
    wanted,
    reach,
    weight,
    slot,
    turn,
    here,
    sets,
    at,
    values,
    totals,
    hole,
    branch,
    place,
    before,
    ahead,
    state,
    limit,
    budget,
):
    """Search for a solution of at most `limit` moves, going on where the last call stopped.

    Parameters
    ----------
    near
        int64 (cells, degree): neighbours, -1 at the end.
    steps
        int32 (states, degree): the automaton's state after the empty cell goes to its k-th neighbour, -1 if
        forbidden or if there is none.
    goal
        int64 (cells,): rank wanted, -1 for anything.
    group
        int64 (grouped ranks,): group of each place in the order of grouped ranks.
    first, radix, apart, offset, table, choose, reach
        The bound, see ``solver.slide.patterns.Bound``.
    wanted
        int64 (groups,): for a group bounded by distances, the cells of the goal that want it.
    weight
        int64 (grouped ranks,): what one cell's number adds to its group's placement in a wide numbering; 0 in a
        dense one, where the placement is numbered anew.
    slot, turn
        int64 (mirrors, ranks), (mirrors, cells): place of each rank in the order, -1 for none, and image of
        each cell, in every mirror image looked at.
    here
        int64 (cells,): rank on every cell.
    sets, at, values, totals
        int64 (mirrors, grouped ranks), twice (mirrors, groups), (mirrors,): per mirror image the cells of
        every rank as bits, the place in the table (wide ones only) and value of every
        group, and the sum of the values.
    hole, branch, place, before
        int64 (limit + 2,), the last one (limit + 2, mirrors): per move made, the empty cell, the next
        neighbour to try, the automaton's state, and the values the moved piece's group had before the move.
    ahead
        int64 (limit + 2, degree, mirrors): per move made, the places in the table of the values after each next
        move, asked of the memory all at once; empty for tables so small that they are near anyway.
    state
        int64 (3,): see the module.
    limit
        Moves at most.
    budget
        Moves to try.

    Returns
    -------
    int
        SPENT, EXHAUSTED or FOUND.
    """
    degree, mirrors = near.shape[1], len(turn)
    depth, nodes = state[DEPTH], np.int64(0)
    fresh = np.empty(mirrors, np.int64)
    code = SPENT
    while nodes < budget:
        k = branch[depth]
        if k == degree:
            if depth == 0:
                code = EXHAUSTED
                break
            empty, cell = hole[depth - 1], hole[depth]
            piece = here[empty]
            here[cell], here[empty] = piece, 0
            depth -= 1
            for m in range(mirrors):
                i = slot[m, piece]
                if i >= 0:
                    sets[m, i] ^= (np.int64(1) << turn[m, empty]) | (np.int64(1) << turn[m, cell])
                    at[m, group[i]] += (turn[m, cell] - turn[m, empty]) * weight[i]
                    totals[m] += before[depth, m] - values[m, group[i]]
                    values[m, group[i]] = before[depth, m]
            continue
        if k == 0 and len(ahead):
            empty = hole[depth]
            for way in range(degree):
                if steps[place[depth], way] < 0:
                    continue
                cell = near[empty, way]
                for m in range(mirrors):
                    i = slot[m, here[cell]]
                    if i >= 0 and offset[group[i]] >= 0:
                        g = group[i]
                        flip = (np.int64(1) << turn[m, empty]) | (np.int64(1) << turn[m, cell])
                        sets[m, i] ^= flip
                        target = offset[g] + _index(sets[m], first[g], first[g + 1], radix, apart[g], choose)
                        sets[m, i] ^= flip
                        ahead[depth, way, m] = target
                        _prefetch(table, target)
        branch[depth] = k + 1
        after = steps[place[depth], k]
        if after < 0:
            continue
        nodes += 1
        empty = hole[depth]
        cell = near[empty, k]
        piece = here[cell]
        whole, m = np.int64(0), 0
        while m < mirrors:
            i = slot[m, piece]
            total = totals[m]
            if i >= 0:
                g = group[i]
                if len(ahead) and offset[g] >= 0:
                    value = np.int64(table[ahead[depth, k, m]])
                elif apart[g] == 0:
                    value = np.int64(table[at[m, g] + (turn[m, empty] - turn[m, cell]) * weight[i]])
                else:
                    flip = (np.int64(1) << turn[m, empty]) | (np.int64(1) << turn[m, cell])
                    sets[m, i] ^= flip
                    if offset[g] < 0:
                        value = _distance(sets[m, i], wanted[g], reach)
                    else:
                        value = np.int64(
                            table[offset[g] + _index(sets[m], first[g], first[g + 1], radix, apart[g], choose)]
                        )
                    sets[m, i] ^= flip
                fresh[m] = value
                total += value - values[m, g]
                if value == DEAD:
                    total = limit + FOREVER
            m += 1
            whole = depth + 1 + total
            if whole > limit:
                break
        if whole > limit:
            if whole < FOREVER:
                state[EXCESS] = min(state[EXCESS], whole)
            continue
        for m in range(mirrors):
            i = slot[m, piece]
            if i >= 0:
                g = group[i]
                sets[m, i] ^= (np.int64(1) << turn[m, empty]) | (np.int64(1) << turn[m, cell])
                at[m, g] += (turn[m, empty] - turn[m, cell]) * weight[i]
                before[depth, m] = values[m, g]
                totals[m] += fresh[m] - values[m, g]
                values[m, g] = fresh[m]
        here[empty], here[cell] = piece, 0
        depth += 1
        hole[depth], branch[depth], place[depth] = cell, 0, after
        if totals[0] == 0:
            met = True
            for c in range(len(goal)):
                met &= goal[c] < 0 or goal[c] == here[c]
            if met:
                code = FOUND
                break
    state[DEPTH] = depth
    state[NODES] += nodes
    return code
