"""The least sum of distances from equal pieces to their goal cells."""

from __future__ import annotations

from itertools import permutations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from fewest.solver.slide.bounds.distance import FAR, least_sum
from tests.effort import examples

PLACES = st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5), st.integers(0, 1)), min_size=12, max_size=12)


@settings(max_examples=examples(300), deadline=None)
@given(PLACES, st.permutations(range(12)), st.permutations(range(12)), st.integers(0, 6))
def test_least_sum_of_all_assignments(
    places: list[tuple[int, int, int]], have: list[int], want: list[int], count: int
) -> None:
    """No permutation has a smaller sum, and one has this sum; cells may be shared, or of different components."""
    row, column, component = np.array(places).T[:, :, None]
    table = abs(row - row.T) + abs(column - column.T)
    table[component != component.T] = FAR
    sums = [
        sum(int(table[pair]) for pair in zip(have[:count], cells, strict=True)) for cells in permutations(want[:count])
    ]
    assert least_sum(table, have[:count], want[:count]) == min(sums)
