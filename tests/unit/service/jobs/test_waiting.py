"""Waiting: as long as requested, if a place is free; and streams, which wait for every change."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator

import pytest

from fewest.service.jobs import streams, waiting
from fewest.service.jobs.streams import Streams
from fewest.service.jobs.views import JobView
from fewest.service.jobs.waiting import JobFollower, Watcher
from fewest.store import Store, StoreError
from fewest.store.searches import Search
from tests.hang import HANG_SECONDS
from tests.unit.store.request import join_or_create, start_run

RUNNING = JobView("j", b'{"status":"running"}', "", "s")
SOLVED = JobView("j", b'{"status":"solved"}', "")


class Scripted(JobFollower):
    """Changes given in advance, and one place to wait for them.

    Attributes
    ----------
    after, seconds, progress
        What the last caller knew, how long it would wait, and whether for progress, too.
    """

    def __init__(self, *changes: tuple[str, JobView | None]) -> None:
        self._script, self._slots = changes, threading.BoundedSemaphore(1)
        self.after, self.seconds, self.progress = "", 0.0, True

    def changes(
        self, _view: JobView, after: str, seconds: float, *, progress: bool = True
    ) -> Iterator[tuple[str, JobView | None]]:
        """The changes given."""
        self.after, self.seconds, self.progress = after, seconds, progress
        yield from self._script


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
    other, _ = join_or_create(store, "b", "another request")
    run = start_run(store, search_id)
    polls = [Waiter(watcher, search_id, "0-0", progress=False) for _ in range(3)]
    unconcerned = Waiter(watcher, other, "0-0", progress=True)
    stream = Waiter(watcher, search_id, "0-0", progress=True)
    store.runs.report(search_id, run, {"nodes": 5})
    stream.join(HANG_SECONDS)
    assert stream.found is not None
    event, search = stream.found
    assert search is not None
    assert (event, search.progress) == (store.events.newest(search_id), {"nodes": 5})
    assert all(poll.is_alive() for poll in polls)
    again = Waiter(watcher, search_id, event, progress=True)
    store.runs.finish(search_id, run, "solved", {})
    for each in (*polls, again):
        each.join(HANG_SECONDS)
        assert each.found == (store.events.newest(search_id), store.searches.load(search_id))
    assert unconcerned.is_alive()
    store.runs.finish(other, None, "cancelled", {})
    unconcerned.join(HANG_SECONDS)
    assert unconcerned.found is not None


def test_an_event_between_two_reports_is_not_lost(store: Store) -> None:
    """Who waits for more than progress learns that a job has left, even if progress followed before that was read."""
    search_id, _ = join_or_create(store, "a")
    join_or_create(store, "b")
    run = start_run(store, search_id)
    store.searches.remove_job(search_id, "a")
    for number in range(5):
        store.runs.report(search_id, run, {"nodes": number})
    waiter = Waiter(Watcher(store.searches, store.events), search_id, "0-0", progress=False)
    waiter.join(HANG_SECONDS)
    assert waiter.found == (store.events.newest(search_id), None)


class Away(NoEvents):
    """Searches whose store does not answer."""

    def wait(self, *_: object) -> dict[str, object]:
        """Fail."""
        raise StoreError("away")


def test_waiting_ends_while_the_store_is_away() -> None:
    """While the store does not answer, waiting requests end, so that each learns it by itself."""
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


def sent(waiting: Scripted, last_id: str = "", seconds: float = 60.0) -> list[str]:
    """The ids of the events of a stream; "ping" for a comment."""
    text = Streams(waiting, threading.BoundedSemaphore(1), seconds).open(RUNNING, last_id).get_data(as_text=True)
    first, *blocks = text.removesuffix("\n\n").split("\n\n")
    assert first == "retry: 2000"
    return ["ping" if block == ": ping" else block.splitlines()[0].removeprefix("id: ") for block in blocks]


def test_closed_stream_frees_its_place() -> None:
    """While all places are taken, a stream has one event and a later retry; closing a stream frees its place."""
    opened = Streams(Scripted(("1-0", RUNNING)), threading.BoundedSemaphore(1), 60.0)
    for _ in range(2):
        held = opened.open(RUNNING, "")
        crowded = opened.open(RUNNING, "7-0")
        assert crowded.get_data(as_text=True).startswith("retry: 5000\n\nid: 7-0\nevent: progress\n")
        crowded.close()
        held.close()
    assert opened.open(RUNNING, "").get_data(as_text=True).startswith("retry: 2000\n\n")


def test_stream_lasts_as_long_as_the_changes() -> None:
    """A stream sends every change, progress too, and waits for them as long as it may be open."""
    changes = Scripted(("1-0", RUNNING), ("2-0", RUNNING), ("3-0", RUNNING))
    assert sent(changes, seconds=7.0) == ["1-0", "2-0", "3-0"]
    assert (changes.seconds, changes.progress) == (7.0, True)


def test_stream_ends_with_its_job() -> None:
    """The end of a job is the last event of its stream; the stream of a job that has expired ends without one."""
    assert sent(Scripted(("1-0", RUNNING), ("2-0", SOLVED), ("3-0", RUNNING))) == ["1-0", "end"]
    assert sent(Scripted(("1-0", RUNNING), ("2-0", None), ("3-0", RUNNING))) == ["1-0"]


def test_resumed_stream_does_not_repeat_itself() -> None:
    """Events a client has seen are not sent again; a malformed id counts as none."""
    changes = ("1-0", RUNNING), ("2-0", RUNNING)
    resumed = Scripted(*changes)
    assert sent(resumed, "1-0") == ["2-0"]
    assert resumed.after == "1-0"
    confused = Scripted(*changes)
    assert sent(confused, "1-0; nonsense") == ["1-0", "2-0"]
    assert confused.after == "0-0"


def test_quiet_stream_is_kept_alive(monkeypatch: pytest.MonkeyPatch) -> None:
    """A stream without events sends a comment every ``PING_SECONDS``, so that no proxy closes it."""
    quiet = [("1-0", RUNNING)] * 3
    assert sent(Scripted(*quiet)) == ["1-0"]
    monkeypatch.setattr(streams, "PING_SECONDS", 0.0)
    assert sent(Scripted(*quiet)) == ["1-0", "ping", "ping"]
