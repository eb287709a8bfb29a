"""Recovery: lost searches are found and queued again."""

from __future__ import annotations

import time

import pytest

from store import Store, keys
from store.recovery import requeue, requeue_lost
from tests.unit.store.request import join_or_create


def test_lost_searches_are_found(store: Store) -> None:
    """A search without heartbeat that is not waiting in the queue is queued again."""
    silent, _ = join_or_create(store, "a", "1")
    store.searches.start(silent)
    nowhere, _ = join_or_create(store, "b", "2")
    waiting, _ = join_or_create(store, "c", "3")
    store.queue.put(waiting, 0, 60)
    assert requeue_lost(store, 1000.0) == 0
    assert requeue_lost(store, 0.0) == 2
    assert requeue_lost(store, 0.0) == 0
    states = [store.searches.load(search_id) for search_id in (silent, nowhere, waiting)]
    assert [state.status for state in states if state] == ["queued"] * 3
    assert store.queue.depth() == 3


def test_search_whose_workers_die_fails(store: Store) -> None:
    """A search whose worker died three times has failed."""
    search_id, _ = join_or_create(store, "a")
    for _ in range(2):
        store.searches.start(search_id)
        assert requeue(store, search_id)
    store.searches.start(search_id)
    assert not requeue(store, search_id)
    search = store.searches.load(search_id)
    assert search is not None
    assert search.status == "failed"


def test_cancelled_search_is_not_requeued(store: Store) -> None:
    """A search that was cancelled when its worker died ends cancelled."""
    search_id, _ = join_or_create(store, "a")
    store.searches.start(search_id)
    store.searches.remove_job(search_id, "a")
    assert requeue_lost(store, 0.0) == 0
    search = store.searches.load(search_id)
    assert search is not None
    assert search.status == "cancelled"


def age(store: Store, search_id: str) -> None:
    """Have a search be created long ago."""
    store.redis.hset(keys.search(search_id), "created", "1.0")


def test_heartbeat_counts(store: Store) -> None:
    """A search with a recent heartbeat is not lost, however long ago it was created."""
    search_id, _ = join_or_create(store, "a")
    age(store, search_id)
    store.searches.start(search_id)
    assert requeue_lost(store, 15.0) == 0
    store.redis.hset(keys.search(search_id), "heartbeat", "1.0")
    store.searches.report(search_id, 1, {})
    assert requeue_lost(store, 15.0) == 0
    store.redis.hset(keys.search(search_id), "heartbeat", "1.0")
    assert requeue_lost(store, 15.0) == 1


def test_requeued_search_has_time_to_start(store: Store) -> None:
    """A requeued search that a worker has just taken off the queue is not lost."""
    search_id, _ = join_or_create(store, "a")
    age(store, search_id)
    assert requeue(store, search_id)
    store.queue.remove(search_id, 1)
    assert requeue_lost(store, 15.0) == 0


def test_expired_search_is_forgotten(store: Store) -> None:
    """A search whose record has expired is no longer open, and is not queued."""
    search_id, _ = join_or_create(store, "a")
    store.redis.delete(keys.search(search_id))
    assert requeue_lost(store, 0.0) == 0
    assert store.searches.open_ids() == []
    assert store.queue.depth() == 0


def test_clocks_of_hosts_do_not_matter(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """A search is lost by the server's clock only, wherever the clocks of the service, worker and reaper stand."""
    real, offset = time.time, 0.0
    monkeypatch.setattr(time, "time", lambda: real() + offset)
    offset = -3600.0
    waiting, _ = join_or_create(store, "a", "1")
    offset = 3600.0
    running, _ = join_or_create(store, "b", "2")
    run = store.searches.start(running)
    offset = -60.0
    assert store.searches.report(running, run, {})
    for apart in (-3600.0, 0.0, 3600.0):
        offset = apart
        assert requeue_lost(store, 15.0) == 0
        assert abs(store.now() - real()) < 15.0
    searches = [store.searches.load(search_id) for search_id in (waiting, running)]
    assert all(search is not None and abs(search.created - real()) < 15.0 for search in searches)
