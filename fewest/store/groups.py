"""Groups: jobs that were requested together, in a batch, in a survey or for a hint."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from fewest.notation import JsonObject
from fewest.schemas.summary import JobSummary
from fewest.store import keys
from fewest.store.damage import shaped


class Groups:
    """The groups in Redis."""

    def __init__(self, redis: Any, seconds: int) -> None:
        self._redis = redis
        self._seconds = seconds

    def store(self, group_id: str, group: JsonObject) -> None:
        """Store a group."""
        self._redis.run_script("store_group", group=keys.group(group_id), text=json.dumps(group), seconds=self._seconds)

    def load(self, group_id: str, kind: str, owner: str) -> JsonObject | None:
        """A group; None if this client has no such group of this kind."""
        name = keys.group(group_id)
        text = self._redis.get(name)
        group = {} if text is None else self._redis.parse(name, text, _group) or {}
        return group if (group.get("kind"), group.get("owner")) == (kind, owner) else None

    def summaries(self, job_ids: Sequence[str]) -> list[JobSummary]:
        """The state of each job, in two round trips for all of them."""
        with self._redis.pipeline(transaction=False) as pipe:
            for job_id in job_ids:
                pipe.hmget(keys.job(job_id), "document", "search_id")
            jobs = pipe.execute()
            search_ids = [self._search_id(job_id, raw) for job_id, (_, raw) in zip(job_ids, jobs, strict=True)]
            # Jobs that have ended have no search: their names are of keys that do not exist.
            for search_id in search_ids:
                pipe.hmget(keys.search(search_id), "status", "result", "progress")
            searches = pipe.execute()
        return [
            self._redis.parse(keys.job(job_id), document, _of_document) or EXPIRED
            if document is not None
            else self._redis.parse(keys.search(search_id), search, _of_search) or EXPIRED
            for job_id, (document, _), search_id, search in zip(job_ids, jobs, search_ids, searches, strict=True)
        ]

    def _search_id(self, job_id: str, raw: bytes | None) -> str:
        return "" if raw is None else self._redis.parse(keys.job(job_id), raw, json.loads) or ""


EXPIRED = JobSummary("expired")

FOUND = ("length", "optimal", "lower_bound", "count", "pegs_left")
"""Fields of a result that a summary has."""


def _group(text: bytes) -> JsonObject:
    """A group. Raises a parsing error if it is none. Its items are those that the service has stored."""
    group = dict(json.loads(text))
    if not isinstance(group["items"], list):
        raise TypeError("its items are not a list")
    return group


def _of_document(document: bytes) -> JobSummary:
    job = json.loads(document)
    return _summary(job["status"], job.get("result") or {}, job.get("solution_id", ""))


def _of_search(fields: Sequence[bytes | None]) -> JobSummary:
    status, result, progress = fields
    if status is None:
        return EXPIRED
    ended = json.loads(result or b"{}")
    if ended or status != b"running":
        return _summary(status.decode(), ended)
    found = json.loads(progress or b"{}")
    return JobSummary(status.decode(), lower_bound=found.get("lower_bound"))


def _summary(status: str, result: JsonObject, solution_id: str = "") -> JobSummary:
    proof = result.get("proof") or {}
    found = {name: result[name] for name in FOUND if result.get(name) is not None}
    return shaped(JobSummary, found | {"status": status, "refuted_by": proof.get("by", ""), "solution_id": solution_id})
