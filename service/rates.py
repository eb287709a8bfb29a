"""How often a client may ask: requests that take work, and searches begun, both counted in the store.

What is kept is read without being counted: a job, a solution, an answer to exactly the same request. A request that
has to be read, checked or drawn counts as one; a batch as one for every puzzle. Only a search that is begun counts
as a search. While the store is away every process counts for itself.
"""

from __future__ import annotations

from flask import Flask, Response, g
from flask_limiter import Limiter, RateLimitExceeded

from schemas.settings import Settings
from service.problems import Problem
from store import Store, keys

WINDOW_SECONDS = 60


class Rates:
    """The rates of one application."""

    def __init__(self, app: Flask, settings: Settings, store: Store) -> None:
        self._most = {"requests": settings.rate_requests, "searches": settings.rate_searches}
        policies = (f'"{name}";q={most};w={WINDOW_SECONDS}' for name, most in self._most.items())
        self._policy = ", ".join(policies)
        self._limiter = Limiter(
            lambda: str(g.client),
            storage_uri="redis://",
            storage_options={"connection_pool": store.redis.connection_pool},
            key_prefix=keys.RATE,
            in_memory_fallback=[f"{settings.rate_requests} per minute"],
            in_memory_fallback_enabled=True,
        )
        # An application that has a limiter already is not made to ask it before every request, which would cost
        # more than most answers do: here it is asked where there is work.
        app.extensions.setdefault("limiter", set()).add(self._limiter)
        self._limiter.init_app(app)
        self._limits = {
            name: self._limiter.shared_limit(f"{most} per minute", scope=name, cost=lambda: int(g.cost))
            for name, most in self._most.items()
        }

    def work(self, cost: int = 1) -> None:
        """Count a request that takes work. Raises :class:`Problem` if the client has made its share."""
        self._count("requests", cost)

    def search(self) -> None:
        """Count a search about to be begun. Raises :class:`Problem` if the client has begun its share."""
        self._count("searches", 1)

    def _count(self, name: str, cost: int) -> None:
        g.cost = cost
        refused = None
        try:
            with self._limits[name]:
                pass
        except RateLimitExceeded:
            most = self._most[name]
            refused = f"{most} {name} per minute are allowed; this would be number {most + 1} or more."
        if self._limiter.current_limit is not None:
            count = self._limiter.current_limit
            left, seconds = max(0, count.remaining), max(0, count.reset_at - int(g.began_at))
            g.rates = g.get("rates", {}) | {name: f'"{name}";r={left};t={seconds}'}
            if refused is not None:
                raise Problem("rate-limited", refused, {"Retry-After": str(max(1, seconds))})
        elif refused is not None:
            raise Problem("rate-limited", refused, {"Retry-After": str(WINDOW_SECONDS)})

    def tell(self, response: Response) -> None:
        """Say on an answer what the rates are, and what is left of those that were counted."""
        response.headers["RateLimit-Policy"] = self._policy
        if "rates" in g:
            response.headers["RateLimit"] = ", ".join(g.rates.values())
