"""Metrics: all series are there from the start, and each web process is reported."""

from __future__ import annotations

import os
import platform
from importlib.metadata import version
from pathlib import Path

from flask.testing import FlaskClient
from prometheus_client.parser import text_string_to_metric_families

from fewest.config.settings import Settings
from fewest.config.version import full_version
from fewest.schemas.lanes import Lane
from fewest.service.monitoring.metric_files import counting_processes
from fewest.store import Store, connect, keys
from fewest.wsgi import create_app
from tests.unit.service.worker import client_of
from tests.unit.store.queued import wait, workers

Series = dict[tuple[str, frozenset[tuple[str, str]]], float]


def scrape(client: FlaskClient) -> Series:
    families = text_string_to_metric_families(client.get("/metrics").text)
    return {(each.name, frozenset(each.labels.items())): each.value for family in families for each in family.samples}


def values(series: Series, name: str, label: str) -> dict[str, float]:
    return {dict(labels)[label]: value for (found, labels), value in series.items() if found == name}


def test_counters_begin_with_zero(store: Store) -> None:
    """Before anything has happened, all that may be counted is there with 0, so that the first one is an increase."""
    series = scrape(client_of(store))
    found = {
        name: values(series, f"fewest_{name}_total", label)
        for name, label in (
            ("searches", "outcome"),
            ("answers", "cache"),
            ("uncanonical_puzzles", "reason"),
            ("damaged_values", "kind"),
            ("webhook_events", "outcome"),
            ("requests", "status"),
        )
    }
    assert {name: set(numbers) for name, numbers in found.items()} == {
        "searches": {"solved", "unsolvable", "stopped", "cancelled", "failed", "finished", "refused"},
        "answers": {"exact", "hit", "symmetry", "miss"},
        "uncanonical_puzzles": {"deadline", "busy"},
        "damaged_values": set(keys.KINDS),
        "webhook_events": {"delivered", "failed"},
        "requests": {"500", "503"},
    }
    assert {value for numbers in found.values() for value in numbers.values()} == {0}
    failures = {labels for name, labels in series if name == "fewest_requests_total"}
    for method, route in (("POST", "/v1/jobs"), ("GET", "/v1/jobs"), ("DELETE", "/v1/jobs/<job_id>"), ("GET", "/")):
        assert frozenset({"method": method, "route": route, "status": "500"}.items()) in failures
    for name in ("search_seconds", "search_nodes", "computations_refused", "webhook_retries"):
        assert series[f"fewest_{name}_total", frozenset()] == 0


def test_lanes_have_metrics_of_their_own(store: Store, client: FlaskClient) -> None:
    """Workers, searches, waits and what is missing are those of each lane; versions are those of all workers."""
    wait(store, Lane.LONG, 1000)
    workers(store, Lane.LONG, "idle", "busy")
    series = scrape(client)
    assert values(series, "fewest_workers", "lane") == {"quick": 1, "long": 2}
    assert values(series, "fewest_queue_searches", "lane") == {"quick": 0, "long": 1}
    waits = values(series, "fewest_queue_oldest_seconds", "lane")
    assert waits["quick"] == 0
    assert waits["long"] >= 1000
    store.presence.report_standby(["standby"], Lane.LONG)
    assert values(scrape(client), "fewest_worker_builds", "version") == {"1": 1, full_version(): 1}
    lacking = [labels for (name, labels), value in series.items() if name == "fewest_lane_stalled" and value]
    assert lacking == [frozenset({"lane": "long", "missing": "progress"}.items())]


def test_without_the_store(tmp_path: Path) -> None:
    """While Redis does not answer, that is reported, and nothing that would have to be guessed."""
    absent = connect(f"unix://{tmp_path}/none.sock")
    series = scrape(create_app(Settings(data=tmp_path), absent).test_client())
    assert series["fewest_store_up", frozenset()] == 0
    assert series["fewest_table_bytes", frozenset()] == 0
    assert values(series, "fewest_workers", "lane") == {}


def test_versions_and_processes(store: Store) -> None:
    """The versions of everything that decides how the service behaves, and what the process takes."""
    series = scrape(client_of(store))
    (labels,) = [dict(labels) for name, labels in series if name == "fewest_build_info"]
    assert labels["version"] == full_version()
    assert labels["python"] == platform.python_version()
    assert labels["rq"] == version("rq")
    for name in ("process_open_fds", "process_resident_memory_bytes", "process_cpu_seconds_total"):
        assert set(values(series, name, "pid")) == {str(os.getpid())}
        assert min(values(series, name, "pid").values()) > 0


def test_processes_that_count(tmp_path: Path) -> None:
    """Processes of the folder of counts are those whose files are there and that are alive."""
    for name in (f"counter_{os.getpid()}.db", "counter_4194305.db", f"histogram_{os.getpid()}.db", "other"):
        (tmp_path / name).touch()
    assert counting_processes(tmp_path) == [os.getpid()]
