"""What a host reports before its workers run: its standby workers, and that it compiles the solver.

A standby worker is started as soon as its lane has work. Until it has started and registered under its own name,
everyone else sees it as an idle worker.
"""

from __future__ import annotations

import os
import socket
from collections.abc import Iterable
from typing import Any

from rq.utils import now, utcformat

from fewest.config.version import full_version
from fewest.schemas.lanes import Lane
from fewest.store import keys
from fewest.store.queue import NAMES

LIFE_SECONDS = 30
"""A standby worker that has not been reported for this long counts as dead."""

COMPILING_SECONDS = 3
"""A host that has not reported for this long no longer compiles."""


class Presence:
    """Standby workers, under names that no running worker has, and hosts that compile."""

    def __init__(self, redis: Any) -> None:
        self._redis = redis

    def report_standby(self, names: Iterable[str], lane: Lane) -> None:
        """Report standby workers, once more every few seconds."""
        with self._redis.pipeline() as pipe:
            for key in map(_worker, names):
                fields = {"state": "idle", "queues": NAMES[lane], "hostname": socket.gethostname(), "pid": os.getpid()}
                fields["version"] = full_version()
                pipe.hset(key, mapping=fields | dict.fromkeys(("birth", "last_heartbeat"), utcformat(now())))
                pipe.expire(key, LIFE_SECONDS)
                pipe.sadd("rq:workers", key)
                pipe.sadd(f"rq:workers:{NAMES[lane]}", key)
            pipe.execute()

    def remove_standby(self, names: Iterable[str], lane: Lane) -> None:
        """Remove standby workers."""
        for key in map(_worker, names):
            self._redis.delete(key)
            self._redis.srem("rq:workers", key)
            self._redis.srem(f"rq:workers:{NAMES[lane]}", key)

    def report_compiling(self, kernels: int = 0) -> None:
        """Report that this host compiles the solver, and how many kernels it has; once more every second."""
        self._redis.set(keys.COMPILING, f"{kernels} on {socket.gethostname()}", ex=COMPILING_SECONDS)

    def is_compiling(self) -> bool:
        """Whether a host compiles the solver."""
        return bool(self.compiling())

    def compiling(self) -> bytes:
        """The last report of a host that compiles the solver, another one after each kernel; empty if none does."""
        report: bytes | None = self._redis.get(keys.COMPILING)
        return report or b""


def _worker(name: str) -> str:
    """The key of a worker of RQ's."""
    return f"rq:worker:{name}"
