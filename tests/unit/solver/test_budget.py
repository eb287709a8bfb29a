"""The running totals of a search."""

from __future__ import annotations

import pytest

from solver.budget import Budget
from solver.model import Progress


def test_bytes_are_reserved_up_to_the_limit() -> None:
    """All bytes of the limit can be reserved, not one more; what is released can be reserved again."""
    budget = Budget(10)
    budget.reserve(4)
    budget.reserve(6)
    with pytest.raises(MemoryError):
        budget.reserve(1)
    assert budget.bytes == 10
    budget.release(6)
    budget.reserve(5)
    assert budget.progress().bytes == 9


def test_the_bound_never_falls() -> None:
    """A smaller bound than the one proven changes nothing."""
    budget = Budget(0)
    for bound in (3, 1, 4, 2):
        budget.raise_bound(bound)
    assert budget.progress().lower_bound == 4


def test_progress_says_what_was_spent_and_found() -> None:
    """Progress names the bound, the nodes, the bytes held now, and the best solution so far."""
    budget = Budget(10)
    assert budget.progress() == Progress(0, 0, 0, None)
    budget.reserve(3)
    budget.raise_bound(2)
    budget.nodes, budget.best = 7, ((0, 1), (1, 2))
    assert budget.progress() == Progress(2, 7, 3, ((0, 1), (1, 2)))
