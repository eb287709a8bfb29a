"""Waiting without a store: a job changes as a test says."""

from __future__ import annotations

import threading
from collections.abc import Iterator

from service.jobs.views import JobView
from service.jobs.waiting import JobFollower

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
