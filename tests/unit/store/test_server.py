"""The server: whoever starts with one that loses data, or whose clock is wrong, is told."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest

from fewest.store import Store, connect
from fewest.store.server import MAX_CLOCK_SECONDS, server_warnings
from tests.unit.store.configured import configured


def test_the_embedded_server_is_sound(store: Store) -> None:
    """The server of `fewest up` causes no warning."""
    assert store.warnings() == []


@pytest.mark.parametrize(
    ("name", "value", "named"),
    [
        ("maxmemory-policy", "allkeys-lru", "maxmemory-policy allkeys-lru"),
        ("appendonly", "no", "set appendonly yes"),
        ("maxmemory", "999999999", "more than the 999999999 that it may use (maxmemory)"),
    ],
)
def test_a_setting_that_is_wrong(store: Store, name: str, value: str, named: str) -> None:
    """Each setting that may lose or refuse data causes a warning that names it."""
    with configured(store, name, value):
        (warning,) = store.warnings()
    assert named in warning


def test_more_than_the_host_has(server_url: str, store: Store) -> None:
    """Without maxmemory, the memory of the server's host is the limit."""
    with configured(store, "maxmemory", "0"):
        assert store.warnings() == []
        (warning,) = connect(server_url, store_bytes=10**18).warnings()
    assert "that its host has" in warning


class FakeServer:
    """A sound server whose clock is so many seconds behind."""

    def __init__(self, seconds: float, version: str = "7.0.0") -> None:
        self._seconds, self._version = seconds, version

    def info(self, section: str) -> dict[str, Any]:
        """What is right."""
        memory = {"maxmemory": 0, "maxmemory_policy": "noeviction"}
        server = {"redis_version": self._version}
        return {"memory": memory, "persistence": {"aof_enabled": 1}, "server": server}[section]

    def time(self) -> tuple[int, int]:
        """The time by its clock."""
        now = time.time() - self._seconds
        return int(now), int(now % 1 * 1e6)


@pytest.mark.parametrize(
    ("seconds", "named"),
    [
        (MAX_CLOCK_SECONDS - 1, []),
        (1 - MAX_CLOCK_SECONDS, []),
        (1000, ["1000 s ahead of that of Redis"]),
        (-1000, ["1000 s behind that of Redis"]),
    ],
)
def test_clocks_that_differ(seconds: float, named: list[str]) -> None:
    """A clock that differs by more than five seconds causes a warning that says by how much."""
    warnings = server_warnings(FakeServer(seconds), 1)
    assert [text in warning for text, warning in zip(named, warnings, strict=True)] == [True] * len(named)


def test_a_server_that_is_too_old() -> None:
    """A server that cannot run the scripts causes a warning that names its version."""
    (warning,) = server_warnings(FakeServer(0, "6.2.14"), 1)
    assert "Redis 6.2.14 cannot run" in warning


def test_a_server_that_goes_away(tmp_path: Path) -> None:
    """If the server does not answer, that is the only warning."""
    (warning,) = connect(f"unix://{tmp_path}/none.sock").warnings()
    assert "there is no such socket" in warning
