"""Prometheus metrics: requests from the web processes, searches and the queue from the store."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from schemas.settings import Settings
from store import Store, StoreError

if TYPE_CHECKING:
    from prometheus_client import CollectorRegistry, Counter, Histogram
    from prometheus_client.metrics_core import Metric

BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)


TIMES = {
    "queue": "Time that searches waited in the queue.",
    "solve": "Time from the start of searches to their end.",
}
"""Histograms that the store keeps."""


class Metrics:
    """Counts requests, and writes all metrics for a scraper.

    The library decides when it is imported whether processes share their counts (PROMETHEUS_MULTIPROC_DIR), so it is
    imported in the functions.
    """

    def __init__(self, settings: Settings, store: Store) -> None:
        from prometheus_client import CollectorRegistry, Counter, Histogram

        self._settings, self._store = settings, store
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

        self._own_numberings = Counter(
            "fewest_own_numberings", "Puzzles without a canonical form.", ("reason",), registry=self._registry
        )

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
        """Count an answer: exact (a repeated request), hit, symmetry, or miss (a search)."""
        self._answers.labels(cache).inc()

    def count_own_numbering(self, reason: str) -> None:
        """Count a puzzle that keeps its own numbering: deadline (its graph is too hard) or busy (others are)."""
        self._own_numberings.labels(reason).inc()

    def write(self) -> bytes:
        """All metrics as text."""
        from prometheus_client import generate_latest

        return generate_latest(self._shared()) + generate_latest(self._stored())

    def _shared(self) -> CollectorRegistry:
        if "PROMETHEUS_MULTIPROC_DIR" not in os.environ:
            return self._registry
        from prometheus_client import CollectorRegistry
        from prometheus_client.multiprocess import MultiProcessCollector

        registry = CollectorRegistry()
        MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
        return registry

    def _stored(self) -> CollectorRegistry:
        from prometheus_client import CollectorRegistry

        registry = CollectorRegistry()
        registry.register(_StoreCollector(self._settings, self._store))
        return registry


class _StoreCollector:
    """Reads the metrics of the store and of the disk when they are scraped."""

    def __init__(self, settings: Settings, store: Store) -> None:
        self._settings, self._store = settings, store

    def collect(self) -> Iterator[Metric]:
        """Read the numbers."""
        from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily

        tables = [path.stat().st_size for path in Path(self._settings.data, "tables").rglob("*") if path.is_file()]
        yield GaugeMetricFamily("fewest_table_bytes", "Size of the tables on disk.", value=sum(tables))
        try:
            spent, depth, age = self._store.statistics.totals(), self._store.queue.depth(), self._store.oldest_seconds()
            workers, usage = self._store.queue.workers(), self._store.memory.usage()
            times = {name: self._store.statistics.histogram(name) for name in TIMES}
            webhooks = self._store.webhooks.totals()
        except StoreError:
            yield GaugeMetricFamily("fewest_store_up", "1 if the store answers, else 0.", value=0)
            return
        yield GaugeMetricFamily("fewest_store_up", "1 if the store answers, else 0.", value=1)
        yield GaugeMetricFamily("fewest_store_bytes", "Memory used in the store.", value=usage.bytes)
        yield GaugeMetricFamily("fewest_store_bytes_most", "Memory the store may use.", value=usage.most)
        yield GaugeMetricFamily("fewest_queue_searches", "Searches in the queue.", value=depth)
        yield GaugeMetricFamily("fewest_queue_oldest_seconds", "Age of the oldest search in the queue.", value=age)
        yield GaugeMetricFamily("fewest_workers", "Workers seen in the last half minute.", value=workers)
        yield CounterMetricFamily("fewest_search_seconds", "Time of ended searches.", value=spent.pop("seconds", 0.0))
        yield CounterMetricFamily("fewest_search_nodes", "Nodes of ended searches.", value=spent.pop("nodes", 0.0))
        outcomes = CounterMetricFamily("fewest_searches", "Ended searches by outcome.", labels=["outcome"])
        for outcome, number in sorted(spent.items()):
            outcomes.add_metric([outcome], number)
        yield outcomes
        for name, text in TIMES.items():
            yield HistogramMetricFamily(
                f"fewest_{name}_seconds", text, buckets=times[name].buckets, sum_value=times[name].sum
            )
        events = CounterMetricFamily("fewest_webhook_events", "Events by outcome.", labels=["outcome"])
        for outcome in ("delivered", "failed"):
            events.add_metric([outcome], webhooks.get(outcome, 0))
        yield events
        retries, waiting = webhooks.get("retries", 0), webhooks.get("waiting", 0)
        yield CounterMetricFamily("fewest_webhook_retries", "Attempts after which another follows.", value=retries)
        yield GaugeMetricFamily("fewest_webhook_events_waiting", "Events that are not delivered yet.", value=waiting)
