"""Events: a wait ends with the next change of a search, and few events are kept."""

from __future__ import annotations

import threading

from fewest.store import Store, keys
from fewest.store.events import MAX_EVENTS
from tests.hang import HANG_SECONDS
from tests.unit.store.request import join_or_create, start_run, started


def place(event: str) -> tuple[int, ...]:
    """Where an event stands among the others: its id is milliseconds and a number, "…-10" after "…-9"."""
    return tuple(map(int, event.split("-")))


def test_waiting_ends_with_an_event(store: Store) -> None:
    """Waiting returns the newest events, at once if there are any, nothing if there are none; it can be ended."""
    search_id, run = started(store)
    assert store.events.wait({search_id: "0-0"}, 0.01) == {}
    assert store.events.newest(search_id) == "0-0"
    store.runs.report(search_id, run, {"lower_bound": 1})
    event, other = store.events.wait({search_id: "0-0"}, HANG_SECONDS)[search_id]
    assert event == store.events.newest(search_id) != "0-0"
    assert other == "0-0"
    store.runs.finish(search_id, run, "solved", {})
    ended = store.events.wait({search_id: event, "other": "0-0"}, HANG_SECONDS)
    assert list(ended) == [search_id]
    assert ended[search_id].newest == ended[search_id].other
    assert place(ended[search_id].newest) > place(event)
    store.events.wake("me")
    assert list(store.events.wait({search_id: ended[search_id].newest, "me": "0-0"}, HANG_SECONDS, "me")) == ["me"]


def test_waiting_no_time_returns_at_once(store: Store) -> None:
    """Waiting zero seconds does not block (to Redis, zero means for ever)."""
    search_id, _ = join_or_create(store, "a")
    assert store.events.wait({search_id: "5-0"}, 0.0) == {}


def test_a_wait_lasts_until_the_event(store: Store) -> None:
    """A wait ends at an event or at its timeout, not before."""
    search_id, run = started(store)
    report = threading.Timer(0.05, store.runs.report, (search_id, run, {}))
    report.start()
    assert list(store.events.wait({search_id: "0-0"}, HANG_SECONDS)) == [search_id]
    report.join()


def test_the_newest_events_are_told_apart(store: Store) -> None:
    """A wait returns the newest event, and the newest that is more than progress."""
    search_id, _ = join_or_create(store, "a")
    for job in "bcde":
        join_or_create(store, job)
    run = start_run(store, search_id)
    for job in "abcd":
        store.runs.report(search_id, run, {})
        store.searches.remove_job(search_id, job)
    left = store.events.newest(search_id)
    for _ in range(3):
        store.runs.report(search_id, run, {})
    newest, other = store.events.wait({search_id: "0-0"}, HANG_SECONDS)[search_id]
    assert (newest, other) == (store.events.newest(search_id), left)
    assert place(newest) > place(other)


def test_few_events_are_kept(store: Store) -> None:
    """Only the newest events of a running search are stored; its end leaves one."""
    search_id, run = started(store)
    for number in range(2 * MAX_EVENTS):
        store.runs.report(search_id, run, {"nodes": number})
    assert store.redis.xlen(keys.events(search_id)) == MAX_EVENTS
    newest = store.redis.xrevrange(keys.events(search_id), count=1)[0][0].decode()
    assert store.events.wait({search_id: "0-0"}, HANG_SECONDS) == {search_id: (newest, "0-0")}
    store.runs.finish(search_id, run, "solved", {})
    assert store.redis.xlen(keys.events(search_id)) == 1


def test_wakes_leave_little(store: Store) -> None:
    """A waker's stream keeps one event for a minute, and ends only the wait of its own name."""
    for _ in range(3):
        store.events.wake("me")
    assert store.redis.xlen(keys.wake("me")) == 1
    assert 0 < store.redis.ttl(keys.wake("me")) <= 600
    assert store.events.wait({"other": "0-0"}, 0.01, "other") == {}
    assert store.events.wait({"me": "0-0"}, 0.01) == {}
    assert list(store.events.wait({"me": "0-0", "s": "0-0"}, HANG_SECONDS, "me")) == ["me"]
