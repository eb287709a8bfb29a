"""The queues of searches, one for each lane, with RQ as transport.

Every search begins in the quick lane. One that takes long while others wait goes over to the long lane, which has
workers of its own, so that small puzzles wait only for small ones. Within a lane clients take turns: each search has
a turn, the number of its client's searches before it, and is queued behind those with the same or an earlier turn
(start-time fair queueing: P. Goyal, H. Vin, H. Cheng, 1996).
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Any

from rq import Queue as RqQueue
from rq.exceptions import DeserializationError, InvalidJobOperation, NoSuchJobError
from rq.intermediate_queue import IntermediateQueue
from rq.job import Job as RqJob
from rq.serializers import JSONSerializer

from store import keys
from store.memory import ALLOW_FULL

TASK = "workers.tasks.run"
"""Named by a string, so that the service never loads the kernels."""

GRACE_SECONDS = 60
"""RQ's timeout is this much later than the time limit, which the search observes by itself."""


class Lane(StrEnum):
    """A queue, and the workers that take searches from it."""

    QUICK = "quick"
    LONG = "long"


NAMES = {Lane.QUICK: "fewest", Lane.LONG: "fewest-long"}
"""The names of the queues in RQ."""

# KEYS queue turns lasts; ARGV id, client, whether it may only come sooner ('1'). RQ puts a search at the end of its
# queue; this moves it to its client's turn.
_TAKE_TURN = (
    ALLOW_FULL
    + """
if not redis.call('LPOS', KEYS[1], ARGV[1]) then return end
local function turn_of(id) return tonumber(redis.call('ZSCORE', KEYS[2], id) or '0') end
if redis.call('LLEN', KEYS[1]) == 1 then redis.call('DEL', KEYS[2], KEYS[3]) end
local turn = tonumber(redis.call('HGET', KEYS[3], ARGV[2]) or '-1') + 1
local head = redis.call('LINDEX', KEYS[1], 0)
if head ~= ARGV[1] then turn = math.max(turn, turn_of(head)) end
if ARGV[3] == '1' and turn_of(ARGV[1]) <= turn then return end
redis.call('LREM', KEYS[1], -1, ARGV[1])
redis.call('HSET', KEYS[3], ARGV[2], turn)
redis.call('ZADD', KEYS[2], turn, ARGV[1])
local last = redis.call('LINDEX', KEYS[1], -1)
if last and turn_of(last) > turn then
  for _, id in ipairs(redis.call('LRANGE', KEYS[1], 0, -1)) do
    if turn_of(id) > turn then return redis.call('LINSERT', KEYS[1], 'BEFORE', id, ARGV[1]) end
  end
end
redis.call('RPUSH', KEYS[1], ARGV[1])
"""
)

# KEYS queue turns lasts
_FORGET_TURNS = (
    ALLOW_FULL
    + """
local head = redis.call('LINDEX', KEYS[1], 0)
if not head then return redis.call('DEL', KEYS[2], KEYS[3]) end
local least = tonumber(redis.call('ZSCORE', KEYS[2], head) or '0')
local waiting = {}
for _, id in ipairs(redis.call('LRANGE', KEYS[1], 0, -1)) do waiting[id] = true end
for _, id in ipairs(redis.call('ZRANGE', KEYS[2], 0, -1)) do
  if not waiting[id] then redis.call('ZREM', KEYS[2], id) end
end
local lasts = redis.call('HGETALL', KEYS[3])
for index = 1, #lasts, 2 do
  if tonumber(lasts[index + 1]) < least then redis.call('HDEL', KEYS[3], lasts[index]) end
end
"""
)


# KEYS quick queue, long queue, workers of the quick lane. Returns how many searches are queued in all, and how many of
# the workers have sent a heartbeat in the last half minute.
_ROOM = (
    ALLOW_FULL
    + """
local alive = 0
for _, name in ipairs(redis.call('SMEMBERS', KEYS[3])) do alive = alive + redis.call('EXISTS', name) end
return {redis.call('LLEN', KEYS[1]) + redis.call('LLEN', KEYS[2]), alive}
"""
)


class Queue:
    """The queues of both lanes."""

    def __init__(self, redis: Any) -> None:
        self._redis = redis
        self._lanes = {lane: RqQueue(name, connection=redis, serializer=JSONSerializer) for lane, name in NAMES.items()}
        self._take_turn, self._forget = redis.register_script(_TAKE_TURN), redis.register_script(_FORGET_TURNS)
        self._room = redis.register_script(_ROOM)

    def put(
        self,
        search_id: str,
        run: int,
        seconds: float,
        *,
        lane: Lane = Lane.QUICK,
        client: str = "",
        first: bool = False,
    ) -> None:
        """Queue a search with a time limit.

        Parameters
        ----------
        run
            How often it was started before. Every run is a job of its own to RQ.
        seconds
            The time limit.
        client
            Whose turn it takes.
        first
            Whether it goes before all others: it had its turn before.
        """
        with self._redis.pipeline() as pipe:
            self._put(pipe, search_id, run, seconds, lane, client, first)
            pipe.execute()

    def put_new(self, searches: Mapping[str, float], client: str) -> None:
        """Queue new searches of a client, each with its time limit, in one round trip."""
        with self._redis.pipeline() as pipe:
            for search_id, seconds in searches.items():
                self._put(pipe, search_id, 0, seconds, Lane.QUICK, client, first=False)
            pipe.execute()

    def hurry(self, search_id: str, run: int, lane: Lane, client: str) -> None:
        """Move a search to another client's turn, if that is sooner: the client has joined it."""
        self._take_turn(keys=self._keys(lane), args=[rq_id(search_id, run), client, 1])

    def withdraw(self, search_id: str, run: int, lane: Lane) -> None:
        """Remove a search from its lane, unless a worker has taken it off: then that worker finds out by itself."""
        name = rq_id(search_id, run)
        if self._lanes[lane].remove(name):
            self._redis.delete(RqJob.key_for(name))

    def drop(self, name: str) -> None:
        """Remove a job that was taken off a queue and is not run, by its id in RQ."""
        for queue in self._lanes.values():
            IntermediateQueue(queue.key, self._redis).remove(name)
        self._redis.delete(RqJob.key_for(name))

    def clean(self, is_current: Callable[[str, int], bool]) -> None:
        """Remove what RQ keeps of runs that failed, or that a worker took off the queue and never started.

        The search's own record says how it stands, and :mod:`store.recovery` queues it again.

        Parameters
        ----------
        is_current
            Whether an id and a number are those of an open search and of its next run.
        """
        for lane, queue in self._lanes.items():
            for name in queue.failed_job_registry.get_job_ids(cleanup=False):
                queue.failed_job_registry.remove(name)
                self._delete(name)
            taken = IntermediateQueue(queue.key, self._redis)
            for name in taken.get_job_ids():
                if not is_current(*search_and_run(name)):
                    taken.remove(name)
            self._forget_turns(lane)

    def position(self, search_id: str, run: int, lane: Lane = Lane.QUICK) -> int | None:
        """How many searches of its lane are ahead of this one; None if it is not in the queue."""
        return self._lanes[lane].get_job_position(rq_id(search_id, run))

    def first(self) -> str | None:
        """The next search of the quick lane."""
        names = self._lanes[Lane.QUICK].get_job_ids(0, 1)
        return search_and_run(names[0])[0] if names else None

    def depth(self, *lanes: Lane) -> int:
        """How many searches are queued, in all lanes if none is given."""
        return sum(int(self._lanes[lane].count) for lane in lanes or Lane)

    def workers(self, lane: Lane = Lane.QUICK) -> int:
        """How many workers of a lane have sent a heartbeat in the last half minute."""
        names = [name.decode() for name in self._redis.smembers(f"rq:workers:{NAMES[lane]}")]
        return int(self._redis.exists(*names)) if names else 0

    def room(self) -> tuple[int, int]:
        """:meth:`depth` of all lanes and :meth:`workers` of the quick one, in one round trip."""
        depth, workers = self._room(keys=[*(self._lanes[lane].key for lane in Lane), f"rq:workers:{NAMES[Lane.QUICK]}"])
        return int(depth), int(workers)

    def beats(self, host: str) -> bool:
        """Whether a worker of this host, of any lane, has sent a heartbeat in the last half minute."""
        names = self._redis.sunion([f"rq:workers:{name}" for name in NAMES.values()])
        return any(self._redis.hget(name, "hostname") == host.encode() for name in names)

    def _forget_turns(self, lane: Lane) -> None:
        """Forget the turns of searches that no longer wait, and of clients whose next turn would be no later anyway."""
        self._forget(keys=self._keys(lane))

    def _put(self, pipe: Any, search_id: str, run: int, seconds: float, lane: Lane, client: str, first: bool) -> None:
        name = rq_id(search_id, run)
        self._lanes[lane].enqueue_call(
            TASK,
            args=(search_id, run),
            job_id=name,
            timeout=int(seconds) + GRACE_SECONDS,
            result_ttl=0,
            failure_ttl=600,
            at_front=first,
            pipeline=pipe,
        )
        if not first:
            # In the same transaction: another search must not take its turn behind one that has none yet.
            pipe.eval(_TAKE_TURN, 3, *self._keys(lane), name, client, 0)

    def _keys(self, lane: Lane) -> list[str]:
        return [self._lanes[lane].key, keys.turns(lane), keys.last_turns(lane)]

    def _delete(self, name: str) -> None:
        with contextlib.suppress(NoSuchJobError, InvalidJobOperation):  # a worker may have finished it meanwhile
            RqJob.fetch(name, connection=self._redis, serializer=JSONSerializer).delete()


def rq_id(search_id: str, run: int) -> str:
    """The id of a run of a search in RQ."""
    return f"{search_id}-{run}"


def search_and_run(name: str) -> tuple[str, int]:
    """The search and the number of its last run, from an id in RQ; -1 if another program has chosen the id."""
    search_id, _, run = name.rpartition("-")
    return (search_id, int(run)) if run.isdecimal() else (name, -1)


def is_run(job: RqJob) -> bool:
    """Whether a job of RQ is a run of a search, and not one that another program has put into our queue."""
    try:
        return job.func_name == TASK and tuple(job.args) == search_and_run(job.id)
    except DeserializationError:
        return False
