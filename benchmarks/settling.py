"""Time for a service to settle before it is measured, and to stop."""

from __future__ import annotations

import os
import time

STOP_SECONDS = 300.0
"""A service that takes longer to stop hangs, on the busiest machine."""


def settle(seconds: float) -> None:
    """Wait; at most ``BENCHMARK_SETTLE_SECONDS``, where only whether a benchmark runs is of interest."""
    time.sleep(min(seconds, float(os.environ.get("BENCHMARK_SETTLE_SECONDS", "inf"))))
