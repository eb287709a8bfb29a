"""Whose turn it is: the order of a lane, at the same cost however long its queue is.

Each search that waits has a turn, the number of its client's searches before it, and waits behind those with the same
or an earlier turn (start-time fair queueing: P. Goyal, H. Vin, H. Cheng, 1996). A client whose searches have all begun
joins at the turn that is being served. So it does not wait for everything that others queued before, and gains nothing
by having been idle.

Workers take searches from RQ's own list. It holds the next one only; all others wait in a sorted set, by turn and order
of arrival. A worker that takes a search also moves up the next.
"""

from __future__ import annotations

from typing import Any, TypedDict, cast

from redis import Redis
from rq import Queue as RqQueue
from rq.exceptions import DequeueTimeout
from rq.intermediate_queue import IntermediateQueue
from rq.job import Job as RqJob

from fewest.store import keys
from fewest.store.damage import StoreClient

RQ_JOB = RqJob.redis_job_namespace_prefix
"""Prefix of RQ's key of a run."""


class LaneKeys(TypedDict):
    """The keys of a lane, by their names in its scripts: RQ's list, and the waiting searches with their turns."""

    ready: str
    waiting: str
    members: str
    last_turns: str
    turn_clock: str


def keys_of_lane(ready: str) -> LaneKeys:
    """The keys of a lane, from that of RQ's list."""
    queue = ready.removeprefix(RqQueue.redis_queue_namespace_prefix)
    return LaneKeys(
        ready=ready,
        waiting=keys.waiting(queue),
        members=keys.members(queue),
        last_turns=keys.last_turns(queue),
        turn_clock=keys.turn_clock(queue),
    )


class TurnQueue(RqQueue):
    """RQ's queue, from which workers take the search whose turn it is."""

    # RQ's list is first in, first out: it holds only the search whose turn it is, and another one has to move up.
    @classmethod
    def lmove(cls, connection: Redis, queue_key: str, timeout: int | None) -> tuple[str, bytes] | None:
        """Take the next search, and move up the one after it. Waits for one if ``timeout`` is not None.

        Raises
        ------
        DequeueTimeout
            If no search comes within ``timeout`` seconds.
        """
        client = cast(StoreClient, connection)
        lane = keys_of_lane(queue_key)
        taken = IntermediateQueue(queue_key, connection).key
        # No script can wait: what is there is taken by one, and only an empty lane is waited for.
        found = client.run_script("take_run", **lane, taken=taken) or cls.steal(client, taken)
        if found is None and timeout is not None:
            found = cast(Any, client.blmove(queue_key, taken, timeout))
            if found is None:
                raise DequeueTimeout(timeout, queue_key)
            client.run_script("move_up", **lane)
        return None if found is None else (queue_key, found)

    @classmethod
    def steal(cls, _client: StoreClient, _taken: str) -> bytes | None:
        """Take a search of another lane into this lane's list of taken searches. By default, none is taken."""
        return None
