"""The queues of searches, one for each lane, with RQ as transport.

Every search begins in the quick lane. One that takes long while others wait moves to the long lane, which has
workers of its own, so that small puzzles wait only for small ones. While none of these is alive, workers of the quick
lane that have nothing else to do take its searches. Within a lane clients take turns (:mod:`fewest.store.turns`).
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from rq.exceptions import DeserializationError
from rq.intermediate_queue import IntermediateQueue
from rq.job import Job as RqJob
from rq.job import JobStatus
from rq.serializers import JSONSerializer

from fewest.schemas.lanes import Lane
from fewest.store import keys
from fewest.store.damage import StoreClient
from fewest.store.steps import Steps, call, together
from fewest.store.turns import LaneKeys, TurnQueue, keys_of_lane

TASK = "fewest.workers.runs.run"
"""A string, so that the service never loads the kernels."""

GRACE_SECONDS = 60
"""RQ's timeout comes this much after the time limit, which the search observes itself."""

NAMES = {Lane.QUICK: "fewest", Lane.LONG: "fewest-long"}
"""The names of the queues in RQ."""

MARK = "SEARCH"
"""In the record of a job that RQ keeps, in place of the id of its search."""

CURRENT = "current"
"""In RQ's record of a job: the id of the run that its process has begun in place of the job's own, which has ended."""


class QuickQueue(TurnQueue):
    """The queue of the quick lane. While nothing waits in it, its workers steal from the long lane, if that has no
    worker."""

    # RQ's worker may take from several queues, but then a job is lost that is taken and not begun.
    @classmethod
    def steal(cls, client: StoreClient, taken: str) -> bytes | None:
        """Take the next search of the long lane, unless a worker of that lane is alive."""
        found: bytes | None = client.run_script(
            "steal_run", **keys_of(Lane.LONG), taken=taken, workers=workers_key(Lane.LONG), queue=NAMES[Lane.QUICK]
        )
        return found


class Queue:
    """The queues of both lanes."""

    def __init__(self, redis: Any) -> None:
        self._redis = redis
        self._lanes = {
            lane: TurnQueue(name, connection=redis, serializer=JSONSerializer) for lane, name in NAMES.items()
        }

    def put(
        self,
        search_id: str,
        run: int,
        seconds: float,
        *,
        lane: Lane = Lane.QUICK,
        client: str = "",
    ) -> None:
        """Queue a search with a time limit.

        Parameters
        ----------
        run
            Number of earlier runs. Each run is a separate RQ job.
        seconds
            The time limit.
        client
            The client whose turn it takes.
        """
        together(self._redis, [self._put([search_id], run, seconds, lane, client)])

    def put_new(self, searches: Mapping[str, float], client: str) -> list[Steps[None]]:
        """Queue new searches of a client, each with its time limit: one work for those with the same limit."""
        alike: dict[float, list[str]] = {}
        for search_id, seconds in searches.items():
            alike.setdefault(seconds, []).append(search_id)
        return [self._put(search_ids, 0, seconds, Lane.QUICK, client) for seconds, search_ids in alike.items()]

    def promote(self, search_id: str, run: int, lane: Lane, client: str) -> None:
        """Move a search to the turn of a client that has joined it, if that turn is earlier."""
        self._redis.run_script("promote_run", **keys_of(lane), id=rq_id(search_id, run), client=client)

    def withdraw(self, search_id: str, run: int, lane: Lane) -> None:
        """Remove a search from its lane. If a worker has already taken it, the worker notices by itself."""
        name = rq_id(search_id, run)
        # RQ's record of a run that a worker has taken is that worker's to remove.
        if self._redis.run_script("remove_run", **keys_of(lane), id=name):
            self._redis.delete(RqJob.key_for(name))

    def drop(self, name: str) -> None:
        """Remove a job that was taken off a queue but will not run, by its RQ id."""
        for queue in self._lanes.values():
            IntermediateQueue(queue.key, self._redis).remove(name)
        self._redis.delete(RqJob.key_for(name))

    def clean(self, is_current: Callable[[str, int], bool]) -> None:
        """Remove RQ's records of runs that a worker took off the queue and never started.

        The search's own record has its state, and :mod:`fewest.store.recovery` queues it again.

        Parameters
        ----------
        is_current
            Whether an id and a run number belong to an open search and its next run.
        """
        for lane, queue in self._lanes.items():
            taken = IntermediateQueue(queue.key, self._redis)
            # Not by RQ's own method, which raises an error at an id of bytes that are no text.
            for name in map(keys.decoded, self._redis.lrange(taken.key, 0, -1)):
                if not is_current(*search_and_run(name)):
                    taken.remove(name)
            # A worker that had just taken the previous search may have died.
            self._redis.run_script("move_up", **keys_of(lane))

    def position(self, search_id: str, run: int, lane: Lane = Lane.QUICK) -> int | None:
        """How many searches of its lane are ahead of this one; None if it is not in the queue."""
        position = self._redis.run_script("position_of_run", **keys_of(lane), id=rq_id(search_id, run))
        return None if position is None else int(position)

    def first(self, lane: Lane = Lane.QUICK) -> str | None:
        """The next search of a lane."""
        names = self._redis.lrange(self._lanes[lane].key, 0, 0)
        return search_and_run(keys.decoded(names[0]))[0] if names else None

    def depth(self, *lanes: Lane) -> int:
        """How many searches are queued, in all lanes if none is given."""
        with self._redis.pipeline(transaction=False) as pipe:
            for lane in lanes or Lane:
                names = keys_of(lane)
                # The next search is in RQ's list, the others are in the sorted set.
                pipe.llen(names["ready"]).zcard(names["waiting"])
            return sum(pipe.execute())

    def workers(self, lane: Lane = Lane.QUICK) -> int:
        """How many workers of a lane have sent a heartbeat in the last half minute."""
        names = [name.decode() for name in self._redis.smembers(workers_key(lane))]
        # RQ leaves the names of dead workers in the set; their own keys expire.
        return int(self._redis.exists(*names)) if names else 0

    def worker_versions(self) -> Counter[str]:
        """How many live workers of all lanes have each version."""
        names = self._redis.sunion(list(map(workers_key, Lane)))
        found = (self._redis.hget(name, "version") for name in names)
        return Counter(version.decode(errors="replace") for version in found if version is not None)

    def is_busy(self, lane: Lane) -> bool:
        """Whether the lane has workers that are alive, and each of them runs a search or is about to."""
        names = self._redis.smembers(workers_key(lane))
        states = [state for name in names if (state := self._redis.hget(name, "state")) is not None]
        return bool(states) and all(state == b"busy" for state in states)

    def running(self, lane: Lane) -> list[str]:
        """RQ ids of the runs of a lane's workers, perhaps including one whose worker has just died."""
        return list(map(self.current, self._lanes[lane].started_job_registry.get_job_ids(cleanup=False)))

    def current(self, job: str) -> str:
        """RQ's id of the run that the process of a job has begun last, from that of the job."""
        name = self._redis.hget(RqJob.key_for(job), CURRENT)
        return job if name is None else keys.decoded(name)

    def room(self) -> Steps[tuple[int, int]]:
        """:meth:`depth` of all lanes and :meth:`workers` of the quick one."""
        lanes = list(map(keys_of, Lane))
        queues = [name for names in lanes for name in (names["ready"], names["waiting"])]
        workers = workers_key(Lane.QUICK)
        depth, alive = yield from call("count_queued", workers=workers, queues=queues)
        return int(depth), int(alive)

    def has_live_worker(self, host: str) -> bool:
        """Whether a worker of this host, of any lane, has sent a heartbeat in the last half minute."""
        names = self._redis.sunion(list(map(workers_key, Lane)))
        return any(self._redis.hget(name, "hostname") == host.encode() for name in names)

    # As RQ's enqueue_call would, but for many jobs at once: it takes 0.2 ms and five commands for each.
    def _put(self, searches: Sequence[str], run: int, seconds: float, lane: Lane, client: str) -> Steps[None]:
        job = self._lanes[lane].create_job(
            TASK,
            args=(MARK, run),
            job_id=rq_id(MARK, run),
            timeout=int(seconds) + GRACE_SECONDS,
            result_ttl=0,
            failure_ttl=600,  # of the record that RQ makes of a run whose worker has died
            status=JobStatus.QUEUED,
        )
        job.enqueued_at = job.created_at
        # RQ reads data that are not compressed as well.
        record = job.to_dict() | {"data": job.data.decode(), "status": JobStatus.QUEUED.value}
        yield from call(
            "put_runs",
            **keys_of(lane),
            queues=TurnQueue.redis_queues_keys,
            client=client,
            run=run,
            record=json.dumps([str(part) for pair in record.items() for part in pair]),
            searches=searches,
        )


def keys_of(lane: Lane) -> LaneKeys:
    """The keys of a lane."""
    return keys_of_lane(TurnQueue.redis_queue_namespace_prefix + NAMES[lane])


def workers_key(lane: Lane) -> str:
    """RQ's key of the workers of a lane. Each live worker also has its own key."""
    return f"rq:workers:{NAMES[lane]}"


def rq_id(search_id: str, run: int) -> str:
    """The id of a run of a search in RQ."""
    return f"{search_id}-{run}"


def search_and_run(name: str) -> tuple[str, int]:
    """The search and the number of its last run, from an id in RQ; -1 if another program has chosen the id."""
    search_id, _, run = name.rpartition("-")
    return (search_id, int(run)) if run.isdecimal() else (name, -1)


def is_run(job: RqJob) -> bool:
    """Whether an RQ job is a run of a search, not a job that another program put into our queue."""
    try:
        return job.func_name == TASK and tuple(job.args) == search_and_run(job.id)
    except DeserializationError:
        return False
