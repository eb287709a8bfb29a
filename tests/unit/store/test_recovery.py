"""Recovery: lost searches are found and queued again."""

from __future__ import annotations

import logging
import time

import pytest

from fewest.schemas.lanes import Lane
from fewest.store import Store, keys
from fewest.store.recovery import requeue, requeue_lost
from tests.hang import HANG_SECONDS
from tests.unit.store.request import join_or_create, start_run, started
from tests.unit.workers.searches import loaded


def test_lost_searches_are_found(store: Store) -> None:
    """A search without heartbeat that is not waiting in the queue is queued again."""
    silent, _ = started(store, "a", "1")
    nowhere, _ = join_or_create(store, "b", "2")
    waiting, _ = join_or_create(store, "c", "3")
    store.queue.put(waiting, 0, 60)
    assert requeue_lost(store, 1000.0) == 0
    assert requeue_lost(store, 0.0) == 2
    assert requeue_lost(store, 0.0) == 0
    states = [store.searches.load(search_id) for search_id in (silent, nowhere, waiting)]
    assert [state.status for state in states if state] == ["queued"] * 3
    assert store.queue.depth() == 3


@pytest.mark.parametrize("damaged", range(3))
def test_a_damaged_search_holds_up_no_other(store: Store, damaged: int) -> None:
    """A search whose key has another type does not keep the others from being queued again."""
    search_ids = [join_or_create(store, name, name)[0] for name in "abc"]
    store.redis.delete(keys.search(search_ids[damaged]))
    store.redis.set(keys.search(search_ids[damaged]), "x")
    assert requeue_lost(store, 0.0) == 2


def test_cancelled_search_is_not_requeued(store: Store) -> None:
    """A search that was cancelled when its worker died ends cancelled."""
    search_id, _ = started(store)
    store.searches.remove_job(search_id, "a")
    assert requeue_lost(store, 0.0) == 0
    search = loaded(store, search_id)
    assert search.status == "cancelled"


def test_heartbeat_counts(store: Store) -> None:
    """A search with a recent heartbeat is not lost, nor one just queued again. A heartbeat from the future does not
    count.
    """
    search_id, _ = join_or_create(store, "a")
    store.redis.hset(keys.search(search_id), "created", "1.0")
    start_run(store, search_id)
    assert requeue_lost(store, HANG_SECONDS) == 0
    store.redis.hset(keys.search(search_id), "heartbeat", "1.0")
    store.runs.report(search_id, 1, {})
    assert requeue_lost(store, HANG_SECONDS) == 0
    store.redis.hset(keys.search(search_id), "heartbeat", "1.0")
    assert requeue_lost(store, HANG_SECONDS) == 1
    store.queue.withdraw(search_id, 2, Lane.QUICK)
    assert requeue_lost(store, HANG_SECONDS) == 0
    start_run(store, search_id)
    store.redis.hset(keys.search(search_id), "heartbeat", store.now() + 3600)
    assert requeue_lost(store, 4000.0) == 0
    assert requeue_lost(store, HANG_SECONDS) == 1


def test_expired_search_is_forgotten(store: Store) -> None:
    """A search whose record has expired is removed from the open searches."""
    search_id, _ = join_or_create(store, "a")
    store.redis.delete(keys.search(search_id))
    assert requeue_lost(store, 0.0) == 0
    assert store.searches.open_ids() == []
    assert store.queue.depth() == 0


def test_clocks_of_hosts_do_not_matter(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the server's clock decides whether a search is lost."""
    real, offset = time.time, 0.0
    monkeypatch.setattr(time, "time", lambda: real() + offset)
    offset = -3600.0
    waiting, _ = join_or_create(store, "a", "1")
    offset = 3600.0
    running, run = started(store, "b", "2")
    offset = -3600.0
    assert store.runs.report(running, run, {})
    for apart in (-3600.0, 0.0, 3600.0):
        offset = apart
        assert requeue_lost(store, HANG_SECONDS) == 0
        assert abs(store.now() - real()) < HANG_SECONDS
    searches = [store.searches.load(search_id) for search_id in (waiting, running)]
    assert all(search is not None and abs(search.created - real()) < HANG_SECONDS for search in searches)


def test_only_deaths_count(store: Store) -> None:
    """Only lost runs count as deaths; after three, the search fails with the last cause."""
    for cause in ("", "was killed by hand"):
        search_id, _ = join_or_create(store, "a")
        assert requeue(store, search_id), "a run that had not started has not died"
        for number, died in enumerate((True, False, False, True)):
            assert loaded(store, search_id).deaths == min(number, 1)
            start_run(store, search_id)
            assert requeue(store, search_id, died=died, cause=cause) if cause else requeue_lost(store, 0.0, died=died)
        assert loaded(store, search_id).deaths == 2
        start_run(store, search_id)
        assert not (requeue(store, search_id, cause=cause) if cause else requeue_lost(store, 0.0))
        search = loaded(store, search_id)
        last = cause or "was silent for 0 seconds, as when its worker or its host dies"
        error = f"It was begun 3 times and never ended; the last time its process {last}."
        assert (search.status, search.result) == ("failed", {"error": error})


def test_what_has_ended_is_not_requeued(store: Store) -> None:
    """Unknown and ended searches, and those in another run, are not queued again."""
    assert not requeue(store, "unknown")
    search_id, run = started(store)
    assert not requeue(store, search_id, run - 1)
    assert not requeue(store, search_id, run + 1)
    store.runs.finish(search_id, run, "solved", {})
    assert not requeue(store, search_id)
    assert not requeue(store, search_id, run)
    assert store.queue.depth() == 0


def test_recovery_is_logged(store: Store, caplog: pytest.LogCaptureFixture) -> None:
    """The log says why a search was queued again or failed: as a warning, unless its worker was stopped."""
    search_id, _ = join_or_create(store, "a")
    with caplog.at_level(logging.INFO, "fewest.store"):
        for died in (False, True, True, True):
            start_run(store, search_id)
            requeue(store, search_id, died=died)
    messages = [record.getMessage() for record in caplog.records]
    assert [search_id in message for message in messages] == [True] * 4
    assert ["interrupted" in message for message in messages] == [True, False, False, False]
    assert ["was lost" in message for message in messages] == [False, True, True, True]
    assert [record.levelname for record in caplog.records] == ["INFO", "WARNING", "WARNING", "ERROR"]


def test_lost_search_stays_in_its_lane(store: Store) -> None:
    """A lost search is queued again in its own lane, behind the others."""
    long, _ = join_or_create(store, "a", "1")
    other, _ = join_or_create(store, "b", "2")
    for search_id in (other, long):
        run = start_run(store, search_id)
        assert requeue(store, search_id, run, died=False, lane=Lane.LONG)
    search = loaded(store, long)
    assert (search.lane, search.deaths, store.queue.position(long, search.run, Lane.LONG)) == ("long", 0, 1)
    assert requeue_lost(store, 0.0) == 0, "both are queued"
    store.queue.withdraw(long, search.run, Lane.LONG)
    assert requeue_lost(store, 0.0) == 1
    search = loaded(store, long)
    assert (search.lane, store.queue.position(long, search.run, Lane.LONG)) == ("long", 1)
    assert store.queue.depth(Lane.QUICK) == 0
