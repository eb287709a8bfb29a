"""Metrics shared by all hosts, read at each scrape: searches, lanes, webhooks and the store itself.

Every series starts with 0, so that ``increase`` sees the first event.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from fewest.config.settings import Settings
from fewest.schemas.lanes import Missing
from fewest.solver.quota import taken
from fewest.store import Store, StoreError, keys
from fewest.store.statistics import OUTCOMES, Histogram

if TYPE_CHECKING:
    from prometheus_client.metrics_core import CounterMetricFamily, GaugeMetricFamily, Metric

TIMES = {
    "queue": "Time that searches waited in the queue.",
    "solve": "Time from the start of searches to their end.",
}
"""Histograms that the store keeps."""

WEBHOOK_OUTCOMES = ("delivered", "failed")


class StoreCollector:
    """Reads the metrics of the store and of the disk."""

    def __init__(self, settings: Settings, store: Store) -> None:
        self._settings = settings
        self._store = store

    def collect(self) -> Iterator[Metric]:
        """Read the numbers; without the store, only those of the disk."""
        from prometheus_client.core import GaugeMetricFamily

        with suppress(OSError):  # the process may be out of files, which an alert finds in the metrics below
            tables = taken(self._settings.tables)
            yield GaugeMetricFamily("fewest_table_bytes", "Size of the tables on disk.", value=tables)
        most = float(self._settings.tables_bytes)
        yield GaugeMetricFamily("fewest_table_bytes_max", "Quota of the tables on disk.", value=most)
        try:
            found = [*self._searches(), *self._lanes(), *self._memory(), *self._webhooks()]
        except StoreError:
            found = []
        yield GaugeMetricFamily("fewest_store_up", "1 if the store answers, else 0.", value=int(bool(found)))
        yield from found

    def _searches(self) -> Iterator[Metric]:
        from prometheus_client.core import CounterMetricFamily, HistogramMetricFamily

        totals = self._store.statistics.totals()
        ended = {outcome: totals.get(outcome, 0) for outcome in OUTCOMES}
        yield _counters("fewest_searches", "Ended searches by outcome.", "outcome", ended)
        for unit in ("seconds", "nodes"):
            yield CounterMetricFamily(
                f"fewest_search_{unit}", f"{unit.title()} of ended searches.", value=totals.get(unit, 0)
            )
        for name, text in TIMES.items():
            times: Histogram = self._store.statistics.histogram(name)
            yield HistogramMetricFamily(f"fewest_{name}_seconds", text, buckets=times.buckets, sum_value=times.sum)

    def _lanes(self) -> Iterator[Metric]:
        from prometheus_client.core import GaugeMetricFamily

        states = self._store.lanes()
        workers = {lane: state.workers for lane, state in states.items()}
        yield _gauges("fewest_workers", "Workers seen in the last half minute.", workers)
        versions = self._store.queue.worker_versions()
        yield _gauges("fewest_worker_builds", "Workers by their versions.", versions, "version")
        queued = {lane: state.queued for lane, state in states.items()}
        yield _gauges("fewest_queue_searches", "Searches that wait.", queued)
        waited = {lane: state.oldest_seconds for lane, state in states.items()}
        yield _gauges("fewest_queue_oldest_seconds", "How long the next search has waited.", waited)
        stalled = GaugeMetricFamily(
            "fewest_lane_stalled", "1 if no worker takes the lane's searches, else 0.", labels=["lane", "missing"]
        )
        for lane, state in states.items():
            for missing in Missing:
                stalled.add_metric([lane, missing], state.missing is missing)
        yield stalled

    def _memory(self) -> Iterator[Metric]:
        from prometheus_client.core import GaugeMetricFamily

        usage = self._store.memory.usage()
        yield GaugeMetricFamily("fewest_store_bytes", "Memory used in the store.", value=usage.bytes)
        yield GaugeMetricFamily("fewest_store_bytes_max", "Memory the store may use.", value=usage.most)
        damaged = dict.fromkeys(keys.KINDS, 0) | self._store.memory.damaged()
        yield _counters("fewest_damaged_values", "Stored values that were damaged, by kind.", "kind", damaged)

    def _webhooks(self) -> Iterator[Metric]:
        from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily

        totals = self._store.webhooks.totals()
        events = {outcome: totals.get(outcome, 0) for outcome in WEBHOOK_OUTCOMES}
        yield _counters("fewest_webhook_events", "Events by outcome.", "outcome", events)
        retries, waiting = totals.get("retries", 0), totals.get("waiting", 0)
        yield CounterMetricFamily("fewest_webhook_retries", "Attempts after which another follows.", value=retries)
        yield GaugeMetricFamily("fewest_webhook_events_pending", "Events that are not delivered yet.", value=waiting)


def _counters(name: str, text: str, label: str, numbers: Mapping[str, float]) -> CounterMetricFamily:
    from prometheus_client.core import CounterMetricFamily

    family = CounterMetricFamily(name, text, labels=[label])
    for value, number in sorted(numbers.items()):
        family.add_metric([value], number)
    return family


def _gauges(name: str, text: str, numbers: Mapping[Any, float], label: str = "lane") -> GaugeMetricFamily:
    """A metric with a series of each value of a label."""
    from prometheus_client.core import GaugeMetricFamily

    family = GaugeMetricFamily(name, text, labels=[label])
    for value, number in numbers.items():
        family.add_metric([value], number)
    return family
