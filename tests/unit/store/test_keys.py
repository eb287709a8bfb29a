"""Keys: each lives as long as the table in ``store.keys`` says."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from store import Store, connect, keys
from store.jobs import RESPONSE_SECONDS
from tests.unit.store.request import join_or_create
from tests.unit.store.test_jobs import job

JOB_SECONDS = 604_800
"""The default of ``connect``."""

FOREVER = {keys.OPEN, keys.CREATED, keys.USED, keys.CLIENTS, keys.TOTALS}


def lifetimes(store: Store) -> dict[str, int]:
    """Seconds each key will live, to the nearest minute; -1 for ever."""
    names = [name.decode() for name in store.redis.scan_iter(keys.VERSION + "*")]
    return {name: -1 if (left := store.redis.ttl(name)) < 0 else round(left / 60) * 60 for name in names}


def test_what_a_request_leaves_expires(store: Store) -> None:
    """Jobs, groups, searches and flights expire, whatever was done last; responses live for an hour."""
    assert JOB_SECONDS % 60 == 0
    search_id, _ = join_or_create(store, "a")
    store.jobs.add(replace(job("a"), search_id=search_id))
    store.groups.keep("g", {})
    store.jobs.add_ended("b", b"{}", "", "digest")
    found = lifetimes(store)
    assert {name for name, seconds in found.items() if seconds < 0} <= FOREVER
    assert found.pop(keys.response("digest")) == RESPONSE_SECONDS
    made = (keys.job("a"), keys.job("b"), keys.group("g"), keys.search(search_id), keys.search_jobs(search_id))
    assert {found[name] for name in (*made, keys.flight("f"))} == {JOB_SECONDS}


def test_response_expires_with_its_job(server_url: str, store: Store) -> None:
    """The response to an exact request does not outlive the job it names."""
    connect(server_url, job_seconds=600).jobs.add_ended("a", b"{}", "", "digest")
    assert set(lifetimes(store).values()) == {600}


Change = Callable[[Store, str], object]


@pytest.mark.parametrize(
    ("change", "changed"),
    [
        (lambda store, _: join_or_create(store, "b"), keys.search_jobs),
        (lambda store, search_id: store.searches.report(search_id, 1, {}), keys.events),
        (lambda store, search_id: store.searches.remove_job(search_id, "a"), keys.events),
        (lambda store, search_id: store.searches.finish(search_id, 1, "solved", {}), keys.events),
        (lambda store, search_id: store.searches.finish(search_id, 1, "solved", {}), keys.search),
        (lambda store, _: store.jobs.end("a", b"{}"), lambda _: keys.job("a")),
    ],
    ids=["join", "report", "remove", "finish", "finish-search", "end"],
)
def test_change_renews_the_lifetime(store: Store, change: Change, changed: Callable[[str], str]) -> None:
    """A record lives for its full time after its last change."""
    search_id, _ = join_or_create(store, "a")
    store.jobs.add(replace(job("a"), search_id=search_id))
    store.searches.start(search_id)
    for name in store.redis.scan_iter(keys.VERSION + "*"):
        store.redis.expire(name, 60)
    change(store, search_id)
    assert lifetimes(store)[changed(search_id)] == JOB_SECONDS
