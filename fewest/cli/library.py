"""The work of a service in this process: solve, check, hint, survey, replay, and run tasks."""

from __future__ import annotations

import math
import threading
from itertools import islice
from typing import Any

import click

from fewest.cli.engine import Document, Engine, Observe, ignore
from fewest.cli.puzzle_argument import checked
from fewest.config.settings import Settings
from fewest.design.answers import OwnAnswers
from fewest.design.forms.surveys import load_survey
from fewest.design.tasks import task_slices
from fewest.notation.proof_texts import with_sentences
from fewest.notation.result import dump_check, dump_move, dump_notices, dump_result
from fewest.schemas.body import load_body
from fewest.schemas.documents.replays import replay_document
from fewest.schemas.job import limits_shape, load_request
from fewest.schemas.replay import CheckShape, HintShape, ReplayShape
from fewest.schemas.tasks import TASKS
from fewest.solver.describe import describe
from fewest.solver.errors import CacheError, PuzzleError
from fewest.solver.kernels import cache
from fewest.solver.kinds import kind_of
from fewest.solver.model import Limits, Progress, Stopped, Want
from fewest.solver.quota import set_quota
from fewest.solver.solve import Observer, drive, solve


class Library(Engine):
    """Does the work in this process. One search runs at a time."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._searching = threading.Lock()
        set_quota(settings.tables, settings.tables_bytes)
        try:
            # Here, not in the first search: a folder that cannot be used is an error before any work.
            cache.may_use(settings.kernels)
        except CacheError as error:
            raise click.ClickException(str(error)) from None

    def solve(self, body: Document, observe: Observe = ignore) -> Document:
        """Solve a puzzle. Returns ``status``, ``result`` and ``notices`` of a job."""
        request = checked(lambda: load_request(body, self._settings))
        puzzle = request.loaded.puzzle

        def seen(progress: Progress, seconds: float) -> None:
            found = {} if progress.best is None else {"length": len(progress.best)}
            spent = {"lower_bound": progress.lower_bound, "nodes": progress.nodes, "seconds": seconds}
            observe({"status": "running", "progress": spent | found})

        with self._searching:
            result = self._search(puzzle, request.want, request.limits, seen)
        notices = dump_notices(request.loaded, result.status)
        written = dump_result(puzzle, result)
        return {"status": result.status.value, "result": with_sentences(puzzle, written, request.want), **notices}

    def check(self, body: Document) -> Document:
        """Describe a puzzle without a search."""
        loaded = checked(lambda: load_body(body, CheckShape())).loaded
        return dump_check(loaded, describe(loaded.puzzle))

    def hint(self, body: Document, observe: Observe = ignore) -> Document:
        """List the next moves, with the distances to the goal that are found within the limits.

        Parameters
        ----------
        body
            Its limit on seconds is for all searches together.
        """
        parts = checked(lambda: load_body(body, HintShape(), limits_shape(self._settings)))
        puzzle, given = parts.loaded.puzzle, parts.others["limits"]
        try:
            following = list(islice(kind_of(puzzle).next_puzzles(puzzle), self._settings.max_hint_moves))
        except PuzzleError as error:
            raise click.ClickException("; ".join(text for _, text in error.errors)) from None
        limits = Limits(**given | {"seconds": given["seconds"] / max(1, len(following))})
        moves = [dump_move(puzzle, move) | {"status": "queued", "distance": None} for move, _ in following]

        def seen(_progress: Progress, _seconds: float) -> None:
            observe({"status": "running", "moves": moves})

        for entry, (_, after) in zip(moves, following, strict=True):
            with self._searching:
                result = self._search(after, Want.ONE, limits, seen)
            entry |= {"status": result.status.value, "distance": result.length if result.optimal else None}
        moves.sort(key=lambda each: math.inf if each["distance"] is None else each["distance"])
        return {"moves": moves}

    def survey(self, body: Document, observe: Observe = ignore) -> Document:
        """Solve the problems of a survey one after the other, each within the limits. Returns its ``problems``."""
        survey = checked(lambda: load_survey(body, self._settings))
        rows: list[Document] = []
        for problem in survey.problems:
            progress = {"ended": len(rows), "queued": len(survey.problems) - len(rows)}
            observe({"status": "running", "total": len(survey.problems), "progress": progress})
            with self._searching:
                result = self._search(problem.request.loaded.puzzle, survey.want, problem.request.limits)
            row = {name: problem.request.loaded.document[name] for name in ("start", "goal")}
            row |= {"members": problem.members, "status": result.status.value, "length": result.length}
            row |= {"lower_bound": result.lower_bound, "count": result.count}
            rows.append(row)
        return {"status": "ended", "problems": rows}

    def run(self, task: str, body: Document, observe: Observe = ignore) -> Document:
        """Run a task. Returns its result, with its ``status``."""
        schema, settings = TASKS[task], self._settings
        request = checked(lambda: schema.load(body, settings))
        answers = OwnAnswers(request.limits, settings.tables, settings.cores)

        def seen(progress: Progress, seconds: float) -> None:
            spent = {"nodes": progress.nodes, "seconds": seconds}
            observe({"status": "running", "progress": {**spent, **progress.notes}})

        with self._searching:
            work = task_slices(request.task, request.limits, answers, settings.cores)
            result = drive(work, request.limits, seen)
        if isinstance(result, Stopped):
            return {"status": "stopped", "limit": result.limit}
        return schema.dump(request.task, result)

    def replay(self, body: Document) -> Document:
        """Judge a claimed solution."""
        return checked(lambda: replay_document(load_body(body, ReplayShape())))

    def _search(self, puzzle: Any, want: Want, limits: Limits, observe: Observer | None = None) -> Any:
        tables, threads = self._settings.tables, self._settings.cores
        return solve(puzzle, want, limits, tables=tables, threads=threads, observe=observe)
