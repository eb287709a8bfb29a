"""What a run of a search reports while it runs and at its end."""

from __future__ import annotations

import os
import time
from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Protocol

from fewest.config.settings import Settings
from fewest.notation import JsonObject
from fewest.solver.model import Limits, Progress, Puzzle, Result
from fewest.store import Store
from fewest.store.searches import Search
from fewest.workers.lanes import QuickTime

REPORT_SECONDS = 0.2


class RunHandedOver(Exception):
    """The run must end: its search moves to the long lane and continues there."""


class RunCancelled(Exception):
    """The run must end: its search was cancelled, or another run has replaced it."""


@dataclass(frozen=True, slots=True)
class EndedRun:
    """How a run has ended.

    Attributes
    ----------
    written
        Its stored result, its status, and the limit that ended it, if any.
    spent
        Its cost, for the log.
    is_answer
        Whether it answers later requests.
    listing
        All optimal solutions, if they should be stored.
    solved
        The puzzle and its result, from which other answers may follow.
    """

    written: JsonObject
    spent: JsonObject
    is_answer: bool
    listing: bytes | None = None
    solved: tuple[Puzzle, Result] | None = None


class Runner(Protocol):
    """What runs one kind of task."""

    def run(self, settings: Settings, store: Store, search: Search, limits: Limits) -> EndedRun:
        """Run the task of a search whose run has begun."""

    def overdue(self, search: Search) -> JsonObject:
        """The result of a search that was ended because it exceeded its limit of seconds."""


class Reporter(ABC):
    """Records progress and findings, and learns whether the run must end, a few times a second.

    The progress of a restarted search continues from the figures that its clients have seen.

    Parameters
    ----------
    search
        The search as its run has begun.
    """

    def __init__(self, store: Store, search: Search, quick_seconds: float) -> None:
        self._store = store
        self._search = search
        self._quick_time = QuickTime(store, search, quick_seconds)
        self._before: JsonObject = search.progress
        self._parent = os.getppid()
        self._next = time.monotonic() + REPORT_SECONDS

    @abstractmethod
    def progress_fields(self, progress: Progress) -> JsonObject:
        """Fields of its progress besides nodes and seconds."""

    @abstractmethod
    def make_way(self) -> None:
        """Called each time that others have waited for too long.

        Raises
        ------
        RunHandedOver
            If it continues in the long lane from its findings.
        """

    @abstractmethod
    def new_findings(self, progress: Progress) -> JsonObject | None:
        """The findings to store for the next run; None if they have not changed."""

    def __call__(self, progress: Progress, seconds: float) -> None:
        """Record progress, unless it was recorded just before.

        Raises
        ------
        RunCancelled, RunHandedOver
            If the run must end.
        """
        now = time.monotonic()
        if now < self._next:
            return
        self._next = now + REPORT_SECONDS
        if os.getppid() != self._parent:
            os._exit(1)  # the worker has died: the search will be queued again
        spent: JsonObject = {
            "nodes": progress.nodes + self._before.get("nodes", 0),
            "seconds": round(seconds + self._before.get("seconds", 0.0), 3),
        }
        written = self.progress_fields(progress) | spent
        if not self._store.runs.report(self._search.id, self._search.run, written, self.new_findings(progress)):
            raise RunCancelled
        if self._quick_time.over(now):
            self.make_way()
