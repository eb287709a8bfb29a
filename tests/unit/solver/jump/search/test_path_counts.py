"""Path counts of more than 64 bits."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from numba import njit

from fewest.solver.kernels import jump_expand as kernel

LIMBS = 3
NUMBERS = st.lists(st.sampled_from([0, 1, 5, 2**63, 2**64 - 2, 2**64 - 1]), min_size=LIMBS, max_size=LIMBS)


def to_int(limbs: list[int]) -> int:
    """The number that limbs of 64 bits stand for, the least first."""
    return sum(limb << 64 * index for index, limb in enumerate(limbs))


@njit
def add(totals: np.ndarray, onward: np.ndarray) -> bool:
    """Add the second numbers to the first as a kernel does."""
    return bool(kernel._add(totals, 0, onward, 0))


@given(NUMBERS, NUMBERS)
def test_numbers_in_limbs_add_up_like_integers(first: list[int], second: list[int]) -> None:
    """Numbers in limbs are added with carries, and a sum that does not fit is reported."""
    totals, onward = np.array([first], np.uint64), np.array([second], np.uint64)
    fits = add(totals, onward)
    total = to_int(first) + to_int(second)
    assert fits == (total < 1 << 64 * LIMBS)
    assert to_int(totals[0].tolist()) == total % (1 << 64 * LIMBS)
