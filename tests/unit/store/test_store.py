"""The store: equal requests share a search, lost searches are recovered, better answers replace worse ones."""

from __future__ import annotations

import time
from typing import Any

import pytest

from store import Store
from store.recovery import requeue, requeue_lost
from store.results import Solution


def join_or_create(store: Store, job_id: str, flight: str = "f") -> tuple[str, bool]:
    """Join or create a search for a small request."""
    return store.searches.join_or_create(
        job_id,
        puzzle={},
        want="one",
        limits={"seconds": 60},
        key="k",
        flight=flight,
        exact_digest="n",
        request_id="r",
    )


def test_equal_requests_join(store: Store) -> None:
    """The second of two equal requests joins the search of the first; a different request creates its own."""
    first, created = join_or_create(store, "a")
    assert created
    assert join_or_create(store, "b") == (first, False)
    assert join_or_create(store, "c", "other")[1]
    assert store.searches.created() == 2


def test_search_is_cancelled_with_its_last_job(store: Store) -> None:
    """A search runs as long as it has a job; without one it must end, and no other job joins it."""
    search_id, _ = join_or_create(store, "a")
    join_or_create(store, "b")
    run = store.searches.start(search_id)
    assert not store.searches.remove_job(search_id, "a")
    assert store.searches.report(search_id, run, {"lower_bound": 1})
    assert store.searches.remove_job(search_id, "b")
    assert not store.searches.report(search_id, run, {"lower_bound": 1})
    assert join_or_create(store, "c")[1]


def test_reports_of_a_lost_run_are_ignored(store: Store) -> None:
    """After a search was queued again, its earlier run can neither report nor finish."""
    search_id, _ = join_or_create(store, "a")
    run = store.searches.start(search_id)
    assert run == 1
    assert store.searches.start(search_id) == 0
    assert requeue(store, search_id)
    assert not store.searches.report(search_id, run, {})
    assert not store.searches.finish(search_id, run, "solved", {})
    again = store.searches.start(search_id)
    assert store.searches.finish(search_id, again, "solved", {})
    assert not store.searches.finish(search_id, again, "stopped", {})


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


def test_waiting_ends_with_an_event(store: Store) -> None:
    """Waiting returns the newest events, at once if there are any, nothing if there are none; it can be ended."""
    search_id, _ = join_or_create(store, "a")
    run = store.searches.start(search_id)
    assert store.searches.wait({search_id: "0-0"}, 0.01) == {}
    assert store.searches.newest_event(search_id) == "0-0"
    store.searches.report(search_id, run, {"lower_bound": 1})
    event = store.searches.wait({search_id: "0-0"}, 5.0)[search_id].newest
    assert event == store.searches.newest_event(search_id) != "0-0"
    store.searches.finish(search_id, run, "solved", {})
    ended = store.searches.wait({search_id: event, "other": "0-0"}, 5.0)[search_id]
    assert ended.newest == ended.other > event
    store.searches.wake("me")
    assert "me" in store.searches.wait({search_id: store.searches.newest_event(search_id), "me": "0-0"}, 5.0, "me")


def result(**parts: Any) -> dict[str, Any]:
    """A result of a small puzzle."""
    return {"status": "solved", "optimal": True} | parts


@pytest.mark.parametrize(
    ("want", "value", "serves"),
    [
        ("one", result(), ["any", "one"]),
        ("count", result(count=3), ["any", "one", "count"]),
        ("all", result(count=3), ["any", "one", "count", "all"]),
        ("any", result(optimal=False), ["any"]),
        ("any", result(), ["any", "one"]),
        ("one", result(status="unsolvable", optimal=False), ["any", "one", "count", "all"]),
    ],
)
def test_answer_serves_its_grade(store: Store, want: str, value: dict[str, Any], serves: list[str]) -> None:
    """A stored answer serves its own want and all of lower grade."""
    store.results.keep("k", want, value, "n", None)
    assert [each for each in ("any", "one", "count", "all") if store.results.find("k", each)] == serves


def test_worse_answer_does_not_replace_a_better_one(store: Store) -> None:
    """A stored count stays when one solution is found later."""
    store.results.keep("k", "count", result(count=3), "n", None)
    store.results.keep("k", "one", result(), "m", None)
    answer = store.results.find("k", "count")
    assert answer is not None
    assert (answer.result["count"], answer.exact_digest, answer.grade) == (3, "n", "count")
    store.results.keep_solution("p", "count", Solution(b"long", "1"))
    store.results.keep_solution("p", "one", Solution(b"short", "2"))
    stored = store.results.solution("p")
    assert stored is not None
    assert stored.document == b"long"


def test_trim_drops_the_least_recently_used(store: Store) -> None:
    """Over its share of memory, the store drops the least recently used answers first."""
    for key in ("a", "b"):
        store.results.keep(key, "one", result(), "n", None)
    store.results.find("a", "one")
    assert store.results.trim() == 0
    assert store.results.trim(share=0.0, batch=1) == 2
    assert store.results.find("a", "one") is None


def test_one_process_recovers_at_a_time(store: Store) -> None:
    """The lock for recovery has one owner until it expires."""
    assert store.lock_recovery(1, 0.05)
    assert not store.lock_recovery(2, 0.05)
    time.sleep(0.1)
    assert store.lock_recovery(2, 0.05)
