"""The running totals of a search."""

from __future__ import annotations

import pytest

from fewest.solver.budget import Budget


def test_bytes_are_reserved_up_to_the_limit() -> None:
    """Bytes are reserved up to the limit; released ones can be reserved again."""
    budget = Budget(10)
    budget.reserve(4)
    budget.reserve(6)
    with pytest.raises(MemoryError):
        budget.reserve(1)
    assert budget.bytes == 10
    budget.release(6)
    budget.reserve(5)
    assert budget.progress().bytes == 9
