"""A job that has ended at once, for tests of what is done with such jobs."""

from __future__ import annotations

from fewest.store import Store
from fewest.store.known import KnownJob


def add_ended(
    store: Store, job_id: str, document: bytes, owner: str = "", *names: str, webhook: str = "", status: str = ""
) -> tuple[str, bytes]:
    """Store a job with this document, found under these names (two at most); returns the job that stands."""
    known = ("symmetry", *names) if names else ()
    job = KnownJob(job_id, owner, "solve", document, document, names=known, webhook=webhook, status=status)
    return store.do(store.known.store(job))[:2]
