"""Random kills of workers while they share searches: no solution is lost or counted twice."""

from __future__ import annotations

import json
import signal
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from random import Random
from threading import Event
from typing import Any

import pytest

from fewest.schemas.lanes import Lane
from fewest.store import Store, connect, keys
from fewest.store.units import is_unit
from tests.conftest import serving
from tests.faults.parts import beside, parts, send
from tests.faults.test_random_kills import GIVEN_UP
from tests.hang import until
from tests.integration.service import Service

CASES = Path(__file__).parent.parent / "cases" / "slide_korf15.json"

COUNTS = {3: (59, 91), 17: (66, 9), 60: (66, 33), 88: (65, 67)}
"""Korf's 15-puzzles that take some seconds to count, by their number: length and number of solutions. The
lengths are Korf's (1985), the numbers those of the listings that an undivided breadth-first search makes."""

PAUSE_SECONDS = 1.0
"""Mean time between two kills."""

STOP_SECONDS = 20.0
"""A process that is stopped for this long is taken for lost; its late results must be ignored."""


@pytest.fixture(scope="module")
def sharing(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """A service whose searches are shared at once, with two workers in each lane."""
    data, settings = tmp_path_factory.mktemp("data"), {"FEWEST_SHARE_SECONDS": "0.05"}
    with serving(data, "--workers", "2", long_workers=2, **settings) as running:
        yield running


def store_of(service: Service) -> Store:
    """The store of a service."""
    return connect(service.redis_url, retry=True)


def whole(service: Service) -> bool:
    """Whether every worker that runs has a process for its searches, those of the quick lane at least."""
    found = parts(service)
    return 2 <= len(found.get("worker", [])) == len(found.get("search", []))


def kill_at_random(service: Service, random: Random, kills: int, hit: list[str], enough: Event) -> None:
    """Kill workers, or the processes of their searches; one in twenty is stopped until it is taken for lost.

    Every other kill waits a moment for a unit, which is done within a fraction of a second. If there are many kills,
    they go on until both owners of searches and units were hit, three times as many at most.
    """
    running = store_of(service).queue.running
    while not enough.wait(random.uniform(0.5, 1.5) * PAUSE_SECONDS):
        if len(hit) >= kills and (
            kills < 100 or len(hit) >= 3 * kills or len(set(map(is_unit, requeued(service)))) == 2
        ):
            return
        if random.random() < 0.5:
            unit_by = time.monotonic() + PAUSE_SECONDS
            while not running(Lane.LONG) and time.monotonic() < unit_by:
                enough.wait(0.01)
        name = random.choice(["worker", "search", "search", "search"])
        pids = parts(service).get(name)
        if not pids:
            continue
        hit.append(name)
        pid = random.choice(pids)
        if kills > 20 and random.random() < 0.05:
            send(pid, signal.SIGSTOP)
            enough.wait(STOP_SECONDS)
            send(pid, signal.SIGCONT)
        else:
            send(pid, signal.SIGKILL)


def requeued(service: Service) -> list[str]:
    """The ids of searches, and of units, that were queued again."""
    found = []
    for log in (service.data / "log").glob("*workers.log*"):
        for line in log.read_text(encoding="utf-8").splitlines():
            message = json.loads(line)["message"] if line.startswith("{") else ""
            if message.startswith("search ") and "is queued again: its process" in message:
                found.append(message.split()[1])
    return found


def solve(service: Service, store: Store, numbers: list[int], attempt: int) -> list[dict[str, Any]]:
    """Have solutions of several puzzles counted at once, although their numbers may be known already."""
    cases = json.loads(CASES.read_text(encoding="utf-8"))
    if known := list(store.redis.scan_iter(keys.VERSION + "answer:*")):
        store.redis.delete(*known)
    wanted = {"want": "count", "limits": {"seconds": 600 + attempt, "nodes": 10**12}}
    jobs = [service.post({"puzzle": cases[number - 1]["puzzle"], **wanted}).json() for number in numbers]
    return [service.end_of(job) for job in jobs]


def answer(job: dict[str, Any]) -> tuple[Any, Any]:
    """Length and number of solutions."""
    result = job.get("result", {})
    return result.get("length"), result.get("count")


@pytest.mark.parametrize("kills", [3, pytest.param(100, marks=pytest.mark.slow)], ids=["few", "hundred"])
def test_random_kills_of_workers(sharing: Service, kills: int) -> None:
    """Whatever is killed, lengths and numbers of solutions are exact."""
    store, random = store_of(sharing), Random(kills)
    until(lambda: whole(sharing) and store.queue.workers(Lane.LONG) == 2)
    hit, ended, given_up = list[str](), 0, 0
    with beside(partial(kill_at_random, sharing, random, kills, hit)) as killer:
        while killer.is_alive() or ended < len(COUNTS):
            numbers = random.sample(sorted(COUNTS), 2)
            for number, job in zip(numbers, solve(sharing, store, numbers, kills + ended), strict=True):
                ended += 1
                if job["status"] == "failed" and GIVEN_UP in str(job):
                    given_up += 1
                else:
                    assert (job["status"], answer(job)) == ("solved", COUNTS[number])
    until(lambda: whole(sharing))
    assert len(hit) >= kills
    assert given_up <= 1 + len(hit) / 20, "more searches than expected had their owner killed three times"
    if kills >= 100:
        assert len(set(map(is_unit, requeued(sharing)))) == 2, "neither only owners nor only units were killed"
