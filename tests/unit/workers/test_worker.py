"""The worker process: what becomes of its search when it is stopped."""

from __future__ import annotations

import multiprocessing
import os
import signal
import time
from collections.abc import Iterator
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

import pytest

from solver import kinds
from solver.jump.kind import JumpKind
from solver.model import Progress, Search, Stopped
from store import Store
from tests.conftest import until
from tests.unit.workers.searches import queued
from workers import worker
from workers.worker import Worker


class EndlessKind(JumpKind):
    """Jump puzzles whose search takes longer than any test, and needs no compiled kernel."""

    def search(self, *_: Any) -> Search:
        """Report progress."""
        for _ in range(6000):
            time.sleep(0.01)
            yield Progress(1, 1)
        return Stopped("nodes")


@pytest.fixture
def working(store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[BaseProcess]:
    """A worker without the process that recovers lost searches."""
    monkeypatch.setitem(kinds.KINDS, "jump", EndlessKind())
    monkeypatch.setattr(worker, "warm_up", str)
    for name, value in (("REDIS_URL", url(store)), ("FEWEST_DATA", str(tmp_path))):
        monkeypatch.setenv(name, value)
    process = multiprocessing.get_context("fork").Process(target=work, args=(store, tmp_path))
    process.start()
    yield process
    process.kill()
    process.join()


def url(store: Store) -> str:
    """The address of the store's server."""
    return f"unix://{store.redis.connection_pool.connection_kwargs['path']}"


def work(store: Store, folder: Path) -> None:
    """Run searches in this process until a signal stops it."""
    Worker(store, folder).work(logging_level="CRITICAL")


def running(store: Store, search_id: str) -> bool:
    """Whether a search runs."""
    search = store.searches.load(search_id)
    return search is not None and search.status == "running" and search.progress != {}


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_stopped_worker_queues_its_search_again(store: Store, working: BaseProcess, number: signal.Signals) -> None:
    """A worker that a signal stops kills its search and queues it again before it exits, without anybody's help."""
    search_id = queued(store)
    until(lambda: running(store, search_id), 20)
    assert working.pid is not None
    os.kill(working.pid, number)
    working.join(5)
    assert working.exitcode == 0
    search = store.searches.load(search_id)
    assert search is not None
    assert (search.status, store.queue.position(search_id, search.run)) == ("queued", 0)


def test_a_killed_search_is_queued_again_and_runs_again(store: Store, working: BaseProcess) -> None:
    """If the system kills the process of a search, its worker runs the search again in another process."""
    search_id = queued(store)
    until(lambda: running(store, search_id), 20)
    (horse,) = Path(f"/proc/{working.pid}/task/{working.pid}/children").read_text().split()
    os.kill(int(horse), signal.SIGKILL)
    until(lambda: (search := store.searches.load(search_id)) is not None and search.run == 3, 20)
    until(lambda: running(store, search_id), 20)


def test_a_search_ends_with_its_worker(store: Store, working: BaseProcess) -> None:
    """The search of a worker that is killed ends too, and is left as running for whoever recovers it."""
    search_id = queued(store)
    until(lambda: running(store, search_id), 20)
    (horse,) = Path(f"/proc/{working.pid}/task/{working.pid}/children").read_text().split()
    working.kill()
    until(lambda: not Path(f"/proc/{horse}/cmdline").exists() or not Path(f"/proc/{horse}/cmdline").read_bytes(), 5)
    search = store.searches.load(search_id)
    assert search is not None
    assert (search.status, search.run) == ("running", 1)
