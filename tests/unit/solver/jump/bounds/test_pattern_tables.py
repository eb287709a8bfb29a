"""Pattern tables of regions at the limit of what they hold."""

from __future__ import annotations

import numpy as np

from fewest.solver.kernels import jump_pattern_tables as kernel
from fewest.solver.kernels.bits import UNREACHED


def test_costs_end_below_the_mark_of_what_is_not_reached() -> None:
    """Costs are exact up to 254; states beyond count as unreached."""
    holes = 10
    # The peg in hole 0 moves for ever; with every move the other holes count one up in binary.
    rows = [((1 << bit) - 1, 1 << bit, (2 << bit) - 2, 0) for bit in range(1, holes)]
    first = np.array([0, 0, *[len(rows)] * holes], np.int64)
    counting = kernel.AbstractJumps(first, np.array(rows, np.int64), 1, 0)
    costs = np.full((holes + 1) << holes, UNREACHED, np.uint8)
    stacks, cursor = np.zeros((2, costs.size), np.uint32), np.array([0, 1, 0, 0], np.int64)
    costs[1], stacks[0, 0] = 0, 1
    while kernel.fill_costs(costs, holes, counting, stacks, cursor, 50) == kernel.PAUSED:
        pass
    assert costs[1 : 1 << holes : 2].tolist() == [min(number, UNREACHED) for number in range(1 << holes - 1)]
