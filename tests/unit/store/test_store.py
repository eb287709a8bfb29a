"""The store as a whole."""

from __future__ import annotations

import time

from store import Store
from tests.unit.store.request import join_or_create


def test_one_process_recovers_at_a_time(store: Store) -> None:
    """The lock for recovery has one owner until it expires."""
    assert store.lock_recovery(1, 0.05)
    assert not store.lock_recovery(2, 0.05)
    time.sleep(0.1)
    assert store.lock_recovery(2, 0.05)


def test_age_of_the_queue_is_that_of_its_first_search(store: Store) -> None:
    """The longest wait in the queue is that of the search that is taken next; 0 if none is queued."""
    assert store.oldest_seconds() == 0.0
    first, _ = join_or_create(store, "a", "1")
    store.queue.put(first, 0, 60)
    waited = store.oldest_seconds()
    assert waited > 0.0
    second, _ = join_or_create(store, "b", "2")
    store.queue.put(second, 0, 60)
    assert store.oldest_seconds() > waited
