"""Groups: jobs that were requested together, in a batch or for a hint."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from schemas import JsonObject
from store import keys
from store.memory import ALLOW_FULL, PRELUDE

# KEYS group; ARGV text, seconds to keep. Its jobs are admitted, so it always finds room.
_KEEP = (
    ALLOW_FULL
    + PRELUDE
    + """
redis.call('SET', KEYS[1], ARGV[1])
let_expire(KEYS[1], ARGV[2])
measure('work', KEYS[1])
"""
)


@dataclass(frozen=True, slots=True)
class JobSummary:
    """The state of one job of a group; ``length`` is the number of moves of its solution, if it ended with one."""

    status: str
    length: int | None = None
    optimal: bool = False

    @property
    def open(self) -> bool:
        """Whether it is queued or running."""
        return self.status in ("queued", "running")


class Groups:
    """The groups in Redis."""

    def __init__(self, redis: Any, seconds: int) -> None:
        self._redis, self._seconds = redis, seconds
        self._keep = redis.register_script(_KEEP)

    def keep(self, group_id: str, group: JsonObject) -> None:
        """Store a group."""
        self._keep(keys=[keys.group(group_id)], args=[json.dumps(group), self._seconds])

    def load(self, group_id: str, kind: str, owner: str) -> JsonObject | None:
        """A group; None if there is none of this kind that belongs to this client."""
        text = self._redis.get(keys.group(group_id))
        group = {} if text is None else dict(json.loads(text))
        return group if (group.get("kind"), group.get("owner")) == (kind, owner) else None

    def summaries(self, job_ids: Sequence[str]) -> list[JobSummary]:
        """The state of each job, in two round trips for all of them."""
        with self._redis.pipeline(transaction=False) as pipe:
            for job_id in job_ids:
                pipe.hmget(keys.job(job_id), "document", "search_id")
            jobs = pipe.execute()
            for _, search_id in jobs:
                pipe.hmget(keys.search(json.loads(search_id) if search_id else ""), "status", "result")
            searches = pipe.execute()
        pairs = zip(jobs, searches, strict=True)
        return [_of_document(job[0]) if job[0] is not None else _of_search(*search) for job, search in pairs]


def _of_document(document: bytes) -> JobSummary:
    job = json.loads(document)
    result = job.get("result") or {}
    return JobSummary(job["status"], result.get("length"), bool(result.get("optimal")))


def _of_search(status: bytes | None, result: bytes | None) -> JobSummary:
    if status is None:
        return JobSummary("expired")
    ended = json.loads(result or b"{}")
    return JobSummary(status.decode(), ended.get("length"), bool(ended.get("optimal")))
