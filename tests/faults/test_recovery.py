"""Recovery: every part of `fewest up` comes back when it is killed, and what was lost meanwhile is found."""

from __future__ import annotations

import os
import signal
import subprocess

import pytest

from fewest.store import Store
from fewest.store.recovery import requeue
from tests.faults.endless import Workers, horse, queued, until_running
from tests.faults.parts import parts, ready, send
from tests.faults.test_random_kills import end_of, patiently
from tests.hang import until
from tests.integration.service import Service
from tests.integration.test_jobs import eight, hard
from tests.unit.workers.searches import loaded

STOPPED_SECONDS = 20
"""How long a part is stopped: longer than a search that does not report is waited for."""


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGSTOP], ids=["killed", "stopped"])
@pytest.mark.parametrize("name", ["server", "web", "web process", "workers", "worker", "reaper", "search"])
def test_every_part(victim: Service, name: str, number: signal.Signals) -> None:
    """While any part is killed, or stopped for 20 seconds, accepted jobs are kept, and end right."""
    until(lambda: ready(victim))
    job = victim.post({"puzzle": hard(51), "limits": {"seconds": 5}}).json()
    until(lambda: victim.client.get(job["links"]["self"]).json()["status"] == "running")
    before = parts(victim)[name]
    for pid in before:
        send(pid, number)
    if number == signal.SIGSTOP:
        with pytest.raises(subprocess.TimeoutExpired):
            victim.process.wait(STOPPED_SECONDS)
        for pid in before:
            send(pid, signal.SIGCONT)
    until(lambda: ready(victim))
    ended = end_of(victim.client, job)
    assert (ended["status"], ended["result"]["limit"]) == ("stopped", "seconds")
    asked = patiently(victim.client, "POST", "/v1/jobs", json={"puzzle": eight(52 + len(name) + number)}).json()
    assert end_of(victim.client, asked)["status"] == "solved"


def test_a_killed_search_has_no_more_limits(victim: Service) -> None:
    """If the process of a search is killed, the next run gets what is left of the limits."""
    until(lambda: ready(victim))
    limits = {"nodes": 10_000_000, "seconds": 3600}
    job = victim.post({"puzzle": hard(57), "limits": limits}).json()

    def spent() -> int:
        return int(victim.client.get(job["links"]["self"]).json().get("progress", {"nodes": 0})["nodes"])

    until(lambda: spent() > 3_000_000)
    for pid in parts(victim)["search"]:
        send(pid, signal.SIGKILL)
    assert spent() > 3_000_000
    nodes = end_of(victim.client, job)["result"]["statistics"]["nodes"]
    assert limits["nodes"] <= nodes <= 1.15 * limits["nodes"]


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
