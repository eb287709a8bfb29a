"""Job records: one for every request a client made."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from store import keys

ASKED_SECONDS = 3600


@dataclass(frozen=True, slots=True)
class Job:
    """One client's request.

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
        The client of the API key it was asked with; empty without keys.
    """

    id: str
    kind: str
    want: str
    limits: dict[str, Any]
    created: float
    search_id: str
    raw_puzzle: dict[str, Any]
    order: tuple[int, ...]
    key: str
    exact_digest: str
    layout: list[list[float]] | None = None
    owner: str = ""


@dataclass(frozen=True, slots=True)
class Ended:
    """A job that has ended: what its client reads, which never changes now."""

    document: bytes
    owner: str


class Jobs:
    """The job records in Redis."""

    def __init__(self, redis: Any, seconds: int) -> None:
        self._redis, self._seconds = redis, seconds

    def add(self, job: Job) -> None:
        """Keep a new job."""
        fields = {name: json.dumps(getattr(job, name)) for name in job.__slots__ if name != "id"}
        with self._redis.pipeline() as pipe:
            pipe.hset(keys.job(job.id), mapping=fields)
            pipe.expire(keys.job(job.id), self._seconds)
            pipe.execute()

    def add_ended(self, job_id: str, document: bytes, owner: str, asked: str = "") -> None:
        """Keep a job that was answered at once; with ``asked``, also for whoever asks exactly that again."""
        with self._redis.pipeline() as pipe:
            pipe.hset(keys.job(job_id), mapping={"document": document, "owner": json.dumps(owner)})
            pipe.expire(keys.job(job_id), self._seconds)
            if asked:
                pipe.set(keys.asked(asked), document, ex=min(ASKED_SECONDS, self._seconds))
            pipe.execute()

    def again(self, asked: str) -> bytes | None:
        """The ended job that answers a request, by the digest of its body."""
        document = self._redis.get(keys.asked(asked))
        return None if document is None else bytes(document)

    def load(self, job_id: str) -> Job | Ended | None:
        """A job still open, an ended one, or None for an unknown one."""
        fields: dict[bytes, bytes] = self._redis.hgetall(keys.job(job_id))
        if not fields:
            return None
        if b"document" in fields:
            return Ended(fields[b"document"], json.loads(fields.get(b"owner", b'""')))
        values = {name.decode(): json.loads(value) for name, value in fields.items()}
        values["order"] = tuple(values["order"])
        return Job(id=job_id, **values)

    def end(self, job_id: str, document: bytes) -> bytes:
        """Give a job its last document.

        Returns
        -------
        bytes
            The document that stands: an earlier one if the job had ended before.
        """
        if not self._redis.hsetnx(keys.job(job_id), "document", document):
            return bytes(self._redis.hget(keys.job(job_id), "document") or document)
        self._redis.expire(keys.job(job_id), self._seconds)
        return document
