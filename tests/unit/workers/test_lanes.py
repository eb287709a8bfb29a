"""When a search leaves the quick lane: in its time only if it is needed, after it as soon as others wait."""

from __future__ import annotations

import time

import pytest

from fewest.schemas.lanes import Lane
from fewest.store import Store
from fewest.store.queue import NAMES, rq_id
from fewest.workers import lanes
from fewest.workers.lanes import YIELD_SECONDS, QuickTime
from tests.unit.service.clock import Clock
from tests.unit.store.queued import workers
from tests.unit.store.request import join_or_create, start_run
from tests.unit.workers.searches import loaded

CLOCK = Clock(1000.0)
"""A clock that stands still."""


def busy(store: Store, lane: Lane, *running: str) -> None:
    """Have a lane have as many workers as it runs searches, by RQ's ids; an empty id is a worker that runs none."""
    workers(store, lane, *["busy"] * len(running))
    for name in filter(None, running):
        store.redis.zadd(f"rq:wip:{NAMES[lane]}", {f"{name}:execution": time.time() + 3600})


def search(store: Store, name: str, client: str, *, runs: bool = True) -> str:
    """A search of a client that runs in the quick lane, or waits there."""
    search_id, _ = join_or_create(store, name, name, client=client)
    if runs:
        start_run(store, search_id)
        busy(store, Lane.QUICK, rq_id(search_id, 0))
    else:
        store.queue.put(search_id, 0, 60, client=client)
    return search_id


def leaves(store: Store, search_id: str, after: float, seconds: float = 5.0) -> bool:
    """Whether a search leaves the quick lane ``after`` some seconds."""
    return QuickTime(store, loaded(store, search_id), seconds).over(CLOCK.now + after)


@pytest.fixture(autouse=True)
def _free_worker(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """A worker of the long lane that runs nothing, and a clock that stands still."""
    monkeypatch.setattr(lanes, "time", CLOCK)
    busy(store, Lane.LONG, "")


def test_who_has_run_longest_yields_to_a_client_who_has_none(store: Store) -> None:
    """If the next search belongs to a client without a running one, the longest-running search moves."""
    longest, other = search(store, "a", "one"), search(store, "b", "one")
    assert not leaves(store, longest, YIELD_SECONDS)
    search(store, "c", "two", runs=False)
    assert not leaves(store, longest, YIELD_SECONDS - 0.5)
    assert leaves(store, longest, YIELD_SECONDS)
    assert not leaves(store, other, 4.9)
    assert leaves(store, other, 5.0)


def test_nobody_yields_to_a_client_who_has_one(store: Store) -> None:
    """No search yields to a client that has a running search."""
    longest, _ = search(store, "a", "one"), search(store, "b", "two")
    search(store, "c", "two", runs=False)
    assert [leaves(store, longest, after) for after in (4.9, 5.0)] == [False, True]


def test_nobody_yields_without_a_free_worker(store: Store) -> None:
    """No search yields unless a worker of the long lane is free; a worker that runs a unit is."""
    longest = search(store, "a", "one")
    search(store, "b", "two", runs=False)
    busy(store, Lane.LONG, f"unit-{longest}-1-0")
    assert leaves(store, longest, YIELD_SECONDS)
    busy(store, Lane.LONG, "other-0", "")
    assert leaves(store, longest, YIELD_SECONDS)
    busy(store, Lane.LONG, "other-0", "another-0")
    assert [leaves(store, longest, after) for after in (4.9, 5.0)] == [False, True]


def test_a_short_time_is_over_before_the_moment(store: Store) -> None:
    """A time in the lane below one second ends as configured."""
    search_id = search(store, "a", "one")
    search(store, "b", "one", runs=False)
    assert [leaves(store, search_id, after, 0.5) for after in (0.4, 0.5)] == [False, True]
