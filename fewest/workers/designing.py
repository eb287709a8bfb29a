"""Runs of the tasks of puzzle designers. They use stored answers, and store the answers they find."""

from __future__ import annotations

import time
from dataclasses import replace

from fewest.config.settings import Settings
from fewest.design.answers import OwnAnswers, form_of
from fewest.design.tasks import task_slices
from fewest.notation import JsonObject
from fewest.notation.result import dump_result, load_result
from fewest.schemas.tasks import TASKS
from fewest.solver.canonical import Canonical, canonical_result, digest, restore_result
from fewest.solver.errors import FewestError
from fewest.solver.model import Limits, Progress, Puzzle, Result, Slices, Status, Stopped, Want
from fewest.solver.solve import drive
from fewest.store import Store
from fewest.store.damage import PARSE_ERRORS
from fewest.store.results import Results
from fewest.store.searches import Search
from fewest.workers.horse import make_way
from fewest.workers.reports import EndedRun, Reporter, RunHandedOver


class StoredAnswers:
    """Looks up stored answers, and stores the answers of its own searches.

    Parameters
    ----------
    own
        Searches for answers that are not stored.
    """

    def __init__(self, results: Results, own: OwnAnswers) -> None:
        self._results = results
        self._own = own

    def solve(self, puzzle: Puzzle, want: Want) -> Slices[Result]:
        """Look up the puzzle, or search for it. A listing is always searched for and never stored."""
        form = form_of(puzzle)
        if want is Want.ALL:
            result = yield from self._own.search(puzzle, want)
            self._keep(form, puzzle, replace(canonical_result(form, result), listing=None), Want.COUNT)
            return result
        known = self._known(form, puzzle, want)
        if known is not None:
            return known
        result = yield from self._own.search(form.puzzle, want)
        self._keep(form, puzzle, result, want)
        return restore_result(form, result, puzzle)

    def _known(self, form: Canonical, puzzle: Puzzle, want: Want) -> Result | None:
        """The stored answer. An invalid one is deleted."""
        answer = self._results.find(form.key, want)
        if answer is None:
            return None
        try:
            return restore_result(form, load_result(form.puzzle, answer.result), puzzle)
        except (*PARSE_ERRORS, FewestError) as error:
            self._results.discard(form.key, error)
            return None

    def _keep(self, form: Canonical, puzzle: Puzzle, result: Result, want: Want) -> None:
        """Store an answer, unless its search ended for lack of memory."""
        if result.status is not Status.STOPPED:
            self._results.store(form.key, want, dump_result(form.puzzle, result), digest(puzzle), None)


class TaskReporter(Reporter):
    """Reports the progress of a task. It has no findings: another run would start over."""

    nodes = 0
    makes_way = False

    def progress_fields(self, progress: Progress) -> JsonObject:
        """The notes of the task."""
        return dict(progress.notes)

    def make_way(self) -> None:
        """Ask for another worker in the place of this one, since a task cannot continue elsewhere."""
        if not self.makes_way and not make_way():
            raise RunHandedOver
        self.makes_way = True

    def new_findings(self, _: Progress) -> None:
        """Nothing: the next run finds this run's results as stored answers."""

    def __call__(self, progress: Progress, seconds: float) -> None:
        """Record progress and the latest number of nodes."""
        self.nodes = progress.nodes
        super().__call__(progress, seconds)


def run(settings: Settings, store: Store, search: Search, limits: Limits) -> EndedRun:
    """Run a task. A result cut short by a limit is no answer for later requests."""
    schema = TASKS[search.task]
    task = schema.load_stored(search.work)
    own = OwnAnswers(limits, settings.tables, settings.cores)
    work = task_slices(task, limits, StoredAnswers(store.results, own), settings.cores)
    reporter = TaskReporter(store, search, settings.quick_seconds)
    began = time.monotonic()
    result = drive(work, limits, reporter)
    before = search.progress
    spent = {
        "nodes": reporter.nodes + before.get("nodes", 0),
        "seconds": round(time.monotonic() - began + before.get("seconds", 0.0), 3),
    }
    stopped = isinstance(result, Stopped)
    written = {"status": "stopped", "limit": result.limit} if stopped else schema.dump(task, result)
    return EndedRun(written | {"statistics": spent}, spent, is_answer="limit" not in written)


def overdue(search: Search) -> JsonObject:
    """The result of a task that was ended early: none."""
    return {"status": "stopped", "limit": "seconds", "statistics": search.progress}
