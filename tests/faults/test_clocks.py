"""Clocks: the wall clock of a whole machine, that of Redis too, is set by an hour while work of both lanes runs."""

from __future__ import annotations

import shutil
import struct
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from fewest.schemas.lanes import Lane
from fewest.store import connect
from fewest.workers.reaper import EVERY_SECONDS, LOST_SECONDS
from tests.conftest import serving
from tests.faults.neighbour import neighbour
from tests.faults.tasks import Task, long_tasks, tasks
from tests.faults.test_no_room import answered
from tests.hang import until
from tests.integration.service import Service
from tests.integration.test_jobs import hard
from tests.receiver import TO_THIS_MACHINE, Receiver

CC = shutil.which("cc")

pytestmark = [pytest.mark.slow, pytest.mark.skipif(not CC, reason="setting the clock of one service needs cc")]

HOUR = 3600

SetClock = Callable[[int], None]


@pytest.fixture
def machine(tmp_path: Path) -> Iterator[tuple[Service, SetClock]]:
    """A service all of whose processes have a clock that can be set, by seconds from the real one."""
    clock, library = tmp_path / "clock", tmp_path / "clock.so"
    source = Path(__file__).with_name("clock.c")
    subprocess.run([str(CC), "-shared", "-fPIC", "-o", str(library), str(source)], check=True)

    def set_clock(seconds: int) -> None:
        with clock.open("r+b") as file:
            file.write(struct.pack("@l", seconds))

    clock.write_bytes(struct.pack("@l", 0))
    preloaded = {"LD_PRELOAD": str(library), "TEST_CLOCK": str(clock), "FEWEST_RATE_SEARCHES": "5000"}
    with serving(tmp_path / "data", "--workers", "2", long_workers=1, **TO_THIS_MACHINE, **preloaded) as service:
        yield service, set_clock


def accepted(task: Task, service: Service) -> dict[str, Any]:
    """Submit it until it is accepted: a clock that is put forward ends the time of the workers' last heartbeats."""
    while not answered(answer := task.post(service), 200, 202):
        time.sleep(0.1)
    job: dict[str, Any] = answer.json()
    return job


@pytest.mark.parametrize("seconds", [HOUR, -HOUR], ids=["forwards", "backwards"])
def test_the_clock_is_set(machine: tuple[Service, SetClock], seconds: int) -> None:
    """No search is taken for lost, none is stuck, events are sent, limits recover, results are kept."""
    service, set_clock = machine
    store = connect(service.redis_url)
    hard_job = service.post({"puzzle": hard(77), "limits": {"seconds": 45}}).json()
    until(lambda: service.client.get(hard_job["links"]["self"]).json()["status"] == "running")
    known = [(task, service.end_of(task.post(service).json())) for task in tasks(1)]
    with Receiver() as receiver, neighbour(service):
        receiver.secret = store.webhooks.renew_secret("")
        open_ = [(task, task.post(service).json()) for task in [*long_tasks(), *tasks(2)]]
        until(lambda: store.queue.running(Lane.LONG))
        real = time.time()
        set_clock(seconds)
        until(lambda: abs(store.now() - real - seconds) < HOUR / 2)
        body = {"webhook": {"url": receiver.address}}
        events = [Task(task.noun, task.body | body, task.right) for task in tasks(3) if task.noun != "batches"]
        open_ += [(task, accepted(task, service)) for task in events if task.noun != "surveys"]
        for task, document in open_:
            assert task.is_right(service.end_of(document)), document
        until(lambda: service.client.get("/readyz").status_code == 200)
        receiver.wait(1)
        time.sleep(LOST_SECONDS + 2 * EVERY_SECONDS)  # whoever would be taken for lost is so by now
    ended = service.end_of(hard_job)
    assert (ended["status"], ended["result"]["limit"]) == ("stopped", "seconds")
    for _, document in known:
        assert service.client.get(document["links"]["self"]).json() == document
    log = "".join(path.read_text() for path in (service.data / "log").glob("*.log*"))
    assert "is queued again: its process" not in log
    assert "Traceback" not in log
