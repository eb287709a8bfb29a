"""Everything stored in Redis, and nothing else: the only package that talks to it."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

from redis import BlockingConnectionPool, Redis
from redis.backoff import ExponentialWithJitterBackoff
from redis.exceptions import ConnectionError as LostConnection
from redis.exceptions import RedisError as StoreError
from redis.retry import Retry

from store import keys
from store.clients import Clients
from store.groups import Groups
from store.jobs import Jobs
from store.queue import Queue
from store.results import Results
from store.searches import Searches

__all__ = ["Store", "StoreError", "connect"]


CONNECTIONS = 64
"""Connections of one web process to Redis; further requests wait for one."""


@dataclass(frozen=True, slots=True)
class Store:
    """Everything stored, by noun, over one pool of connections.

    The Redis client is typed ``Any`` in this package: its annotations cover blocking and asynchronous use at once.
    """

    redis: Any
    jobs: Jobs
    searches: Searches
    results: Results
    queue: Queue
    groups: Groups
    clients: Clients

    def oldest_seconds(self) -> float:
        """How long the first search in the queue has waited; 0 if the queue is empty."""
        first = self.queue.first()
        search = None if first is None else self.searches.load(first)
        return 0.0 if search is None else max(0.0, time.time() - search.created)

    def lock_recovery(self, owner: int, seconds: float) -> bool:
        """Take the lock for recovering lost searches, which expires by itself. Returns False if it is taken."""
        return bool(self.redis.set(keys.RECOVERY, owner, nx=True, px=int(seconds * 1000)))

    def reachable(self) -> bool:
        """Whether Redis answers."""
        try:
            return bool(self.redis.ping())
        except StoreError:
            return False


def connect(url: str, *, patient: bool = False, job_seconds: int = 604_800) -> Store:
    """Open a pool of connections to Redis; nothing is sent until it is used.

    Parameters
    ----------
    url
        ``redis://…``, ``rediss://…`` or ``unix://…``.
    patient
        Whether to retry for about a minute while Redis is unreachable (workers, whose result may have taken
        minutes) or to give up within seconds (the service, whose clients can retry).
    job_seconds
        How long jobs and searches are stored after their last change.
    """
    backoff = ExponentialWithJitterBackoff(base=0.05, cap=2.0)
    common: dict[str, Any] = {
        "socket_connect_timeout": 2.0,
        "health_check_interval": 30,
        "driver_info": None,  # looking up its own version costs two milliseconds per connection
    }
    redis: Any
    if patient:
        redis = Redis.from_url(url, socket_timeout=20.0, retry=Retry(backoff, 30), **common)
    else:
        # A connection that Redis has closed is opened again; but who has waited for 2 s does not wait a second time.
        retry = Retry(backoff, 1, supported_errors=(LostConnection,))
        pool = BlockingConnectionPool.from_url(
            url, max_connections=CONNECTIONS, timeout=5.0, socket_timeout=2.0, retry=retry, **common
        )
        redis = Redis(connection_pool=pool)
    return Store(
        redis=redis,
        jobs=Jobs(redis, job_seconds),
        searches=Searches(redis, job_seconds),
        results=Results(redis),
        queue=Queue(redis),
        groups=Groups(redis, job_seconds),
        clients=Clients(redis),
    )
