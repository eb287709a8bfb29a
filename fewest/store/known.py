"""Stored answers: found in one round trip, and recorded as a job, with its solution if any, in a second one.

Both are steps (:mod:`fewest.store.steps`), so that many requests share these round trips.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from fewest.store import keys
from fewest.store.jobs import RESPONSE_SECONDS, list_of, sound_document
from fewest.store.memory import Memory, StoreFull
from fewest.store.results import Answer, NewSolution, SolutionNumbering, answer_for
from fewest.store.steps import Steps, call

NO_SOLUTION = NewSolution("", b"", SolutionNumbering("", ()))


@dataclass(frozen=True, slots=True)
class KnownJob:
    """A job that ends when it is created, because its answer is stored.

    Attributes
    ----------
    hit, symmetry
        Its document if the answer is a hit, and if it was found by symmetry.
    is_hit
        Whether it is a hit even if its solution was not stored before.
    solution
        The solution to store, if the answer is one.
    names
        Digests of requests that get the same job from now on: one if found by symmetry, two if it is a hit. Empty if no
        request does.
    webhook, status
        The webhook that reports its end, and the status to report (:func:`fewest.store.webhooks.registration`).
    """

    id: str
    owner: str
    task: str
    hit: bytes
    symmetry: bytes
    is_hit: bool = True
    solution: NewSolution | None = None
    names: tuple[str, ...] = ()
    webhook: str = ""
    status: str = ""


class Known:
    """The stored answers in Redis, and the jobs that they end."""

    def __init__(self, redis: Any, seconds: int, memory: Memory) -> None:
        self._redis = redis
        self._seconds = seconds
        self._memory = memory
        self._response_seconds = min(RESPONSE_SECONDS, seconds)

    def find(self, key: str, want: str, *names: str) -> Steps[tuple[str, bytes] | Answer | None]:
        """Return the id and document of the job that answered an equal request, or else the stored answer.

        Parameters
        ----------
        names
            Digests of this request and of all requests equal to it. Without them, no job is looked up.
        """
        answer = keys.answer(key)
        while True:
            found = yield from call(
                "find_known",
                answer=answer,
                names=list(map(keys.response, names)),
                max_bytes=self._memory.full_at,
                response_seconds=self._response_seconds,
            )
            if len(found) != 2:
                return answer_for(want, self._redis, answer, found)
            job_id = keys.decoded(found[0])
            # A damaged job is dropped here, so the second look finds another one or the answer.
            document = sound_document(self._redis, job_id, found[1])
            if document is not None:
                return job_id, document

    def store(self, job: KnownJob) -> Steps[tuple[str, bytes, bool]]:
        """Store a job and its solution, unless the store is full.

        Returns
        -------
        job_id, document, hit
            The stored job: an earlier one under the same name, if it exists.

        Raises
        ------
        StoreFull
            If the store is full and the job has a webhook.
        """
        solution = job.solution or NO_SOLUTION
        while True:
            try:
                hit, *stands = yield from call(
                    "store_known",
                    job=keys.job(job.id),
                    solution=keys.solution(solution.id),
                    names=list(map(keys.response, job.names)),
                    max_bytes=self._memory.full_at,
                    id=job.id,
                    hit_document=job.hit,
                    symmetry_document=job.symmetry,
                    owner=json.dumps(job.owner),
                    seconds=self._seconds,
                    response_seconds=self._response_seconds,
                    list=list_of(job.owner, job.task),
                    webhook=job.webhook,
                    status=job.status,
                    document=solution.document,
                    key=solution.numbering.key,
                    order=json.dumps(solution.numbering.order),
                    is_hit=int(job.is_hit),
                    task=json.dumps(job.task),
                )
            except StoreFull:
                # The answer is given, though there is no room to store its job.
                hit = job.is_hit
                stands = []
            if not stands:
                break
            job_id = keys.decoded(stands[0])
            document = bytes(stands[1])
            # Our own document need not be parsed.
            if document in (job.hit, job.symmetry) or self._is_sound(job_id, document):
                return job_id, document, bool(hit)
        if job.webhook:
            raise StoreFull("the store is full")
        return job.id, job.hit if hit else job.symmetry, bool(hit)

    def _is_sound(self, job_id: str, document: bytes) -> bool:
        return sound_document(self._redis, job_id, document) is not None
