"""The response cache keeps to its bytes and to its age."""

from __future__ import annotations

import time

from service.http.response_cache import OVERHEAD_BYTES, ResponseCache


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


def test_put_again_counts_once() -> None:
    """A value put again replaces the earlier one."""
    cache: ResponseCache[bytes] = ResponseCache(2 * (OVERHEAD_BYTES + 10), 3600.0, len)
    cache.put("b", b"")
    for text in (b"one", b"two", b"six"):
        cache.put("a", text)
    assert (cache.get("a"), cache.get("b")) == (b"six", b"")


def test_kept_for_its_seconds() -> None:
    """A value older than its seconds is dropped."""
    cache: ResponseCache[bytes] = ResponseCache(10_000, 0.01, len)
    cache.put("a", b"x")
    time.sleep(0.02)
    assert cache.get("a") is None
