"""Time for a service to settle before it is measured."""

from __future__ import annotations

import os
import time


def settle(seconds: float) -> None:
    """Wait; at most ``BENCHMARK_SETTLE_SECONDS``, where only whether a benchmark runs is of interest."""
    time.sleep(min(seconds, float(os.environ.get("BENCHMARK_SETTLE_SECONDS", "inf"))))
