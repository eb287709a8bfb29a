"""Solving a puzzle: requests are equal if their canonical puzzles are."""

from __future__ import annotations

from functools import partial
from typing import Any

from fewest.schemas.job import Request, SolveSchema
from fewest.schemas.puzzle import ParsedPuzzle, load_puzzle
from fewest.schemas.result import dump_notices
from fewest.schemas.task import TaskSchema
from fewest.service.documents import Document, encode, result_for_job
from fewest.service.jobs.deadline import Deadline
from fewest.service.jobs.known_answers import KnownAnswers, equal_requests, renumber, result_of
from fewest.service.jobs.requests import Caller, KeyedRequest
from fewest.service.jobs.task import KnownResult
from fewest.service.translations import said
from fewest.solver.canonical import Canonical
from fewest.solver.model import Status, Want
from fewest.store.jobs import Job
from fewest.store.results import Answer
from fewest.store.searches import Search


class Solving:
    """The task of solving a puzzle (see :class:`fewest.service.jobs.task.ServedTask`)."""

    schema: TaskSchema[Request, Any] = SolveSchema()
    request = Request
    no_progress: Document = {"lower_bound": 0, "nodes": 0, "seconds": 0.0}

    def __init__(self, known: KnownAnswers) -> None:
        self._known = known

    def identify(self, request: Request, deadline: Deadline) -> KeyedRequest[Request]:
        """Find the canonical form of the puzzle."""
        return self._known.identify(request, deadline)

    def names(self, keyed: KeyedRequest[Request], caller: Caller, result: Document | None = None) -> tuple[str, ...]:
        """Digests of the equal requests of a client, and of the bytes of this one.

        A request for any solution has none before its result is known: a better one may be known next time.
        """
        if keyed.want == Want.ANY and result is None:
            return ()
        found = "" if result is None else encode(result).decode()
        names = equal_requests(keyed, caller.owner, caller.language, found), caller.request_digest
        return tuple(filter(None, names))

    def known(self, keyed: KeyedRequest[Request], answer: Answer, language: str) -> KnownResult | None:
        """The answer, in the numbering of the client."""
        found = self._known.renumbered(keyed, answer)
        if found is None:
            return None
        status = found.result["status"]
        notices = _notices(keyed.request.loaded, status, language)

        def details(*, hit: bool) -> Document:
            return {"solution_id": found.solution.id, "result": result_of(found, keyed, language, hit=hit)} | notices

        symmetry = None if found.is_hit else details(hit=False)
        return KnownResult(status, details(hit=True), symmetry, found.solution)

    def ended(self, job: Job, search: Search) -> Document:
        """The result in the numbering of the client, and the id of its solution, which is stored."""
        form = Canonical(load_puzzle(search.work).puzzle, job.numbering, job.key, job.shared)
        loaded = load_puzzle(job.raw)
        result = renumber(form, search.result, loaded.puzzle)
        details: Document = {}
        if search.status != Status.STOPPED:
            details["solution_id"] = self._known.store(job.raw, result, job.want, form)
        details["result"] = result_for_job(result, job.want, "miss", job.shared, job.language)
        return details | _notices(loaded, search.status, job.language)


def _notices(loaded: ParsedPuzzle, status: str, language: str) -> Document:
    """What is odd about a puzzle without a solution, if anything."""
    return dump_notices(loaded, status, partial(said, language=language))
