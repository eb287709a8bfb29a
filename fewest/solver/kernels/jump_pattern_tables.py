"""The pattern table of a region of a jump board: a 0-1 breadth-first search over its contents.

Dijkstra's algorithm with edges of cost 0 and 1 needs no heap: two stacks hold the states of the current cost and of
the next.

State of a region of k holes (see :mod:`fewest.solver.jump`): ``row << k | contents``. Row 0: the moving peg is outside
the region, or there is none. Row 1 + i: it is in hole i of the region, which is then one of the contents.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from fewest.solver.kernels.bits import UNREACHED
from fewest.solver.kernels.jit import kernel

DONE, PAUSED = range(2)
"""Return codes: all costs are known; call again."""

COST, CURRENT, NEXT, HALF = range(4)
"""Entries of a cursor: the cost being expanded, in moves; number of states of that cost; of the next; which of
the two stacks holds those of that cost."""


class AbstractJumps(NamedTuple):
    """The jumps as a region sees them, in the direction of the search.

    Attributes
    ----------
    first : int64 (k + 2)
        The jumps out of row r are ``first[r]`` … ``first[r + 1] - 1``.
    jumps : int64 (n, 4)
        Per jump: holes that must be full, holes that must be empty, holes that change, the row it leads to.
    enter_cost, leave_cost : int
        Cost, 0 or 1, of going from row 0 to the row of a peg of the contents, and back.
    """

    first: np.ndarray
    jumps: np.ndarray
    enter_cost: int
    leave_cost: int


@kernel
def fill_costs(costs, holes, abstract, stacks, cursor, max_work):
    """Spread costs from the seeds to all states that can be reached.

    1. Take the next state of the current cost; with none left, go on to the next cost.
    2. Skip it if it has been reached at a smaller cost since it was stored.
    3. Make every jump out of it, free of charge.
    4. Let the moving peg stop, or let any peg begin a move.

    Parameters
    ----------
    costs : uint8 ((k + 1) * 2**k), C-contiguous
        By state, in moves; at first 0 for the seeds and ``UNREACHED`` for all others.
    holes : int
        k, the number of holes of the region.
    abstract : AbstractJumps
    stacks : uint32 (2, states)
        At first ``stacks[0]`` begins with the seeds.
    cursor : int64 (4)
        Kept between calls; at first 0, the number of seeds, 0, 0.
    max_work : int
        States expanded plus jumps tested before returning.

    Returns
    -------
    int
        DONE or PAUSED.
    """
    first, jumps, enter_cost, leave_cost = abstract
    cost, current, following, half = cursor[COST], cursor[CURRENT], cursor[NEXT], cursor[HALF]
    full = (1 << holes) - 1
    work = 0
    while True:
        # 1. Next state
        if current == 0:
            if following == 0 or cost >= UNREACHED - 1:
                cursor[COST], cursor[CURRENT], cursor[NEXT], cursor[HALF] = cost, 0, 0, half
                return DONE
            cost, current, following, half = cost + 1, following, 0, 1 - half
            continue
        if work >= max_work:
            cursor[COST], cursor[CURRENT], cursor[NEXT], cursor[HALF] = cost, current, following, half
            return PAUSED
        # States of one cost may be expanded in any order, and a stack takes no room beyond that of the states.
        current -= 1
        state = np.int64(stacks[half, current])
        # 2. Skip
        if costs[state] < cost:
            work += 1
            continue
        # 3. Jumps
        row, contents = state >> holes, state & full
        work += 1 + first[row + 1] - first[row]
        for j in range(first[row], first[row + 1]):
            if contents & jumps[j, 0] == jumps[j, 0] and contents & jumps[j, 1] == 0:
                to = jumps[j, 3] << holes | contents ^ jumps[j, 2]
                if costs[to] > cost:
                    costs[to] = cost
                    stacks[half, current] = to
                    current += 1
        # 4. End or beginning of a move
        low, high = (0, 1) if row > 0 else (1, holes + 1)
        charge = leave_cost if row > 0 else enter_cost
        for other in range(low, high):
            if other > 0 and not contents >> (other - 1) & 1:
                continue
            to = other << holes | contents
            if costs[to] > cost + charge:
                costs[to] = cost + charge
                if charge == 0:
                    stacks[half, current] = to
                    current += 1
                else:
                    stacks[1 - half, following] = to
                    following += 1
