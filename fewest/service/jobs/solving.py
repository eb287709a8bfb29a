"""Solving a puzzle: requests are equal if their canonical puzzles are."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from typing import Any

from fewest.notation import JsonObject
from fewest.notation.errors import FieldError, dump_errors
from fewest.notation.formats.reader import REFUTED
from fewest.notation.puzzle import ParsedPuzzle, load_puzzle
from fewest.notation.result import dump_notices, dump_result, load_result
from fewest.schemas.documents.base import encode
from fewest.schemas.documents.jobs import result_for_job
from fewest.schemas.documents.solutions import solution
from fewest.schemas.job import Request, SolveSchema, dump_limits
from fewest.schemas.task import TaskSchema
from fewest.service.jobs.canonical_forms import CanonicalForms
from fewest.service.jobs.deadline import NONE, Deadline
from fewest.service.jobs.requests import Caller, KeyedRequest
from fewest.service.jobs.task import UNUSABLE, KnownResult
from fewest.service.translations import translator
from fewest.solver.canonical import Canonical, digest, restore_result
from fewest.solver.model import Puzzle, Status, Want
from fewest.solver.version import ANSWERS
from fewest.store import Store, StoreError
from fewest.store.jobs import Job
from fewest.store.results import Answer, NewSolution, SolutionNumbering
from fewest.store.searches import Search


class Solving:
    """The task of solving a puzzle (see :class:`fewest.service.jobs.task.ServedTask`).

    Parameters
    ----------
    forms
        Finds canonical forms.
    """

    schema: TaskSchema[Request, Any] = SolveSchema()
    no_progress: JsonObject = {"lower_bound": 0, "nodes": 0, "seconds": 0.0}

    def __init__(self, store: Store, forms: CanonicalForms) -> None:
        self._store = store
        self._forms = forms

    def identify(self, request: Request, deadline: Deadline = NONE) -> KeyedRequest[Request]:
        """Find the canonical form of the puzzle."""
        puzzle = request.loaded.puzzle
        exact_digest = digest(puzzle)
        form = self._forms.find(puzzle, exact_digest, deadline)
        raw = request.loaded.document
        ids = form.key, exact_digest, form, request.reading
        return KeyedRequest(request, self.schema.name, puzzle.kind, request.want, raw, *ids)

    def names(self, keyed: KeyedRequest[Request], caller: Caller, result: JsonObject | None = None) -> tuple[str, ...]:
        """Digests of the equal requests of a client, however they are written, and of the bytes of this one.

        A request for any solution has no digest before its result is known, since a better result may be stored next
        time.
        """
        if keyed.want == Want.ANY and result is None:
            return ()
        request = keyed.request
        wanted = keyed.want, dump_limits(request.limits), request.loaded.layout, keyed.reading
        parts = ANSWERS, caller.owner, caller.language, *wanted, keyed.exact_digest, keyed.shared, result
        equal = hashlib.sha256(encode(parts)).hexdigest()
        return tuple(filter(None, (equal, caller.request_digest)))

    def known(self, keyed: KeyedRequest[Request], answer: Answer, language: str) -> KnownResult | None:
        """The answer, in the numbering of the client.

        It is a hit if the puzzle was submitted in this numbering before, as the first equivalent puzzle or in the same
        spelling; otherwise it is an answer by symmetry.
        """
        form, request = keyed.form, keyed.request
        assert form is not None
        result = self._restored(form, answer, request.loaded.puzzle)
        if result is None:
            return None
        found = _solution(keyed.document, result, answer.strength, form)
        status = result["status"]
        notices = _notices(request.loaded, status, language, keyed.reading)
        reading = {} if keyed.reading is None else {"reading": keyed.reading}

        def details(origin: str) -> JsonObject:
            shown = result_for_job(
                request.loaded.puzzle, result, keyed.want, origin, keyed.shared, translator(language)
            )
            return reading | {"solution_id": found.id, "result": shown} | notices

        is_hit = answer.exact_digest == keyed.exact_digest
        return KnownResult(status, details("hit"), None if is_hit else details("symmetry"), found)

    def look_up(self, keyed: KeyedRequest[Request], language: str) -> KnownResult | None:
        """The answer, if a strong enough one is stored. Its solution is stored as well."""
        found = self._store.do(self._store.known.find(keyed.key, keyed.want))
        answer = self.known(keyed, found, language) if isinstance(found, Answer) else None
        if answer is None or answer.solution is None:
            return None
        stored = self._store.results.store_solution(answer.solution)
        return answer if stored or answer.symmetry is None else replace(answer, hit=answer.symmetry)

    def _restored(self, form: Canonical, answer: Answer, puzzle: Puzzle) -> JsonObject | None:
        """The result of a stored answer, replayed on ``puzzle``; None if it does not hold, and it is dropped."""
        try:
            return renumber(form, answer.result, puzzle)
        except UNUSABLE as error:
            self._store.results.discard(form.key, error)
            return None

    def summary(self, form: Canonical, puzzle: Puzzle) -> JsonObject | None:
        """Status, fewest moves and number of solutions of a puzzle, from its stored answer; None if there is none.

        While the store is away nothing is known: what asks for this needs no store otherwise.
        """
        try:
            found = self._store.do(self._store.known.find(form.key, Want.ONE))
            result = self._restored(form, found, puzzle) if isinstance(found, Answer) else None
        except StoreError:
            return None
        return result and {name: result[name] for name in ("status", "length", "count") if name in result}

    def ended(self, job: Job, search: Search) -> JsonObject:
        """The result in the numbering of the client, and the id of its solution, which is stored."""
        form = Canonical(load_puzzle(search.work).puzzle, job.numbering, job.key, job.shared)
        loaded = load_puzzle(job.raw)
        result = renumber(form, search.result, loaded.puzzle)
        details: JsonObject = {}
        if search.status != Status.STOPPED:
            found = _solution(job.raw, result, job.want, form)
            self._store.results.store_solution(found, admitted=True)
            details["solution_id"] = found.id
        details["result"] = result_for_job(
            loaded.puzzle, result, job.want, "miss", job.shared, translator(job.language)
        )
        return details | _notices(loaded, search.status, job.language, job.reading)


def renumber(form: Canonical, result: JsonObject, puzzle: Puzzle) -> JsonObject:
    """Rewrite the stored result of a canonical puzzle for ``puzzle``, of which ``form`` is the canonical form.

    Raises
    ------
    ReplayError
        If the solution does not hold on ``puzzle``.
    """
    return dump_result(puzzle, restore_result(form, load_result(form.puzzle, result), puzzle))


def _solution(raw: JsonObject, result: JsonObject, want: str, form: Canonical) -> NewSolution:
    """A puzzle as its client wrote it, with its result."""
    name, document = solution(raw, result, want)
    return NewSolution(name, document, SolutionNumbering(form.key, form.order))


def _notices(loaded: ParsedPuzzle, status: str, language: str, reading: JsonObject | None) -> JsonObject:
    """Notices about a puzzle without a solution; first of all that a part of it was assumed."""
    found = dump_notices(loaded, status, translator(language))
    if status != Status.UNSOLVABLE or not reading or not reading["assumed"]:
        return found
    assumed = FieldError(reading["assumed"][0], REFUTED)
    return {"notices": [*dump_errors([assumed], translator(language)), *found.get("notices", [])]}
