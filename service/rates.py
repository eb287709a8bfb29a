"""How often a client may ask: requests, counted by every process for itself, and searches, counted in the store.

Reading what is kept costs a request; so does an answer that is known. Only a search that is begun counts as one.
"""

from __future__ import annotations

from collections.abc import Iterable

from flask import Flask, Response, g, request
from flask_limiter import ApplicationLimit, Limiter, RateLimitExceeded
from flask_limiter import RequestLimit as Count

from schemas.settings import Settings
from service.problems import Problem
from store import Store

WINDOW_SECONDS = 60
FREE = ("/livez", "/readyz", "/metrics", "/static/", "/docs/")


class Rates:
    """The rates of one application."""

    def __init__(self, app: Flask, settings: Settings, store: Store) -> None:
        self._most = {"requests": settings.rate_requests, "searches": settings.rate_searches}
        self._requests = Limiter(
            _client,
            storage_uri="memory://",
            application_limits=[ApplicationLimit(f"{settings.rate_requests} per minute")],
        )
        self._requests.request_filter(lambda: request.path.startswith(FREE))
        self._requests.init_app(app)
        rate = f"{settings.rate_searches} per minute"
        self._searches = Limiter(
            _client,
            storage_uri="redis://",
            storage_options={"connection_pool": store.redis.connection_pool},
            key_prefix="fewest:1:rate",
            in_memory_fallback=[rate],
            in_memory_fallback_enabled=True,
        )
        self._searches.init_app(app)
        self._search = self._searches.shared_limit(rate, scope="searches")

    def search(self) -> None:
        """Count a search about to be begun.

        Raises
        ------
        Problem
            If the client has begun its share.
        """
        g.searched = True
        try:
            with self._search:
                pass
        except RateLimitExceeded as error:
            raise exceeded(error) from None

    def tell(self, response: Response) -> None:
        """Say on an answer what the rates are, and what is left of those that counted."""
        policies = (f'"{name}";q={most};w={WINDOW_SECONDS}' for name, most in self._most.items())
        response.headers["RateLimit-Policy"] = ", ".join(policies)
        counted = [("requests", self._requests.current_limits)]
        counted += [("searches", self._searches.current_limits)] if "searched" in g else []
        left = [_left(name, counts) for name, counts in counted if counts]
        if left:
            response.headers["RateLimit"] = ", ".join(left)


def _left(name: str, counts: Iterable[Count]) -> str:
    count = next(iter(counts))
    seconds = max(0, count.reset_at - int(g.began_at))
    return f'"{name}";r={max(0, count.remaining)};t={seconds}'


def exceeded(error: RateLimitExceeded) -> Problem:
    """What a client that asked too often is told."""
    noun = "searches" if error.limit is not None and error.limit.scope == "searches" else "requests"
    most = 0 if error.limit is None else error.limit.limit.amount
    detail = f"{most} {noun} per minute are allowed; this would be number {most + 1} or more."
    return Problem("rate-limited", detail, {"Retry-After": str(WINDOW_SECONDS)})


def _client() -> str:
    return str(g.client)
