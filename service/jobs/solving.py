"""The task of solving a puzzle: requests are equal if their canonical puzzles are."""

from __future__ import annotations

import time
from functools import partial

from fewest.schemas.documents.base import encode
from fewest.schemas.job import Request, load_job
from fewest.schemas.result import dump_notices
from fewest.schemas.settings import Settings
from fewest.service.documents import JobHeader, job_document
from fewest.service.jobs.deadline import Deadline
from fewest.service.jobs.intake import new_id, webhook_registration
from fewest.service.jobs.known_answers import KnownAnswer, KnownAnswers, equal_requests, result_of
from fewest.service.jobs.requests import Caller, KeyedRequest
from fewest.service.jobs.views import JobView
from fewest.service.translations import said
from fewest.solver.model import Want
from fewest.store import Store
from fewest.store.known import KnownJob


class Solving:
    """Reads, identifies and answers requests for solutions (see :class:`fewest.service.jobs.intake.ServedTask`)."""

    request = Request

    def __init__(self, settings: Settings, store: Store, known: KnownAnswers) -> None:
        self._settings = settings
        self._store = store
        self._known = known

    def load(self, body: object) -> Request:
        """Validate a request for the solution of a puzzle."""
        return load_job(body, self._settings)

    def identify(self, request: Request, deadline: Deadline) -> KeyedRequest[Request]:
        """Find the canonical form of the puzzle."""
        return self._known.identify(request, deadline)

    def cost(self, _: Request) -> int:
        """One search."""
        return 1

    def answer(self, keyed: KeyedRequest[Request], caller: Caller) -> JobView | None:
        """A finished job, if the answer is known. After an answer by symmetry the next equal request is a hit."""
        own = bool(caller.job_id or keyed.request.webhook)
        # a better answer to a request for any solution may have become known since the last request
        names = () if own or keyed.want == Want.ANY else _names(keyed, caller)
        found = self._known.find(keyed, *names)
        if not isinstance(found, KnownAnswer):
            return found and JobView(*found, caller.owner, cache="hit")
        if not own and not names:
            names = _names(keyed, caller, encode(found.result).decode())
        return self._finish_immediately(keyed, found, caller, names)

    def _finish_immediately(
        self, keyed: KeyedRequest[Request], answer: KnownAnswer, caller: Caller, names: tuple[str, ...]
    ) -> JobView:
        """Make a finished job for all requests with these digests.

        While the store is full, the job is returned but not stored. A job with a webhook is refused then.
        """
        now = time.time()
        job_id = caller.job_id or new_id()
        status = answer.result["status"]
        header = JobHeader(job_id, keyed.kind, keyed.want, keyed.request.written_limits, now, now, now)
        notices = dump_notices(keyed.request.loaded, status, partial(said, language=caller.language))

        def document(*, hit: bool) -> bytes:
            details = {"solution_id": answer.solution_id, "result": result_of(answer, keyed, caller.language, hit=hit)}
            return encode(job_document(header, status, details | notices))

        hit = document(hit=True)
        job = KnownJob(
            id=job_id,
            owner=caller.owner,
            hit=hit,
            symmetry=hit if answer.is_hit else document(hit=False),
            is_hit=answer.is_hit,
            solution_id=answer.solution_id,
            solution=answer.solution,
            numbering=answer.numbering,
            names=(f"{names[0]}-symmetry", *names) if names else (),
            webhook=webhook_registration(keyed.request.webhook, caller.owner),
            status=status,
            want=keyed.want,
        )
        job_id, stands, was_hit = self._store.known.store(job)
        return JobView(job_id, stands, caller.owner, cache="hit" if was_hit else "symmetry")


def _names(keyed: KeyedRequest[Request], caller: Caller, result: str = "") -> tuple[str, ...]:
    """Digests of all requests that are equal to one, with equal results, and of its bytes, if they are known."""
    return tuple(filter(None, (equal_requests(keyed, caller.owner, caller.language, result), caller.request_digest)))
