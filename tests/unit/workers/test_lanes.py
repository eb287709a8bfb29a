"""When a search leaves the quick lane: in its time only if it is needed, after it as soon as others wait."""

from __future__ import annotations

import time

import pytest

from store import Store
from store.queue import NAMES, Lane, rq_id
from tests.unit.store.request import join_or_create
from workers.lanes import YIELD_SECONDS, QuickTime


class Clock:
    """A clock that stands still, in place of the module time."""

    @staticmethod
    def monotonic() -> float:
        """The time."""
        return 1000.0


class Lanes:
    """Workers of both lanes, as far as the store knows."""

    def __init__(self, store: Store) -> None:
        self.store = store

    def worker(self, lane: Lane, running: str = "") -> None:
        """Add a worker that runs something, or nothing."""
        name = f"rq:worker:{time.monotonic_ns()}"
        self.store.redis.sadd(f"rq:workers:{NAMES[lane]}", name)
        self.store.redis.hset(name, "state", "busy")
        if running:
            self.store.redis.zadd(f"rq:wip:{NAMES[lane]}", {f"{running}:execution": time.time() + 3600})

    def search(self, name: str, client: str, lane: Lane | None = Lane.QUICK) -> str:
        """A search of a client that runs in a lane, or waits in the quick one."""
        search_id, _ = join_or_create(self.store, name, name, client=client)
        if lane is None:
            self.store.queue.put(search_id, 0, 60, client=client)
        else:
            self.store.searches.start(search_id)
            self.worker(lane, rq_id(search_id, 0))
        return search_id

    def leaves(self, search_id: str, after: float, seconds: float = 5.0) -> bool:
        """Whether a search leaves the quick lane ``after`` some seconds."""
        search = self.store.searches.load(search_id)
        assert search is not None
        return QuickTime(self.store, search, seconds).over(Clock.monotonic() + after)


@pytest.fixture
def lanes(store: Store, monkeypatch: pytest.MonkeyPatch) -> Lanes:
    """Two searches of one client in the quick lane, and a free worker in the long one."""
    monkeypatch.setattr("workers.lanes.time", Clock)
    made = Lanes(store)
    made.worker(Lane.LONG)
    return made


def test_who_has_run_longest_yields_to_a_client_who_has_none(lanes: Lanes) -> None:
    """If the next search is of a client none of whose searches runs, that which has run longest moves."""
    longest, other = lanes.search("a", "one"), lanes.search("b", "one")
    assert not lanes.leaves(longest, YIELD_SECONDS)
    lanes.search("c", "two", None)
    assert not lanes.leaves(longest, YIELD_SECONDS - 0.5)
    assert lanes.leaves(longest, YIELD_SECONDS)
    assert not lanes.leaves(other, 4.9)
    assert lanes.leaves(other, 5.0)


def test_nobody_yields_to_a_client_who_has_one(lanes: Lanes) -> None:
    """A client whose search runs waits for the others to take their time."""
    longest, _ = lanes.search("a", "one"), lanes.search("b", "two")
    lanes.search("c", "two", None)
    assert [lanes.leaves(longest, after) for after in (4.9, 5.0)] == [False, True]


def test_nobody_yields_without_a_free_worker(lanes: Lanes) -> None:
    """Where all workers of the long lane run searches, none moves before its time; units do not count."""
    lanes.store.redis.delete(f"rq:workers:{NAMES[Lane.LONG]}")
    longest = lanes.search("a", "one")
    lanes.search("b", "two", None)
    lanes.worker(Lane.LONG, f"unit-{longest}-1-0")
    assert lanes.leaves(longest, YIELD_SECONDS)
    lanes.worker(Lane.LONG, "other-0")
    assert lanes.leaves(longest, YIELD_SECONDS)
    lanes.store.redis.delete(f"rq:workers:{NAMES[Lane.LONG]}", f"rq:wip:{NAMES[Lane.LONG]}")
    for name in ("other-0", "another-0"):
        lanes.worker(Lane.LONG, name)
    assert [lanes.leaves(longest, after) for after in (4.9, 5.0)] == [False, True]


def test_a_short_time_is_over_before_the_moment(lanes: Lanes) -> None:
    """Where the time in the lane is shorter than a moment, it ends it."""
    search_id = lanes.search("a", "one")
    lanes.search("b", "one", None)
    assert [lanes.leaves(search_id, after, 0.5) for after in (0.4, 0.5)] == [False, True]
