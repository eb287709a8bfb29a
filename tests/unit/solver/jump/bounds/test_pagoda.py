"""Pagoda functions packed into words rule out exactly what their weights rule out."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fewest.solver.jump.bounds import pagoda
from fewest.solver.jump.bounds.pagoda import LANES, MAX_VALUE, MIN_VALUE, pagoda_tables
from fewest.solver.jump.proofs import weigh
from fewest.solver.jump.symmetry import apply_maps
from tests.effort import examples

TOP_BITS = [1 << (8 * lane + 7) for lane in range(LANES)]


def refuted(word: int, lane: int) -> bool:
    """Whether a lane of a pagoda word says that a position is refuted."""
    return not word & TOP_BITS[lane]


def margins(function: list[int], forward: bool, ends: list[int], holes: int) -> list[int]:
    """By how much every position is heavier than the lightest end, or lighter than the heaviest."""
    at_ends, values = [weigh(function, end) for end in ends], [weigh(function, word) for word in range(1 << holes)]
    return [value - min(at_ends) for value in values] if forward else [max(at_ends) - value for value in values]


LIMITS = [
    ([[MAX_VALUE, 0]], [0]),
    ([[MAX_VALUE + 1, 0]], [0]),
    ([[MIN_VALUE, 0]], [0]),
    ([[MIN_VALUE - 1, 0]], [0]),
    ([[100, 27], [100, 28], [-100, -28], [-100, -29]], [0]),
    ([[300, -300], [60, -60], [64, -64], [63, -64], [64, -63]], [1, 3]),
]


def words_agree(functions: list[list[int]], ends: list[int], forward: bool, holes: int) -> None:
    """Compare the words of the functions that fit with their weights, in every position; those that fit are right."""
    weights = np.array(functions, np.int64)
    words = np.array(ends, np.uint64)
    expected = [margins(function, forward, ends, holes) for function in functions]
    fits = pagoda._fits_lane(weights, forward, words).tolist()
    assert fits == [min(values) >= MIN_VALUE and max(values) <= MAX_VALUE for values in expected]
    kept = [values for values, fit in zip(expected, fits, strict=True) if fit]
    tables = pagoda_tables(weights[fits], forward, words, holes)
    mapped = apply_maps(tables, np.arange(1 << holes, dtype=np.uint64)).tolist()
    assert len(mapped) == -(-len(kept) // LANES)
    for position in range(1 << holes):
        for index in range(LANES * len(mapped)):
            lane = refuted(mapped[index // LANES][position], index % LANES)
            assert lane == (index < len(kept) and kept[index][position] < 0)


@pytest.mark.parametrize("forward", [True, False])
@pytest.mark.parametrize(("functions", "ends"), LIMITS)
def test_weights_near_the_limit_of_a_lane(functions: list[list[int]], ends: list[int], forward: bool) -> None:
    """A function is used only if its margins fit a lane in every position; it then refutes what its weights do."""
    words_agree(functions, ends, forward, 2)


@settings(max_examples=examples(50), deadline=None)
@given(st.lists(st.lists(st.integers(-40, 40), min_size=5, max_size=5), min_size=1, max_size=10), st.booleans(),
       st.sets(st.integers(0, 31), min_size=1, max_size=3))  # fmt: skip
def test_words_say_what_weights_say(functions: list[list[int]], forward: bool, ends: set[int]) -> None:
    """Functions packed into lanes refute the same positions as their weights; empty lanes refute none."""
    words_agree(functions, sorted(ends), forward, 5)


@pytest.mark.parametrize(
    ("values", "weights"),
    [
        ([0.5, -0.25, 1.0], [2, -1, 4]),
        ([0.33333333, 0.5], [2, 3]),
        ([1 / 997, 1 / 991], [991, 997]),
        ([1 / 997, 1 / 991, 1 / 2], [0, 0, 0]),
    ],
)
def test_weights_are_small_integers(values: list[float], weights: list[int]) -> None:
    """Fractions become the smallest integers in the same ratio; there are none if those get too large."""
    assert pagoda.integers(np.array(values)).tolist() == weights
