"""Job records: one for every request of a client."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from schemas import JsonObject
from store import keys

RESPONSE_SECONDS = 3600
"""How long the response to an exact request is stored."""


@dataclass(frozen=True, slots=True)
class Job:
    """A client's request that is not answered yet.

    Attributes
    ----------
    search_id
        The search that answers it.
    raw_puzzle
        The puzzle as the client wrote it.
    order
        The client's hole or cell at each canonical place.
    key, exact_digest
        Digests of the canonical puzzle and of the puzzle as the client numbers it.
    owner
        The client whose API key it was made with; empty without keys.
    shared
        False if the canonical numbering was not found in time, so that ``order`` is the client's own.
    """

    id: str
    kind: str
    want: str
    limits: JsonObject
    created: float
    search_id: str
    raw_puzzle: JsonObject
    order: tuple[int, ...]
    key: str
    exact_digest: str
    layout: list[list[float]] | None = None
    owner: str = ""
    shared: bool = True


@dataclass(frozen=True, slots=True)
class EndedJob:
    """A job that has ended. The document its client reads never changes again."""

    document: bytes
    owner: str


class Jobs:
    """The job records in Redis."""

    def __init__(self, redis: Any, seconds: int) -> None:
        self._redis, self._seconds = redis, seconds

    def add(self, job: Job) -> None:
        """Store a new job."""
        fields = {name: json.dumps(getattr(job, name)) for name in job.__slots__ if name != "id"}
        with self._redis.pipeline() as pipe:
            pipe.hset(keys.job(job.id), mapping=fields)
            pipe.expire(keys.job(job.id), self._seconds)
            pipe.execute()

    def add_ended(self, job_id: str, document: bytes, owner: str, request_digest: str = "") -> None:
        """Store a job that was answered at once; with ``request_digest``, also as the response to this request."""
        with self._redis.pipeline() as pipe:
            pipe.hset(keys.job(job_id), mapping={"document": document, "owner": json.dumps(owner)})
            pipe.expire(keys.job(job_id), self._seconds)
            if request_digest:
                pipe.set(keys.response(request_digest), document, ex=min(RESPONSE_SECONDS, self._seconds))
            pipe.execute()

    def response_to(self, request_digest: str) -> bytes | None:
        """The document of the ended job that answers exactly this request, by a digest of its body."""
        document = self._redis.get(keys.response(request_digest))
        return None if document is None else bytes(document)

    def load(self, job_id: str) -> Job | EndedJob | None:
        """An open or ended job; None if there is no such job."""
        fields: dict[bytes, bytes] = self._redis.hgetall(keys.job(job_id))
        if not fields:
            return None
        if b"document" in fields:
            return EndedJob(fields[b"document"], json.loads(fields.get(b"owner", b'""')))
        values = {name.decode(): json.loads(value) for name, value in fields.items()}
        values["order"] = tuple(values["order"])
        return Job(id=job_id, **values)

    def end(self, job_id: str, document: bytes) -> bytes:
        """End a job with its final document.

        Returns
        -------
        bytes
            The document that is stored: the earlier one if the job had ended before.
        """
        if not self._redis.hsetnx(keys.job(job_id), "document", document):
            return bytes(self._redis.hget(keys.job(job_id), "document") or document)
        self._redis.expire(keys.job(job_id), self._seconds)
        return document
