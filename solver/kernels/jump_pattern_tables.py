"""Costs of a region of a jump board: a 0-1 breadth-first search over its contents.

State of a region of k holes: ``row << k | contents``. Row 0: the moving peg is outside the region, or there is none.
Row 1 + i: it stands in hole i of the region, which is then one of the contents.
"""

from __future__ import annotations

import numpy as np
from numba import njit

DONE, BUDGET = 0, 1
UNKNOWN = 255


@njit(cache=True, nogil=True)
def spread(costs, holes, first, jumps, enter, leave, queue, state, budget):
    """Spread costs from the states that have one to all that can be reached.

    Parameters
    ----------
    costs : uint8 (2**holes * (holes + 1)), C-contiguous
        By state; ``UNKNOWN`` where none is known yet. The seeds hold 0 at the beginning.
    holes : int
        k, the number of holes of the region.
    first : int64 (holes + 2)
        The jumps out of row r are ``jumps[first[r]:first[r + 1]]``.
    jumps : int64 (n, 4)
        Per jump: holes that must be full, holes that must be empty, holes that change, the row it leads to.
    enter, leave : int
        Cost, 0 or 1, of going from row 0 to the row of a peg of the contents, and back.
    queue : uint32 (2, states)
        ``queue[state[3], :state[1]]`` holds the seeds at the beginning; allocated by the caller.
    state : int64 (4)
        Cost being spread, number of states in hand, number one dearer, which half of the queue is in hand.
    budget : int
        States taken up and jumps looked at before coming back.

    Returns
    -------
    int
        ``DONE`` all costs are known; ``BUDGET`` call again.
    """
    cost, here, there, half = state[0], state[1], state[2], state[3]
    whole = (1 << holes) - 1
    done = 0
    while True:
        if here == 0:
            if there == 0 or cost >= UNKNOWN - 1:
                state[0], state[1], state[2], state[3] = cost, 0, 0, half
                return DONE
            cost, here, there, half = cost + 1, there, 0, 1 - half
            continue
        if done >= budget:
            state[0], state[1], state[2], state[3] = cost, here, there, half
            return BUDGET
        here -= 1
        at = np.int64(queue[half, here])
        if costs[at] < cost:
            done += 1
            continue
        row, contents = at >> holes, at & whole
        done += 1 + first[row + 1] - first[row]
        for j in range(first[row], first[row + 1]):
            if contents & jumps[j, 0] == jumps[j, 0] and contents & jumps[j, 1] == 0:
                to = jumps[j, 3] << holes | contents ^ jumps[j, 2]
                if costs[to] > cost:
                    costs[to] = cost
                    queue[half, here] = to
                    here += 1
        low, high = (0, 1) if row > 0 else (1, holes + 1)
        for other in range(low, high):
            if other > 0 and not contents >> (other - 1) & 1:
                continue
            step = leave if row > 0 else enter
            to = other << holes | contents
            if costs[to] > cost + step:
                costs[to] = cost + step
                if step == 0:
                    queue[half, here] = to
                    here += 1
                else:
                    queue[1 - half, there] = to
                    there += 1
    return DONE
