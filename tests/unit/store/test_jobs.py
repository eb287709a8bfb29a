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
