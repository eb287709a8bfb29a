"""Statistics of searches: how many there were, how they ended, how long they took."""

from __future__ import annotations

from itertools import accumulate
from typing import Any, NamedTuple

from store import keys

BUCKETS = ("0.01", "0.03", "0.1", "0.3", "1", "3", "10", "30", "100", "300", "1000", "3000")
"""Upper bounds of the buckets of histograms, in seconds; a last one has no bound."""

OBSERVE = f"""
local function observe(name, seconds)
  local bucket = '+Inf'
  for _, most in ipairs({{{", ".join(f"'{bound}'" for bound in BUCKETS)}}}) do
    if seconds <= tonumber(most) then bucket = most break end
  end
  redis.call('HINCRBY', '{keys.HISTOGRAMS}', name .. ':' .. bucket, 1)
  redis.call('HINCRBYFLOAT', '{keys.HISTOGRAMS}', name .. ':sum', seconds)
end
"""
"""Function for scripts: count a time in a histogram."""


class Histogram(NamedTuple):
    """Times: how many were at most as long as each bound, and their sum in seconds."""

    buckets: list[tuple[str, int]]
    sum: float


class Statistics:
    """The statistics in Redis. The scripts of :mod:`store.searches` count."""

    def __init__(self, redis: Any) -> None:
        self._redis = redis

    def created(self) -> int:
        """Number of searches ever created."""
        return int(self._redis.get(keys.CREATED) or 0)

    def totals(self) -> dict[str, float]:
        """Number of ended searches by outcome, and the ``seconds`` and ``nodes`` they took."""
        return {name.decode(): float(number) for name, number in self._redis.hgetall(keys.TOTALS).items()}

    def histogram(self, name: str) -> Histogram:
        """The times that searches waited in the queue ("queue"), or from their first run to their end ("solve")."""
        found = {name.decode(): number for name, number in self._redis.hgetall(keys.HISTOGRAMS).items()}
        counts = accumulate(int(found.get(f"{name}:{bound}", 0)) for bound in (*BUCKETS, "+Inf"))
        return Histogram(list(zip((*BUCKETS, "+Inf"), counts, strict=True)), float(found.get(f"{name}:sum", 0.0)))
