"""The worker process: what becomes of its search when it is stopped, and which process runs the next search."""

from __future__ import annotations

import multiprocessing
import os
import resource
import signal
import time
from collections.abc import Iterator
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

import pytest
from rq import Queue
from rq.serializers import DefaultSerializer, JSONSerializer

from fewest.schemas.lanes import Lane
from fewest.solver import kinds
from fewest.solver.jump.kind import JumpKind
from fewest.solver.model import Progress, Search, Solved, Stopped, Want
from fewest.store import Store, keys
from fewest.store.queue import TASK
from fewest.store.recovery import MAX_DEATHS, requeue_lost
from fewest.workers import runs, worker
from fewest.workers.horse import Horse, conclude
from fewest.workers.memory import MachineMemory
from fewest.workers.worker import CONCLUSION_SECONDS, OVERTIME_SECONDS, Worker
from tests.hang import HANG_SECONDS, until
from tests.processes import alive, children, end_family
from tests.unit.workers.searches import created, loaded, queued

FIRST = ((0, 1, 2),)
"""The only move of the row."""

MACHINE_BYTES = 10**13

FAILS, ENDS, TOO_LARGE, SILENT, GREEDY = range(1000, 6000, 1000)
"""Limits of nodes by which a test chooses what a search does; a run that follows another one has some less."""


class EndlessKind(JumpKind):
    """Jump puzzles whose search needs no compiled kernel, and usually takes longer than any test."""

    def search(self, _puzzle: Any, want: Any, limits: Any, folder: Path, *_: Any) -> Search:
        """Note the process and its limit of memory, then end as chosen, or report progress."""
        chosen = round(limits.nodes, -3)
        folder.mkdir(parents=True, exist_ok=True)
        with (folder / "processes").open("a") as notes:
            notes.write(f"{os.getpid()} {resource.getrlimit(resource.RLIMIT_AS)[0]}\n")
        if chosen == FAILS:
            raise ArithmeticError
        if chosen == TOO_LARGE:
            raise MemoryError
        if chosen == ENDS or want is Want.ANY:
            return Solved((FIRST,))
        if chosen == SILENT:
            yield Progress(2, 5)
            time.sleep(0.3)
            yield Progress(2, 6)  # which is reported
            time.sleep(2 * HANG_SECONDS)
        held = []
        for _ in range(int(100 * HANG_SECONDS)):
            time.sleep(0.01)
            if chosen == GREEDY:
                held.append(b"1" * 100_000_000)
            yield Progress(1, 1)
        return Stopped("nodes")


@pytest.fixture
def working(store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[BaseProcess]:
    """A worker without the process that recovers lost searches."""
    monkeypatch.setitem(kinds.KINDS, "jump", EndlessKind())
    monkeypatch.setattr(worker, "warm_up", str)
    monkeypatch.setattr(runs, "missing", list)
    for name, value in (("REDIS_URL", url(store)), ("FEWEST_DATA", str(tmp_path))):
        monkeypatch.setenv(name, value)
    process = multiprocessing.get_context("fork").Process(target=work, args=(tmp_path,))
    process.start()
    yield process
    assert process.pid is not None
    end_family(process.pid)
    process.join()


def url(store: Store) -> str:
    """The address of the store's server."""
    return f"unix://{store.redis.connection_pool.connection_kwargs['path']}"


def work(folder: Path) -> None:
    """Run searches in this process until a signal stops it."""
    memory = MachineMemory(folder / "memory", MACHINE_BYTES)
    Worker(runs.store_of(runs.settings_of_process()), folder, memory).work(logging_level="CRITICAL")


def running(store: Store, search_id: str) -> bool:
    """Whether a search runs."""
    search = store.searches.load(search_id)
    return search is not None and search.status == "running" and search.progress != {}


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_stopped_worker_queues_its_search_again(store: Store, working: BaseProcess, number: signal.Signals) -> None:
    """A worker that is stopped kills its search and queues it again before it exits."""
    search_id = queued(store)
    until(lambda: running(store, search_id))
    assert working.pid is not None
    os.kill(working.pid, number)
    working.join(HANG_SECONDS)
    assert working.exitcode == 0
    search = loaded(store, search_id)
    assert (search.status, store.queue.position(search_id, search.run)) == ("queued", 0)


@pytest.mark.usefixtures("working")
def test_a_quick_worker_runs_a_long_search(store: Store) -> None:
    """Without workers of the long lane, its search is run by one of the quick lane, and RQ keeps nothing of it."""
    search_id = created(store, nodes=ENDS)
    store.queue.put(search_id, 0, 3600, lane=Lane.LONG)
    until(lambda: loaded(store, search_id).status == "solved")
    assert loaded(store, search_id).lane == Lane.QUICK
    patterns = ("rq:*fewest-long*", "rq:job:*", "rq:wip:*", "rq:executions:*", "rq:queue:*")
    until(lambda: not [name for pattern in patterns for name in store.redis.scan_iter(pattern)])


KILLED = (
    "It was begun 3 times and never ended; the last time its process was killed by SIGKILL, as when memory runs out."
)


def test_a_killed_search_runs_again_twice(store: Store, working: BaseProcess) -> None:
    """A search whose process is killed runs again in another one; after the third time it has failed."""
    search_id = queued(store)
    for _ in range(MAX_DEATHS):
        until(lambda: running(store, search_id))
        run = loaded(store, search_id).run
        (horse,) = children(working.pid)
        os.kill(horse, signal.SIGKILL)
        until(lambda run=run: loaded(store, search_id).run > run or not loaded(store, search_id).open)
        store.redis.hset(keys.search(search_id), "progress", "{}")
    assert (loaded(store, search_id).status, loaded(store, search_id).result) == ("failed", {"error": KILLED})
    assert ended(store) == "solved"


def test_a_search_ends_with_its_worker(store: Store, working: BaseProcess) -> None:
    """When a worker is killed, its search ends, too, and is recovered by others."""
    search_id = queued(store)
    until(lambda: running(store, search_id))
    (horse,) = children(working.pid)
    working.kill()
    until(lambda: not alive(horse))
    search = loaded(store, search_id)
    assert (search.status, search.run) == ("running", 1)


def notes(folder: Path) -> list[tuple[int, int]]:
    """The process of every search so far, and its limit of memory in bytes."""
    lines = (folder / "tables" / "processes").read_text().splitlines()
    return [(int(process), int(size)) for process, size in map(str.split, lines)]


def ended(store: Store, nodes: int = ENDS, **limits: float) -> str:
    """Queue a search that ends, and wait for its end; its status."""
    store.redis.delete(keys.answer("k"))
    search_id = created(store, nodes=nodes, **limits)
    store.queue.put(search_id, 0, 3600)
    until(lambda: not loaded(store, search_id).open)
    until(lambda: store.redis.exists(f"rq:job:{search_id}-0") == 0 or nodes == FAILS)
    return loaded(store, search_id).status


@pytest.mark.usefixtures("working")
def test_one_process_runs_one_search_after_another(store: Store, tmp_path: Path) -> None:
    """After a clean end, the process runs the next search, with a memory limit of its own."""
    for size in (10**9, 10**6, 3 * 10**9):
        assert ended(store, bytes=size) == "solved"
    (first, large), (second, small), (third, larger) = notes(tmp_path)
    assert first == second == third
    assert large - small == pytest.approx(10**9, abs=runs.SPARE_BYTES // 10)
    assert larger - small == pytest.approx(3 * 10**9, abs=runs.SPARE_BYTES // 10)


def following(store: Store, nodes: int = 10**9, seconds: float = 60.0) -> tuple[str, str]:
    """Two searches in a row with the same limits: one that ends at once, and one that is as chosen and has begun."""
    first = created(store, want="any", nodes=nodes, seconds=seconds)
    second = created(store, name="b", nodes=nodes, seconds=seconds)
    store.do_all(store.queue.put_new({first: seconds, second: seconds}, "client"))
    until(lambda: running(store, second))
    assert loaded(store, first).status == "solved"
    assert not store.redis.exists(f"rq:job:{second}-0")
    assert store.queue.running(Lane.QUICK) == [f"{second}-0"]
    return first, second


def test_a_search_that_follows_is_queued_again(store: Store, working: BaseProcess, tmp_path: Path) -> None:
    """If the process is killed in a search that followed another, that search runs again, and the first one has ended.
    If the worker is stopped, it is put back.
    """
    first, second = following(store)
    ((horse, _), (same, _)) = notes(tmp_path)
    assert horse == same
    os.kill(horse, signal.SIGKILL)
    until(lambda: loaded(store, second).run > 1 and running(store, second))
    assert (loaded(store, second).deaths, loaded(store, first).status) == (1, "solved")
    assert working.pid is not None
    os.kill(working.pid, signal.SIGTERM)
    working.join(HANG_SECONDS)
    search = loaded(store, second)
    assert (search.status, search.deaths, store.queue.position(second, search.run)) == ("queued", 1, 0)
    assert list(store.redis.scan_iter("rq:wip:*")) == []


@pytest.mark.usefixtures("working")
def test_a_search_that_follows_is_watched(store: Store) -> None:
    """A search that follows another one and reports nothing is not lost, and is ended if it is cancelled or exceeds its
    limit of seconds.
    """
    _, second = following(store, SILENT, 10 * HANG_SECONDS)
    store.redis.hset(keys.search(second), "heartbeat", "1.0")
    until(lambda: loaded(store, second).heartbeat != 1.0)
    store.searches.remove_job(second, "b")
    until(lambda: loaded(store, second).status == "cancelled")
    store.redis.delete(keys.answer("k"))
    _, second = following(store, SILENT, 0.5)
    until(lambda: not loaded(store, second).open)
    assert (loaded(store, second).status, loaded(store, second).result["limit"]) == ("stopped", "seconds")


@pytest.mark.usefixtures("working")
@pytest.mark.parametrize(("nodes", "status"), [(FAILS, "failed"), (TOO_LARGE, "stopped")])
def test_a_search_that_failed_had_the_last_run_of_its_process(
    store: Store, tmp_path: Path, nodes: int, status: str
) -> None:
    """After a failed search, or one out of memory, the next one gets a new process."""
    assert [ended(store), ended(store, nodes), ended(store)] == ["solved", status, "solved"]
    first, second, third = (process for process, _ in notes(tmp_path))
    assert first == second != third


@pytest.mark.usefixtures("working")
@pytest.mark.parametrize("nodes", [10**9, SILENT])
def test_a_cancelled_search_had_the_last_run_of_its_process(store: Store, tmp_path: Path, nodes: int) -> None:
    """After a cancelled search, which is killed if it does not notice, the next one gets a new process."""
    search_id = created(store, nodes=nodes, seconds=10 * HANG_SECONDS)
    store.queue.put(search_id, 0, 3600)
    until(lambda: running(store, search_id))
    store.searches.remove_job(search_id, "a")
    until(lambda: loaded(store, search_id).status == "cancelled")
    assert ended(store) == "solved"
    assert len({process for process, _ in notes(tmp_path)}) == 2


def is_free(machine: MachineMemory) -> bool:
    """Whether nothing holds any of the memory."""
    with machine.granted(machine.total, lambda _: False) as whole:
        return whole


@pytest.mark.usefixtures("working")
def test_a_process_that_dies_between_two_searches_costs_none(store: Store, tmp_path: Path) -> None:
    """If the process dies between two searches, the next one runs in a new process at its first attempt."""
    assert ended(store) == "solved"
    ((process, _),) = notes(tmp_path)
    os.kill(process, signal.SIGKILL)
    until(lambda: not alive(process))
    store.redis.delete(keys.answer("k"))
    search_id = created(store, nodes=ENDS)
    store.queue.put(search_id, 0, 3600)
    until(lambda: not loaded(store, search_id).open)
    search = loaded(store, search_id)
    assert (search.status, search.run, search.deaths) == ("solved", 1, 0)
    assert notes(tmp_path)[1][0] != process
    until(lambda: is_free(MachineMemory(tmp_path / "memory", MACHINE_BYTES)))
    assert ended(store) == "solved"


@pytest.mark.usefixtures("working")
@pytest.mark.parametrize("serializer", [JSONSerializer, DefaultSerializer])
def test_a_job_of_another_program_is_dropped(store: Store, serializer: type[JSONSerializer]) -> None:
    """Jobs of other programs are dropped, and nothing is left of them."""
    others = Queue("fewest", connection=store.redis, serializer=serializer)
    for name in ("no-number", "letters", "a-1", "5"):
        others.enqueue_call("builtins.print", job_id=name, args=("a", 1), meta={"a": 1})
    others.enqueue_call(TASK, args=("a", 1), job_id="b-1")
    assert ended(store) == "solved"
    assert list(store.redis.scan_iter("rq:job:*")) == []
    assert store.redis.llen("rq:queue:fewest:intermediate") == 0


def test_a_worker_is_stopped_while_its_process_waits(store: Store, working: BaseProcess, tmp_path: Path) -> None:
    """A worker that is stopped between two searches ends at once, with its process."""
    assert ended(store) == "solved"
    assert working.pid is not None
    os.kill(working.pid, signal.SIGTERM)
    working.join(HANG_SECONDS)
    assert working.exitcode == 0
    ((process, _),) = notes(tmp_path)
    assert not alive(process)


@pytest.mark.usefixtures("working")
def test_a_silent_search_is_not_lost(store: Store) -> None:
    """A search that reports nothing is not lost while its worker watches it."""
    search_id = created(store, nodes=SILENT, seconds=10 * HANG_SECONDS)
    store.queue.put(search_id, 0, 3600)
    until(lambda: running(store, search_id))
    for _ in range(2):
        store.redis.hset(keys.search(search_id), "heartbeat", "1.0")
        until(lambda: loaded(store, search_id).heartbeat != 1.0)
    assert requeue_lost(store, HANG_SECONDS) == 0


@pytest.mark.usefixtures("working")
def test_a_search_that_exceeds_its_seconds_is_ended(store: Store, tmp_path: Path) -> None:
    """A search that ignores the clock is killed, and ends as stopped with what it has reported."""
    search_id = created(store, nodes=SILENT, seconds=0.5)
    store.queue.put(search_id, 0, 3600)
    until(lambda: not loaded(store, search_id).open)
    search = loaded(store, search_id)
    assert (search.status, search.result["limit"], search.run) == ("stopped", "seconds", 1)
    assert search.result["statistics"]["nodes"] == 6
    assert ended(store) == "solved"
    assert len({process for process, _ in notes(tmp_path)}) == 2


def test_a_search_that_stores_its_result_has_time(store: Store) -> None:
    """After its limit of seconds, a search has some time to store its result."""
    assert OVERTIME_SECONDS < CONCLUSION_SECONDS < HANG_SECONDS
    horse = Horse([], lambda _: bool(conclude() or time.sleep(0.2)) or True)
    try:
        assert not horse.concludes
        horse.send(b"job")
        until(lambda: horse.concludes or horse.wait(0.01) is not None)
        assert horse.concludes
        until(lambda: horse.wait(0.01) == 0)
        horse.send(b"next")
        assert not horse.concludes
    finally:
        horse.wait(None)
        horse.close()
