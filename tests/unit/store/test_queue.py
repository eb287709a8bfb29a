"""The queue: first in, first out, and nothing is left of what is removed."""

from __future__ import annotations

from store import Store
from store.queue import GRACE_SECONDS, rq_id
from store.recovery import requeue
from tests.unit.store.request import join_or_create


def rq_field(store: Store, search_id: str, name: str) -> int:
    """A number that RQ keeps of the first run of a search."""
    return int(store.redis.hget(f"rq:job:{rq_id(search_id, 0)}", name))


def test_first_in_first_out(store: Store) -> None:
    """Searches are queued in order; ids may have hyphens, which RQ's ids have as well."""
    assert store.queue.first() is None
    for search_id in ("b-1", "a"):
        store.queue.put(search_id, 0, 60)
    assert store.queue.first() == "b-1"
    assert [store.queue.position(search_id, 0) for search_id in ("b-1", "a", "c")] == [0, 1, None]
    assert store.queue.position("a", 1) is None


def test_removed_search_leaves_nothing(store: Store) -> None:
    """Removing a search deletes it from the queue and from RQ's jobs; removing it twice does no harm."""
    store.queue.put("a", 0, 60)
    store.queue.put("b", 0, 60)
    for _ in range(2):
        store.queue.remove("a", 0)
        assert (store.queue.depth(), store.queue.first()) == (1, "b")
        assert [name.decode() for name in store.redis.scan_iter("rq:job:*")] == [f"rq:job:{rq_id('b', 0)}"]


def test_search_ends_before_its_timeout(store: Store) -> None:
    """RQ's timeout leaves a search time to observe its own limit; RQ keeps failures for minutes, results not at all."""
    store.queue.put("a", 0, 7.5)
    assert rq_field(store, "a", "timeout") == 7 + GRACE_SECONDS
    assert rq_field(store, "a", "result_ttl") == 0
    assert rq_field(store, "a", "failure_ttl") == 600


def test_only_workers_that_send_heartbeats_count(store: Store) -> None:
    """A worker whose record has expired is not alive, although it is still registered."""
    assert store.queue.workers() == 0
    store.redis.sadd("rq:workers:fewest", "rq:worker:dead", "rq:worker:alive")
    store.redis.set("rq:worker:alive", 1)
    assert store.queue.workers() == 1


def test_what_rq_keeps_of_lost_runs_is_removed(store: Store) -> None:
    """Failed runs, and runs taken off the queue and never started, leave nothing in RQ once they are replaced."""
    search_id, _ = join_or_create(store, "a")
    store.queue.put(search_id, 0, 60)
    store.redis.lmove("rq:queue:fewest", "rq:queue:fewest:intermediate", "LEFT", "RIGHT")
    store.sweep()
    assert store.redis.llen("rq:queue:fewest:intermediate") == 1  # its worker is about to start it
    assert requeue(store, search_id)
    store.redis.zadd("rq:failed:fewest", {rq_id(search_id, 0): 1e12})
    store.sweep()
    assert not store.redis.exists("rq:queue:fewest:intermediate", "rq:failed:fewest")
    assert [name.decode() for name in store.redis.scan_iter("rq:job:*")] == [f"rq:job:{rq_id(search_id, 1)}"]
    assert store.queue.position(search_id, 1) == 0
