"""Generated levels, features and spaces: requests are equal if their tasks are, in the same numbering."""

from __future__ import annotations

import hashlib
from typing import Any

from fewest.notation import JsonObject
from fewest.schemas.documents.base import encode
from fewest.schemas.job import dump_limits
from fewest.schemas.task import TaskRequest, TaskSchema, canonical_text
from fewest.service.jobs.deadline import Deadline
from fewest.service.jobs.requests import Caller, KeyedRequest
from fewest.service.jobs.task import KnownResult
from fewest.store.jobs import Job
from fewest.store.results import Answer
from fewest.store.searches import Search


class Designing:
    """A task of puzzle designers (see :class:`fewest.service.jobs.task.ServedTask`)."""

    no_progress: JsonObject = {"nodes": 0, "seconds": 0.0}

    def __init__(self, schema: TaskSchema[TaskRequest, Any]) -> None:
        self.schema = schema

    def identify(self, request: TaskRequest, _: Deadline) -> KeyedRequest[TaskRequest]:
        """Find the digest of the task."""
        name, plain = self.schema.name, request.work
        key = hashlib.sha256(canonical_text(name, plain).encode()).hexdigest()[:32]
        return KeyedRequest(request, name, plain["kind"], "", plain, key, key)

    def names(self, keyed: KeyedRequest[TaskRequest], caller: Caller, _: JsonObject | None = None) -> tuple[str, ...]:
        """Digests of all requests for this task with these limits, and of the bytes of one that draws nothing."""
        equal = hashlib.sha256(encode([caller.owner, keyed.key, dump_limits(keyed.request.limits)])).hexdigest()
        same_bytes = "" if keyed.request.drawn else caller.request_digest
        return tuple(filter(None, (equal, same_bytes)))

    def known(self, _: KeyedRequest[TaskRequest], answer: Answer, __: str) -> KnownResult:
        """The fields of the stored result."""
        return KnownResult(answer.result["status"], _fields(answer.result))

    def ended(self, _: Job, search: Search) -> JsonObject:
        """The fields of the result."""
        return _fields(search.result)


def _fields(result: JsonObject) -> JsonObject:
    """The fields of the document of a finished task that are its result."""
    return {name: value for name, value in result.items() if name not in ("status", "statistics")}
