"""Waiting for a job: until it ends, or from one change to the next."""

from __future__ import annotations

import logging
import secrets
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass

from service.jobs import JobService, JobView
from store import StoreError
from store.searches import Events, Search, Searches

POLL_SECONDS = 15.0
"""A job is read again after this long even without an event."""

NO_EVENT = "0-0"
"""The id before all others."""

BLOCK_SECONDS = 0.5
"""The watching thread waits this long for an event, and looks then what it has to pass on."""

GATHER_SECONDS = 0.005
"""The watching thread rests this long between two reads, so that one read finds many events."""

PACE_SECONDS_EACH = 0.002
"""Progress of a search is passed on this much later for each request that waits for it: hundreds of them would be
busy with nothing else. Its end is passed on at once.
"""

TURNS = 4
"""Waiting requests that are at work at once: after an event that thousands wait for, others get their turn."""

log = logging.getLogger("fewest.service")


@dataclass
class Watch:
    """A search that requests wait for.

    Attributes
    ----------
    read
        Id of its newest event read.
    newest, other
        Ids of its newest event passed on, and of the newest that is more than progress.
    changed, turned
        Notified of every event, and of those that are more than progress.
    search
        The search as it stood after its newest event.
    waiting
        Number of requests.
    pace_until
        Progress is not passed on before.
    """

    read: str
    newest: str
    other: str
    changed: threading.Condition
    turned: threading.Condition
    search: Search | None = None
    waiting: int = 0
    pace_until: float = 0.0

    def note(self, events: Events, search: Search | None) -> None:
        """Note what has been read."""
        self.read, self.search = events.newest, search
        if events.other != NO_EVENT:
            self.other = events.other
            self.turned.notify_all()
            self.pace_until = 0.0

    def pass_on(self, now: float) -> None:
        """Wake those who wait for progress, unless it is too early."""
        if self.newest != self.read and now >= self.pace_until:
            self.newest, self.pace_until = self.read, now + PACE_SECONDS_EACH * self.waiting
            self.changed.notify_all()


class Watcher:
    """Waits for the events of all searches that requests of this process wait for, over one connection.

    The thread that does it runs while there is something to wait for.
    """

    def __init__(self, searches: Searches) -> None:
        self._searches, self._name = searches, f"waker-{secrets.token_hex(6)}"
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None
        self._watches: dict[str, Watch] = {}

    def wait(self, search_id: str, after: str, seconds: float, *, progress: bool) -> tuple[str, Search | None]:
        """Wait for an event of a search that is newer than ``after``.

        Parameters
        ----------
        progress
            Whether to wait for its progress, too, or only for its end and other changes.

        Returns
        -------
        event, search
            Id of the newest event known; the search as it stood then, if it has ended or there has been nothing but
            progress.
        """
        with self._lock:
            watch = self._watches.get(search_id)
            new = watch is None
            if watch is None:
                watch = self._watches[search_id] = Watch(
                    after, after, NO_EVENT, threading.Condition(self._lock), threading.Condition(self._lock)
                )
            watch.waiting += 1
            if self._thread is None or not self._thread.is_alive():
                self._thread = threading.Thread(target=self._watch, daemon=True)
                self._thread.start()
        try:
            if new:
                self._searches.wake(self._name)
            with self._lock:
                known, event = (watch.newest, watch.changed) if progress else (watch.other, watch.turned)
                if not _later(known, after):
                    event.wait(seconds)
                newest = watch.newest if progress else watch.read
                if not _later(newest, after):
                    return after, None
                ended = watch.search is not None and not watch.search.open
                return newest, watch.search if ended or not _later(watch.other, after) else None
        finally:
            with self._lock:
                watch.waiting -= 1
                if not watch.waiting:
                    del self._watches[search_id]

    def _watch(self) -> None:
        woken = NO_EVENT
        while True:
            with self._lock:
                if not self._watches:
                    self._thread = None
                    return
                after = {search_id: watch.read for search_id, watch in self._watches.items()}
            try:
                found = self._searches.wait({self._name: woken} | after, BLOCK_SECONDS, self._name)
                woken = found.pop(self._name, Events(woken, woken)).newest
                searches = {search_id: self._searches.load(search_id) for search_id in found}
            except StoreError as error:
                log.warning("waiting for events: %s", error)
                self._wake_all()
                time.sleep(BLOCK_SECONDS)
                continue
            with self._lock:
                now = time.monotonic()
                for search_id, watch in self._watches.items():
                    if search_id in found:
                        watch.note(found[search_id], searches[search_id])
                    watch.pass_on(now)
            time.sleep(GATHER_SECONDS)

    def _wake_all(self) -> None:
        """Have all look for themselves, and find the store away."""
        with self._lock:
            for watch in self._watches.values():
                watch.changed.notify_all()
                watch.turned.notify_all()


class Waiting:
    """Waits for jobs.

    Parameters
    ----------
    places
        One is taken for as long as a request is held.
    """

    def __init__(self, jobs: JobService, searches: Searches, places: threading.BoundedSemaphore) -> None:
        self._jobs, self._searches, self._places = jobs, searches, places
        self._watcher, self._turns = Watcher(searches), threading.BoundedSemaphore(TURNS)

    def wait(self, view: JobView, seconds: float) -> tuple[JobView, bool]:
        """Wait until a job has ended, at most for ``seconds``.

        Returns
        -------
        view, waited
            ``waited`` is False if no place was free and the job has not ended: then the answer is immediate.
        """
        if view.ended or not self._places.acquire(blocking=False):
            return view, view.ended
        try:
            for _, latest in self.changes(view, "0-0", seconds, progress=False):
                if latest is None:
                    break
                view = latest
                if view.ended:
                    break
            return view, True
        finally:
            self._places.release()

    def changes(
        self, view: JobView, after: str, seconds: float, *, progress: bool = True
    ) -> Iterator[tuple[str, JobView | None]]:
        """A job after each event of its search, and from time to time without one.

        Parameters
        ----------
        after
            Id of the last event the client knows.
        seconds
            How long to wait for changes.
        progress
            Whether progress is a change. If so, the job as it stands now comes first. If not, ``view`` has just been
            read, and what comes first is its next change.

        Yields
        ------
        event, view
            Id of the newest event, and the job; None if it is gone. The caller leaves when the job has ended.
        """
        until, latest, event = time.monotonic() + seconds, view, after
        search: Search | None = None
        looks = progress
        if looks and view.search_id is not None:
            newest = self._searches.newest_event(view.search_id)
            event = newest if _later(newest, after) else after
        while True:
            if looks:
                with self._turns:
                    found = self._look(latest, search)
                yield event, found
                latest = found or latest
            looks = True
            left = until - time.monotonic()
            if left <= 0 or latest.search_id is None:
                return
            event, search = self._watcher.wait(latest.search_id, event, min(left, POLL_SECONDS), progress=progress)

    def _look(self, view: JobView, search: Search | None) -> JobView | None:
        """The job as it stands; ``search`` is its search, if that was read after the last event."""
        if search is None or view.job is None:
            return self._jobs.get(view.job_id)
        return self._jobs.view(view.job, search) if search.open else self._jobs.settle(view.job, search)


def _later(event: str, other: str) -> bool:
    """Whether an event is newer than another: ids are milliseconds and a number."""
    return _number(event) > _number(other)


def _number(event: str) -> tuple[int, int]:
    milliseconds, _, number = event.partition("-")
    return int(milliseconds), int(number or 0)
