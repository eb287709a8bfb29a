"""Keys: each lives as long as the table in ``fewest.store.keys`` says."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from fewest.store import Store, connect, keys
from fewest.store.jobs import RESPONSE_SECONDS
from tests.ended_job import add_ended
from tests.unit.store.request import join_or_create, start_run
from tests.unit.store.test_jobs import job

JOB_RETENTION_SECONDS = 604_800
"""The default of ``connect``."""


def lifetimes(store: Store) -> dict[str, int]:
    """Seconds each key will live, to the nearest minute; -1 for ever."""
    names = [name.decode() for name in store.redis.scan_iter(keys.VERSION + "*")]
    return {name: -1 if (left := store.redis.ttl(name)) < 0 else round(left / 60) * 60 for name in names}


def test_open_work_has_no_lifetime(store: Store) -> None:
    """A search that is open and its jobs do not expire, however long they wait."""
    search_id, _ = join_or_create(store, "a")
    store.do(store.jobs.add(replace(job("a"), search_id=search_id)))
    store.runs.report(search_id, start_run(store, search_id), {})
    found = lifetimes(store)
    work = (keys.job("a"), keys.search(search_id), keys.search_jobs(search_id), keys.events(search_id))
    assert {found[name] for name in work} == {-1}


def test_ended_work_expires(store: Store) -> None:
    """Jobs, groups and searches expire after their end, read or not; responses live for an hour."""
    assert JOB_RETENTION_SECONDS % 60 == 0
    search_id, _ = join_or_create(store, "a")
    for name in ("a", "b"):
        join_or_create(store, name)
        store.do(store.jobs.add(replace(job(name), search_id=search_id)))
    store.runs.finish(search_id, None, "solved", {})
    store.do(store.jobs.end("a", b"{}"))
    store.groups.store("g", {})
    add_ended(store, "c", b"{}", "", "digest")
    found = lifetimes(store)
    ended = [keys.job("a"), keys.job("b"), keys.job("c"), keys.group("g"), keys.search(search_id)]
    assert {found.pop(name) for name in (*ended, keys.search_jobs(search_id))} == {JOB_RETENTION_SECONDS}
    assert found.pop(keys.response("digest")) == RESPONSE_SECONDS
    assert found.pop(keys.events(search_id)) == 0
    assert set(found) == {keys.ENDED, keys.SIZES, keys.KEPT, keys.TOTALS, keys.CREATED}


def test_answers_of_another_solver_are_not_found(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Answers are found under the version of the solver that made them; a new one searches again."""
    store.results.store("k", "one", {"status": "solved", "optimal": True}, "n", None)
    assert store.results.find("k", "one")
    monkeypatch.setattr(keys, "ANSWERS", keys.ANSWERS + 1)
    assert store.results.find("k", "one") is None
    assert join_or_create(store, "a")[1]


def test_response_expires_with_its_job(server_url: str, store: Store) -> None:
    """The response to an exact request does not outlive the job it names."""
    add_ended(connect(server_url, job_retention_seconds=600), "a", b"{}", "", "digest")
    found = lifetimes(store)
    assert {found[keys.job("a")], found[keys.response("digest")]} == {600}


def test_the_table_lists_every_key() -> None:
    """The table in the module's docstring lists every key under its stored name."""
    table = str(keys.__doc__)
    listed = {
        line.split()[0] for line in re.findall(r"^\S+ +(?:hash|string|set|zset|stream|list) .*", table, re.MULTILINE)
    }
    texts = {value for value in vars(keys).values() if isinstance(value, str)}
    named = {text for text in texts if re.fullmatch(r"fewest:[24]:[a-z:]*[a-z]", text)}
    named |= {keys.jobs_of("{owner}"), keys.reserved("{id}")}
    named |= {keys.job("{id}"), keys.group("{id}"), keys.search("{id}"), keys.solution("{id}")}
    named |= {keys.share("{id}"), keys.class_set("{id}")}
    named |= {keys.search_jobs("{id}"), keys.events("{id}"), keys.response("{digest}"), keys.wake("{process}")}
    named |= {keys.webhook("{job}"), keys.webhooks_due("{origin}"), keys.waiting("{queue}"), keys.members("{queue}")}
    named |= {keys.last_turns("{queue}"), keys.turn_clock("{queue}")}
    named |= {keys.round_of("{id}"), keys.units_of("{id}"), keys.rate("{client}:{…}")}
    named |= {keys.request("{…}"), keys.answer("{key}")}
    written = {re.sub("fewest:[24]:", "", name).replace(f":{keys.ANSWERS}:", ":{version}:") for name in named}
    assert listed == written
    assert {*keys.KINDS} == {name.partition(":")[0] for name in listed} | {"other"}
