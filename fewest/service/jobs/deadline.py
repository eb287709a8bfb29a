"""Deadlines of requests that must be answered in time."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Deadline:
    """A time by a clock.

    Attributes
    ----------
    until
        The time, in seconds.
    clock
        Returns the time.
    """

    until: float = math.inf
    clock: Callable[[], float] = time.monotonic

    @property
    def left(self) -> float:
        """Seconds left; negative once it has passed."""
        return self.until - self.clock()


NONE = Deadline()
"""No deadline."""
