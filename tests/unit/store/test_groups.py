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
    """A group is found only as what it is, and only by its client."""
    group = {"kind": "batch", "owner": "me", "created": 1.0, "items": []}
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
    store.runs.finish(search_id, None, "solved", {"length": 3, "optimal": True})
    assert store.groups.summaries(["a"]) == [JobSummary("solved", 3, optimal=True)]
    store.jobs.end("a", b'{"status": "cancelled", "progress": null}')
    add_ended(store, "b", b'{"status": "solved", "result": {"length": 2, "optimal": true}}', "")
    assert store.groups.summaries(["b", "a"]) == [JobSummary("solved", 2, optimal=True), JobSummary("cancelled")]


HINT: dict[str, Any] = {"kind": "hint", "owner": "me", "met": False, "items": [{"job_id": "a"}]}
BATCH: dict[str, Any] = {"kind": "batch", "owner": "me", "created": 1.0, "items": [{"job_id": "a"}]}
SURVEY: dict[str, Any] = BATCH | {
    "kind": "survey",
    "puzzles": {"kind": "jump", "board": {"name": "hoppers"}},
    "starts": [{"empty": [0]}],
    "goals": [{"pegs": [0]}],
    "rows": [0],
    "want": "one",
    "limits": {},
    "items": [{"job_id": "a", "start": {"empty": [0]}, "goal": {"pegs": [0]}, "members": 1}],
}


@pytest.mark.parametrize("group", [HINT, BATCH, SURVEY], ids=lambda group: group["kind"])
def test_what_is_no_group_counts_as_absent(store: Store, group: dict[str, Any]) -> None:
    """A stored group without any one of its fields, or with items that are none, is dropped where it is read."""
    store.groups.store("g", group)
    assert store.groups.load("g", group["kind"], "me") == group
    item = group["items"][0]
    broken: list[Any] = [{}, [], None, [{}], group | {"items": [{}]}, group | {"items": [1]}, group | {"items": None}]
    broken += [{key: value for key, value in group.items() if key not in (left, "owner")} for left in group]
    broken += [group | {"items": [{key: item[key] for key in item if key != left}]} for left in item]
    broken += [group | {"items": [item | {"job_id": 5}]}]
    if group["kind"] != "hint":
        broken += [group | {"created": "now"}]
    if group["kind"] == "survey":
        broken += [group | {"rows": [1]}, group | {"rows": ["a"]}, group | {"items": [item | {"members": None}]}]
    for each in broken:
        store.redis.set(keys.group("g"), json.dumps(each))
        assert store.groups.load("g", group["kind"], "me") is None, each


@pytest.mark.parametrize("document", [{}, [], 5, {"status": 5}, {"status": "solved", "result": {"length": "1"}}])
def test_a_summary_of_what_is_no_document(store: Store, document: Any) -> None:
    """A job whose document is none has expired, and is dropped."""
    store.redis.hset(keys.job("a"), mapping={"document": json.dumps(document), "owner": '""'})
    assert store.groups.summaries(["a"]) == [JobSummary("expired")]
    assert store.jobs.load("a") is None
