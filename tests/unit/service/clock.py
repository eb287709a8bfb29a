"""A clock that a test sets, in place of the module ``time``."""

from __future__ import annotations

import time


class Clock:
    """Monotonic time as a test says; the time of day as it is."""

    def __init__(self, now: float = 0.0) -> None:
        self.now = now

    def monotonic(self) -> float:
        """The time."""
        return self.now

    def time(self) -> float:
        """The time of day."""
        return time.time()
