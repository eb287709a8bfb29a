"""Memory: running searches stay together within what the machine has, and one that exceeds its own ends alone."""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Iterator
from contextlib import suppress
from multiprocessing.process import BaseProcess
from pathlib import Path

import pytest

from fewest.schemas.lanes import Lane
from fewest.store import Store, keys
from fewest.store.recovery import requeue_lost
from fewest.workers import admission, runs
from tests.faults.endless import Workers, end, queued, until_running
from tests.hang import HANG_SECONDS, until
from tests.processes import children
from tests.unit.workers.searches import loaded
from tests.unit.workers.test_worker import GREEDY, KILLED, TOO_LARGE


def waiting(store: Store, workers: Workers) -> tuple[str, str, BaseProcess]:
    """A search that runs, one that waits until the first leaves it memory, and the worker of that one."""
    first = queued(store, "first")
    workers.start(1_500_000_000)
    until_running(store, first)
    second = queued(store, "second")
    worker = workers.start(1_500_000_000)
    until(lambda: loaded(store, second).heartbeat is not None)
    return first, second, worker


def test_the_next_search_waits(store: Store, workers: Workers) -> None:
    """A search that does not fit now is queued, not lost, until another ends; then it runs."""
    first, second, _ = waiting(store, workers)
    store.redis.hset(keys.search(second), "heartbeat", "1.0")
    until(lambda: loaded(store, second).heartbeat != 1.0)
    assert requeue_lost(store, 15.0) == 0
    assert loaded(store, second).status == "queued"
    store.searches.remove_job(first, "first")
    until_running(store, second)


def test_what_waits_for_memory_holds_nobody(store: Store, workers: Workers) -> None:
    """A worker puts back a search that there is no memory for when others wait, and runs those that fit."""
    waiting(store, workers)
    queued(store, "third")
    until_running(store, queued(store, "small", bytes=10**6))


def test_what_waits_too_long_for_memory_moves_to_the_long_lane(
    store: Store, workers: Workers, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A search that has waited too long for memory moves to the long lane, if that has a worker."""
    store.redis.sadd("rq:workers:fewest-long", "rq:worker:long")
    store.redis.hset("rq:worker:long", "birth", "")
    monkeypatch.setitem(admission.OVERTAKEN_SECONDS, Lane.QUICK, 0.0)
    _, second, _ = waiting(store, workers)
    until(lambda: loaded(store, second).lane == Lane.LONG)
    search = loaded(store, second)
    assert (search.status, search.deaths, search.short_since is not None) == ("queued", 0, True)
    until(lambda: store.queue.position(second, search.run, Lane.LONG) == 0)


def test_a_waiting_search_is_cancelled(store: Store, workers: Workers) -> None:
    """A search that waits for memory can be cancelled, and its worker takes the next one."""
    _, second, _ = waiting(store, workers)
    store.searches.remove_job(second, "second")
    until(lambda: loaded(store, second).status == "cancelled")
    until_running(store, queued(store, "small", bytes=10**6))


def test_a_worker_that_waits_is_stopped(store: Store, workers: Workers) -> None:
    """A worker that is stopped while its search waits for memory puts it back, as the next one to run."""
    _, second, process = waiting(store, workers)
    end(process)
    search = loaded(store, second)
    assert (search.status, search.deaths, store.queue.position(second, search.run)) == ("queued", 0, 0)


def test_larger_than_the_machine(store: Store, workers: Workers, monkeypatch: pytest.MonkeyPatch) -> None:
    """A search that needs more than the machine has fails, and its client reads both numbers."""
    monkeypatch.setenv("FEWEST_MACHINE_BYTES", "500000000")
    monkeypatch.setattr(runs, "SPARE_BYTES", 0)
    search_id = queued(store, bytes=9 * 10**9, nodes=TOO_LARGE)
    workers.start(500_000_000)
    until(lambda: loaded(store, search_id).status == "failed")
    error = loaded(store, search_id).result["error"]
    assert "500000000" in error
    assert "9000000000" in error


@pytest.fixture
def cgroup() -> Iterator[Path]:
    """A memory cgroup of at most 350 MB, of either version; it ends with the processes in it."""
    first = Path("/sys/fs/cgroup/memory")
    root, limit = (first, "memory.limit_in_bytes") if first.exists() else (first.parent, "memory.max")
    folder = root / f"fewest-{os.getpid()}"
    try:
        folder.mkdir()
        (folder / limit).write_text("350000000")
    except OSError:
        with suppress(OSError):
            folder.rmdir()
        pytest.skip("no memory cgroup can be made here: run as root")
    yield folder
    until(lambda: not (folder / "cgroup.procs").read_text())
    folder.rmdir()


def test_memory_of_the_cgroup_runs_out(store: Store, cgroup: Path, workers: Workers) -> None:
    """When a cgroup runs out of memory, the system kills the greedy search, not its worker or neighbour."""
    neighbour = queued(store, "neighbour")
    started = [workers.start()]
    until_running(store, neighbour)
    started.append(workers.start())
    for each in started:
        (cgroup / "cgroup.procs").write_text(str(each.pid))  # with all that it starts from now on
        for process in children(each.pid):
            (cgroup / "cgroup.procs").write_text(str(process))
    search_id = queued(store, nodes=GREEDY, bytes=9 * 10**9)
    until(lambda: not loaded(store, search_id).open)
    assert (loaded(store, search_id).status, loaded(store, search_id).result) == ("failed", {"error": KILLED})
    assert (loaded(store, neighbour).status, loaded(store, neighbour).run) == ("running", 1)
    assert all(each.is_alive() for each in started)
    until_running(store, queued(store, "other"))


def test_the_system_kills_the_search_first() -> None:
    """The process of a search has the highest score to be killed when memory runs out."""
    score = Path("/proc/self/oom_score_adj")
    if not score.exists():
        pytest.skip("not Linux")
    context = multiprocessing.get_context("fork")
    queue = context.Queue()

    def child() -> None:
        runs.limit_memory(10**9)
        queue.put(int(score.read_text()))

    process = context.Process(target=child)
    process.start()
    assert queue.get(timeout=HANG_SECONDS) == int(runs.OOM_SCORE_OF_SEARCH) > 100
    process.join()
