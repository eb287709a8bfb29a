"""Waiting for a job: until it ends, or from one change to the next."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator

from service.jobs import JobService, JobView
from store.searches import Searches

POLL_SECONDS = 1.0
"""A job is read again after this long even without an event."""


class Waiting:
    """Waits for jobs.

    Parameters
    ----------
    places
        One is taken for as long as a request is held.
    """

    def __init__(self, jobs: JobService, searches: Searches, places: threading.BoundedSemaphore) -> None:
        self._jobs, self._searches, self._places = jobs, searches, places

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
            until = time.monotonic() + seconds
            for _, latest in self.changes(view, "0-0"):
                if latest is None:
                    break
                view = latest
                if view.ended or time.monotonic() >= until:
                    break
            return view, True
        finally:
            self._places.release()

    def changes(self, view: JobView, after: str) -> Iterator[tuple[str, JobView | None]]:
        """A job as it stands now, then after each event of its search, at least every second.

        Parameters
        ----------
        after
            Id of the last event the client knows.

        Yields
        ------
        event, view
            Id of the newest event, and the job; None if it is gone. Never stops by itself: the caller leaves when
            the job has ended.
        """
        event, seconds, latest = after, 0.001, view
        while True:
            if latest.search_id is not None:
                event = self._searches.wait(latest.search_id, event, seconds)
            found = self._jobs.get(view.job_id)
            yield event, found
            latest, seconds = found or latest, POLL_SECONDS
