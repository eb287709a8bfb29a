"""Pattern tables of sliding pieces: the fewest moves of a group's own pieces to their goal.

A placement of a group is the set of cells of each of its ranks, numbered in mixed radix in the order of the
group. A dense numbering (`apart` all ones) takes each set as a combination of the cells the earlier ranks
leave. A wide one (`apart` 0) is for ranks of one piece and takes the cells as digits: it has numbers that no
placement has, but one move changes a number by a multiple of the piece's radix.

Cells no piece of the group stands on are free; the single empty cell wanders over a connected region of them
at no cost, so the search goes over (placement, region). The table keeps the least over the regions.

With several empty cells (`loose`) every free cell counts as empty.
"""

import numpy as np
from llvmlite import ir
from numba import njit, types
from numba.extending import intrinsic

PLACE, DEPTH, PUSHED, DONE = range(4)
"""Fields of ``state``: next placement of this scan, level of the scan, whether the scan found any placement
of the next level, placements taken up so far."""

SPENT, FINISHED = range(2)
"""What kernels return: the budget is spent, call again; all is done."""

DEAD = 255
DEEPEST = 254


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


@njit(cache=True, nogil=True, inline="always")
def _index(sets, radix, apart, choose):
    """Number of a placement."""
    index, used = np.int64(0), np.int64(0)
    for i in range(len(sets)):
        rest = sets[i]
        part, j = np.int64(0), 0
        while rest:
            cell = _lowest(rest)
            rest &= rest - 1
            j += 1
            part += choose[cell - _ones(used & ((np.int64(1) << cell) - 1)), j]
        index = index * radix[i] + part
        used |= sets[i] & apart
    return index


@njit(cache=True, nogil=True, inline="always")
def _place(index, sets, many, radix, apart, choose, board):
    """Write the placement of a number into `sets`; the inverse of `_index`.

    Returns the cells used, 0 if two pieces share one.
    """
    for i in range(len(sets) - 1, -1, -1):
        sets[i] = index % radix[i]
        index //= radix[i]
    used = np.int64(0)
    for i in range(len(sets)):
        if apart == 0:
            sets[i] = np.int64(1) << sets[i]
            if used & sets[i]:
                return np.int64(0)
            used |= sets[i]
            continue
        part, mask = sets[i], np.int64(0)
        free = board & ~used
        for j in range(many[i], 0, -1):
            nth = part
            if j > 1:
                nth = np.int64(j - 1)
                while choose[nth + 1, j] <= part:
                    nth += 1
                part -= choose[nth, j]
            rest = free
            for _ in range(nth):
                rest &= rest - 1
            mask |= rest & -rest
        sets[i] = mask
        used |= mask
    return used


@njit(cache=True, nogil=True)
def seed(beside, many, radix, apart, choose, must, never, empty, loose, fresh, state, budget):
    """Mark the placements that agree with the goal, with the places their empty cell may have.

    Parameters
    ----------
    beside
        int64 (cells,): neighbours of each cell as bits.
    many, radix
        int64 (ranks of the group,): pieces of each rank; number of sets they can form on the cells left.
    apart
        All ones for a dense numbering, 0 for a wide one.
    choose
        int64 (cells + 1, most + 1): binomial coefficients.
    must, never
        int64 (ranks of the group,): cells a rank must and must not be on.
    empty
        Cells that may be empty in the goal, as bits.
    loose
        Whether every free cell counts as empty.
    fresh
        uint (placements, 2): places of the empty cell to go on from, at even and odd levels.
    state
        int64 (4,): see the module; PLACE is carried from call to call.
    budget
        Placements to look at.

    Returns
    -------
    int
        SPENT or FINISHED.
    """
    board = np.int64(0)
    for cell in range(len(beside)):
        board |= np.int64(1) << cell
    sets = np.empty(len(many), np.int64)
    while state[PLACE] < len(fresh):
        if budget == 0:
            return SPENT
        budget -= 1
        used = _place(state[PLACE], sets, many, radix, apart, choose, board)
        good = used != 0
        for i in range(len(sets)):
            good &= (sets[i] & never[i]) == 0 and (must[i] & ~sets[i]) == 0
        if good:
            fresh[state[PLACE], 0] = (board & ~used) if loose else (empty & ~used)
        state[PLACE] += 1
    return FINISHED


@njit(cache=True, nogil=True)
def spread(beside, many, radix, apart, choose, loose, fresh, seen, table, state, budget):
    """Go through the placements level by level, backwards from the goal, and fill the table.

    Parameters
    ----------
    beside, many, radix, apart, choose, loose, fresh
        See `seed`.
    seen
        uint (placements,): places of the empty cell gone on from already.
    table
        uint8 (placements,): all `DEAD` at first; the level each placement is first met at, at most `DEEPEST`.
    state
        int64 (4,): see the module; all 0 at first.
    budget
        Placements to take up.

    Returns
    -------
    int
        SPENT or FINISHED.
    """
    board = np.int64(0)
    for cell in range(len(beside)):
        board |= np.int64(1) << cell
    sets = np.empty(len(many), np.int64)
    weight = np.ones(len(many), np.int64)
    for i in range(len(many) - 2, -1, -1):
        weight[i] = weight[i + 1] * radix[i + 1]
    while True:
        now = state[DEPTH] & 1
        while state[PLACE] < len(table):
            place = state[PLACE]
            start = np.int64(fresh[place, now])
            if start == 0:
                state[PLACE] += 1
                continue
            if budget == 0:
                return SPENT
            fresh[place, now] = 0
            state[PLACE] += 1
            start &= ~np.int64(seen[place])
            if start == 0:
                continue
            budget -= 1
            state[DONE] += 1
            free = board & ~_place(place, sets, many, radix, apart, choose, board)
            region = start
            if loose:
                region = free
            else:
                while start:
                    cell = _lowest(start)
                    start &= start - 1
                    grown = beside[cell] & free & ~region
                    region |= grown
                    start |= grown
            seen[place] |= region
            if table[place] == DEAD:
                table[place] = min(state[DEPTH], DEEPEST)
            for i in range(len(sets)):
                left = sets[i]
                whole = left
                while left:
                    cell = _lowest(left)
                    left &= left - 1
                    ways = beside[cell] & region
                    while ways:
                        hole = _lowest(ways)
                        ways &= ways - 1
                        if apart == 0:
                            after = place + (hole - cell) * weight[i]
                        else:
                            sets[i] = whole ^ ((np.int64(1) << cell) | (np.int64(1) << hole))
                            after = _index(sets, radix, apart, choose)
                            sets[i] = whole
                        fresh[after, 1 - now] |= np.int64(1) << cell
                        state[PUSHED] = 1
        if state[PUSHED] == 0:
            return FINISHED
        state[PUSHED] = 0
        state[PLACE] = 0
        state[DEPTH] += 1
