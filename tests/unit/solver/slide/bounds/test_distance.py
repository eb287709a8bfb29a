"""The least sum of distances from equal pieces to their goal cells."""

from __future__ import annotations

import numpy as np
import pytest

from fewest.solver.slide.bounds.distance import FAR, least_sum


def least(costs: list[list[int]]) -> int:
    """The least sum over all assignments, by the set of columns that the rows so far have."""
    sums = {frozenset[int](): 0}
    for row in costs:
        longer: dict[frozenset[int], int] = {}
        for used, total in sums.items():
            for column in set(range(len(row))) - used:
                key = used | {column}
                longer[key] = min(longer.get(key, FAR**2), total + row[column])
        sums = longer
    return min(sums.values())


@pytest.mark.parametrize("seed", range(200))
def test_least_sum_of_all_assignments(seed: int) -> None:
    """No assignment has a smaller sum, and one has this sum.

    Cells may be of both kinds or of different components; one may be left over.
    """
    dice = np.random.default_rng(seed)
    row, column, component = dice.integers(0, [30, dice.choice([2, 30]), dice.choice([1, 1, 2])], (20, 3)).T[:, :, None]
    table = abs(row - row.T) + abs(column - column.T)
    table[component != component.T] = FAR
    count, more, shared = dice.integers([0, 0, 0], [9, 2, 3]).tolist()
    first = max(0, count - shared)
    want, have = range(count), range(first, first + count + more)
    assert least_sum(table, want, have) == least(table[np.ix_(want, have)].tolist())
