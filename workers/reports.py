"""What a run of a search reports while it runs, and when it has ended."""

from __future__ import annotations

import os
import time
from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Protocol

from fewest.schemas import JsonObject
from fewest.schemas.settings import Settings
from fewest.solver.model import Limits, Progress, Puzzle, Result
from fewest.store import Store
from fewest.store.searches import Search
from fewest.workers.lanes import QuickTime

REPORT_SECONDS = 0.2


class RunHandedOver(Exception):
    """The run must end: its search moves to the long lane, where it goes on."""


class RunCancelled(Exception):
    """The run must end: its search was cancelled, or another run has replaced it."""


@dataclass(frozen=True, slots=True)
class EndedRun:
    """How a run has ended.

    Attributes
    ----------
    written
        Its result as it is stored, with its status, and with the limit if one has ended it.
    spent
        What it took, for the log.
    is_answer
        Whether later requests are answered with it.
    listing
        All optimal solutions, if they are to be stored.
    solved
        The puzzle and its result, from which others may follow.
    """

    written: JsonObject
    spent: JsonObject
    is_answer: bool
    listing: bytes | None = None
    solved: tuple[Puzzle, Result] | None = None


class Runner(Protocol):
    """What runs one kind of task."""

    def run(self, settings: Settings, store: Store, search: Search, limits: Limits) -> EndedRun:
        """Do the task of a search whose run has begun."""

    def overdue(self, search: Search) -> JsonObject:
        """The result of a search that was ended because it did not observe its limit of seconds."""


class Reporter(ABC):
    """Records progress and findings, and learns whether the run must end, a few times a second.

    A search that was lost and started again continues from the figures its clients have seen.

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
        """What its progress has beyond nodes and seconds."""

    @abstractmethod
    def new_findings(self, progress: Progress) -> JsonObject | None:
        """What is to be stored for the next run; None if that has not changed."""

    def __call__(self, progress: Progress, seconds: float) -> None:
        """Record progress, if the last record is old enough.

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
            raise RunHandedOver
