"""The queue: clients take turns, searches of one go first in, first out, and nothing is left of what is removed."""

from __future__ import annotations

import threading
import time

from store import Store, keys
from store.queue import GRACE_SECONDS, NAMES, Lane, rq_id, search_and_run
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


def test_withdrawn_search_leaves_nothing(store: Store) -> None:
    """Withdrawing a search deletes it from the queue and from RQ's jobs; withdrawing it twice does no harm."""
    store.queue.put("a", 0, 60)
    store.queue.put("b", 0, 60)
    for _ in range(2):
        store.queue.withdraw("a", 0, Lane.QUICK)
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


def waiting(store: Store, lane: Lane = Lane.QUICK) -> list[str]:
    """The searches of a lane in the order in which workers take them."""
    names = [name.decode() for name in store.redis.lrange(f"rq:queue:{NAMES[lane]}", 0, -1)]
    assert all(name.endswith("-0") for name in names)
    return [name.removesuffix("-0") for name in names]


def test_clients_take_turns(store: Store) -> None:
    """However many searches one client has queued, those of others come in turn, each client's in their order."""
    for number in range(5):
        store.queue.put(f"a{number}", 0, 60, client="a")
    for client in ("b", "c"):
        for number in range(2):
            store.queue.put(f"{client}{number}", 0, 60, client=client)
    assert waiting(store) == ["a0", "b0", "c0", "a1", "b1", "c1", "a2", "a3", "a4"]
    for _ in range(4):
        store.redis.lpop("rq:queue:fewest")
    store.queue.put("d0", 0, 60, client="d")
    assert waiting(store) == ["b1", "c1", "d0", "a2", "a3", "a4"]


def test_who_was_served_before_has_no_debt(store: Store) -> None:
    """Once nothing waits, all clients begin anew."""
    for number in range(5):
        store.queue.put(f"a{number}", 0, 60, client="a")
    store.redis.delete("rq:queue:fewest")
    for client in ("b", "a"):
        for number in range(2):
            store.queue.put(f"{client}{number}", 0, 60, client=client)
    assert waiting(store) == ["b0", "a0", "b1", "a1"]


def test_what_comes_first_stays_first(store: Store) -> None:
    """A search that had its turn before goes ahead of all that wait."""
    store.queue.put("a0", 0, 60, client="a")
    store.queue.put("b0", 0, 60, client="b", first=True)
    store.queue.put("c0", 0, 60, client="c")
    assert waiting(store) == ["b0", "a0", "c0"]


def test_lanes_are_apart(store: Store) -> None:
    """Positions, depths and workers are those of a lane."""
    store.queue.put("a", 0, 60)
    store.queue.put("b", 0, 60, lane=Lane.LONG, client="x")
    assert (store.queue.depth(), store.queue.depth(Lane.QUICK), store.queue.depth(Lane.LONG)) == (2, 1, 1)
    assert (store.queue.position("b", 0), store.queue.position("b", 0, Lane.LONG)) == (None, 0)
    assert store.queue.first() == "a"
    store.redis.sadd("rq:workers:fewest-long", "rq:worker:one")
    store.redis.set("rq:worker:one", 1)
    assert (store.queue.workers(), store.queue.workers(Lane.LONG)) == (0, 1)
    store.queue.withdraw("b", 0, Lane.LONG)
    assert (waiting(store), waiting(store, Lane.LONG)) == (["a"], [])


def test_turns_of_searches_that_have_begun_are_forgotten(store: Store) -> None:
    """A sweep leaves only the turns that count: of searches that wait, and of clients that had more than others."""
    for number in range(3):
        store.queue.put(f"a{number}", 0, 60, client="a")
    store.redis.lpop("rq:queue:fewest")
    store.sweep()
    assert store.redis.zrange(keys.turns(Lane.QUICK), 0, -1) == [b"a1-0", b"a2-0"]
    store.queue.put("b0", 0, 60, client="b")
    store.queue.put("a3", 0, 60, client="a")
    for _ in range(3):
        store.redis.lpop("rq:queue:fewest")
    store.sweep()
    assert store.redis.hgetall(keys.last_turns(Lane.QUICK)) == {b"a": b"3"}
    store.redis.delete("rq:queue:fewest")
    store.sweep()
    assert not store.redis.exists(keys.turns(Lane.QUICK), keys.last_turns(Lane.QUICK))


def test_joined_search_takes_the_sooner_turn(store: Store) -> None:
    """A search that another client joins comes as soon as one of that client's own would; never later than before."""
    for number in range(5):
        store.queue.put(f"a{number}", 0, 60, client="a")
    store.queue.hurry("a3", 0, Lane.QUICK, "b")
    assert waiting(store) == ["a0", "a3", "a1", "a2", "a4"]
    store.queue.hurry("a1", 0, Lane.QUICK, "a")
    store.queue.hurry("a0", 0, Lane.QUICK, "b")
    store.queue.hurry("gone", 0, Lane.QUICK, "b")
    assert waiting(store) == ["a0", "a3", "a1", "a2", "a4"]


def test_turns_hold_while_others_queue(store: Store) -> None:
    """While one client queues many searches and turns are forgotten, those of another still come in their turns."""
    ahead = 20
    for number in range(ahead):
        store.queue.put(f"a{number}", 0, 60, client="a")

    def queue_many() -> None:
        for number in range(ahead, 400):
            store.queue.put(f"a{number}", 0, 60, client="a")
        ended.set()

    def forget() -> None:
        while not ended.is_set():
            store.queue.clean(lambda *_: True)

    ended = threading.Event()
    threads = [threading.Thread(target=queue_many), threading.Thread(target=forget)]
    for thread in threads:
        thread.start()
    positions = []
    for number in range(ahead):
        store.queue.put(f"b{number}", 0, 60, client="b")
        positions.append(store.queue.position(f"b{number}", 0))
        time.sleep(0.01)
    for thread in threads:
        thread.join()
    assert positions == [2 * number + 1 for number in range(ahead)]


def test_ids_of_another_program(store: Store) -> None:
    """An id that another program has chosen is that of no search, wherever it is read."""
    for name in ("letters", "no-number", "a-0x1"):
        assert search_and_run(name) == (name, -1)
        for queue in ("rq:queue:fewest", "rq:queue:fewest:intermediate"):
            store.redis.rpush(queue, name)
    assert (store.queue.first(), store.oldest_seconds()) == ("letters", 0.0)
    store.sweep()
    assert store.redis.llen("rq:queue:fewest:intermediate") == 0


def test_what_a_worker_has_taken_is_not_withdrawn(store: Store) -> None:
    """A search that is withdrawn leaves nothing in RQ; one that a worker has just taken off is left to that worker."""
    for search_id in ("a", "b"):
        store.queue.put(search_id, 0, 60, lane=Lane.LONG)
    assert store.redis.lpop("rq:queue:fewest-long") == b"a-0"
    for search_id in ("a", "b"):
        store.queue.withdraw(search_id, 0, Lane.LONG)
    assert store.queue.depth() == 0
    assert [store.redis.exists(f"rq:job:{search_id}-0") for search_id in ("a", "b")] == [1, 0]
