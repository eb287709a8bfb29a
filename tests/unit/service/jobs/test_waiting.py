"""Waiting: as long as requested, if a place is free."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator

import pytest

from service.jobs import waiting
from service.jobs.views import JobView
from service.jobs.waiting import JobFollower, Watcher
from store import Store, StoreError
from store.searches import Search
from tests.hang import HANG_SECONDS, until
from tests.unit.service.jobs.scripted import RUNNING, SOLVED, Scripted
from tests.unit.store.request import join_or_create


def test_wait_ends_with_its_changes_or_its_job() -> None:
    """A wait ends when its time is over or its job has expired, and does not ask for progress."""
    scripted = Scripted(("1-0", RUNNING))
    assert scripted.wait(RUNNING, 7.0) == (RUNNING, True)
    assert (scripted.seconds, scripted.progress) == (7.0, False)
    assert Scripted(("1-0", RUNNING), ("2-0", None), ("3-0", SOLVED)).wait(RUNNING, 60.0) == (RUNNING, True)


class Jobs:
    """Jobs that are solved at the given read, and running before."""

    def __init__(self, reads: int = 10**9) -> None:
        self.reads = reads

    def get(self, _job_id: str) -> JobView:
        """The job."""
        self.reads -= 1
        return RUNNING if self.reads > 0 else SOLVED


class NoEvents:
    """Searches without an event."""

    def newest(self, _search_id: str) -> str:
        """The id before all others."""
        return "0-0"

    def wait(self, *_: object) -> dict[str, object]:
        """No event within a moment."""
        time.sleep(0.01)
        return {}

    def wake(self, _waker: str) -> None:
        """There is no thread to wake."""


def changes(jobs: Jobs, seconds: float) -> Iterator[tuple[str, JobView | None]]:
    """The changes of a job without events."""
    places = threading.BoundedSemaphore(1)
    return JobFollower(jobs, NoEvents(), NoEvents(), places).changes(RUNNING, "0-0", seconds)  # type: ignore[arg-type]


def test_changes_end_with_their_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without an event the job is read at once and at the end of the time."""
    monkeypatch.setattr(waiting, "POLL_SECONDS", HANG_SECONDS)
    assert list(changes(Jobs(), 0.0)) == [("0-0", RUNNING)]
    began = time.monotonic()
    assert list(changes(Jobs(), 0.3)) == [("0-0", RUNNING)] * 2
    assert 0.3 <= time.monotonic() - began < HANG_SECONDS


def test_a_missed_event_is_made_up_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without an event the job is read again every ``POLL_SECONDS``."""
    monkeypatch.setattr(waiting, "POLL_SECONDS", 0.05)
    for _, view in changes(Jobs(3), HANG_SECONDS):
        if view is SOLVED:
            break
    else:
        pytest.fail("the end was missed")


class Waiter(threading.Thread):
    """Waits for an event of a search; ``found`` is what it returned."""

    def __init__(self, watcher: Watcher, search_id: str, after: str, *, progress: bool) -> None:
        super().__init__(daemon=True)
        self._call = watcher, search_id, after, progress
        self.found: tuple[str, Search | None] | None = None
        self.start()

    def run(self) -> None:
        """Wait."""
        watcher, search_id, after, progress = self._call
        self.found = watcher.wait(search_id, after, HANG_SECONDS, progress=progress)


def test_progress_and_the_end_reach_who_waits_for_them(store: Store) -> None:
    """Progress wakes those who wait for it, with the search as it stands then; the end wakes all."""
    watcher = Watcher(store.searches, store.events)
    search_id, _ = join_or_create(store, "a")
    other, _ = join_or_create(store, "b", "another flight")
    run = store.searches.start(search_id)
    polls = [Waiter(watcher, search_id, "0-0", progress=False) for _ in range(3)]
    unconcerned = Waiter(watcher, other, "0-0", progress=True)
    stream = Waiter(watcher, search_id, "0-0", progress=True)
    store.searches.report(search_id, run, {"nodes": 5})
    stream.join(HANG_SECONDS)
    assert stream.found is not None
    event, search = stream.found
    assert search is not None
    assert (event, search.progress) == (store.events.newest(search_id), {"nodes": 5})
    assert all(poll.is_alive() for poll in polls)
    again = Waiter(watcher, search_id, event, progress=True)
    store.searches.finish(search_id, run, "solved", {})
    for each in (*polls, again):
        each.join(HANG_SECONDS)
        assert each.found == (store.events.newest(search_id), store.searches.load(search_id))
    assert unconcerned.is_alive()
    store.searches.finish(other, None, "cancelled", {})
    unconcerned.join(HANG_SECONDS)
    assert unconcerned.found is not None


class Steps:
    """In place of the module time of a watching thread: while there is somebody to wake for progress, it pauses until a
    test lets it take some steps.
    """

    def __init__(self) -> None:
        self.watcher: Watcher | None = None
        self._steps = threading.Semaphore(0)

    def sleep(self, _seconds: float) -> None:
        """Pause."""
        if self.watcher is not None and self.watcher._progress:
            assert self._steps.acquire(timeout=HANG_SECONDS)

    def take(self, number: int) -> None:
        """Let it take so many steps."""
        self._steps.release(number)


def test_few_are_woken_at_once_and_ends_come_first(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of many that wait for progress one is woken at each step; who waits for an end does not wait for them."""
    steps = Steps()
    monkeypatch.setattr(waiting, "time", steps)
    watcher = steps.watcher = Watcher(store.searches, store.events)
    search_id, _ = join_or_create(store, "a")
    other, _ = join_or_create(store, "b", "another flight")
    run = store.searches.start(search_id)
    streams = [Waiter(watcher, search_id, "0-0", progress=True) for _ in range(10)]
    poll = Waiter(watcher, other, "0-0", progress=False)
    until(lambda: sum(len(watch.waiters) for watch in watcher._watches.values()) == 11)
    store.searches.report(search_id, run, {"nodes": 5})
    until(lambda: any(stream.found for stream in streams))
    store.searches.finish(other, None, "cancelled", {})
    steps.take(waiting.STEPS)  # then it reads, and finds the end
    poll.join(HANG_SECONDS)
    assert poll.found is not None
    assert sum(stream.found is None for stream in streams) > 0
    steps.take(len(streams))
    for stream in streams:
        stream.join(HANG_SECONDS)
        assert stream.found is not None


def test_an_event_between_two_reports_is_not_lost(store: Store) -> None:
    """Who waits for more than progress learns of a job that left, even if progress followed before it was read."""
    search_id, _ = join_or_create(store, "a")
    join_or_create(store, "b")
    run = store.searches.start(search_id)
    store.searches.remove_job(search_id, "a")
    for number in range(5):
        store.searches.report(search_id, run, {"nodes": number})
    waiter = Waiter(Watcher(store.searches, store.events), search_id, "0-0", progress=False)
    waiter.join(HANG_SECONDS)
    assert waiter.found == (store.events.newest(search_id), None)


class Away(NoEvents):
    """Searches whose store does not answer."""

    def wait(self, *_: object) -> dict[str, object]:
        """Fail."""
        raise StoreError("away")


def test_waiting_ends_while_the_store_is_away() -> None:
    """While the store is away, those who wait look for themselves and learn that it is."""
    waiter = Waiter(Watcher(Away(), Away()), "s", "0-0", progress=False)  # type: ignore[arg-type]
    waiter.join(HANG_SECONDS)
    assert waiter.found == ("0-0", None)


def test_a_wait_needs_a_place_and_frees_it() -> None:
    """If no place is free, the response is immediate; a job that has ended needs none."""
    scripted = Scripted(("1-0", RUNNING), ("2-0", SOLVED))
    for _ in range(3):
        assert scripted.wait(RUNNING, 60.0) == (SOLVED, True)
    scripted._slots.acquire()
    assert scripted.wait(RUNNING, 60.0) == (RUNNING, False)
    assert scripted.wait(SOLVED, 60.0) == (SOLVED, True)
