"""Generators that are run slice by slice."""

from __future__ import annotations

from collections.abc import Generator

import pytest

from solver.slices import Run, finish


def halves(number: int) -> Generator[int, None, int]:
    """Halve a number as often as it can be; return what is left."""
    while number % 2 == 0:
        number //= 2
        yield number
    return number


def test_a_run_has_the_slices_and_then_the_value() -> None:
    """A run yields what the slices yield; only after the last does it have what they return."""
    run = Run(halves(12))
    for slices, left in enumerate(run, 1):
        assert (left, run.ended) == (12 >> slices, False)
    assert (run.ended, run.value) == (True, 3)


def test_a_run_that_is_left_has_no_value() -> None:
    """Whoever leaves before the end gets no value."""
    run = Run(halves(12))
    assert next(iter(run)) == 6
    assert not run.ended
    with pytest.raises(AttributeError):
        _ = run.value


def test_slices_are_run_to_their_end() -> None:
    """What they yield is dropped; what they return is the value."""
    assert finish(halves(12)) == finish(halves(3)) == 3
