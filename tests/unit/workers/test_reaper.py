"""The process that recovers lost searches."""

from __future__ import annotations

import os
import time

import pytest

from fewest.store import Store, StoreError, keys
from fewest.workers import reaper
from tests.ended_job import add_ended
from tests.present import present
from tests.unit.store.request import start_run
from tests.unit.workers.searches import created, loaded
from tests.unit.workers.test_worker import url


class Parent:
    """Stands in for the modules os and time: the parent process dies after so many rounds."""

    environ = os.environ

    def __init__(self, rounds: int) -> None:
        self.left = rounds
        self.slept: list[float] = []
        self.monotonic = time.monotonic

    def getpid(self) -> int:
        """This process."""
        return 7

    def getppid(self) -> int:
        """The parent while it lives, then process 1."""
        return 99 if self.left else 1

    def sleep(self, seconds: float) -> None:
        """Let a round pass."""
        self.slept.append(seconds)
        self.left -= 1
        assert self.left >= 0, "the reaper outlives its parent"


@pytest.fixture
def parent(store: Store, monkeypatch: pytest.MonkeyPatch) -> Parent:
    """A parent that lives for one round."""
    monkeypatch.setenv("REDIS_URL", url(store))
    monkeypatch.setattr(reaper, "log_lines", tuple)
    parent = Parent(1)
    monkeypatch.setattr(reaper, "os", parent)
    monkeypatch.setattr(reaper, "time", parent)
    return parent


def lost(store: Store) -> str:
    """Create a search whose run has not reported for as long as it takes to be lost."""
    search_id = created(store)
    start_run(store, search_id)
    heartbeat = present(loaded(store, search_id).heartbeat)
    store.redis.hset(keys.search(search_id), "heartbeat", heartbeat - reaper.LOST_SECONDS)
    return search_id


@pytest.mark.usefixtures("parent")
def test_lost_searches_are_queued_again(store: Store) -> None:
    """A search without heartbeat for 15 seconds is queued again; one that has just reported is left alone."""
    silent = lost(store)
    store.redis.delete(keys.request("f"))  # so that the next search is another one
    alive = created(store)
    start_run(store, alive)
    reaper.main(99)
    assert (loaded(store, silent).status, store.queue.depth()) == ("queued", 1)
    assert loaded(store, alive).status == "running"


@pytest.mark.usefixtures("parent")
def test_one_of_several_works(store: Store) -> None:
    """While another process has the lock for recovery, nothing is done."""
    search_id = lost(store)
    assert store.lock_recovery(1, 60.0)
    reaper.main(99)
    assert loaded(store, search_id).status == "running"


@pytest.mark.parametrize("jump", [-3600.0, 3600.0])
def test_a_clock_that_is_set_loses_nothing(
    jump: float, parent: Parent, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After the clock of Redis was set, a search counts as lost in the second round, not in the first."""
    search_id = created(store)
    start_run(store, search_id)
    real, offset, statuses = Store.now, 0.0, list[str]()

    def sleep(_: float) -> None:
        nonlocal offset
        offset = jump
        parent.left -= 1
        store.redis.delete(keys.RECOVERY)  # it expires by itself meanwhile
        statuses.append(loaded(store, search_id).status)

    monkeypatch.setattr(Store, "now", lambda store: real(store) + offset)
    parent.sleep, parent.left = sleep, 3  # type: ignore[method-assign]
    reaper.main(99)
    assert statuses == ["running", "running", "queued"]


@pytest.mark.usefixtures("parent")
def test_the_store_is_kept_within_its_memory(store: Store) -> None:
    """Each round sweeps the store."""
    add_ended(store, "late", b"x", "")
    store.redis.zadd(keys.ENDED, {keys.job("late"): store.now() - 1})
    reaper.main(99)
    assert not store.redis.exists(keys.job("late"))


def test_it_outlives_the_store_but_not_its_parent(parent: Parent, monkeypatch: pytest.MonkeyPatch) -> None:
    """The reaper goes on while the store is away, and ends with its parent."""

    def away(*_: object) -> None:
        raise StoreError("away")

    monkeypatch.setattr(reaper, "requeue_lost", away)
    parent.left = 3
    reaper.main(99)
    assert parent.slept == [reaper.EVERY_SECONDS] * 3
