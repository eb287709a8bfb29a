"""Work of any size comes in slices, and the size of a slice changes no result."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from solver.budget import Budget
from solver.jump.bounds.pattern_tables import Bound
from solver.jump.search.instance import prepare
from solver.jump.search.plan import Plan, SliceSizes
from solver.kernels.jump_pattern_tables import UNREACHED
from solver.model import Want
from solver.slices import Run
from solver.threads import SINGLE_THREAD
from tests.jump_puzzles import run, single

RECTANGLE = single(("......",) * 4, "orthogonal", 1, 1)


def prepared_bound(plan: Plan) -> tuple[Bound, int]:
    """The pattern tables of a board, and the number of slices that it takes to prepare them."""
    slices = Run(prepare(RECTANGLE, Budget(10**8), plan, SINGLE_THREAD))
    number = len(list(slices))
    return slices.value.forward.bound, number


def test_tables_are_built_in_slices() -> None:
    """With slices of a hundred states the build of a table pauses for every hundred, and the table is the same."""
    whole, few = prepared_bound(Plan())
    in_parts, many = prepared_bound(Plan(slices=SliceSizes(table_states=100)))
    assert np.array_equal(whole.costs, in_parts.costs)
    # Every state that is reached is expanded once at least, and tests some jumps then.
    assert many - few > np.count_nonzero(whole.costs < UNREACHED) / 100


@pytest.mark.parametrize("want", [Want.ONE, Want.COUNT])
def test_a_search_comes_in_slices(want: Want) -> None:
    """A search makes no more jumps in a slice than a slice has work, and finds the same as in larger slices."""
    expected, _ = run(RECTANGLE, want)
    small = SliceSizes(expand_work=1_000, classify_slots=1 << 8, select_slots=1 << 8, rehash_slots=1 << 8)
    found, progress = run(RECTANGLE, want, plan=Plan(slices=small))
    assert found == expected
    assert max(after.nodes - before.nodes for before, after in pairwise(progress)) <= 1_000
    # Jumps that are tested but not made are work, too: so there are more slices than the nodes alone would take.
    assert len(progress) > progress[-1].nodes / 1_000
