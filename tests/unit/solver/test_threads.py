"""Threads: shares are worked on at the same time."""

from __future__ import annotations

import threading

import pytest

from fewest.solver.threads import ThreadPool
from tests.hang import HANG_SECONDS


def test_as_many_shares_at_a_time_as_threads() -> None:
    """Two threads work at the same time; a single share is done by the caller."""
    pool, both = ThreadPool(2), threading.Barrier(2, timeout=HANG_SECONDS)
    assert sorted(pool.map(lambda _: both.wait(), [0, 0])) == [0, 1]
    assert pool.map(lambda _: threading.current_thread(), [0]) == [threading.current_thread()]
    pool.close()
    with pytest.raises(RuntimeError):
        pool.map(abs, [1, 2])
    alone = ThreadPool()
    assert alone.size == 1
    assert alone.map(lambda _: threading.current_thread(), [0, 0]) == [threading.current_thread()] * 2
    alone.close()
