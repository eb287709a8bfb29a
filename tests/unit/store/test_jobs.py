"""Job records: the first end stands, and its owner stays."""

from __future__ import annotations

from fewest.config.settings import Settings
from fewest.store import Store, keys
from fewest.store.jobs import RESPONSE_SECONDS, EndedJob, Job
from fewest.store.rates import Count, JobFound
from fewest.store.results import NewSolution, SolutionNumbering
from tests.ended_job import add_ended

FIRST, SECOND, END = (b'{"status":"solved","number":%d}' % number for number in range(3))


def job(job_id: str, owner: str = "") -> Job:
    """An open job."""
    return Job(job_id, "solve", "slide", "one", {}, 0.0, "s", {}, (0, 1), "k", owner=owner)


def test_job_is_loaded_as_it_was_stored(store: Store) -> None:
    """An open job is loaded with all its fields, an ended one with its first document and its owner."""
    store.do(store.jobs.add(job("a", "me")))
    store.do(store.jobs.add(job("open")))
    assert (store.jobs.load("a"), store.jobs.load("open")) == (job("a", "me"), job("open"))
    assert store.do(store.jobs.end("a", END)) == END
    assert store.do(store.jobs.end("a", FIRST)) == END
    add_ended(store, "b", END, "me")
    assert store.jobs.load("a") == store.jobs.load("b") == EndedJob(END, "me", "solve")
    assert store.do(store.jobs.end("gone", END)) == END
    assert store.jobs.load("gone") is None


def asked(store: Store, request_digest: str) -> Count | JobFound:
    """Count a request, unless a job has answered it."""
    return store.do(store.rates.count("me", 60, 1, request_digest))


def test_an_equal_request_gets_the_same_job(store: Store) -> None:
    """For an hour, equal requests get the first job, under each of their digests."""
    assert add_ended(store, "a", FIRST, "me", "d1", "d2") == ("a", FIRST)
    assert add_ended(store, "b", SECOND, "me", "d1", "d3") == ("a", FIRST)
    assert store.jobs.load("b") is None
    assert [asked(store, digest) for digest in ("d1", "d2", "d3")] == [("a", FIRST)] * 3
    assert isinstance(asked(store, "d4"), Count)
    assert add_ended(store, "c", END, "me") == ("c", END)
    assert all(0 < store.redis.ttl(keys.response(digest)) <= RESPONSE_SECONDS for digest in ("d1", "d3"))


def test_a_job_answers_no_others_without_its_solution(store: Store) -> None:
    """An equal request gets an earlier job only while the job's solution is stored."""
    first, second = (b'{"id":"%b","status":"solved","solution_id":"s"}' % name for name in (b"a", b"b"))
    store.results.store_solution(NewSolution("s", b"{}", SolutionNumbering("k", (0,))))
    add_ended(store, "a", first, "me", "d1")
    assert asked(store, "d1") == ("a", first)
    assert add_ended(store, "b", second, "me", "d1") == ("a", first)
    assert store.do(store.known.find("k", "one", "d1", "d2")) == ("a", first)
    store.redis.delete(keys.solution("s"))
    assert isinstance(asked(store, "d1"), Count)
    assert store.do(store.known.find("k", "one", "d1", "d2")) is None
    assert add_ended(store, "b", second, "me", "d1") == ("b", second)


def test_a_list_is_kept_as_long_as_its_last_job(store: Store) -> None:
    """Each new job of a client renews the lifetime of the client's list."""
    name = keys.jobs_of("me")
    for add in (lambda: store.do(store.jobs.add(job("a", "me"))), lambda: add_ended(store, "b", END, "me")):
        store.redis.expire(name, 5)
        add()
        assert 5 < store.redis.ttl(name) <= Settings().job_retention_seconds


def test_jobs_are_listed_in_the_order_they_were_made(store: Store) -> None:
    """Each job in a list has a later time than the one before, even if the clock stands still."""
    store.do(store.jobs.add(job("a", "me")))
    later = store.now() + 1000
    store.redis.zadd(keys.jobs_of("me"), {"a": later})
    for name in "cb":
        store.do(store.jobs.add(job(name, "me")))
    found = store.jobs.listed("me", float("inf"), 10)
    assert [name for name, _ in found] == ["b", "c", "a"]
    times = [time for _, time in found]
    assert times[0] > times[1] > times[2]
    assert store.jobs.listed("me", times[1], 10) == found[2:]
