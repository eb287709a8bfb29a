"""Groups: private to their client, and of one kind."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from fewest.schemas.summary import JobSummary
from fewest.store import Store, keys
from tests.ended_job import add_ended
from tests.unit.store.request import join_or_create
from tests.unit.store.test_jobs import job


def test_group_is_found_by_its_kind_and_owner(store: Store) -> None:
    """A group is found only by its kind and by its client."""
    group = {"kind": "batch", "owner": "me", "created": 1.0, "items": []}
    store.groups.store("g", group)
    assert store.groups.load("g", "batch", "me") == group
    assert store.groups.load("g", "hint", "me") is None
    assert store.groups.load("g", "batch", "") is None
    assert store.groups.load("unknown", "batch", "me") is None


def test_summary_of_a_job(store: Store) -> None:
    """A summary comes from the document of a job, or from its search; a job that has expired counts as ended."""
    search_id, _ = join_or_create(store, "a")
    store.do(store.jobs.add(replace(job("a"), search_id=search_id)))
    assert store.groups.summaries(["a", "gone"]) == [JobSummary("queued"), JobSummary("expired")]
    assert [summary.open for summary in store.groups.summaries(["a", "gone"])] == [True, False]
    store.runs.finish(search_id, None, "solved", {"length": 3, "optimal": True})
    assert store.groups.summaries(["a"]) == [JobSummary("solved", 3, optimal=True)]
    store.do(store.jobs.end("a", b'{"status": "cancelled", "progress": null}'))
    add_ended(store, "b", b'{"status": "solved", "result": {"length": 2, "optimal": true}}', "")
    assert store.groups.summaries(["b", "a"]) == [JobSummary("solved", 2, optimal=True), JobSummary("cancelled")]


@pytest.mark.parametrize("damaged", ["{", "[]", "5", "{}", '{"items": 5}'])
def test_a_damaged_group_counts_as_missing(store: Store, damaged: str) -> None:
    """A group that cannot be parsed, or has no list of items, is dropped and not found."""
    store.redis.set(keys.group("g"), damaged)
    assert store.groups.load("g", "batch", "me") is None
    assert not store.redis.exists(keys.group("g"))


@pytest.mark.parametrize("document", [{}, [], 5, {"status": "solved", "result": 5}])
def test_a_summary_of_what_is_no_document(store: Store, document: Any) -> None:
    """A job with a damaged document is dropped and counts as expired."""
    store.redis.hset(keys.job("a"), mapping={"document": json.dumps(document), "owner": '""'})
    assert store.groups.summaries(["a"]) == [JobSummary("expired")]
    assert store.jobs.load("a") is None
