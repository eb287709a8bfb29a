"""The least sum of distances from equal pieces to their goal cells."""

from __future__ import annotations

from itertools import permutations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from fewest.solver.slide.bounds.distance import FAR, least_sum
from tests.effort import examples

PLACES = st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5), st.integers(0, 1)), min_size=12, max_size=12)


@settings(max_examples=examples(200), deadline=None)
@given(PLACES, st.permutations(range(12)), st.permutations(range(12)), st.integers(0, 5), st.integers(0, 1))
def test_least_sum_of_all_assignments(
    places: list[tuple[int, int, int]], want: list[int], have: list[int], count: int, more: int
) -> None:
    """No assignment has a smaller sum, and one has this sum.

    Cells may be of both kinds or of different components; one may be left over.
    """
    row, column, component = np.array(places).T[:, :, None]
    table = abs(row - row.T) + abs(column - column.T)
    table[component != component.T] = FAR
    assignments = permutations(have[: count + more], count)
    sums = [sum(int(table[pair]) for pair in zip(want, cells, strict=False)) for cells in assignments]
    assert least_sum(table, want[:count], have[: count + more]) == min(sums)
