"""Groups: jobs that were requested together, in a batch, in a survey or for a hint."""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import chain
from typing import Any

from fewest.notation import JsonObject
from fewest.schemas.summary import JobSummary
from fewest.store import keys
from fewest.store.damage import shaped
from fewest.store.steps import call, together


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
        """The state of each job, in one round trip for all of them."""
        parts = [job_ids[first : first + STEP] for first in range(0, len(job_ids), STEP)]
        found = together(self._redis, [call("summarize", ids=part) for part in parts])
        return list(map(self._summary, job_ids, chain.from_iterable(found)))

    def _summary(self, job_id: str, found: Sequence[bytes | None]) -> JobSummary:
        name = keys.job(job_id)
        if not found or found[0] is not None:
            return (found and self._redis.parse(name, found[0], _of_document)) or EXPIRED
        return self._redis.parse(name, found[1:], _of_search) or EXPIRED


STEP = 500
"""Jobs that one call of the script sums up; it takes some 4 µs for each."""

EXPIRED = JobSummary("expired")

OPEN = b"queued", b"running"

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
    status, written = fields
    if status is None:
        return EXPIRED
    found = json.loads(written or b"{}")
    if status in OPEN:
        return JobSummary(status.decode(), lower_bound=found.get("lower_bound") if status == b"running" else None)
    return _summary(status.decode(), found)


def _summary(status: str, result: JsonObject, solution_id: str = "") -> JobSummary:
    proof = result.get("proof") or {}
    found = {name: result[name] for name in FOUND if result.get(name) is not None}
    return shaped(JobSummary, found | {"status": status, "refuted_by": proof.get("by", ""), "solution_id": solution_id})
