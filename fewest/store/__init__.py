"""Everything stored in Redis, and nothing else: the only room that talks to it.

It never solves, and never speaks HTTP. Start with ``keys.py``, which lists all keys. Whoever works on searches may
leave it unread.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Self, TypeVar

from redis import BlockingConnectionPool
from redis.backoff import AbstractBackoff, ExponentialWithJitterBackoff
from redis.exceptions import ConnectionError as LostConnection
from redis.exceptions import RedisError as StoreError
from redis.exceptions import ResponseError
from redis.exceptions import TimeoutError as StoreTimeout
from redis.retry import Retry

from fewest.schemas.lanes import Lane, LaneState
from fewest.store import keys
from fewest.store.clients import Clients
from fewest.store.damage import DamagedKey, StoreClient
from fewest.store.events import Events
from fewest.store.failure import explain
from fewest.store.groups import Groups
from fewest.store.ids import Ids
from fewest.store.jobs import Jobs
from fewest.store.known import Known
from fewest.store.lanes import lane_states
from fewest.store.layout import other_layout
from fewest.store.memory import Memory, StoreFull, Usage
from fewest.store.presence import Presence
from fewest.store.queue import Queue
from fewest.store.rates import Rates
from fewest.store.results import Results
from fewest.store.runs import Runs
from fewest.store.searches import Searches
from fewest.store.sentinel import follow_master, is_watched, plain_url
from fewest.store.server import server_warnings
from fewest.store.statistics import Statistics
from fewest.store.steps import Steps, together
from fewest.store.units import Units
from fewest.store.webhooks import Webhooks

__all__ = ["DamagedKey", "Store", "StoreError", "StoreFull", "Usage", "connect"]

T = TypeVar("T")
U = TypeVar("U")

TIMEOUT_SECONDS = 1.7
"""How long the service waits for a connection to Redis or for an answer, so that a client gets a 503 within two
seconds."""

CONNECTIONS = 64
"""Connections of one web process to Redis; further requests wait for one."""

RETRYING_TIMEOUT_SECONDS = 20.0
"""How long a worker waits for an answer."""

IDLE_SECONDS = 30
"""A connection that was idle for longer is checked before it is used."""

PAUSE_SECONDS = 0.05
LONGEST_PAUSE_SECONDS = 2.0
"""Shortest and longest pause before a worker tries again; the pause doubles in between."""

RETRIES = 30
"""How often a worker tries again."""

SAVING_SECONDS = 0.05
"""Time between two looks at what the server has written."""

BACKOFF_SECONDS = 0.5
"""After a command times out, no other is sent for this long, so a request that needs several commands waits only once.
"""


class OneTimeout(Retry):  # type: ignore[misc, unused-ignore]
    """The policy of all connections of the service: retry what a closed connection lost, but wait for Redis only once.

    A connection that Redis has closed is opened again. After a timeout, commands fail at once for ``backoff_seconds``.
    """

    def __init__(self, backoff: AbstractBackoff, backoff_seconds: float) -> None:
        super().__init__(backoff, 1, supported_errors=(LostConnection,))
        self._backoff_seconds = backoff_seconds
        self._backs_off_until = float("-inf")

    def __deepcopy__(self, _: object) -> Self:
        return self  # the client would give every connection a copy

    def call_with_retry(self, *arguments: Any, **named: Any) -> Any:
        """Send a command, or connect."""
        if time.monotonic() < self._backs_off_until:
            raise StoreTimeout("Redis has just not answered")
        try:
            return super().call_with_retry(*arguments, **named)
        except StoreTimeout:
            self._backs_off_until = time.monotonic() + self._backoff_seconds
            raise


@dataclass(frozen=True, slots=True)
class Store:
    """Everything stored, by noun, over one pool of connections.

    The Redis client is typed ``Any`` in this package: its annotations cover blocking and asynchronous use at once.
    """

    redis: Any
    ids: Ids
    jobs: Jobs
    searches: Searches
    runs: Runs
    events: Events
    statistics: Statistics
    units: Units
    results: Results
    known: Known
    rates: Rates
    queue: Queue
    presence: Presence
    groups: Groups
    clients: Clients
    webhooks: Webhooks
    memory: Memory

    def do(self, work: Steps[T]) -> T:
        """Do one work in steps."""
        return self.do_all([work])[0]

    def do_both(self, one: Steps[T], other: Steps[U]) -> tuple[T, U]:
        """Do two works in steps, which share their round trips."""
        works: list[Steps[Any]] = [one, other]
        first, second = together(self.redis, works)
        return first, second

    def do_all(self, works: Iterable[Steps[T]]) -> list[T]:
        """Do several works in steps, which share their round trips. Returns what each returns."""
        return together(self.redis, works)

    def lanes(self) -> dict[Lane, LaneState]:
        """The state of each lane."""
        return lane_states(self)

    def refusal(self) -> str:
        """Why the server refuses writes, for example because its disk is full; empty if it accepts them."""
        try:
            self.redis.unlink(keys.VERSION + "none")  # a write, but the key does not exist
        except ResponseError as error:
            return str(error)
        return ""

    def save_to(self, folder: str, seconds: float) -> bool:
        """Make an embedded server write an append-only file of all its data into another folder, and use that file."""
        self.redis.config_set("dir", folder)
        # Only when it is switched on does the server write all its data into a new file.
        for state in ("no", "yes"):
            self.redis.config_set("appendonly", state)
        info = self._wait_for(("aof_rewrite_in_progress", "aof_rewrite_scheduled"), seconds)
        return bool(info.get("aof_last_bgrewrite_status") == "ok")

    def write_out(self, seconds: float) -> None:
        """Wait until the server has written what it has stored to its append-only file, or the time is over.

        The server delays this while its disk is busy.
        """
        self._wait_for(("aof_buffer_length",), seconds)

    def _wait_for(self, zeros: Iterable[str], seconds: float) -> dict[str, Any]:
        """Wait until fields of the section "persistence" are 0. Returns the section; empty if the time is over."""
        end_at = time.monotonic() + seconds
        while time.monotonic() < end_at:
            info: dict[str, Any] = self.redis.info("persistence")
            if not any(info[name] for name in zeros):
                return info
            time.sleep(SAVING_SECONDS)
        return {}

    def contents(self) -> dict[str, int]:
        """How many API keys, jobs and solutions are stored, by these words."""
        kinds = Counter(
            name.removeprefix(keys.VERSION.encode()).partition(b":")[0] for name in self.redis.hkeys(keys.SIZES)
        )
        return {"API keys": len(self.clients.all()), "jobs": kinds[b"job"], "solutions": kinds[b"solution"]}

    def now(self) -> float:
        """The time of the server's clock, the only clock that all hosts share, in seconds since the epoch."""
        seconds, microseconds = self.redis.time()
        return float(seconds + microseconds / 1e6)

    def sweep(self) -> int:
        """Drop expired entries, and the oldest ones if memory is short. Returns the number of dropped entries.

        Works even while the server refuses writes because its memory is full.
        """
        self.queue.clean(self._is_current)
        return self.memory.sweep()

    def lock_recovery(self, owner: int, seconds: float) -> bool:
        """Take the lock for recovery, even if memory is full. It expires by itself. Returns False if another process
        holds it."""
        milliseconds = int(seconds * 1000)
        return bool(self.redis.run_script("lock", lock=keys.RECOVERY, owner=owner, milliseconds=milliseconds))

    def _is_current(self, search_id: str, run: int) -> bool:
        search = self.searches.load(search_id)
        return search is not None and search.open and search.run == run

    def warnings(self) -> list[str]:
        """A warning for each fault of a server that answers."""
        try:
            return server_warnings(self.redis, self.memory.most)
        except StoreError as error:
            return [self.explain(error)]

    def other_layout(self) -> str:
        """What to do about data that this version cannot read; empty if there are no such data."""
        text = other_layout(self.redis)
        return text and self.explain(StoreError(text))

    def reachable(self) -> bool:
        """Whether Redis answers."""
        return not self.failure()

    def failure(self) -> str:
        """Why Redis cannot be used, and what to do about it; empty if it answers."""
        try:
            self.redis.ping()
        except StoreError as error:
            return self.explain(error)
        return ""

    def explain(self, error: BaseException) -> str:
        """What an error of the store means, and what to do about it."""
        return explain(error, self.redis.connection_pool.connection_kwargs)


def connect(
    url: str,
    *,
    retry: bool = False,
    job_retention_seconds: int = 604_800,
    store_bytes: int = 10**9,
    timeout_seconds: float | None = None,
    backoff_seconds: float = BACKOFF_SECONDS,
) -> Store:
    """Open a pool of connections to Redis; nothing is sent until it is used.

    Parameters
    ----------
    url
        ``redis://…``, ``rediss://…`` or ``unix://…``; with Sentinel, see :mod:`fewest.store.sentinel`.
    retry
        Whether to retry for about a minute while Redis is unreachable or full (workers, whose result may
        have taken minutes) or to give up within seconds (the service, whose clients can retry).
    job_retention_seconds
        How long jobs and searches are stored after their end.
    store_bytes
        Largest size of everything stored, in bytes.
    timeout_seconds, backoff_seconds
        How long to wait for a connection and, in the service, for an answer (``TIMEOUT_SECONDS`` if None); and for how
        long no command is sent after a timeout.
    """
    timeout = TIMEOUT_SECONDS if timeout_seconds is None else timeout_seconds
    backoff = ExponentialWithJitterBackoff(base=PAUSE_SECONDS, cap=LONGEST_PAUSE_SECONDS)
    common: dict[str, Any] = {
        "socket_connect_timeout": timeout,
        "health_check_interval": IDLE_SECONDS,
        "encoding_errors": keys.ENCODING_ERRORS,
        "driver_info": None,  # looking up its own version costs two milliseconds per connection
    }
    redis: Any
    address = plain_url(url) if is_watched(url) else url
    if retry:
        # Pauses up to two seconds long make this about a minute. A store that is full may have room by then.
        policy = Retry(backoff, RETRIES)
        redis = StoreClient.from_url(
            address, socket_timeout=RETRYING_TIMEOUT_SECONDS, retry=policy, retry_on_error=[StoreFull], **common
        )
    else:
        common |= {"timeout": timeout, "socket_timeout": timeout, "retry": OneTimeout(backoff, backoff_seconds)}
        # Other pools raise an error when all connections are in use; this one waits.
        pool = BlockingConnectionPool.from_url(address, max_connections=CONNECTIONS, **common)
        redis = StoreClient(connection_pool=pool)
    if is_watched(url):
        limits = {"socket_timeout": timeout, "socket_connect_timeout": timeout}
        follow_master(redis.connection_pool, url, limits)
    memory = Memory(redis, store_bytes, job_retention_seconds)
    searches = Searches(redis, job_retention_seconds, memory)
    return Store(
        redis=redis,
        ids=Ids(redis, job_retention_seconds),
        jobs=Jobs(redis, job_retention_seconds, memory),
        searches=searches,
        runs=Runs(redis, searches, memory, job_retention_seconds),
        events=Events(redis),
        statistics=Statistics(redis),
        units=Units(redis),
        results=Results(redis, memory),
        known=Known(redis, job_retention_seconds, memory),
        rates=Rates(redis),
        queue=Queue(redis),
        presence=Presence(redis),
        groups=Groups(redis, job_retention_seconds),
        clients=Clients(redis),
        webhooks=Webhooks(redis),
        memory=memory,
    )
