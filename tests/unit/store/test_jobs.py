"""Job records: the first end stands, and its owner stays."""

from __future__ import annotations

from store import Store
from store.jobs import EndedJob, Job


def job(job_id: str, owner: str = "") -> Job:
    """An open job."""
    return Job(job_id, "slide", "one", {}, 0.0, "s", {}, (0, 1), "k", owner=owner)


def test_first_end_stands(store: Store) -> None:
    """Of two final documents of a job the first stands, and ending it again returns that one."""
    store.jobs.add(job("a"))
    assert store.jobs.end("a", b"first") == b"first"
    assert store.jobs.end("a", b"second") == b"first"
    assert store.jobs.load("a") == EndedJob(b"first", "")


def test_job_is_loaded_as_it_was_stored(store: Store) -> None:
    """Loading returns all fields of an open job, and document and owner of an ended one."""
    store.jobs.add(job("a", "me"))
    assert store.jobs.load("a") == job("a", "me")
    store.jobs.end("a", b"end")
    store.jobs.add_ended("b", b"end", "me")
    assert store.jobs.load("a") == store.jobs.load("b") == EndedJob(b"end", "me")
    assert store.jobs.load("c") is None


def test_an_equal_request_gets_the_same_job(store: Store) -> None:
    """The first job under a digest stands for later ones, which are not stored, and answers their digests as well."""
    assert store.jobs.add_ended("a", b"first", "me", "d1", "d2") == ("a", b"first")
    assert store.jobs.add_ended("b", b"second", "me", "d1", "d3") == ("a", b"first")
    assert store.jobs.load("b") is None
    assert [store.jobs.response_to(digest) for digest in ("d1", "d2", "d3", "d4")] == [b"first"] * 3 + [None]
    assert store.jobs.add_ended("c", b"third", "me") == ("c", b"third")
    assert store.jobs.load("c") == EndedJob(b"third", "me")


def test_a_job_that_is_gone_stays_gone(store: Store) -> None:
    """Ending a job whose record has expired returns the document, and stores nothing."""
    assert store.jobs.end("gone", b"end") == b"end"
    assert store.jobs.load("gone") is None


def test_a_job_says_little_by_default(store: Store) -> None:
    """A job has no owner unless it is given one, and its numbering is the canonical one."""
    store.jobs.add(job("a"))
    loaded = store.jobs.load("a")
    assert isinstance(loaded, Job)
    assert (loaded.owner, loaded.shared) == ("", True)
