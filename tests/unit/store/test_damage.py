"""Damaged values: dropped where they are met, counted, and as good as absent; what is sound is left alone."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import Any

import pytest
from redis.exceptions import ResponseError

from fewest.store import Store, StoreFull, connect, keys
from fewest.store.damage import shaped
from tests.ended_job import add_ended
from tests.unit.store.configured import refusing_writes
from tests.unit.store.request import join_or_create, start_run

NAME = keys.VERSION + "job:x"
OTHER = keys.VERSION + "wake:y"


@pytest.mark.parametrize("transaction", [None, True, False])
def test_a_key_of_another_type_is_dropped(
    store: Store, caplog: pytest.LogCaptureFixture, transaction: bool | None
) -> None:
    """A command that meets it, alone or in a pipeline, finds it absent, and the log says so; all other keys stay."""
    store.redis.set("theirs", "x")
    store.redis.xadd(OTHER, {"a": "b"})
    store.redis.set(NAME, "x")
    with caplog.at_level(logging.WARNING, "fewest.store"):
        if transaction is None:
            assert store.redis.hgetall(NAME) == {}
        else:
            with store.redis.pipeline(transaction=transaction) as pipe:
                pipe.incr("once").hgetall(NAME).hset(NAME, "a", "b").hgetall(NAME)
                assert pipe.execute() == [1, {}, 1, {b"a": b"b"}]
    (record,) = caplog.records
    assert NAME in record.getMessage()
    assert "WRONGTYPE" in record.getMessage()
    assert store.redis.get("theirs") == b"x"
    assert (store.redis.xlen(OTHER), store.memory.damaged()) == (1, {"job": 1})


def test_what_is_no_number_where_it_is_counted_up_is_dropped(store: Store) -> None:
    """A counter begins anew, alone and in a script; what is no whole number in a sum of seconds is none of these."""
    rate = keys.rate("one")
    store.redis.set(rate, "x")
    store.redis.hset(keys.WEBHOOK_TOTALS, "waiting", "x")
    store.redis.hset(keys.TOTALS, mapping={"solved": 1, "seconds": "1.5"})
    search_id, _ = join_or_create(store, "sound")
    store.runs.finish(search_id, start_run(store, search_id), "solved", {})
    assert store.rates.count("one", 60).number == 1
    assert store.memory.damaged() == {"rate": 1, "webhooks": 1}
    assert store.statistics.totals() == {"solved": 2, "seconds": 1.5, "nodes": 0}
    assert store.searches.load(search_id) is not None


def test_other_errors_are_raised(store: Store) -> None:
    """A command that fails for another reason fails, and drops nothing; so does one on a key of another program."""
    store.redis.set(NAME, "1")
    store.redis.set("theirs", "x")
    with pytest.raises(ResponseError, match="unknown command"):
        store.redis.execute_command("NONSENSE", NAME)
    pipe = store.redis.pipeline(transaction=False)
    pipe.execute_command("NONSENSE", NAME)
    with pytest.raises(ResponseError, match="of pipeline caused error"):
        pipe.execute()
    with refusing_writes(store), pytest.raises(StoreFull):
        store.redis.append(NAME, "x")
    assert (store.redis.get(NAME), store.memory.damaged()) == (b"1", {})
    with pytest.raises(ResponseError, match="WRONGTYPE"):
        store.redis.hgetall("theirs")
    assert store.redis.get("theirs") == b"x"


def test_a_search_ends_once_however_far_its_script_had_come(store: Store) -> None:
    """A script that fails half-way, since a key it needs last is damaged, does all of its work when it is repeated."""
    search_id, _ = join_or_create(store, "a")
    store.redis.set(keys.HISTOGRAMS, "x")
    run = start_run(store, search_id)
    assert run == 1
    store.redis.set(keys.ENDED, "x")
    assert store.runs.finish(search_id, run, "solved", {})
    assert store.redis.ttl(keys.search(search_id)) > 0
    for name in (keys.OPEN, keys.CREATED):
        store.redis.delete(name)
        store.redis.hset(name, "x", "y")
    search_id, created = join_or_create(store, "b")
    assert (created, store.searches.open_ids()) == (True, [search_id])


def test_what_is_damaged_counts_no_longer(store: Store) -> None:
    """Its bytes are off the sums with it, even if the server is full."""
    add_ended(store, "x", b"{}", "")
    with refusing_writes(store):
        store.redis.drop(NAME, "to try it")
    assert store.redis.hgetall(keys.SIZES) == {}
    assert store.redis.hget(keys.KEPT, "work") == b"0"
    assert not store.redis.exists(keys.ENDED, NAME)


@pytest.mark.parametrize("harm", ["word", "type", "gone with its sizes"])
def test_damaged_sums_are_made_anew(store: Store, harm: str) -> None:
    """If the sums of bytes are damaged, they are made anew from the sizes of the entries."""
    add_ended(store, "x", b"{}", "")
    store.results.store("k", "one", {"status": "solved", "optimal": True}, "n", None)
    before = store.redis.hgetall(keys.KEPT)
    assert set(before) == {b"work", b"results"}
    match harm:
        case "word":
            store.redis.hset(keys.KEPT, "work", "word")
        case "type":
            store.redis.set(keys.KEPT, "x")
        case "gone with its sizes":
            store.redis.set(keys.KEPT, "x")
            store.redis.set(keys.SIZES, "x")
            before = {b"work": b"0", b"results": b"0"}
    assert store.memory.usage().bytes >= 0
    store.memory.damaged()
    store.sweep()
    assert store.redis.hgetall(keys.KEPT) == before


def test_damaged_api_keys_close_the_service(store: Store, server_url: str) -> None:
    """Whatever becomes of them, the service is not open; a sound key beside a damaged one is valid, and both stay."""
    sound, _ = store.clients.add("sound")
    broken, _ = store.clients.add("broken")
    store.redis.hset(keys.CLIENTS, broken.id, b"\xff{")
    assert set(store.clients.all()) == {sound.id}
    assert store.redis.hexists(keys.CLIENTS, broken.id), "it cannot be made again"
    store.redis.set(keys.ACCESS, b"\xff")
    assert store.clients.access().mode == "closed"
    store.redis.delete(keys.ACCESS)
    assert store.clients.access().mode == "closed"
    store.redis.set(keys.CLIENTS, "x")
    access = connect(server_url).clients.access()
    assert (access.clients, access.mode) == ({}, "closed")
    store.redis.delete(keys.ACCESS, keys.CLIENTS)
    store.redis.rpush(keys.ACCESS, "x")
    assert store.clients.access().mode == "closed"


@dataclass(frozen=True)
class Record:
    """A record."""

    number: float
    text: str
    more: tuple[int, ...] = ()
    maybe: float | None = None


def test_a_record_has_the_types_of_its_fields() -> None:
    """Fields that the record does not have are left out; missing ones and those of other types are errors."""
    assert shaped(Record, {"number": 1, "text": "a", "new": 5}) == Record(1, "a")
    assert shaped(Record, {"number": 1.5, "text": "a", "more": (1,), "maybe": None}).more == (1,)
    bad: list[dict[str, Any]] = [
        {"number": "1", "text": "a"},
        {"number": 1, "text": None},
        {"number": 1},
        {"number": 1, "text": "a", "more": 5},
        {"number": 1, "text": "a", "maybe": "a"},
    ]
    for values in bad:
        with pytest.raises(TypeError):
            shaped(Record, values)
