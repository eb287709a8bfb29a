"""Restarts: what we stop ourselves goes on, and what was given up disturbs nothing."""

from __future__ import annotations

import os
import signal

import pytest

from store import Store
from store.queue import Lane
from store.recovery import MAX_DEATHS, requeue
from tests.conftest import start, stop
from tests.faults.endless import Workers, end, horse, queued, until_running
from tests.faults.report import Report
from tests.hang import until
from tests.integration.service import Service
from tests.integration.test_jobs import hard
from tests.unit.workers.searches import loaded


def test_graceful_restarts_are_no_deaths(store: Store, workers: Workers, report: Report) -> None:
    """However often its worker is stopped and started again, a healthy search goes on."""
    search_id = queued(store)
    report.accepted = 1
    for _ in range(MAX_DEATHS + 1):
        report.broken()
        worker = workers.start()
        until_running(store, search_id)
        report.healed()
        end(worker)
        search = loaded(store, search_id)
        assert (search.status, search.deaths) == ("queued", 0)
        assert store.queue.position(search_id, search.run) == 0


GIVEN_UP = "It was begun 3 times and never ended; the last time its process was killed by hand."


def test_deaths_are_counted_apart_from_starts(store: Store) -> None:
    """Three deaths end a search, whatever else it went through; a run that had not started has not died."""
    search_id = queued(store)
    assert requeue(store, search_id)
    for _ in range(MAX_DEATHS - 1):
        store.searches.start(search_id)
        assert requeue(store, search_id, died=False)
        store.searches.start(search_id)
        assert requeue(store, search_id, cause="was killed by hand")
    store.searches.start(search_id)
    assert not requeue(store, search_id, cause="was killed by hand")
    search = loaded(store, search_id)
    assert (search.status, search.result["error"]) == ("failed", GIVEN_UP)


def test_death_of_an_abandoned_run_is_ignored(store: Store, workers: Workers) -> None:
    """If the process of a run that had been given up is killed, the run that replaced it goes on."""
    search_id = queued(store)
    first = workers.start()
    run = until_running(store, search_id).run
    os.kill(abandoned := horse(first), signal.SIGSTOP)
    assert requeue(store, search_id, run)
    workers.start()
    until(lambda: loaded(store, search_id).run == run + 2)
    os.kill(abandoned, signal.SIGKILL)
    other = queued(store, "other")  # taken by the first worker: it has dealt with the death by then
    until_running(store, other)
    search = loaded(store, search_id)
    assert (search.status, search.run, search.deaths) == ("running", run + 2, 1)
    assert store.queue.depth() == 0


def test_a_late_start_is_refused(store: Store) -> None:
    """A run that was queued before the search was queued again does not start."""
    search_id = queued(store)
    assert requeue(store, search_id)
    assert store.searches.start(search_id, 0) == 0
    assert store.searches.start(search_id, 1) == 2


def test_one_of_two_puts_back(store: Store) -> None:
    """If a worker and a reaper see the same death, the search is queued once, and one death is counted."""
    search_id = queued(store)
    store.queue.withdraw(search_id, 0, Lane.QUICK)
    run = store.searches.start(search_id)
    assert requeue(store, search_id, run)
    assert not requeue(store, search_id, run)
    assert (loaded(store, search_id).deaths, store.queue.depth()) == (1, 1)


def until_it_works(service: Service, place: str) -> int:
    """Wait until a job runs and has proven a bound; the bound."""
    until(lambda: (service.client.get(place).json().get("progress") or {}).get("lower_bound", 0) > 0)
    until(lambda: service.client.get(place).json()["status"] == "running")
    return int(service.client.get(place).json()["progress"]["lower_bound"])


@pytest.mark.slow
def test_restarts_of_everything(tmp_path_factory: pytest.TempPathFactory, report: Report) -> None:
    """A long job survives four graceful restarts of `fewest up`, and keeps the bound it has proven."""
    data = tmp_path_factory.mktemp("restarts")
    service = start(data)
    try:
        job = service.post({"puzzle": hard(41), "limits": {"seconds": 600}}).json()
        place = job["links"]["self"]
        report.accepted, bound = 1, 0
        for _ in range(MAX_DEATHS + 1):
            before, bound = bound, until_it_works(service, place)
            assert bound >= before
            stop(service)
            report.broken()
            service = start(data)
            until_it_works(service, place)
            report.healed()
    finally:
        stop(service)
