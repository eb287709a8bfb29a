"""Groups: jobs that were asked for together, in a batch or for a hint."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from store import keys


@dataclass(frozen=True, slots=True)
class Standing:
    """How one job of a group stands; ``length`` is the number of moves found, if it has ended with some."""

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

    def keep(self, group_id: str, group: dict[str, Any]) -> None:
        """Keep what is known of a group."""
        self._redis.set(keys.group(group_id), json.dumps(group), ex=self._seconds)

    def load(self, group_id: str, kind: str, owner: str) -> dict[str, Any] | None:
        """What is known of a group; None for one that is unknown, of another kind, or another client's."""
        text = self._redis.get(keys.group(group_id))
        group = {} if text is None else dict(json.loads(text))
        return group if (group.get("kind"), group.get("owner")) == (kind, owner) else None

    def standings(self, job_ids: Sequence[str]) -> list[Standing]:
        """How jobs stand, in two round trips for all of them."""
        with self._redis.pipeline(transaction=False) as pipe:
            for job_id in job_ids:
                pipe.hmget(keys.job(job_id), "document", "search_id")
            jobs = pipe.execute()
            for _, search_id in jobs:
                pipe.hmget(keys.search(json.loads(search_id) if search_id else ""), "status", "result")
            searches = pipe.execute()
        pairs = zip(jobs, searches, strict=True)
        return [_of_document(job[0]) if job[0] is not None else _of_search(*search) for job, search in pairs]


def _of_document(document: bytes) -> Standing:
    told = json.loads(document)
    result = told.get("result") or {}
    return Standing(told["status"], result.get("length"), bool(result.get("optimal")))


def _of_search(status: bytes | None, result: bytes | None) -> Standing:
    if status is None:
        return Standing("expired")
    told = json.loads(result or b"{}")
    return Standing(status.decode(), told.get("length"), bool(told.get("optimal")))
