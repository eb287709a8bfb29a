"""How often a client may ask: requests that take work, and searches begun, both counted in the store.

What is kept is read without being counted: a job, a solution, an answer to exactly the same request. A request that
has to be read, checked or drawn counts as one; a batch as one for every puzzle. Only a search that is begun counts
as a search. Counts begin anew with every minute of the clock. While the store is away every process counts for
itself.
"""

from __future__ import annotations

import math
import time

from flask import Response, g
from limits.storage import MemoryStorage, RedisStorage

from schemas.settings import Settings
from service.problems import Problem
from store import Store, StoreError

WINDOW_SECONDS = 60
AWAY_SECONDS = 1.0
"""A store that did not answer is not asked again for so long."""


class Rates:
    """The rates of one application."""

    def __init__(self, settings: Settings, store: Store) -> None:
        self._most = {"requests": settings.rate_requests, "searches": settings.rate_searches}
        policies = (f'"{name}";q={most};w={WINDOW_SECONDS}' for name, most in self._most.items())
        self._policy = ", ".join(policies)
        options = {"connection_pool": store.redis.connection_pool}
        self._shared = RedisStorage("redis://", key_prefix="fewest:1:rate", **options)
        self._own, self._away_until = MemoryStorage(), 0.0

    def work(self, cost: int = 1) -> None:
        """Count a request that takes work. Raises :class:`Problem` if the client has made its share."""
        self._count("requests", cost)

    def search(self) -> None:
        """Count a search about to be begun. Raises :class:`Problem` if the client has begun its share."""
        self._count("searches", 1)

    def _count(self, name: str, cost: int) -> None:
        most, (window, passed) = self._most[name], divmod(time.time(), WINDOW_SECONDS)
        count = self._counted(f"{name}/{g.client}/{window:.0f}", cost)
        seconds = math.ceil(WINDOW_SECONDS - passed)
        g.rates = g.get("rates", {}) | {name: f'"{name}";r={max(0, most - count)};t={seconds}'}
        if count > most:
            detail = f"{most} {name} per minute are allowed; this would be number {most + 1} or more."
            raise Problem("rate-limited", detail, {"Retry-After": str(seconds)})

    def _counted(self, key: str, cost: int) -> int:
        """Add to a count; what it is now."""
        if time.monotonic() >= self._away_until:
            try:
                return self._shared.incr(key, WINDOW_SECONDS, cost)
            except StoreError:
                self._away_until = time.monotonic() + AWAY_SECONDS
        return self._own.incr(key, WINDOW_SECONDS, cost)

    def tell(self, response: Response) -> None:
        """Say on an answer what the rates are, and what is left of those that were counted."""
        response.headers["RateLimit-Policy"] = self._policy
        if "rates" in g:
            response.headers["RateLimit"] = ", ".join(g.rates.values())
