"""Requests without a search: those with a stored answer become jobs that have ended."""

from __future__ import annotations

import time
from typing import Generic

from fewest.notation import JsonObject
from fewest.schemas.documents.base import encode
from fewest.schemas.documents.jobs import JobHeader, job_document
from fewest.schemas.job import dump_limits
from fewest.service.jobs.admission import ClientRates
from fewest.service.jobs.requests import Caller, KeyedRequest, R, new_id, webhook_registration
from fewest.service.jobs.task import KnownResult, ServedTask
from fewest.service.jobs.views import JobView
from fewest.store import Store
from fewest.store.known import KnownJob
from fewest.store.results import Answer
from fewest.store.steps import Steps


class Answering(Generic[R]):
    """Answers the requests for one kind of task from the store."""

    def __init__(self, task: ServedTask[R], store: Store, rates: ClientRates) -> None:
        self._task = task
        self._known = store.known
        self._rates = rates

    def repeated(self, caller: Caller) -> Steps[JobView | None]:
        """The job that has answered the same bytes, if the request is not counted yet; otherwise it is counted."""
        found = yield from self._rates.count_begun()
        return found and JobView(*found, caller.owner, cache="exact", answers_repeats=True)

    def answer(self, keyed: KeyedRequest[R], caller: Caller) -> Steps[JobView | None]:
        """A finished job, if the answer is stored. After an answer by symmetry, the next equal request is a hit.

        Repeated requests, and those that differ only in spelling, get the same job. A request with a webhook, or with
        an id chosen by its client, gets a job of its own.

        Raises
        ------
        StoreFull
            If there is no room for the job of a request with a webhook.
        """
        own = bool(caller.job_id or keyed.request.webhook)
        names = () if own else self._task.names(keyed, caller)
        found = yield from self._known.find(keyed.key, keyed.want, *names)
        if not isinstance(found, Answer):
            return found and JobView(*found, caller.owner, cache="hit", answers_repeats=True)
        result = self._task.known(keyed, found, caller.language)
        if result is None:
            return None
        names = () if own else names or self._task.names(keyed, caller, found.result)
        return (yield from self._store(keyed, result, caller, names))

    def _store(
        self, keyed: KeyedRequest[R], result: KnownResult, caller: Caller, names: tuple[str, ...]
    ) -> Steps[JobView]:
        """Make a finished job for all requests with these names.

        While the store is full, the job is returned but not stored. A job with a webhook is refused then.
        """
        now = time.time()
        job_id = caller.job_id or new_id()
        limits = dump_limits(keyed.request.limits)
        header = JobHeader(job_id, keyed.task, keyed.kind, keyed.want, limits, now, now, now)

        def document(details: JsonObject) -> bytes:
            return encode(job_document(header, result.status, details))

        hit = document(result.hit)
        job = KnownJob(
            id=job_id,
            owner=caller.owner,
            task=keyed.task,
            hit=hit,
            symmetry=hit if result.symmetry is None else document(result.symmetry),
            is_hit=result.symmetry is None,
            solution=result.solution,
            # A job by symmetry gets its own name: the next equal request must get a job that says "hit".
            names=(f"{names[0]}-symmetry", *names) if names else (),
            webhook=webhook_registration(keyed.request.webhook, caller.owner),
            status=result.status,
        )
        job_id, stands, was_hit = yield from self._known.store(job)
        cache = "hit" if was_hit else "symmetry"
        return JobView(job_id, stands, caller.owner, cache=cache, answers_repeats=bool(was_hit and names))
