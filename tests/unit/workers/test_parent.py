"""The parent of a host's workers: what it starts, and when."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

import pytest

from fewest.schemas.lanes import Lane
from fewest.solver import kinds
from fewest.solver.model import KernelSet
from fewest.store import Store, connect, presence
from fewest.workers import fork, parent, reaper, runs, warm, worker
from fewest.workers.parent import Parent
from tests.hang import HANG_SECONDS, until
from tests.processes import children, end_family
from tests.unit.workers.searches import ROW, created, loaded
from tests.unit.workers.test_worker import ENDS, EndlessKind, running, url

Start = Callable[[int, int], BaseProcess]


class CompiledKind(EndlessKind):
    """Its kernels are compiled when a file says so; until then they are missing, and its parts make that file."""

    name = "jump"
    loads = False

    def __init__(self, folder: Path) -> None:
        self.allowed, self.made = folder / "allowed", folder / "compiled"

    @classmethod
    @contextmanager
    def loading_only(cls) -> Iterator[None]:
        """Nothing is compiled within the context."""
        cls.loads = True
        try:
            yield
        finally:
            cls.loads = False

    def kernel_sets(self) -> Sequence[KernelSet]:
        """One part, which waits until it is allowed to end."""
        return [KernelSet(0, [self._warm])]

    def _warm(self) -> None:
        if self.made.exists():
            return
        if self.loads:
            raise warm.KernelMissing
        until(self.allowed.exists)
        self.made.touch()


@pytest.fixture
def kind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> CompiledKind:
    """The only kind there is."""
    kind = CompiledKind(tmp_path)
    monkeypatch.setattr(warm, "_loaded", set[str]())
    monkeypatch.setattr(warm, "loading_only", kind.loading_only)
    monkeypatch.setattr(worker, "warm_up", str)
    for name in list(kinds.KINDS):
        monkeypatch.delitem(kinds.KINDS, name)
    monkeypatch.setitem(kinds.KINDS, kind.name, kind)
    return kind


@pytest.fixture
def start(store: Store, kind: CompiledKind, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Start]:
    """Starts parents with so many workers of each lane."""
    for name, value in (("REDIS_URL", url(store)), ("FEWEST_DATA", str(tmp_path))):
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(reaper, "LOST_SECONDS", HANG_SECONDS)
    started = list[BaseProcess]()

    def run(quick: int, long: int) -> None:
        os.setsid()
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        Parent(runs.settings_of_process(), connect(url(store)), quick, long).run()

    def start(quick: int, long: int) -> BaseProcess:
        assert kind.name in kinds.KINDS
        process = multiprocessing.get_context("fork").Process(target=run, args=(quick, long))
        process.start()
        started.append(process)
        return process

    yield start
    for process in started:
        assert process.pid is not None
        end_family(process.pid)
        process.join(HANG_SECONDS)


def names(process: BaseProcess) -> list[str]:
    """The names of the children of a process, without numbers; one that is ending has none."""
    found = list[str]()
    for pid in children(process.pid):
        try:
            found.append(Path(f"/proc/{pid}/comm").read_text().strip())
        except OSError:
            continue
    return found


def long_search(store: Store, nodes: int = 10**9) -> str:
    """Queue a search in the long lane."""
    search_id = created(store, nodes=nodes)
    store.runs.requeue(search_id, 0, died=False, lane=Lane.LONG)
    store.queue.put(search_id, loaded(store, search_id).run, 3600, lane=Lane.LONG)
    return search_id


def test_workers_of_the_long_lane_are_started_for_work(
    store: Store,
    kind: CompiledKind,
    start: Start,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A worker of the long lane is on standby until a search waits for it, and again after a while without work."""
    run_worker = parent.run_worker

    def noted(*arguments: Any) -> None:
        with (tmp_path / "started").open("a", encoding="ascii") as notes:
            notes.write(f"{os.getpid()}\n")
        run_worker(*arguments)

    monkeypatch.setattr(parent, "run_worker", noted)
    monkeypatch.setattr(parent, "IDLE_SECONDS", 1)
    monkeypatch.setattr(parent, "STARTING_SECONDS", HANG_SECONDS)
    kind.made.touch()
    process = start(0, 2)
    until(lambda: store.queue.workers(Lane.LONG) == 2)
    until(lambda: names(process) == ["fewest-reaper"])
    search_id = long_search(store, ENDS)
    until(lambda: loaded(store, search_id).status == "solved")
    until(lambda: names(process) == ["fewest-reaper"])
    assert len((tmp_path / "started").read_text(encoding="ascii").split()) == 1  # one worker for one search
    until(lambda: store.queue.workers(Lane.LONG) == 2)


def test_a_worker_that_may_not_start_yet_holds_up_no_other(
    store: Store, kind: CompiledKind, start: Start, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If one standby worker may not start yet, another one takes the search."""
    run_worker, failed = parent.run_worker, tmp_path / "failed"

    def fail_once(*arguments: Any) -> None:
        if not failed.exists():
            failed.touch()
            sys.exit(1)
        run_worker(*arguments)

    monkeypatch.setattr(parent, "run_worker", fail_once)
    monkeypatch.setattr(parent, "STARTING_SECONDS", 0.0)
    monkeypatch.setattr(fork.Fork, "_longer_delay", lambda _: 2 * HANG_SECONDS)
    kind.made.touch()
    start(0, 2)
    search_id = long_search(store, ENDS)
    until(lambda: loaded(store, search_id).status == "solved")
    assert failed.exists()


def test_a_lane_has_a_worker_while_one_is_starting(
    store: Store, kind: CompiledKind, start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A worker that has not registered yet still counts as standby."""

    def never_register(*_: object) -> None:
        time.sleep(HANG_SECONDS)

    monkeypatch.setattr(parent, "run_worker", never_register)
    monkeypatch.setattr(presence, "LIFE_SECONDS", int(HANG_SECONDS))
    kind.made.touch()
    process = start(0, 1)
    until(lambda: store.queue.workers(Lane.LONG) == 1)
    long_search(store)
    until(lambda: len(names(process)) == 2)
    (name,) = store.redis.smembers("rq:workers")
    assert store.redis.ttl(name) > HANG_SECONDS / 2  # it was reported a moment ago


def test_all_end_with_their_parent(
    store: Store, kind: CompiledKind, start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On SIGTERM a parent stops its workers, which queue their searches again, and removes standby workers."""
    monkeypatch.setattr(parent, "END_SECONDS", HANG_SECONDS)
    kind.made.touch()
    process = start(1, 2)
    until(lambda: store.queue.workers(Lane.QUICK) == 1)
    search_id = long_search(store)
    until(lambda: running(store, search_id))
    process.terminate()
    process.join(HANG_SECONDS)
    assert process.exitcode == 0
    search = loaded(store, search_id)
    assert (search.status, search.lane, search.deaths) == ("queued", "long", 0)
    until(lambda: store.queue.workers(Lane.LONG) == store.queue.workers(Lane.QUICK) == 0)


def test_a_worker_that_dies_is_replaced(store: Store, kind: CompiledKind, start: Start) -> None:
    """A worker that is killed has a successor."""
    kind.made.touch()
    process = start(1, 0)
    until(lambda: store.queue.workers(Lane.QUICK) == 1 and len(children(process.pid)) == 2)
    before = set(children(process.pid))
    for pid in before:
        os.kill(pid, signal.SIGKILL)
    until(lambda: len(set(children(process.pid)) - before) == 2)


def test_the_first_start_compiles(store: Store, kind: CompiledKind, start: Start) -> None:
    """While it compiles, the parent reports it and has no workers; then it starts all of them."""
    process = start(1, 1)
    until(store.presence.is_compiling)
    until(lambda: names(process) == ["fewest-compile-"])
    assert store.queue.workers(Lane.QUICK) == store.queue.workers(Lane.LONG) == 0
    kind.allowed.touch()
    until(lambda: store.queue.workers(Lane.QUICK) == store.queue.workers(Lane.LONG) == 1)
    until(lambda: not store.presence.is_compiling())


def test_a_second_kind_is_compiled_behind_the_first(
    store: Store,
    kind: CompiledKind,
    start: Start,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Workers start when one kind is loaded; when all are, new workers replace them."""
    monkeypatch.setattr(parent, "IDLE_SECONDS", 1)
    (tmp_path / "later").mkdir()
    later = CompiledKind(tmp_path / "later")
    monkeypatch.setitem(kinds.KINDS, "later", later)
    kind.made.touch()
    process = start(1, 1)
    until(lambda: store.queue.workers(Lane.QUICK) == 1 and store.presence.is_compiling())
    assert store.queue.workers(Lane.LONG) == 0
    first = created(store, nodes=ENDS)
    store.queue.put(first, 0, 3600)
    until(lambda: loaded(store, first).status == "solved")
    before = set(children(process.pid))
    later.allowed.touch()
    until(lambda: store.queue.workers(Lane.LONG) == 1)
    until(lambda: len(names(process)) == 2 and len(before.intersection(children(process.pid))) == 1)


FEATURES = {"kind": "jump", "puzzle": ROW, "features": ["length"]}
"""A task, as it is stored."""


def quick_task(store: Store, name: str) -> str:
    """Queue a task that does not end, and start it."""
    search_id = created(store, FEATURES, "", name, "features")
    store.queue.put(search_id, 0, 3600)
    until(lambda: running(store, search_id))
    return search_id


def solved_behind(store: Store, name: str) -> None:
    """Queue a small search, and wait for its end."""
    search_id = created(store, name=name, nodes=ENDS)
    store.queue.put(search_id, 0, 3600)
    until(lambda: loaded(store, search_id).status == "solved")


def test_a_long_task_leaves_the_quick_lane_with_its_worker(
    store: Store, kind: CompiledKind, start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A long task leaves the quick lane in its process, and a new worker takes its place; beyond the number of long
    workers, a task starts over in the long lane.
    """
    monkeypatch.setenv("FEWEST_QUICK_SECONDS", "0.1")
    monkeypatch.setattr(worker, "SUCCESSOR_SECONDS", 0.5)
    kind.made.touch()
    process = start(1, 1)
    stays = quick_task(store, "stays")
    before = set(children(process.pid))
    solved_behind(store, "behind it")
    until(lambda: loaded(store, stays).lane == Lane.LONG)
    assert (loaded(store, stays).run, loaded(store, stays).deaths) == (1, 0)
    (horse,) = {pid for old in before for pid in children(old)} - before
    assert os.getpriority(os.PRIO_PROCESS, horse) == worker.LONG_NICENESS
    moves = quick_task(store, "moves")
    solved_behind(store, "behind both")
    until(lambda: running(store, moves) and loaded(store, moves).lane == Lane.LONG)
    assert (loaded(store, moves).run, loaded(store, moves).deaths) == (3, 0)
    assert (loaded(store, stays).status, loaded(store, stays).run) == ("running", 1)
    store.searches.remove_job(stays, "stays")
    until(lambda: loaded(store, stays).status == "cancelled")
    until(lambda: len(before.intersection(children(process.pid))) == 1)  # its worker ends with it
