"""What a process keeps of what it has just told."""

from __future__ import annotations

import time

from service.recent import OVERHEAD_BYTES, Recent


def test_kept_within_its_bytes() -> None:
    """Beyond its bytes, what was unused longest goes; what alone is too long is not kept."""
    recent: Recent[bytes] = Recent(2 * (OVERHEAD_BYTES + 10), 60.0, len)
    for name in ("a", "b"):
        recent.put(name, b"0123456789")
    assert recent.get("a") == b"0123456789"
    recent.put("c", b"0123456789")
    assert [name for name in "abc" if recent.get(name)] == ["a", "c"]
    recent.put("d", bytes(2 * OVERHEAD_BYTES))
    assert [name for name in "abcd" if recent.get(name)] == []


def test_put_again_counts_once() -> None:
    """A value put again takes the place of the earlier one."""
    recent: Recent[bytes] = Recent(2 * (OVERHEAD_BYTES + 10), 60.0, len)
    recent.put("b", b"")
    for text in (b"one", b"two", b"six"):
        recent.put("a", text)
    assert (recent.get("a"), recent.get("b")) == (b"six", b"")


def test_kept_for_its_seconds() -> None:
    """What is older than its seconds is not told."""
    recent: Recent[bytes] = Recent(10_000, 0.01, len)
    recent.put("a", b"x")
    time.sleep(0.02)
    assert recent.get("a") is None
