"""Waiting without a store: a job changes as a test says."""

from __future__ import annotations

import threading
from collections.abc import Iterator

from service.jobs import JobView
from service.waiting import Waiting

RUNNING = JobView("j", b'{"status":"running"}', "", "s")
SOLVED = JobView("j", b'{"status":"solved"}', "")


class Scripted(Waiting):
    """Changes given in advance, and one place to wait for them; ``after`` is the last event the client knew."""

    def __init__(self, *changes: tuple[str, JobView | None]) -> None:
        self._script, self._places, self.after = changes, threading.BoundedSemaphore(1), ""

    def changes(self, _: JobView, after: str) -> Iterator[tuple[str, JobView | None]]:
        """The changes given."""
        self.after = after
        yield from self._script
