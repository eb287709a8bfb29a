"""The queue: clients take turns, searches of one go first in, first out, and nothing is left of what is removed."""

from __future__ import annotations

import threading
import time

import pytest
from rq.exceptions import DequeueTimeout

from fewest.schemas.lanes import Lane
from fewest.store import Store, connect, keys
from fewest.store.queue import GRACE_SECONDS, NAMES, rq_id, search_and_run, workers_key
from fewest.store.recovery import requeue
from fewest.store.turns import TurnQueue
from tests.unit.store.queued import queued, take
from tests.unit.store.request import join_or_create, start_run
from tests.unit.workers.searches import loaded


def test_first_in_first_out(store: Store) -> None:
    """Searches of one client are queued in order, whatever hyphens their ids have."""
    assert store.queue.first() is None
    for search_id in ("b-1", "a"):
        store.queue.put(search_id, 0, 60)
    assert store.queue.first() == "b-1"
    assert [store.queue.position(search_id, 0) for search_id in ("b-1", "a", "c")] == [0, 1, None]
    assert store.queue.position("a", 1) is None


def test_search_ends_before_its_timeout(store: Store) -> None:
    """RQ's timeout is later than the limit that the search observes itself."""
    store.queue.put("a", 0, 7.5)
    assert int(store.redis.hget(f"rq:job:{rq_id('a', 0)}", "timeout")) == 7 + GRACE_SECONDS


def test_only_workers_that_send_heartbeats_count(store: Store) -> None:
    """A registered worker whose own key has expired does not count."""
    assert store.queue.workers() == 0
    store.redis.sadd("rq:workers:fewest", "rq:worker:dead", "rq:worker:alive")
    store.redis.hset("rq:worker:alive", "birth", "")
    assert store.queue.workers() == 1


def test_what_rq_keeps_of_lost_runs_is_removed(store: Store) -> None:
    """A sweep removes RQ's records of taken runs, except the next ones of open searches."""
    taken = "rq:queue:fewest:intermediate"
    ended, _ = join_or_create(store, "a", "1")
    open_, _ = join_or_create(store, "b", "2")
    store.runs.finish(ended, None, "solved", {})
    for search_id, run in ((ended, 0), (open_, 0), (open_, 1), ("unknown", 0)):
        store.queue.put(search_id, run, 60)
        take(store)
    store.sweep()
    assert store.redis.lrange(taken, 0, -1) == [f"{open_}-0".encode()]


def waiting(store: Store, lane: Lane = Lane.QUICK) -> list[str]:
    """The searches of a lane in the order in which workers take them."""
    names = queued(store, lane)
    assert all(name.endswith("-0") for name in names)
    assert [store.queue.position(name.removesuffix("-0"), 0, lane) for name in names] == [*range(len(names))]
    assert store.queue.depth(lane) == len(names)
    return [name.removesuffix("-0") for name in names]


def test_clients_take_turns(store: Store) -> None:
    """Clients take turns, however many searches one of them has queued."""
    for number in range(5):
        store.queue.put(f"a{number}", 0, 60, client="a")
    for client in ("b", "c"):
        for number in range(2):
            store.queue.put(f"{client}{number}", 0, 60, client=client)
    assert waiting(store) == ["a0", "b0", "c0", "a1", "b1", "c1", "a2", "a3", "a4"]
    assert [take(store) for _ in range(4)] == ["a0-0", "b0-0", "c0-0", "a1-0"]
    store.queue.put("d0", 0, 60, client="d")
    assert waiting(store) == ["b1", "c1", "d0", "a2", "a3", "a4"]


def test_who_was_served_before_has_no_debt(store: Store) -> None:
    """When the queue is empty, the turns of all clients begin anew."""
    for number in range(5):
        store.queue.put(f"a{number}", 0, 60, client="a")
    while take(store):
        pass
    for client in ("b", "a"):
        for number in range(2):
            store.queue.put(f"{client}{number}", 0, 60, client=client)
    assert waiting(store) == ["b0", "a0", "b1", "a1"]


def test_turns_that_are_over_are_forgotten(store: Store) -> None:
    """Turns that have been served are deleted."""
    for number in range(3):
        store.queue.put(f"a{number}", 0, 60, client="a")
    store.queue.put("b0", 0, 60, client="b")
    for _ in range(3):
        take(store)
    assert store.redis.zrange(keys.last_turns("fewest"), 0, -1) == [b"a"]
    assert not store.redis.exists(keys.members("fewest"))
    take(store)
    store.sweep()
    assert not list(store.redis.scan_iter(keys.waiting("*")))


def test_a_search_that_comes_again_pays_nothing_for_others(store: Store) -> None:
    """A client that comes later joins the turn that is being served, not the first."""
    for number in range(4):
        store.queue.put(f"a{number}", 0, 60, client="a")
    store.queue.put("b0", 0, 60, client="b")
    assert [take(store) for _ in range(3)] == ["a0-0", "b0-0", "a1-0"]
    store.queue.put("b1", 0, 60, client="b")
    store.queue.put("b2", 0, 60, client="b")
    assert waiting(store) == ["a2", "b1", "a3", "b2"]


def test_turns_cost_the_same_at_any_length(store: Store) -> None:
    """All operations take the same commands whether ten searches wait or thousands."""

    def calls() -> dict[str, int]:
        stats = store.redis.info("commandstats")
        return {name.removeprefix("cmdstat_"): each["calls"] for name, each in stats.items()}

    def commands() -> dict[str, int]:
        store.redis.config_resetstat()
        store.queue.put("mine", 0, 60, client="mine")
        store.queue.position("mine", 0)
        store.queue.promote("a9", 0, Lane.QUICK, "other")
        store.queue.withdraw("a8", 0, Lane.QUICK)
        store.queue.withdraw("mine", 0, Lane.QUICK)
        store.do(store.queue.room())
        store.queue.depth()
        take(store)
        return calls()

    used = []
    for number in (10, 3000):
        for client in ("a", "b"):
            store.do_all(store.queue.put_new({f"{client}{index}": 60.0 for index in range(number)}, client))
        commands()  # scripts are loaded
        store.do_all(store.queue.put_new({"a8": 60.0, "a9": 60.0}, "a"))
        used.append(commands())
        assert store.redis.llen("rq:queue:fewest") == 1
        while take(store):
            pass
    assert used[0] == used[1]
    quick = {"lindex", "llen", "lmove", "lpos", "lrem", "rpop", "rpush"}  # on a list of one
    quick |= {"hdel", "hget", "hincrby", "hset"}
    quick |= {"zadd", "zcard", "zpopmin", "zrank", "zrem", "zscore", "zremrangebyscore"}
    around = {"config|resetstat", "del", "eval", "evalsha", "exec", "exists", "info", "multi", "sadd", "smembers"}
    assert used[1].keys() <= quick | around


def test_a_worker_that_dies_holds_up_no_search(store: Store) -> None:
    """If a worker dies with the search it took, another takes the next one, and a sweep moves it up."""
    for number in range(3):
        store.queue.put(f"a{number}", 0, 60, client="a")
    assert store.redis.lpop("rq:queue:fewest") == b"a0-0"
    assert waiting(store) == ["a1", "a2"]
    assert take(store) == "a1-0"
    assert store.redis.lpop("rq:queue:fewest") == b"a2-0"
    store.queue.put("a3", 0, 60, client="a")
    store.queue.put("a4", 0, 60, client="a")
    assert store.redis.lpop("rq:queue:fewest") == b"a3-0"
    store.sweep()
    assert store.redis.lrange("rq:queue:fewest", 0, -1) == [b"a4-0"]


def test_a_worker_that_waits_takes_what_comes(server_url: str, store: Store) -> None:
    """A waiting worker gets a search as soon as it is queued, and the next one moves up."""
    taken: list[object] = []
    theirs = connect(server_url, retry=True)
    thread = threading.Thread(target=lambda: taken.append(TurnQueue.lmove(theirs.redis, "rq:queue:fewest", 60)))
    thread.start()
    while not store.redis.info("clients")["blocked_clients"]:
        time.sleep(0.01)
    store.do_all(store.queue.put_new({"a0": 60.0, "a1": 60.0}, "a"))
    thread.join()
    assert taken == [("rq:queue:fewest", b"a0-0")]
    assert store.redis.lrange("rq:queue:fewest", 0, -1) == [b"a1-0"]
    with pytest.raises(DequeueTimeout):
        TurnQueue.lmove(theirs.redis, "rq:queue:none", 1)


def test_joined_search_takes_the_sooner_turn(store: Store) -> None:
    """A search that another client joins gets the earlier of both clients' turns, and keeps its place within a turn."""
    for number in range(5):
        store.queue.put(f"a{number}", 0, 60, client="a")
    store.queue.promote("a3", 0, Lane.QUICK, "b")
    assert waiting(store) == ["a0", "a3", "a1", "a2", "a4"]
    store.queue.promote("a1", 0, Lane.QUICK, "a")
    store.queue.promote("a0", 0, Lane.QUICK, "b")
    store.queue.promote("gone", 0, Lane.QUICK, "b")
    assert waiting(store) == ["a0", "a3", "a1", "a2", "a4"]
    store.queue.put("c0", 0, 60, client="c")
    assert waiting(store) == ["a0", "a3", "c0", "a1", "a2", "a4"]
    store.queue.promote("a1", 0, Lane.QUICK, "c")
    assert waiting(store) == ["a0", "a3", "c0", "a1", "a2", "a4"]


def test_turns_hold_while_others_queue(store: Store) -> None:
    """The turns of a client hold while another one queues many searches at the same time."""
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
    """An id that another program has put into the queue, or damaged bytes, belong to no search and make no record."""
    store.redis.rpush("rq:queue:fewest-long", "letters")
    assert take(store) == "letters"
    assert not store.redis.exists("rq:job:letters", keys.search("letters"))
    store.queue.put("a", 0, 60)
    for name in ("letters", "no-number", "a-0x1"):
        assert search_and_run(name) == (name, -1)
    for name in ("no-number", "a-0x1", "letters", b"\xff\xfe"):
        for queue in ("rq:queue:fewest", "rq:queue:fewest:intermediate"):
            store.redis.lpush(queue, name)
    assert (store.queue.first(), store.lanes()[Lane.QUICK].oldest_seconds) == (keys.decoded(b"\xff\xfe"), 0.0)
    store.sweep()
    assert not store.redis.exists("rq:queue:fewest:intermediate")


def test_what_a_worker_has_taken_is_not_withdrawn(store: Store) -> None:
    """A withdrawn search leaves nothing in RQ; one that a worker has taken is left alone."""
    for search_id in "abc":
        store.queue.put(search_id, 0, 60, lane=Lane.LONG)
    assert store.redis.lpop("rq:queue:fewest-long") == b"a-0"
    for search_id in "abb":
        store.queue.withdraw(search_id, 0, Lane.LONG)
    assert waiting(store, Lane.LONG) == ["c"]
    assert [store.redis.exists(f"rq:job:{search_id}-0") for search_id in "abc"] == [1, 0, 1]


def in_long_lane(store: Store, request_key: str) -> str:
    """A search that has moved to the long lane."""
    search_id, _ = join_or_create(store, request_key, request_key)
    assert requeue(store, search_id, start_run(store, search_id), died=False, lane=Lane.LONG)
    return search_id


def test_quick_workers_take_long_searches(store: Store) -> None:
    """Without workers of the long lane, a quick worker takes its next search, which then belongs to the quick lane."""
    first, second = in_long_lane(store, "1"), in_long_lane(store, "2")
    assert take(store) == rq_id(first, 2)
    search = loaded(store, first)
    assert (search.lane, search.status, search.deaths) == ("quick", "queued", 0)
    assert store.redis.hget(f"rq:job:{first}-2", "origin") == NAMES[Lane.QUICK].encode()
    assert store.redis.lrange("rq:queue:fewest:intermediate", 0, -1) == [rq_id(first, 2).encode()]
    assert not store.redis.exists("rq:queue:fewest-long:intermediate")
    assert (store.queue.position(second, 2, Lane.LONG), store.queue.depth()) == (0, 1)
    assert start_run(store, first, 2) == 3


def test_quick_searches_come_first(store: Store) -> None:
    """A quick worker takes the searches of its own lane first."""
    long = in_long_lane(store, "1")
    for name in ("a", "b"):
        store.queue.put(name, 0, 60)
    assert [take(store) for _ in range(4)] == ["a-0", "b-0", rq_id(long, 2), None]


def test_long_workers_take_their_searches_back(store: Store) -> None:
    """While a worker of the long lane is alive, only such workers take long searches, and they take no others."""
    long = [in_long_lane(store, request_key) for request_key in ("1", "2")]
    assert take(store) == rq_id(long[0], 2)
    store.queue.put("a", 0, 60)
    store.redis.sadd(workers_key(Lane.LONG), "rq:worker:one", "rq:worker:dead")
    store.redis.hset("rq:worker:one", "birth", "")
    assert [take(store), take(store)] == ["a-0", None]
    store.queue.put("b", 0, 60)
    assert [take(store, Lane.LONG), take(store, Lane.LONG)] == [rq_id(long[1], 2), None]
