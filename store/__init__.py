"""What is kept in Redis, and nothing else: the only room that speaks to it."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

from redis import Redis
from redis.backoff import ExponentialWithJitterBackoff
from redis.exceptions import RedisError as StoreError
from redis.retry import Retry

from store.clients import Clients
from store.groups import Groups
from store.jobs import Jobs
from store.queue import Queue
from store.results import Results
from store.searches import Searches

__all__ = ["Store", "StoreError", "connect"]


@dataclass(frozen=True, slots=True)
class Store:
    """Everything kept, by noun, over one pool of connections.

    The client is typed Any in this room: its own annotations speak of blocking and asynchronous use at once.
    """

    redis: Any
    jobs: Jobs
    searches: Searches
    results: Results
    queue: Queue
    groups: Groups
    clients: Clients

    def oldest_seconds(self) -> float:
        """How long the first search in the queue has waited; 0 if there is none."""
        name = self.queue.first()
        search = None if name is None else self.searches.load(name)
        return 0.0 if search is None else max(0.0, time.time() - search.created)

    def reachable(self) -> bool:
        """Whether Redis answers."""
        try:
            return bool(self.redis.ping())
        except StoreError:
            return False


def connect(url: str, *, patient: bool = False, job_seconds: int = 604_800) -> Store:
    """Open a pool of connections to Redis; nothing is sent before the first use.

    Parameters
    ----------
    url
        ``redis://…``, ``rediss://…`` or ``unix://…``.
    patient
        Whether to try again for about a minute while Redis is away (workers, who hold a result that took
        minutes) or to give up within seconds (the web, whose clients can ask again).
    job_seconds
        How long jobs and searches are kept after their last change.
    """
    retries, timeout = (30, 20.0) if patient else (1, 2.0)
    redis: Any = Redis.from_url(
        url,
        socket_timeout=timeout,
        socket_connect_timeout=2.0,
        retry=Retry(ExponentialWithJitterBackoff(base=0.05, cap=2.0), retries),
        health_check_interval=30,
        driver_info=None,  # finding out its own version costs it two milliseconds a connection
    )
    return Store(
        redis=redis,
        jobs=Jobs(redis, job_seconds),
        searches=Searches(redis, job_seconds),
        results=Results(redis),
        queue=Queue(redis),
        groups=Groups(redis, job_seconds),
        clients=Clients(redis),
    )
