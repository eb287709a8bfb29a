"""Requests for solutions become jobs."""

from __future__ import annotations

import time
from functools import partial

from fewest.schemas.job import Request, load_job
from fewest.schemas.puzzle import dump_puzzle
from fewest.schemas.result import dump_notices
from fewest.schemas.settings import Settings
from fewest.service.documents import JobHeader, encode, job_document
from fewest.service.jobs.admission import Admission
from fewest.service.jobs.deadline import Deadline
from fewest.service.jobs.intake import Caller, Intake, JobOrRefusal, Sought, new_id, store_full, webhook_registration
from fewest.service.jobs.known_answers import (
    CanonicalRequest,
    EarlierJob,
    KnownAnswer,
    KnownAnswers,
    equal_requests,
    result_of,
)
from fewest.service.jobs.views import JobView
from fewest.service.translations import said
from fewest.solver.model import Want
from fewest.store import Store, StoreFull
from fewest.store.known import KnownJob


class Acceptance(Intake[Request, CanonicalRequest]):
    """Accepts requests for solutions."""

    def __init__(self, settings: Settings, store: Store, known: KnownAnswers, admission: Admission) -> None:
        super().__init__(Request, store, admission)
        self._settings = settings
        self._known = known

    def read(self, body: object) -> Request:
        """Validate a request for the solution of a puzzle."""
        return load_job(body, self._settings)

    def identify(self, request: Request, deadline: Deadline) -> CanonicalRequest:
        """Find the canonical form of the puzzle."""
        return self._known.identify(request, deadline)

    def sought(self, asked: CanonicalRequest) -> Sought:
        """A search for the canonical puzzle."""
        request = asked.request
        return Sought(
            kind=request.loaded.puzzle.kind,
            want=request.want,
            limits=request.limits,
            webhook=request.webhook,
            raw_puzzle=request.loaded.written,
            work=dump_puzzle(asked.form.puzzle),
            key=asked.form.key,
            exact_digest=asked.exact_digest,
            order=asked.form.order,
            shared=asked.form.shared,
        )

    def answer(self, asked: CanonicalRequest, caller: Caller) -> JobOrRefusal | None:
        """A finished job, if the answer is known. After an answer by symmetry the next equal request is a hit."""
        request = asked.request
        own = bool(caller.job_id or request.webhook)
        # a better answer to a request for any solution may have become known since it was last asked
        names = () if own or request.want is Want.ANY else _names(asked, caller)
        found = self._known.find(asked, *names)
        if found is None:
            return None
        if isinstance(found, EarlierJob):
            return JobView(found.id, found.document, caller.owner, cache="hit")
        if not own and not names:
            names = _names(asked, caller, encode(found.result).decode())
        try:
            return self._finish_immediately(asked, found, caller, names)
        except StoreFull:
            return store_full()

    def _finish_immediately(
        self, asked: CanonicalRequest, answer: KnownAnswer, caller: Caller, names: tuple[str, ...]
    ) -> JobView:
        """Make a finished job for all requests with these digests.

        While the store is full, the job is returned but not stored. A job with a webhook is refused then.
        """
        request = asked.request
        now = time.time()
        job_id = caller.job_id or new_id()
        limits = request.written_limits
        status = answer.result["status"]
        header = JobHeader(job_id, request.loaded.puzzle.kind, request.want, limits, now, now, now)
        notices = dump_notices(request.loaded, status, partial(said, language=caller.language))

        def document(*, hit: bool) -> bytes:
            details = {"solution_id": answer.solution_id, "result": result_of(answer, asked, caller.language, hit=hit)}
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
            webhook=webhook_registration(request.webhook, caller.owner),
            status=status,
        )
        job_id, stands, was_hit = self._store.known.store(job)
        return JobView(job_id, stands, caller.owner, cache="hit" if was_hit else "symmetry")


def _names(asked: CanonicalRequest, caller: Caller, result: str = "") -> tuple[str, ...]:
    """Digests of all requests that are equal to one, with equal results, and of its bytes, if they are known."""
    return tuple(filter(None, (equal_requests(asked, caller.owner, caller.language, result), caller.request_digest)))
