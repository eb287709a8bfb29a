"""Standby workers, and hosts that compile."""

from __future__ import annotations

import socket

import pytest

from fewest.config.version import full_version
from fewest.schemas.lanes import Lane
from fewest.store import Store, keys, presence
from fewest.store.lane_worker import LaneWorker
from tests.hang import HANG_SECONDS

NAMES = ["standby-1", "standby-2"]


def lives(store: Store) -> list[int]:
    """How long the workers that are known will be, in seconds."""
    return sorted(store.redis.ttl(name) for name in store.redis.smembers("rq:workers"))


def test_workers_on_call_are_idle_workers(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """A standby worker counts as an alive and idle worker of its lane for as long as it is reported."""
    monkeypatch.setattr(presence, "LIFE_SECONDS", int(HANG_SECONDS))
    for _ in range(2):
        store.presence.report_standby(NAMES, Lane.LONG)
    assert (store.queue.workers(Lane.LONG), store.queue.workers(Lane.QUICK)) == (2, 0)
    assert not store.queue.is_busy(Lane.LONG)
    assert store.queue.has_live_worker(socket.gethostname())
    assert all(HANG_SECONDS / 2 < life <= HANG_SECONDS for life in lives(store))


def test_a_worker_that_was_on_call_takes_its_own_place(store: Store) -> None:
    """A worker that was on standby counts once: as standby until it is registered. Both report the version."""
    store.presence.report_standby(NAMES, Lane.LONG)
    worker = LaneWorker(store, int, Lane.LONG, NAMES[0])
    assert store.queue.workers(Lane.LONG) == 2
    worker.register_birth()
    assert store.queue.workers(Lane.LONG) == 2
    assert store.queue.worker_versions() == {full_version(): 2}
    assert store.redis.smembers("rq:workers") == {f"rq:worker:{NAMES[1]}".encode(), worker.key.encode()}


def test_standby_workers_are_removed(store: Store) -> None:
    """Removed standby workers leave no key."""
    store.presence.report_standby(NAMES, Lane.LONG)
    store.presence.remove_standby(NAMES[:1], Lane.LONG)
    assert store.queue.workers(Lane.LONG) == 1
    store.presence.remove_standby(NAMES, Lane.LONG)
    assert store.redis.dbsize() == 0


def test_a_host_that_compiles(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """A host counts as compiling for as long as it reports it."""
    monkeypatch.setattr(presence, "COMPILING_SECONDS", int(HANG_SECONDS))
    assert not store.presence.is_compiling()
    store.presence.report_compiling()
    assert store.presence.is_compiling()
    assert 0 < store.redis.ttl(keys.COMPILING) <= HANG_SECONDS
