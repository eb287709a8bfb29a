"""Statistics: every search is counted once."""

from __future__ import annotations

from fewest.store import Store, keys
from tests.unit.store.request import join_or_create, start_run


def test_times_are_counted_once_for_each_search(store: Store) -> None:
    """The wait of a search is counted at its first start, and its time at its end."""
    search_id, _ = join_or_create(store, "a")
    store.redis.hset(keys.search(search_id), "created", store.now() - 101)
    run = start_run(store, search_id)
    store.runs.requeue(search_id, run)
    run = start_run(store, search_id)
    store.redis.hset(keys.search(search_id), "started", store.now() - 101)
    store.runs.finish(search_id, run, "cancelled", {})
    cancelled, _ = join_or_create(store, "b")
    store.runs.finish(cancelled, None, "cancelled", {})
    for name, least, most in (("queue", "100", "300"), ("solve", "100", "300")):
        times = store.statistics.histogram(name)
        buckets = dict(times.buckets)
        assert (buckets[least], buckets[most], buckets["3000"], buckets["+Inf"]) == (0, 1, 1, 1)
        assert int(least) < times.sum < int(most)
