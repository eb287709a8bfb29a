"""The queue of searches, with RQ as transport."""

from __future__ import annotations

from typing import Any

from rq import Queue as RqQueue
from rq.exceptions import InvalidJobOperation, NoSuchJobError
from rq.job import Job as RqJob
from rq.serializers import JSONSerializer

NAME = "fewest"
TASK = "workers.tasks.run"
"""Named by a string, so that the service never loads the kernels."""

GRACE_SECONDS = 60
"""RQ's timeout is this much later than the time limit, which the search observes by itself."""


class Queue:
    """The RQ queue."""

    def __init__(self, redis: Any) -> None:
        self._redis = redis
        self._queue = RqQueue(NAME, connection=redis, serializer=JSONSerializer)

    def put(self, search_id: str, run: int, seconds: float, *, first: bool = False) -> None:
        """Queue a search with a time limit.

        Parameters
        ----------
        run
            How often it was started before. Every run is a job of its own to RQ.
        seconds
            The time limit.
        first
            Whether it goes before all others: it had its turn before.
        """
        self._queue.enqueue_call(
            TASK,
            args=(search_id, run),
            job_id=rq_id(search_id, run),
            timeout=int(seconds) + GRACE_SECONDS,
            result_ttl=0,
            failure_ttl=600,
            at_front=first,
        )

    def remove(self, search_id: str, run: int) -> None:
        """Remove a search from the queue, if it is still there."""
        self._queue.remove(rq_id(search_id, run))
        try:
            RqJob.fetch(rq_id(search_id, run), connection=self._redis, serializer=JSONSerializer).delete()
        except (NoSuchJobError, InvalidJobOperation):
            return  # a worker has taken and finished it in the meantime

    def position(self, search_id: str, run: int) -> int | None:
        """How many searches are ahead of this one; None if it is not in the queue."""
        return self._queue.get_job_position(rq_id(search_id, run))

    def first(self) -> str | None:
        """The search that has waited longest."""
        names = self._queue.get_job_ids(0, 1)
        return search_and_run(names[0])[0] if names else None

    def depth(self) -> int:
        """How many searches are queued."""
        return int(self._queue.count)

    def workers(self) -> int:
        """How many workers have sent a heartbeat in the last half minute."""
        names = [name.decode() for name in self._redis.smembers(f"rq:workers:{NAME}")]
        return int(self._redis.exists(*names)) if names else 0


def rq_id(search_id: str, run: int) -> str:
    """The id of a run of a search in RQ."""
    return f"{search_id}-{run}"


def search_and_run(name: str) -> tuple[str, int]:
    """The search and the number of its last run, from an id in RQ."""
    search_id, _, run = name.rpartition("-")
    return search_id, int(run)
