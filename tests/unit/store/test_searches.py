"""Searches: equal requests share one, and only its current run can report."""

from __future__ import annotations

from fewest.store import Store, keys
from tests.unit.store.request import join_or_create, start_run, started
from tests.unit.workers.searches import loaded


def test_equal_requests_join(store: Store) -> None:
    """Equal requests share a search until it has ended; a different request gets its own."""
    assert (store.statistics.created(), store.statistics.totals(), store.searches.open_ids()) == (0, {}, [])
    first, created = join_or_create(store, "a")
    assert created
    assert join_or_create(store, "b") == (first, False)
    assert join_or_create(store, "c", "other")[1]
    assert store.statistics.created() == 2
    run = start_run(store, first)
    assert join_or_create(store, "d") == (first, False)
    store.runs.finish(first, run, "stopped", {})
    assert join_or_create(store, "e")[1]


def test_search_is_cancelled_with_its_last_job(store: Store) -> None:
    """A search without jobs must end, and no job joins it."""
    search_id, _ = join_or_create(store, "a")
    join_or_create(store, "b")
    run = start_run(store, search_id)
    assert not store.searches.remove_job(search_id, "a")
    assert store.runs.report(search_id, run, {"lower_bound": 1})
    assert store.searches.remove_job(search_id, "b")
    assert not store.runs.report(search_id, run, {"lower_bound": 1})
    assert join_or_create(store, "c")[1]


def test_reports_of_an_earlier_run_are_ignored(store: Store) -> None:
    """A run that was replaced can neither report nor end the search, and an ended search does not end again."""
    search_id, old = started(store)
    assert (old, start_run(store, search_id)) == (1, 0)
    store.runs.requeue(search_id)
    assert not store.runs.report(search_id, old, {})
    assert not store.runs.finish(search_id, old, "solved", {})
    new = start_run(store, search_id)
    assert store.runs.report(search_id, new, {"lower_bound": 2})
    assert not store.runs.report(search_id, old, {"lower_bound": 1})
    assert not store.runs.finish(search_id, old, "failed", {})
    search = loaded(store, search_id)
    assert (search.status, search.run, search.progress) == ("running", new, {"lower_bound": 2})
    assert store.runs.finish(search_id, new, "solved", {})
    assert not store.runs.finish(search_id, new, "stopped", {})


def test_no_search_for_an_answer_that_is_kept(store: Store) -> None:
    """No search is created if an answer of the wanted strength is stored."""
    solved = {"status": "solved", "optimal": True}
    store.results.store("k", "any", solved | {"optimal": False}, "n", None)
    search_id, created = join_or_create(store, "a")
    assert created
    store.results.store("k", "one", solved, "n", None)
    store.runs.finish(search_id, None, "solved", solved)
    assert join_or_create(store, "b") == ("", False)
    assert store.statistics.created() == 1
    assert store.searches.open_ids() == []


def test_end_of_a_cancelled_search_leaves_its_successor(store: Store) -> None:
    """After a cancelled search has ended, equal requests still join its successor."""
    cancelled, run = started(store)
    store.searches.remove_job(cancelled, "a")
    successor, created = join_or_create(store, "b")
    assert created
    store.searches.remove_job(cancelled, "a")
    assert join_or_create(store, "c") == (successor, False)
    assert store.runs.finish(cancelled, run, "cancelled", {})
    assert join_or_create(store, "d") == (successor, False)


def test_first_end_stands(store: Store) -> None:
    """The first end of a search stands and is counted once."""
    search_id, run = started(store)
    first = {"statistics": {"seconds": 1.5, "nodes": 7}}
    assert store.runs.finish(search_id, run, "solved", first)
    assert not store.runs.finish(search_id, None, "cancelled", {})
    search = loaded(store, search_id)
    assert (search.status, search.result) == ("solved", first)
    assert store.statistics.totals() == {"solved": 1, "seconds": 1.5, "nodes": 7}


def test_expired_search_is_not_written_to(store: Store) -> None:
    """Removing a job from an expired search does not create its record again."""
    search_id, _ = join_or_create(store, "a")
    store.redis.delete(keys.search(search_id))
    assert not store.searches.remove_job(search_id, "a")
    assert store.searches.load(search_id) is None
    assert not store.redis.exists(keys.events(search_id))


def test_search_started_when_its_first_run_did(store: Store) -> None:
    """A later run does not change when a search started."""
    search_id, _ = started(store)
    store.redis.hset(keys.search(search_id), "started", "1.0")
    store.runs.requeue(search_id)
    start_run(store, search_id)
    search = loaded(store, search_id)
    assert search.started == 1.0


def test_settled_search_is_deleted(store: Store) -> None:
    """An ended search is deleted when the last of its jobs has its document, an open one is not."""
    search_id, _ = join_or_create(store, "a")
    join_or_create(store, "b")
    store.do(store.searches.settle(search_id, "c"))
    store.runs.finish(search_id, None, "solved", {})
    store.do(store.searches.settle(search_id, "a"))
    assert store.searches.load(search_id)
    store.do(store.searches.settle(search_id, "b"))
    assert store.searches.load(search_id) is None


def test_the_key_of_requests_ends_with_their_search(store: Store) -> None:
    """The key of equal requests is deleted when their search ends or is cancelled."""
    for end in ("cancelled", "solved"):
        search_id, _ = join_or_create(store, "a")
        assert store.redis.get(keys.request("f")) == search_id.encode()
        if end == "cancelled":
            assert store.searches.remove_job(search_id, "a")
        else:
            assert store.runs.finish(search_id, None, end, {})
        assert not store.redis.exists(keys.request("f"))


def test_a_worker_holds_a_search_that_is_queued(store: Store) -> None:
    """A worker can hold a queued search until it starts, is queued again, is cancelled or is gone."""
    search_id, _ = join_or_create(store, "a")
    assert store.runs.keep_claimed(search_id, 0)
    search = loaded(store, search_id)
    assert (search.status, search.heartbeat is not None) == ("queued", True)
    assert not store.runs.keep_claimed(search_id, 1)
    assert start_run(store, search_id, 1) == 0
    run = start_run(store, search_id, 0)
    assert run == 1
    assert not store.runs.keep_claimed(search_id, run)
    assert store.runs.requeue(search_id, run) == 2
    assert store.runs.requeue(search_id, run) == 0
    assert store.runs.keep_claimed(search_id, 2)
    store.searches.remove_job(search_id, "a")
    assert not store.runs.keep_claimed(search_id, 2)
    assert not store.runs.keep_claimed("unknown", 0)


def test_a_search_is_loaded_as_it_was_created(store: Store) -> None:
    """A new search has the fields of its request, and defaults for those of runs."""
    search_id, _ = join_or_create(store, "a")
    search = loaded(store, search_id)
    assert (search.id, search.status, search.open, search.work) == (search_id, "queued", True, {})
    assert (search.want, search.limits, search.key) == ("one", {"seconds": 60}, "k")
    assert (search.exact_digest, search.request_id) == ("n", "r")
    assert (search.started, search.ended, search.heartbeat) == (None, None, None)
    assert (search.run, search.deaths, search.cancel, search.progress, search.result) == (0, 0, False, {}, {})
    store.runs.finish(search_id, None, "stopped", {})
    search = loaded(store, search_id)
    assert not search.open
    assert search.ended is not None
    assert store.statistics.totals() == {"stopped": 1, "seconds": 0, "nodes": 0}
