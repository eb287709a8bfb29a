"""The queue of searches, with RQ as transport."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from typing import Any

from rq import Queue as RqQueue
from rq.exceptions import InvalidJobOperation, NoSuchJobError
from rq.intermediate_queue import IntermediateQueue
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
        self._delete(rq_id(search_id, run))

    def clean(self, is_current: Callable[[str, int], bool]) -> None:
        """Remove what RQ keeps of runs that failed, or that a worker took off the queue and never started.

        The search's own record says how it stands, and :mod:`store.recovery` queues it again.

        Parameters
        ----------
        is_current
            Whether an id and a number are those of an open search and of its next run.
        """
        for name in self._queue.failed_job_registry.get_job_ids(cleanup=False):
            self._queue.failed_job_registry.remove(name)
            self._delete(name)
        taken = IntermediateQueue(self._queue.key, self._redis)
        for name in taken.get_job_ids():
            search_id, _, run = name.rpartition("-")
            if not is_current(search_id, int(run)):
                taken.remove(name)

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

    def beats(self, host: str) -> bool:
        """Whether a worker of this host has sent a heartbeat in the last half minute."""
        names = [name.decode() for name in self._redis.smembers(f"rq:workers:{NAME}")]
        return any(self._redis.hget(name, "hostname") == host.encode() for name in names)

    def _delete(self, name: str) -> None:
        with contextlib.suppress(NoSuchJobError, InvalidJobOperation):  # a worker may have finished it meanwhile
            RqJob.fetch(name, connection=self._redis, serializer=JSONSerializer).delete()


def rq_id(search_id: str, run: int) -> str:
    """The id of a run of a search in RQ."""
    return f"{search_id}-{run}"


def search_and_run(name: str) -> tuple[str, int]:
    """The search and the number of its last run, from an id in RQ."""
    search_id, _, run = name.rpartition("-")
    return search_id, int(run)
