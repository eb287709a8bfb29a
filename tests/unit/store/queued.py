"""What waits in a lane, which workers it has, and what a worker does that takes searches off it."""

from __future__ import annotations

from fewest.schemas.lanes import Lane
from fewest.store import Store, keys
from fewest.store.queue import NAMES, QuickQueue, workers_key
from fewest.store.turns import TurnQueue
from tests.unit.store.request import join_or_create


def queued(store: Store, lane: Lane = Lane.QUICK) -> list[str]:
    """RQ's ids in the order in which workers take them."""
    ready = store.redis.lrange(f"rq:queue:{NAMES[lane]}", 0, -1)
    behind = store.redis.zrange(keys.waiting(NAMES[lane]), 0, -1)
    return [name.decode() for name in ready] + [name.decode()[14:] for name in behind]


def take(store: Store, lane: Lane = Lane.QUICK) -> str | None:
    """Take the next search, as a worker of a lane does; RQ's id."""
    queue = QuickQueue if lane is Lane.QUICK else TurnQueue
    taken = queue.lmove(store.redis, f"rq:queue:{NAMES[lane]}", None)
    return None if taken is None else taken[1].decode()


def wait(store: Store, lane: Lane, seconds: float, request_key: str = "f") -> str:
    """Have a search wait in a lane since so long ago."""
    search_id, _ = join_or_create(store, request_key, request_key)
    store.queue.put(search_id, 0, 60, lane=lane)
    store.redis.hset(keys.search(search_id), "created", store.now() - seconds)
    return search_id


def workers(store: Store, lane: Lane, *states: str) -> None:
    """Have workers of a lane be alive, each in its state."""
    for number, state in enumerate(states):
        store.redis.sadd(workers_key(lane), f"rq:worker:{lane}-{number}")
        store.redis.hset(f"rq:worker:{lane}-{number}", "state", state)
