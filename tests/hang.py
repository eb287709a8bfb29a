"""How long tests wait: until what has to come is there. Nothing here or elsewhere depends on a machine's speed."""

from __future__ import annotations

import time
from collections.abc import Callable

HANG_SECONDS = 300.0
"""The margin of all waits: only a hang takes longer, on the busiest machine."""


def until(done: Callable[[], object], seconds: float = HANG_SECONDS) -> None:
    """Wait until ``done()``; fail if it hangs."""
    end_at = time.monotonic() + seconds
    while not done():
        assert time.monotonic() < end_at, f"not done after {seconds} s"
        time.sleep(0.05)
