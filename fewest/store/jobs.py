"""Job records: one for every request of a client."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from itertools import chain
from typing import Any

from fewest.notation import JsonObject
from fewest.schemas.tasks import TASKS
from fewest.store import keys
from fewest.store.damage import Parsed, shaped
from fewest.store.memory import Memory
from fewest.store.steps import Steps, call

RESPONSE_SECONDS = 3600
"""How long an equal request gets the same job."""

MAX_LISTED = 1000
"""Jobs of an API key that are listed: the last ones."""


def list_of(owner: str, task: str) -> str:
    """The key of a client's list of jobs; empty without a client, and for tasks other than solving."""
    return keys.jobs_of(owner) if owner and task == "solve" else ""


@dataclass(frozen=True, slots=True)
class Job:
    """A client's request that is not answered yet.

    Attributes
    ----------
    task
        What kind of task it is (:data:`fewest.schemas.tasks.TASKS`).
    kind, want
        The kind of puzzle, and the answers wanted. ``want`` is empty for tasks other than solving.
    search_id
        The search that answers it.
    raw
        The document of the puzzle, or the work of another task; named as in Redis, where a new name is a new layout.
    numbering
        The client's hole or cell at each canonical place.
    key
        Digest of the canonical puzzle.
    owner
        The client whose API key it was made with; empty without keys.
    shared
        False if the canonical numbering was not found in time, so that ``numbering`` is the client's own.
    language
        The language of the sentences in its document.
    reading
        How the text of its puzzle was read; None if it came as JSON.
    """

    id: str
    task: str
    kind: str
    want: str
    limits: JsonObject
    created: float
    search_id: str
    raw: JsonObject
    numbering: tuple[int, ...]
    key: str
    owner: str = ""
    shared: bool = True
    language: str = "en"
    reading: JsonObject | None = None


@dataclass(frozen=True, slots=True)
class EndedJob:
    """A job that has ended. Its document never changes again."""

    document: bytes
    owner: str
    task: str


class Jobs:
    """The job records in Redis."""

    def __init__(self, redis: Any, seconds: int, memory: Memory) -> None:
        self._redis = redis
        self._seconds = seconds
        self._memory = memory

    def add(self, job: Job) -> Steps[None]:
        """Store a new job."""
        # The id is in the name of the key.
        pairs = ((name, json.dumps(getattr(job, name))) for name in job.__slots__ if name != "id")
        yield from call(
            "add_job",
            job=keys.job(job.id),
            list=list_of(job.owner, job.task),
            id=job.id,
            seconds=self._seconds,
            fields=list(chain.from_iterable(pairs)),
        )

    def listed(self, owner: str, before: float, limit: int) -> list[tuple[str, float]]:
        """Ids and creation times of the jobs of an API key made before a time, newest first."""
        found = self._redis.zrange(
            keys.jobs_of(owner), f"({before!r}", "-inf", byscore=True, desc=True, offset=0, num=limit, withscores=True
        )
        return [(keys.decoded(name), score) for name, score in found]

    def forget(self, owner: str, *job_ids: str) -> None:
        """Remove jobs from the list that are no longer stored."""
        if job_ids:
            self._redis.zrem(keys.jobs_of(owner), *job_ids)

    def load(self, job_id: str) -> Job | EndedJob | None:
        """An open or ended job; None if there is no such job."""
        name = keys.job(job_id)
        fields: dict[bytes, bytes] = self._redis.hgetall(name)
        return self._redis.parse(name, fields, partial(_job, job_id)) if fields else None

    def discard(self, job_id: str, reason: object) -> None:
        """Drop a job that can never end."""
        self._redis.drop(keys.job(job_id), reason)

    def parse(self, job_id: str, document: bytes, parse: Callable[[Any], Parsed]) -> Parsed | None:
        """The parsed document of an ended job; None if it is damaged, and then the job is dropped."""
        parsed: Parsed | None = self._redis.parse(keys.job(job_id), document, lambda raw: parse(json.loads(raw)))
        return parsed

    def end(self, job_id: str, document: bytes, status: str = "") -> Steps[bytes]:
        """End a job with its final document.

        Parameters
        ----------
        status
            The status that its webhook reports, unless the end of its search has reported it.

        Returns
        -------
        bytes
            The stored document: the earlier one if the job had already ended.
        """
        stands = yield from call(
            "finish_job", job=keys.job(job_id), document=document, seconds=self._seconds, id=job_id, status=status
        )
        # What has just been written need not be parsed.
        return bytes(stands) if stands == document else self._sound(job_id, stands) or document

    def _sound(self, job_id: str, document: bytes) -> bytes | None:
        return sound_document(self._redis, job_id, document)


def sound_document(redis: Any, job_id: str, document: bytes) -> bytes | None:
    """The document of an ended job; None if it is damaged: then the job is dropped."""
    sound: bytes | None = redis.parse(keys.job(job_id), document, _checked)
    return sound


def _checked(document: bytes) -> bytes:
    if not isinstance(json.loads(document)["status"], str):
        raise TypeError("its status is not a string")
    return bytes(document)


def _job(job_id: str, fields: dict[bytes, bytes]) -> Job | EndedJob:
    task = json.loads(fields[b"task"])
    if task not in TASKS:
        raise ValueError(f"its task is {task!r}")
    document = fields.get(b"document")
    if document is not None:
        return EndedJob(_checked(document), json.loads(fields.get(b"owner", b'""')), task)
    values = {name.decode(): json.loads(value) for name, value in fields.items()}
    return shaped(Job, values | {"id": job_id, "numbering": tuple(map(int, values["numbering"]))})
