"""Sliding pieces with one empty cell, depth first: one round of iterative deepening.

The path is kept as the cells the empty cell has been on. An automaton over its steps forbids sequences that
another, kept one replaces; its states know the empty cell's place. The bound is a sum over groups of ranks
as in ``slide_levels``; one move changes one piece, so one group's value.
"""

import numpy as np
from llvmlite import ir
from numba import njit, types
from numba.extending import intrinsic

DEPTH, NODES, EXCESS, TOTAL = range(4)
"""Fields of ``state``: moves made, moves tried so far, least bound on a whole solution above the limit, the
bound of the position at hand."""

SPENT, EXHAUSTED, FOUND = range(3)
"""What the kernel returns: the budget is spent, call again; no solution within the limit; ``hole[: DEPTH + 1]``
is the empty cell's way to the goal."""

DEAD = 255


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
def _value(g, masks, first, order, radix, offset, table, choose, wanted, reach):
    """The bound one group gives, or DEAD."""
    if offset[g] < 0:
        rank = order[first[g]]
        total = 0
        left = wanted[rank]
        while left:
            cell = _lowest(left)
            left &= left - 1
            steps = 0
            while reach[cell, steps] & masks[rank] == 0:
                steps += 1
                if steps == reach.shape[1]:
                    return DEAD
            total += steps
        return min(total, DEAD - 1)
    index, used = np.int64(0), np.int64(0)
    for i in range(first[g], first[g + 1]):
        rest = masks[order[i]]
        used_before = used
        used |= rest
        cell = _lowest(rest)
        part = cell - _ones(used_before & ((np.int64(1) << cell) - 1))
        rest &= rest - 1
        j = 1
        while rest:
            cell = _lowest(rest)
            rest &= rest - 1
            j += 1
            part += choose[cell - _ones(used_before & ((np.int64(1) << cell) - 1)), j]
        index = index * radix[i] + part
    return np.int64(table[offset[g] + index])


@njit(cache=True, nogil=True)
def measure(masks, values, first, order, radix, offset, table, choose, wanted, reach):
    """Write the value of every group into `values`; arguments as for `deepen`."""
    for g in range(len(values)):
        values[g] = _value(g, masks, first, order, radix, offset, table, choose, wanted, reach)


@njit(cache=True, nogil=True)
def deepen(
    near,
    steps,
    goal,
    group,
    first,
    order,
    radix,
    offset,
    table,
    choose,
    wanted,
    reach,
    here,
    masks,
    values,
    hole,
    branch,
    place,
    before,
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
    group, first, order, radix, offset, table, choose, wanted, reach
        The bound, see ``solver.slide.patterns.Bound``.
    here, masks, values
        int64 (cells,), (ranks,), (groups,): rank on every cell, cells of every rank as bits, value of every
        group, of the position at hand.
    hole, branch, place, before
        int64 (limit + 2,): per move made, the empty cell, the next neighbour to try, the automaton's state,
        and the value the moved piece's group had before the move.
    state
        int64 (4,): see the module.
    limit
        Moves at most.
    budget
        Moves to try.

    Returns
    -------
    int
        SPENT, EXHAUSTED or FOUND.
    """
    degree = near.shape[1]
    depth, total, nodes = state[DEPTH], state[TOTAL], np.int64(0)
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
            g = group[piece]
            masks[piece] ^= (np.int64(1) << empty) | (np.int64(1) << cell)
            if g >= 0:
                total += before[depth] - values[g]
                values[g] = before[depth]
            continue
        branch[depth] = k + 1
        after = steps[place[depth], k]
        if after < 0:
            continue
        nodes += 1
        empty = hole[depth]
        cell = near[empty, k]
        piece = here[cell]
        flip = (np.int64(1) << empty) | (np.int64(1) << cell)
        g = group[piece]
        masks[piece] ^= flip
        old, value = np.int64(0), np.int64(0)
        if g >= 0:
            old = values[g]
            value = _value(g, masks, first, order, radix, offset, table, choose, wanted, reach)
            whole = depth + 1 + total - old + value
            if whole > limit or value == DEAD:
                masks[piece] ^= flip
                if value != DEAD:
                    state[EXCESS] = min(state[EXCESS], whole)
                continue
            values[g] = value
            total += value - old
        elif depth + 1 + total > limit:
            masks[piece] ^= flip
            state[EXCESS] = min(state[EXCESS], depth + 1 + total)
            continue
        here[empty], here[cell] = piece, 0
        before[depth] = old
        depth += 1
        hole[depth], branch[depth], place[depth] = cell, 0, after
        if total == 0:
            met = True
            for c in range(len(goal)):
                if goal[c] >= 0 and goal[c] != here[c]:
                    met = False
                    break
            if met:
                code = FOUND
                break
    state[DEPTH], state[TOTAL] = depth, total
    state[NODES] += nodes
    return code
