"""The store as a whole."""

from __future__ import annotations

from contextlib import suppress

import pytest
from redis.exceptions import ConnectionError as LostConnection
from redis.exceptions import TimeoutError as NoAnswer

from fewest.store import CONNECTIONS, Store, StoreFull, connect, keys
from tests.conftest import SERVICE_TIMEOUT_SECONDS
from tests.hang import HANG_SECONDS, until
from tests.unit.store.configured import configured


def test_one_process_recovers_at_a_time(store: Store) -> None:
    """The recovery lock has one owner until it expires; one that would not expire in time is replaced."""
    store.redis.set(keys.RECOVERY, "x")
    assert store.lock_recovery(1, HANG_SECONDS)
    assert not store.lock_recovery(2, HANG_SECONDS)
    assert 0 < store.redis.pttl(keys.RECOVERY) <= 1000 * HANG_SECONDS
    store.redis.pexpire(keys.RECOVERY, 1)
    until(lambda: store.lock_recovery(2, HANG_SECONDS))
    store.redis.pexpire(keys.RECOVERY, int(1000 * HANG_SECONDS) + 3_600_000)  # as if the server's clock was put back
    assert store.lock_recovery(3, HANG_SECONDS)


def attempts(store: Store, error: type[Exception], most: int) -> int:
    """How often something is tried that fails with this error, up to ``most``; the pauses are left out."""
    retry = store.redis.connection_pool.make_connection().retry
    retry._backoff.compute = lambda _: 0.0
    tried = 0

    def fail() -> None:
        nonlocal tried
        tried += 1
        if tried < most:
            raise error

    with suppress(error):
        retry.call_with_retry(fail, lambda _: None)
    return tried


def test_the_service_gives_up_and_a_worker_does_not(server_url: str) -> None:
    """The service retries once after a lost connection; a worker retries many times, also while the store is full."""
    worker = connect(server_url, retry=True)
    assert [attempts(connect(server_url), error, 10) for error in (LostConnection, NoAnswer, StoreFull)] == [2, 1, 1]
    assert [attempts(worker, error, 10) for error in (LostConnection, NoAnswer, StoreFull)] == [10, 10, 10]
    assert attempts(worker, LostConnection, 1000) < 1000


@pytest.mark.parametrize("retry", [False, True])
def test_no_wait_for_the_server_is_endless(server_url: str, retry: bool) -> None:
    """All waits for the server have timeouts, and idle connections are checked before use."""
    pool = connect(server_url, retry=retry, timeout_seconds=SERVICE_TIMEOUT_SECONDS).redis.connection_pool
    settings = pool.connection_kwargs
    assert 0 < settings["socket_connect_timeout"] < 30
    assert 0 < settings["socket_timeout"] < 30
    assert 0 < settings["health_check_interval"] < 300
    if not retry:
        assert pool.max_connections == CONNECTIONS
        assert 0 < pool.timeout < 30


def test_delayed_writes_are_waited_for(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """`write_out` waits until the server has written everything, or the time is over."""
    left = [{"aof_buffer_length": size} for size in (0, 2, 1)]
    monkeypatch.setattr(store.redis, "info", lambda _: left.pop())
    store.write_out(HANG_SECONDS)
    assert left == []
    monkeypatch.setattr(store.redis, "info", lambda _: {"aof_buffer_length": 1})
    store.write_out(0.1)


def test_a_server_that_refuses_writes(store: Store) -> None:
    """`refusal` returns why the server refuses writes, empty if it accepts them."""
    assert store.refusal() == ""
    with configured(store, "min-replicas-to-write", 1):
        assert store.refusal().startswith("NOREPLICAS")
    assert store.refusal() == ""
