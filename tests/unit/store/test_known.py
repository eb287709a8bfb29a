"""Known answers: what is asked for often stays."""

from __future__ import annotations

from fewest.store import Store, keys
from fewest.store.known import KnownJob
from tests.ended_job import add_ended

SOLVED = {"status": "solved", "optimal": True}


def test_looking_up_an_answer_uses_it(store: Store) -> None:
    """Looking up an answer counts as a use, even if an earlier job answers."""
    store.results.store("k", "one", SOLVED, "n", None)
    for names in ((), ("equal", "this"), ("equal", "other")):
        before = store.now() - 1000
        store.redis.zadd(keys.USED, {keys.answer("k"): before})
        store.do(store.known.find("k", "one", *names))
        assert store.redis.zscore(keys.USED, keys.answer("k")) > before + 1
        add_ended(store, "a", b'{"status":"solved"}', "", "equal")


def test_a_damaged_job_answers_nobody(store: Store) -> None:
    """An earlier job with a damaged document is dropped, and answers no request."""
    new = KnownJob("new", "", "solve", b'{"id":"new"}', b"{}", names=("symmetry", "equal", "this"))
    for ask in (lambda: store.known.find("k", "one", "equal", "this"), lambda: store.known.store(new)):
        store.redis.flushall()
        add_ended(store, "old", b'{"id":"ol', "", "equal")
        assert store.do(ask()) in (None, ("new", b'{"id":"new"}', True))
        assert store.jobs.load("old") is None
        assert store.memory.damaged() == {"job": 1}


def test_a_name_takes_no_more_than_is_counted(store: Store) -> None:
    """The bytes counted for the name of a response are enough for the longest name and id."""
    names = tuple(digit * 64 + ending for digit, ending in (("a", "-symmetry"), ("b", ""), ("c", "")))
    store.do(store.known.store(KnownJob("x" * 64, "", "solve", b"{}", b"{}", is_hit=False, names=names)))
    (held,) = store.redis.keys(keys.response("*"))
    counted = int(store.redis.hget(keys.SIZES, held))
    assert store.redis.memory_usage(held, samples=0) + len(held) < counted - 250
    assert sum(map(int, store.redis.hvals(keys.SIZES))) == int(store.redis.hget(keys.KEPT, "work"))
