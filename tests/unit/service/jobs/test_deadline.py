"""Deadlines: a time by a clock of their own."""

from __future__ import annotations

import math

from service.jobs.deadline import NONE, Deadline


def test_what_is_left_is_told_by_its_clock() -> None:
    """The time left is that from its clock's present time on, negative once it is over; without a deadline, endless."""
    times = iter([5.0, 7.5, 9.0])
    deadline = Deadline(8.0, lambda: next(times))
    assert [deadline.left for _ in range(3)] == [3.0, 0.5, -1.0]
    assert NONE.left == math.inf
