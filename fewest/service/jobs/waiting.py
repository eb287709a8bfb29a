"""Waiting for a job to end or to change."""

from __future__ import annotations

import logging
import random
import secrets
import threading
import time
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from fewest.service.jobs.deadline import Deadline
from fewest.service.jobs.views import JobReader, JobView
from fewest.store import StoreError
from fewest.store.events import Events, NewestEvents
from fewest.store.searches import Search, Searches

POLL_SECONDS = 15.0
"""A job is read again after at most this long even without an event."""

MIN_POLL_SHARE = 0.9
"""Jitter: it may be read a tenth earlier, so that requests which began together do not read together."""

NO_EVENT = "0-0"
"""The id before all others."""

BLOCK_SECONDS = 0.5
"""The watching thread waits this long for an event."""

STEP_SECONDS = 0.005
"""Pause of the watching thread between two steps, so that one read finds many events."""

MAX_WAKEUPS_FINISHED = 4
MAX_WAKEUPS_PROGRESS = 1
"""Requests woken in one step: for the end of their search, and for its progress. A thousand threads woken together
would starve all others.
"""

FEW_WATCHES = 16
"""So many searches are read again at once when a request comes; with more, a read for each would take too long."""

STEPS_PER_READ = 4
"""Steps between two reads while requests are to be woken."""

log = logging.getLogger("fewest.service")


@dataclass(eq=False, slots=True)
class Waiter:
    """A request that waits.

    Attributes
    ----------
    progress
        Whether progress wakes it, or only other changes.
    due
        Whether it should be woken for progress.
    """

    progress: bool
    due: bool = False
    woken: threading.Event = field(default_factory=threading.Event)


@dataclass(slots=True)
class Watch:
    """A search that requests wait for.

    Attributes
    ----------
    newest, other
        Ids of its newest event, and of its newest event beyond progress.
    search
        The search as it stood after its newest event.
    """

    newest: str
    other: str = NO_EVENT
    search: Search | None = None
    waiters: set[Waiter] = field(default_factory=set)


class Watcher:
    """Waits for the events of all searches that requests of this process wait for, over one connection.

    Its thread runs while requests wait. It wakes a few requests at a time, those that have waited longest first.
    """

    def __init__(self, searches: Searches, events: Events) -> None:
        self._searches = searches
        self._events = events
        self._name = f"waker-{secrets.token_hex(6)}"
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None
        self._watches: dict[str, Watch] = {}
        self._ends: deque[Waiter] = deque()
        self._progress: deque[Waiter] = deque()

    def wait(self, search_id: str, after: str, seconds: float, *, progress: bool) -> tuple[str, Search | None]:
        """Wait for an event of a search that is newer than ``after``.

        Parameters
        ----------
        progress
            Whether progress ends the wait, or only the end and other changes.

        Returns
        -------
        event, search
            Id of the newest known event; the search at that time, if it has ended or only progress was reported.
        """
        waiter = Waiter(progress)
        with self._lock:
            is_unknown = search_id not in self._watches
            watch = self._watches.setdefault(search_id, Watch(after))
            watch.waiters.add(waiter)
            # It may have been read already for another request.
            missed = _later(watch.newest if progress else watch.other, after)
            if self._thread is None or not self._thread.is_alive():
                is_unknown = False
                self._thread = threading.Thread(target=self._watch, daemon=True)
                self._thread.start()
        try:
            # The thread waits for the searches that it knew when it last looked.
            if is_unknown:
                self._events.wake(self._name)
            if not missed:
                waiter.woken.wait(seconds)
            with self._lock:
                if not _later(watch.newest, after):
                    return after, None
                ended = watch.search is not None and not watch.search.open
                return watch.newest, watch.search if ended or not _later(watch.other, after) else None
        finally:
            with self._lock:
                watch.waiters.remove(waiter)
                if not watch.waiters:
                    del self._watches[search_id]

    def _watch(self) -> None:
        woken = NO_EVENT
        while True:
            with self._lock:
                if not self._watches:
                    self._thread = None
                    return
                after = {search_id: watch.newest for search_id, watch in self._watches.items()}
                seconds = 0.0 if self._ends or self._progress else BLOCK_SECONDS
            try:
                found = self._events.wait({self._name: woken} | after, seconds, self._name)
                woken = found.pop(self._name, NewestEvents(woken, woken)).newest
                searches = {search_id: self._searches.load(search_id) for search_id in found}
            except StoreError as error:
                log.warning("waiting for events: %s", error)
                self._wake_all()
                time.sleep(BLOCK_SECONDS)
                continue
            with self._lock:
                for search_id in found.keys() & self._watches.keys():
                    self._note(self._watches[search_id], found[search_id], searches[search_id])
                idle = not self._ends and not self._progress
            if idle and len(after) <= FEW_WATCHES:
                continue  # a request has come, whose search may end within the pause
            for _ in range(STEPS_PER_READ):
                with self._lock:
                    _wake(self._ends, MAX_WAKEUPS_FINISHED)
                    _wake(self._progress, MAX_WAKEUPS_PROGRESS)
                time.sleep(STEP_SECONDS)
                if not self._ends and not self._progress:
                    break

    def _note(self, watch: Watch, events: NewestEvents, search: Search | None) -> None:
        """Note what was read, and which requests to wake for it."""
        watch.newest = events.newest
        watch.search = search
        if events.other != NO_EVENT:
            watch.other = events.other
            self._ends.extend(watch.waiters)
            return
        for waiter in watch.waiters:
            if waiter.progress and not waiter.due:
                waiter.due = True
                self._progress.append(waiter)

    def _wake_all(self) -> None:
        """Wake all, so that each notices by itself that the store is unavailable."""
        with self._lock:
            for watch in self._watches.values():
                for waiter in watch.waiters:
                    waiter.woken.set()


def _wake(waiters: deque[Waiter], number: int) -> None:
    """Wake the first of those not yet woken."""
    while waiters and number:
        waiter = waiters.popleft()
        number -= not waiter.woken.is_set()
        waiter.woken.set()


class JobFollower:
    """Waits for jobs.

    Parameters
    ----------
    slots
        One is taken for as long as a request is held.
    """

    def __init__(
        self, reader: JobReader, searches: Searches, events: Events, slots: threading.BoundedSemaphore
    ) -> None:
        self._reader = reader
        self._events = events
        self._slots = slots
        self._watcher = Watcher(searches, events)
        # One woken request works at a time, so that thousands of them do not starve the others.
        self._turn = threading.Lock()

    def wait(self, view: JobView, seconds: float) -> tuple[JobView, bool]:
        """Wait until a job has ended, at most for ``seconds``.

        Returns
        -------
        view, waited
            ``waited`` is False if no slot was free and the job has not ended: then the answer is immediate.
        """
        if view.ended or not self._slots.acquire(blocking=False):
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
            self._slots.release()

    def wait_for_all(self, job_ids: Iterable[str], deadline: Deadline) -> bool:
        """Wait for jobs one after the other, until all have ended or been dropped, or until the deadline.

        Returns
        -------
        bool
            Whether it has waited; False if no slot was free for a job that has not ended.
        """
        for job_id in job_ids:
            left = deadline.left
            if left <= 0:
                return True
            view = self._reader.get(job_id)
            if view is None or view.ended:
                continue
            if not self.wait(view, left)[1]:
                return False
        return True

    def changes(
        self, view: JobView, after: str, seconds: float, *, progress: bool = True
    ) -> Iterator[tuple[str, JobView | None]]:
        """Yield a job after each event of its search, and from time to time without one.

        Parameters
        ----------
        after
            Id of the last event the client knows.
        seconds
            How long to wait for changes.
        progress
            Whether progress is a change. If so, the current state comes first. If not, ``view`` has just been read,
            and its next change comes first.

        Yields
        ------
        event, view
            Id of the newest event, and the job, or None if it was dropped. The caller stops when the job has ended.
        """
        until = time.monotonic() + seconds
        latest = view
        event = after
        search: Search | None = None
        looks = progress
        if looks and view.search_id is not None:
            newest = self._events.newest(view.search_id)
            event = newest if _later(newest, after) else after
        while True:
            if looks:
                with self._turn:
                    found = self._look(latest, search)
                yield event, found
                latest = found or latest
            looks = True
            left = until - time.monotonic()
            if left <= 0 or latest.search_id is None:
                return
            left = min(left, POLL_SECONDS * random.uniform(MIN_POLL_SHARE, 1.0))
            event, search = self._watcher.wait(latest.search_id, event, left, progress=progress)

    def _look(self, view: JobView, search: Search | None) -> JobView | None:
        """The current state of the job; ``search`` is its search, if that was read after the last event."""
        if search is None or view.job is None:
            return self._reader.get(view.job_id)
        return self._reader.view(view.job, search) if search.open else self._reader.settle(view.job, search)


def _later(event: str, other: str) -> bool:
    """Whether an event is newer than another: ids are milliseconds and a number."""
    return _number(event) > _number(other)


def _number(event: str) -> tuple[int, int]:
    milliseconds, _, number = event.partition("-")
    return int(milliseconds), int(number or 0)
