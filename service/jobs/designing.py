"""Tasks become jobs: known ones at once, equal open ones joined, others queued like a search."""

from __future__ import annotations

import hashlib
import time
from typing import Any

from fewest.schemas.documents.base import encode
from fewest.schemas.job import written
from fewest.schemas.settings import Settings
from fewest.schemas.task import TaskRequest, TaskSchema, canonical_text
from fewest.service.documents import JobHeader, job_document
from fewest.service.jobs.deadline import Deadline
from fewest.service.jobs.intake import new_id, webhook_registration
from fewest.service.jobs.requests import Caller, KeyedRequest
from fewest.service.jobs.views import JobView, task_result
from fewest.store import Store
from fewest.store.results import Answer


class Designing:
    """Reads, identifies and answers tasks of one kind (see :class:`fewest.service.jobs.intake.ServedTask`)."""

    request = TaskRequest

    def __init__(self, schema: TaskSchema[Any], settings: Settings, store: Store) -> None:
        self._schema = schema
        self._settings = settings
        self._store = store

    def load(self, body: object) -> TaskRequest:
        """Validate a task."""
        return self._schema.load(body, self._settings)

    def identify(self, request: TaskRequest, _: Deadline) -> KeyedRequest[TaskRequest]:
        """Find the key of a task. Tasks in different numberings are different tasks."""
        key = hashlib.sha256(canonical_text(self._schema.want, request.plain).encode()).hexdigest()[:32]
        return KeyedRequest(request, request.plain["kind"], self._schema.want, request.plain, key, key)

    def cost(self, request: TaskRequest) -> int:
        """As how many searches a task counts."""
        return self._schema.searches(request)

    def answer(self, keyed: KeyedRequest[TaskRequest], caller: Caller) -> JobView | None:
        """A finished job, if the result of the task is known."""
        own = bool(caller.job_id or keyed.request.webhook)
        names = () if own else _names(keyed, caller)
        found = self._store.known.find(keyed.key, keyed.want, *names)
        if not isinstance(found, Answer):
            return found and JobView(*found, caller.owner, cache="hit")
        now = time.time()
        job_id = caller.job_id or new_id()
        header = JobHeader(job_id, keyed.kind, keyed.want, written(keyed.request.limits), now, now, now)
        status = found.result["status"]
        stands = self._store.jobs.add_ended(
            job_id,
            encode(job_document(header, status, task_result(found.result))),
            caller.owner,
            *names,
            webhook=webhook_registration(keyed.request.webhook, caller.owner),
            status=status,
            want=keyed.want,
        )
        return JobView(*stands, caller.owner, cache="hit")


def _names(keyed: KeyedRequest[TaskRequest], caller: Caller) -> tuple[str, ...]:
    """Digests of all requests for this task with these limits, and of the bytes of one that draws nothing."""
    equal = hashlib.sha256(encode([caller.owner, keyed.key, written(keyed.request.limits)])).hexdigest()
    same_bytes = "" if keyed.request.drawn else caller.request_digest
    return tuple(filter(None, (equal, same_bytes)))
