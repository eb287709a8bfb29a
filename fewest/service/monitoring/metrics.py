"""Prometheus metrics: requests counted by the web processes, and values read at each scrape."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import TYPE_CHECKING

from fewest.config.settings import Settings
from fewest.service.monitoring.metric_files import METRICS
from fewest.service.monitoring.process_metrics import ProcessesCollector
from fewest.service.monitoring.stored_metrics import StoreCollector
from fewest.store import Store

if TYPE_CHECKING:
    from prometheus_client import CollectorRegistry, Counter, Histogram

BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)

ORIGINS = ("exact", "hit", "symmetry", "miss")
"""Origin of an answer: a repeated request, a stored answer, that of an equivalent puzzle, or a search."""

REASONS = ("deadline", "busy")
"""Why a puzzle has no canonical form: its graph is too hard, or too many others are being computed."""

FAILURES = (500, 503)
"""Statuses of requests that fail although they could have been answered."""


class Metrics:
    """Counts requests, and writes all metrics for a scraper.

    The library decides when it is imported whether processes share their counts (``METRICS``), so it is
    imported in the functions.
    """

    def __init__(self, settings: Settings, store: Store) -> None:
        from prometheus_client import CollectorRegistry, Counter, Histogram

        self._settings = settings
        self._store = store
        self._registry = CollectorRegistry()
        labels = ("method", "route", "status")
        self._requests = Counter("fewest_requests", "HTTP requests.", labels, registry=self._registry)
        self._latency = Histogram(
            "fewest_request_seconds", "Time to the response.", ("route",), buckets=BUCKETS, registry=self._registry
        )
        self._counted: dict[tuple[str, str, int], tuple[Counter, Histogram]] = {}
        self._answers = Counter(
            "fewest_answers", "Answers to POST /v1/jobs by their origin.", ("cache",), registry=self._registry
        )
        self._origins = {cache: self._answers.labels(cache) for cache in ORIGINS}
        self._uncanonical = Counter(
            "fewest_uncanonical_puzzles", "Puzzles without a canonical form.", ("reason",), registry=self._registry
        )
        for reason in REASONS:
            self._uncanonical.labels(reason)
        self._refusals = Counter(
            "fewest_computations_refused", "Requests for which no place to compute was free.", registry=self._registry
        )

    def expect_failures(self, routes: Iterable[tuple[str, str]]) -> None:
        """Begin to count the failures of each method and route, so that ``increase`` sees the first failure."""
        for method, route in routes:
            for status in FAILURES:
                self._requests.labels(method, route, str(status))

    def count_request(self, method: str, route: str, status: int, seconds: float) -> None:
        """Count a request."""
        counted = self._counted.get((method, route, status))
        if counted is None:
            counted = self._requests.labels(method, route, str(status)), self._latency.labels(route)
            self._counted[method, route, status] = counted
        requests, latency = counted
        requests.inc()
        latency.observe(seconds)

    def count_answer(self, cache: str) -> None:
        """Count an answer, by one of :data:`ORIGINS`."""
        self._origins[cache].inc()

    def count_uncanonical(self, reason: str) -> None:
        """Count a puzzle that has no canonical form in time, by one of :data:`REASONS`."""
        self._uncanonical.labels(reason).inc()

    def count_refused_computation(self) -> None:
        """Count a request that was refused because too many others are being computed."""
        self._refusals.inc()

    def write(self) -> bytes:
        """All metrics as text."""
        from prometheus_client import generate_latest

        return generate_latest(self._shared()) + generate_latest(self._read())

    def _shared(self) -> CollectorRegistry:
        if METRICS not in os.environ:
            return self._registry
        from prometheus_client import CollectorRegistry
        from prometheus_client.multiprocess import MultiProcessCollector

        registry = CollectorRegistry()
        MultiProcessCollector(registry)
        return registry

    def _read(self) -> CollectorRegistry:
        from prometheus_client import CollectorRegistry

        registry = CollectorRegistry()
        registry.register(ProcessesCollector())
        registry.register(StoreCollector(self._settings, self._store))
        return registry
