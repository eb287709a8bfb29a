"""Everything stored in Redis, and nothing else: the only package that talks to it."""

from __future__ import annotations

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
from store.memory import ALLOW_FULL, Memory, StoreFull, Usage
from store.queue import Queue
from store.results import Results
from store.searches import Searches

__all__ = ["Store", "StoreError", "StoreFull", "Usage", "connect"]

# KEYS lock; ARGV owner, milliseconds
_LOCK = ALLOW_FULL + "return redis.call('SET', KEYS[1], ARGV[1], 'NX', 'PX', ARGV[2])"

CONNECTIONS = 64
"""Connections of one web process to Redis; further requests wait for one."""

CONNECT_SECONDS, ANSWER_SECONDS, PATIENT_ANSWER_SECONDS, FREE_CONNECTION_SECONDS, IDLE_SECONDS = 2.0, 2.0, 20.0, 5.0, 30
"""Longest waits: for a connection, for an answer (in the service and in workers), for a connection that is free.
A connection that was idle for longer than the last is tried before it is used."""

PAUSE_SECONDS, LONGEST_PAUSE_SECONDS, RETRIES = 0.05, 2.0, 30
"""Pauses before a worker tries again, which double up to the longest, and how often it tries."""


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
    memory: Memory

    def oldest_seconds(self) -> float:
        """How long the first search in the queue has waited; 0 if the queue is empty."""
        first = self.queue.first()
        search = None if first is None else self.searches.load(first)
        return 0.0 if search is None else max(0.0, self.now() - search.created)

    def now(self) -> float:
        """The time by the server's clock, the only one that all hosts share, in seconds since the epoch."""
        seconds, microseconds = self.redis.time()
        return float(seconds + microseconds / 1e6)

    def sweep(self) -> int:
        """Drop what has expired, and the oldest if memory is short. Returns how many entries were dropped.

        Works although the server refuses writes because its memory is full.
        """
        self.queue.clean(self._is_current)
        return self.memory.sweep()

    def lock_recovery(self, owner: int, seconds: float) -> bool:
        """Take the lock for recovery, which expires by itself, even if memory is full. Returns False if it is taken."""
        lock = self.redis.register_script(_LOCK)
        return bool(lock(keys=[keys.RECOVERY], args=[owner, int(seconds * 1000)]))

    def _is_current(self, search_id: str, run: int) -> bool:
        search = self.searches.load(search_id)
        return search is not None and search.open and search.run == run

    def reachable(self) -> bool:
        """Whether Redis answers."""
        try:
            return bool(self.redis.ping())
        except StoreError:
            return False


def connect(url: str, *, patient: bool = False, job_seconds: int = 604_800, memory_bytes: int = 10**9) -> Store:
    """Open a pool of connections to Redis; nothing is sent until it is used.

    Parameters
    ----------
    url
        ``redis://…``, ``rediss://…`` or ``unix://…``.
    patient
        Whether to retry for about a minute while Redis is unreachable or full (workers, whose result may
        have taken minutes) or to give up within seconds (the service, whose clients can retry).
    job_seconds
        How long jobs and searches are stored after their end.
    memory_bytes
        Most bytes that everything stored takes.
    """
    backoff = ExponentialWithJitterBackoff(base=PAUSE_SECONDS, cap=LONGEST_PAUSE_SECONDS)
    common: dict[str, Any] = {
        "socket_connect_timeout": CONNECT_SECONDS,
        "health_check_interval": IDLE_SECONDS,
        "driver_info": None,  # looking up its own version costs two milliseconds per connection
    }
    redis: Any
    if patient:
        retry = Retry(backoff, RETRIES)
        redis = Redis.from_url(
            url, socket_timeout=PATIENT_ANSWER_SECONDS, retry=retry, retry_on_error=[StoreFull], **common
        )
    else:
        # A connection that Redis has closed is opened again; but who has waited for 2 s does not wait a second time.
        retry = Retry(backoff, 1, supported_errors=(LostConnection,))
        pool = BlockingConnectionPool.from_url(
            url,
            max_connections=CONNECTIONS,
            timeout=FREE_CONNECTION_SECONDS,
            socket_timeout=ANSWER_SECONDS,
            retry=retry,
            **common,
        )
        redis = Redis(connection_pool=pool)
    memory = Memory(redis, memory_bytes, job_seconds)
    return Store(
        redis=redis,
        jobs=Jobs(redis, job_seconds, memory),
        searches=Searches(redis, job_seconds, memory),
        results=Results(redis, memory),
        queue=Queue(redis),
        groups=Groups(redis, job_seconds),
        clients=Clients(redis),
        memory=memory,
    )
