"""Statistics of searches: their number, their outcomes, their times."""

from __future__ import annotations

from functools import partial
from itertools import accumulate
from typing import Any, NamedTuple

from fewest.store import keys
from fewest.store.damage import numbers

BUCKETS = ("0.01", "0.03", "0.1", "0.3", "1", "3", "10", "30", "100", "300", "1000", "3000")
"""Upper bounds of the buckets of histograms, in seconds; a last one has no bound."""

FLOATS = partial(numbers, float)

OUTCOMES = ("solved", "unsolvable", "stopped", "cancelled", "failed", "finished", "refused")
"""How a search may end; the last two are ends of tasks."""


class Histogram(NamedTuple):
    """Times: the number up to each bound, and their sum in seconds."""

    buckets: list[tuple[str, int]]
    sum: float


class Statistics:
    """The statistics in Redis. The scripts that start and finish a search count."""

    def __init__(self, redis: Any) -> None:
        self._redis = redis

    def created(self) -> int:
        """Number of searches ever created."""
        return self._redis.parse(keys.CREATED, self._redis.get(keys.CREATED) or 0, int) or 0

    def totals(self) -> dict[str, float]:
        """Number of ended searches by outcome, and the ``seconds`` and ``nodes`` they took."""
        return dict(self._redis.parse(keys.TOTALS, self._redis.hgetall(keys.TOTALS), FLOATS) or {})

    def histogram(self, name: str) -> Histogram:
        """The times that searches waited in the queue ("queue"), or from their first run to their end ("solve")."""
        found = self._redis.parse(keys.HISTOGRAMS, self._redis.hgetall(keys.HISTOGRAMS), FLOATS) or {}
        # Each time is stored in one bucket; in Prometheus a bucket has all below its bound.
        counts = accumulate(int(found.get(f"{name}:{bound}", 0)) for bound in (*BUCKETS, "+Inf"))
        return Histogram(list(zip((*BUCKETS, "+Inf"), counts, strict=True)), float(found.get(f"{name}:sum", 0.0)))
