"""Rates: what clients have done is counted for a while, each client on its own."""

from __future__ import annotations

import time

from fewest.store import Store, keys
from fewest.store.rates import Count, JobFound
from tests.ended_job import add_ended


def count(store: Store, name: str, amount: int = 1) -> Count:
    """Count something."""
    found = asked(store, name, amount)
    assert isinstance(found, Count)
    return found


def asked(store: Store, name: str, amount: int = 1, request_digest: str = "") -> Count | JobFound:
    """Count something, unless a job has answered it."""
    return store.do(store.rates.count(name, 60, amount, request_digest))


def test_counts_add_up_and_expire_together(store: Store) -> None:
    """Amounts under one name are added; the counter expires a minute after the first."""
    first = count(store, "a", 3)
    assert (first.number, count(store, "b").number) == (3, 1)
    assert 0 < first.until - time.time() <= 60
    store.redis.pexpire(keys.rate("a"), 30_000)
    second = count(store, "a", 2)
    assert (second.number, second.until < first.until) == (5, True)
    assert 0 < store.redis.pttl(keys.rate("a")) <= 30_000


def test_a_clock_put_back_prolongs_no_window(store: Store) -> None:
    """If the server's clock is put back, a counter still expires after a minute."""
    count(store, "a", 3)
    store.redis.pexpire(keys.rate("a"), 3_630_000)
    found = count(store, "a")
    assert (found.number, found.until - time.time() <= 60) == (4, True)
    assert 0 < store.redis.pttl(keys.rate("a")) <= 60_000


def test_what_was_answered_is_not_counted(store: Store) -> None:
    """A request that an ended job answers is not counted."""
    add_ended(store, "a", b'{"status":"solved"}', "", "known")
    found = [asked(store, "me", 1, digest) for digest in ("known", "unknown")]
    store.redis.delete(keys.job("a"))
    found.append(asked(store, "me", 1, "known"))
    assert [each.number if isinstance(each, Count) else each for each in found] == [("a", b'{"status":"solved"}'), 1, 2]
