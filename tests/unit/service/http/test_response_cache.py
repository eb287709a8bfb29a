"""The response cache keeps to its bytes and to its age."""

from __future__ import annotations

import threading
import time

import pytest

from fewest.service.http.response_cache import OVERHEAD_BYTES, ResponseCache
from tests.hang import HANG_SECONDS


def test_kept_within_its_bytes() -> None:
    """Beyond its bytes, the least recently used values go; a value that is too long by itself is not kept."""
    cache: ResponseCache[bytes] = ResponseCache(2 * (OVERHEAD_BYTES + 10), 3600.0, len)
    for name in ("a", "b"):
        cache.put(name, b"0123456789")
    assert cache.get("a") == b"0123456789"
    cache.put("c", b"0123456789")
    assert [name for name in "abc" if cache.get(name)] == ["a", "c"]
    cache.put("d", bytes(2 * OVERHEAD_BYTES))
    assert [name for name in "abcd" if cache.get(name)] == ["a", "c"]
    for _ in range(3):
        cache.put("c", b"another 10")  # it counts once
    assert (cache.get("a"), cache.get("c")) == (b"0123456789", b"another 10")


def test_kept_for_its_seconds() -> None:
    """A value older than its seconds is dropped."""
    cache: ResponseCache[bytes] = ResponseCache(10_000, 0.01, len)
    cache.put("a", b"x")
    time.sleep(0.02)
    assert cache.get("a") is None


def test_made_once_for_all_that_wait() -> None:
    """Threads that ask for a value while another one makes it get the same; it is made once."""
    cache: ResponseCache[bytes] = ResponseCache(10_000, 3600.0, len)
    made: list[int] = []
    begun, finish = threading.Event(), threading.Event()

    def make() -> bytes:
        made.append(1)
        begun.set()
        finish.wait(HANG_SECONDS)
        return b"made"

    found: list[bytes] = []
    threads = [threading.Thread(target=lambda: found.append(cache.get_or_make("a", make))) for _ in range(5)]
    for thread in threads:
        thread.start()
    assert begun.wait(HANG_SECONDS)
    finish.set()
    for thread in threads:
        thread.join(HANG_SECONDS)
    assert (found, len(made)) == ([b"made"] * 5, 1)


def test_what_could_not_be_made_is_made_by_the_next() -> None:
    """An error is raised to its caller only, and the next caller tries again; a dropped value is made again."""
    cache: ResponseCache[bytes] = ResponseCache(10_000, 3600.0, len)

    def fail() -> bytes:
        raise KeyError("a")

    with pytest.raises(KeyError):
        cache.get_or_make("a", fail)
    assert cache.get_or_make("a", lambda: b"one") == cache.get_or_make("a", fail) == b"one"
    cache.drop("a")
    cache.drop("a")
    assert cache.get_or_make("a", lambda: b"two") == b"two"
