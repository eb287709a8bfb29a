"""Admission: which requests are served now. Rates of each client, room in the queue, requests held at once.

Only work is counted. Reading a job, a solution, or the answer to exactly the same request is free. A request that is
parsed, checked or drawn counts as one request; a batch counts one for every puzzle. A request that no known answer
answers counts as a search, even if it joins one under way. The counts are kept in the store; while it is away, every
process counts on its own.
"""

from __future__ import annotations

import threading
import time
from contextlib import suppress
from typing import Any

from flask import Flask, Response, g
from flask_limiter import Limiter, RateLimitExceeded, RequestLimit
from limits.storage import RedisStorage

from schemas.settings import Settings
from service.problems import STORE_FULL, STORE_FULL_HEADERS, Problem
from store import Store, StoreError, keys

WINDOW_SECONDS = 60


# KEYS counter; ARGV seconds to keep, amount
_COUNT = """
local count = redis.call('INCRBY', KEYS[1], ARGV[2])
if count == tonumber(ARGV[2]) then redis.call('EXPIRE', KEYS[1], ARGV[1]) end
return {count, redis.call('PTTL', KEYS[1])}
"""


class Counters(RedisStorage):  # type: ignore[misc, unused-ignore]
    """Counters in Redis. A request remembers what it has counted, so that its headers need not ask again."""

    STORAGE_SCHEME = ["counters"]

    def __init__(self, uri: str, **options: Any) -> None:
        super().__init__(uri, **options)
        self._count = self.storage.register_script(_COUNT)

    def incr(self, key: str, expiry: int, amount: int = 1) -> int:
        """Count, for ``expiry`` seconds from the first count on."""
        count, milliseconds = self._count(keys=[self.prefixed_key(key)], args=[expiry, amount])
        g.setdefault("windows", {})[key] = int(count), time.time() + milliseconds / 1000
        return int(count)

    def get(self, key: str) -> int:
        """The count."""
        return int(g.windows[key][0]) if key in g.get("windows", ()) else super().get(key)

    def get_expiry(self, key: str) -> float:
        """When the counter begins anew, in seconds since the epoch."""
        return float(g.windows[key][1]) if key in g.get("windows", ()) else super().get_expiry(key)


class Rates:
    """Rate limits of each client: requests that cost work, and searches begun."""

    def __init__(self, app: Flask, settings: Settings, store: Store) -> None:
        self._limits = {"requests": settings.rate_requests, "searches": settings.rate_searches}
        policies = (f'"{name}";q={limit};w={WINDOW_SECONDS}' for name, limit in self._limits.items())
        self._policy = ", ".join(policies)
        self._limiter = Limiter(
            lambda: str(g.client),
            storage_uri=f"{Counters.STORAGE_SCHEME[0]}://",
            storage_options={"connection_pool": store.redis.connection_pool},
            key_prefix=keys.RATE,
            in_memory_fallback_enabled=True,
        )
        # Registering the limiter here keeps it from checking every request, which would cost more than most
        # responses do: it is asked only where there is work.
        app.extensions.setdefault("limiter", set()).add(self._limiter)
        self._limiter.init_app(app)
        self._counters = {
            name: self._limiter.shared_limit(f"{limit} per minute", scope=name, cost=lambda: int(g.cost))
            for name, limit in self._limits.items()
        }

    def count_request(self, cost: int = 1) -> None:
        """Count a request that costs work. Raises :class:`Problem` if the client exceeds its rate."""
        self._count("requests", cost)

    def count_searches(self, number: int) -> tuple[int, Problem | None]:
        """Count searches about to begin.

        Returns
        -------
        allowed, refusal
            How many of them the client's rate allows, and why not all.
        """
        allowed = 0
        try:
            while allowed < number:
                counted = g.get("counted", {}).get("searches") if allowed else None
                step = max(1, min(number - allowed, counted.remaining)) if counted else 1
                self._count("searches", step)
                allowed += step
        except Problem as refusal:
            return allowed, refusal
        return allowed, None

    def _count(self, name: str, cost: int) -> None:
        g.cost = cost
        exceeded = False
        try:
            with self._counters[name]:
                pass
        except RateLimitExceeded:
            exceeded = True
        counted = self._limiter.current_limit
        if counted is not None:
            g.counted = g.get("counted", {}) | {name: counted}
        if exceeded:
            seconds = WINDOW_SECONDS if counted is None else max(1, counted.reset_at - int(g.began_at))
            detail = f"The limit of {self._limits[name]} {name} per minute is exceeded."
            raise Problem("rate-limited", detail, {"Retry-After": str(seconds)})

    def write_headers(self, response: Response) -> None:
        """Write the limits on a response, and what is left of those that the request counted to."""
        response.headers["RateLimit-Policy"] = self._policy
        if "counted" in g:
            with suppress(StoreError):
                response.headers["RateLimit"] = ", ".join(self._left(*each) for each in g.counted.items())

    @staticmethod
    def _left(name: str, counted: RequestLimit) -> str:
        """What is left of a limit. Only now is it read from the store: a batch counts a thousand times."""
        left, seconds = max(0, counted.remaining), max(0, counted.reset_at - int(g.began_at))
        return f'"{name}";r={left};t={seconds}'


class Admission:
    """What limits the work of one process.

    Attributes
    ----------
    waits, streams
        Places for requests held open. Each holds one of the process's connections, so their number is bounded.
    """

    def __init__(self, settings: Settings, store: Store, rates: Rates) -> None:
        self.rates = rates
        self.waits = threading.BoundedSemaphore(settings.waits)
        self.streams = threading.BoundedSemaphore(settings.streams)
        self._queue, self._max_queued, self._memory = store.queue, settings.queue_most, store.memory
        self._webhooks, self._max_webhooks = store.webhooks, settings.webhooks_most

    def check_store(self) -> None:
        """Raise :class:`Problem` if the store has no room for new work."""
        usage = self._memory.usage()
        if usage.full:
            detail = f"{usage.bytes} bytes are used; new work is accepted below {usage.full_at}. {STORE_FULL}"
            raise Problem("store-full", detail, STORE_FULL_HEADERS)

    def queue_room(self, number: int) -> tuple[int, Problem | None]:
        """How many of a number of searches would find room and a worker if queued now, and why not all."""
        queued, workers = self._queue.room()
        room = max(0, self._max_queued - queued)
        if not room:
            detail = f"{queued} searches are queued; the limit is {self._max_queued}."
            return 0, Problem("queue-full", detail, {"Retry-After": "30"})
        if workers == 0:
            return 0, Problem("no-worker", "Try again later.", {"Retry-After": "30"})
        if room < number:
            detail = f"{queued} searches and those before it are queued; the limit is {self._max_queued}."
            return room, Problem("queue-full", detail, {"Retry-After": "30"})
        return number, None

    def check_webhooks(self, number: int) -> None:
        """Raise :class:`Problem` if there is no room for a number of webhooks."""
        registered = self._webhooks.registered()
        if registered + number > self._max_webhooks:
            detail = f"{registered} webhooks are not over; the limit is {self._max_webhooks}."
            raise Problem("webhooks-full", detail, {"Retry-After": "60"})
