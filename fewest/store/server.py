"""Warnings about a Redis server that works now but may fail soon or lose data."""

from __future__ import annotations

import time
from typing import Any

MAX_CLOCK_SECONDS = 5.0
"""If the clocks of a host and of the server differ by more, one of them is not synchronized."""


def server_warnings(redis: Any, store_bytes: int) -> list[str]:
    """A warning for each unsuitable setting.

    Parameters
    ----------
    store_bytes
        What the service may store.
    """
    memory = redis.info("memory")
    version = str(redis.info("server")["redis_version"])
    warnings = []
    if int(version.partition(".")[0]) < 7:  # no flags of scripts; Valkey says 7.2.4
        warnings.append(f"Redis {version} cannot run the scripts of the service: use Redis 7, Valkey 7.2 or newer")
    if (policy := memory["maxmemory_policy"]) != "noeviction":
        warnings.append(
            f"Redis may drop queued searches and API keys when its memory is full (maxmemory-policy {policy}): "
            "set maxmemory-policy noeviction"
        )
    most = memory["maxmemory"] or memory.get("total_system_memory", store_bytes)
    if most < store_bytes:
        where = "that it may use (maxmemory)" if memory["maxmemory"] else "that its host has"
        warnings.append(f"Redis is to store {store_bytes} bytes (FEWEST_STORE_BYTES), more than the {most} {where}")
    if not redis.info("persistence")["aof_enabled"]:
        warnings.append("Redis loses what it stores when it stops, but for what a snapshot has: set appendonly yes")
    return warnings + _clock_warnings(redis)


def _clock_warnings(redis: Any) -> list[str]:
    began = time.time()
    seconds, microseconds = redis.time()
    ended = time.time()
    # The server has read its clock at some time between the two.
    ahead = (began + ended) / 2 - (seconds + microseconds / 1e6)
    if abs(ahead) <= MAX_CLOCK_SECONDS + (ended - began) / 2:
        return []
    side = "ahead of" if ahead > 0 else "behind"
    return [f"the clock of this host is {abs(ahead):.0f} s {side} that of Redis: times in logs and jobs do not agree"]
