"""Groups: private to their client, and of one kind."""

from __future__ import annotations

from dataclasses import replace

from store import Store
from store.groups import JobSummary
from tests.unit.store.request import join_or_create
from tests.unit.store.test_jobs import job


def test_group_is_found_by_its_kind_and_owner(store: Store) -> None:
    """A group is found only as what it is, and only by its client."""
    group = {"kind": "batch", "owner": "me", "items": []}
    store.groups.store("g", group)
    assert store.groups.load("g", "batch", "me") == group
    assert store.groups.load("g", "hint", "me") is None
    assert store.groups.load("g", "batch", "") is None
    assert store.groups.load("unknown", "batch", "me") is None


def test_summary_of_a_job(store: Store) -> None:
    """A job is summed up by its document if it has one, else by its search; one that has expired is not open."""
    search_id, _ = join_or_create(store, "a")
    store.jobs.add(replace(job("a"), search_id=search_id))
    assert store.groups.summaries(["a", "gone"]) == [JobSummary("queued"), JobSummary("expired")]
    assert [summary.open for summary in store.groups.summaries(["a", "gone"])] == [True, False]
    store.searches.finish(search_id, None, "solved", {"length": 3, "optimal": True})
    assert store.groups.summaries(["a"]) == [JobSummary("solved", 3, optimal=True)]
    store.jobs.end("a", b'{"status": "cancelled", "progress": null}')
    store.jobs.add_ended("b", b'{"status": "solved", "result": {"length": 2, "optimal": true}}', "")
    assert store.groups.summaries(["b", "a"]) == [JobSummary("solved", 2, optimal=True), JobSummary("cancelled")]


def test_a_summary_without_a_solution() -> None:
    """A job that has ended without a solution has no length, and nothing is optimal."""
    assert JobSummary("stopped") == JobSummary("stopped", None, optimal=False)
    assert [JobSummary(status).open for status in ("queued", "running", "failed")] == [True, True, False]
