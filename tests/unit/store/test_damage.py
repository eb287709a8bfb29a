"""Damaged values: dropped where they are met, noted, and counted as absent; what is sound is left alone."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import Any

import pytest
from redis.exceptions import ResponseError

from store import Store, StoreFull, connect, keys
from store.damage import MAX_NAMES, shaped

NAME = keys.VERSION + "job:x"
OTHER = keys.VERSION + "wake:y"


def test_a_command_goes_on_without_a_value_of_another_type(store: Store, caplog: pytest.LogCaptureFixture) -> None:
    """The value is dropped, the command repeated, and the log names the key and the reason."""
    store.redis.set(NAME, "x")
    with caplog.at_level(logging.WARNING, "fewest.store"):
        assert store.redis.hgetall(NAME) == {}
    assert (store.redis.exists(NAME), store.memory.damaged()) == (0, {"job": 1})
    (record,) = caplog.records
    assert NAME in record.getMessage()
    assert "WRONGTYPE" in record.getMessage()


def test_a_field_that_is_no_number_costs_only_itself(store: Store) -> None:
    """Other fields of its hash stay; a string that is no number is dropped."""
    store.redis.hset(NAME, mapping={"run": "x", "status": "queued"})
    assert store.redis.hincrby(NAME, "run", 2) == 2
    assert store.redis.hgetall(NAME) == {b"run": b"2", b"status": b"queued"}
    store.redis.set(OTHER, "x")
    assert store.redis.incr(OTHER) == 1
    assert store.memory.damaged() == {"job": 1, "wake": 1}


def test_of_several_keys_only_the_damaged_are_dropped(store: Store) -> None:
    """A command that reads several keys does not cost the sound ones."""
    store.redis.xadd(OTHER, {"a": "b"})
    store.redis.set(NAME, "x")
    ((stream, _),) = store.redis.xread({NAME: "0-0", OTHER: "0-0"})
    assert (stream, store.redis.exists(NAME, OTHER)) == (OTHER.encode(), 1)
    store.redis.sadd("rq:workers:one", "worker")
    store.redis.set("rq:workers:two", "x")
    assert store.redis.sunion(["rq:workers:one", "rq:workers:two"]) == {b"worker"}
    store.redis.rpush("rq:queue:one", "a")
    store.redis.set("rq:queue:two", "x")
    assert store.redis.lmove("rq:queue:one", "rq:queue:two") == b"a"


def test_what_is_absent_is_not_damaged(store: Store) -> None:
    """Of several keys that a command reads, those that are absent are neither dropped nor counted as damaged."""
    store.redis.set(NAME, "x")
    assert not store.redis.xread({NAME: "0-0", OTHER: "0-0"})
    assert store.memory.damaged() == {"job": 1}


@pytest.mark.parametrize("transaction", [True, False])
def test_a_pipeline_repeats_what_has_failed_alone(store: Store, transaction: bool) -> None:
    """Commands that have succeeded are not repeated, and results are in order, as each command returns them."""
    store.redis.set(NAME, "x")
    with store.redis.pipeline(transaction=transaction) as pipe:
        pipe.rpush(OTHER, "once")
        pipe.hgetall(NAME)
        pipe.hset(NAME, "a", "b")
        pipe.hgetall(NAME)
        found = pipe.execute()
    assert found == [1, {}, 1, {b"a": b"b"}]
    assert store.redis.lrange(OTHER, 0, -1) == [b"once"]


def test_other_errors_are_raised(store: Store) -> None:
    """A command that fails for another reason fails, and drops nothing."""
    store.redis.set(OTHER, "1")
    with pytest.raises(ResponseError, match="unknown command"):
        store.redis.execute_command("NONSENSE", OTHER)
    pipe = store.redis.pipeline(transaction=False)
    pipe.execute_command("NONSENSE", OTHER)
    with pytest.raises(ResponseError, match="of pipeline caused error"):
        pipe.execute()
    with pytest.raises(ResponseError, match="Unknown"):
        store.redis.register_script("return redis.call('NONSENSE', KEYS[1])")(keys=[OTHER])
    assert (store.redis.get(OTHER), store.memory.damaged()) == (b"1", {})


def test_what_others_have_stored_is_left_alone(store: Store) -> None:
    """Where several keys are read, only those of this service can be dropped."""
    store.redis.set("theirs", "x")
    with pytest.raises(ResponseError, match="WRONGTYPE"):
        store.redis.xread({"theirs": "0-0"})
    assert store.redis.get("theirs") == b"x"


def test_a_script_goes_on(store: Store) -> None:
    """In a script, too, a damaged value counts as absent: of another type, no number, or no JSON."""
    script = store.redis.register_script(
        """#!lua flags=allow-oom
redis.call('HSET', KEYS[1], 'a', 1)
local run = redis.call('HINCRBY', KEYS[1], 'run', 1)
return {run, tonumber('word') + 1, tonumber('7'), #cjson.decode('{"cut'), cjson.decode('{"a":[5]}').a[1],
  redis.call('HGET', KEYS[1], 'a'), redis.call('TIME')[1] ~= nil and 1}
"""
    )
    store.redis.set(NAME, "x")
    assert script(keys=[NAME]) == [1, 1, 7, 0, 5, b"1", 1]
    store.redis.hset(NAME, "run", "word")
    assert script(keys=[NAME])[0] == 1
    assert store.memory.damaged() == {"job": 2}


def test_a_script_that_is_refused_for_lack_of_memory_is_refused(store: Store) -> None:
    """A full server is no damage: the error is that of a full store."""
    store.redis.set(OTHER, "1")
    most = store.redis.config_get("maxmemory")["maxmemory"]
    store.redis.config_set("maxmemory", 1)
    try:
        with pytest.raises(StoreFull):
            store.redis.register_script("return redis.call('APPEND', KEYS[1], 'x')")(keys=[OTHER])
        store.redis.drop(OTHER, "to try it")
    finally:
        store.redis.config_set("maxmemory", most)
    assert not store.redis.exists(OTHER)


def test_what_was_damaged_is_no_longer_counted(store: Store, caplog: pytest.LogCaptureFixture) -> None:
    """The next sweep counts no bytes for it, names it in the log, and forgets the name."""
    store.jobs.add_ended("x", b"{}", "")
    store.redis.set(NAME, "y")
    assert store.jobs.load("x") is None
    with caplog.at_level(logging.WARNING, "fewest.store"):
        store.sweep()
    assert f"dropped as damaged: {NAME}" in caplog.text
    assert store.redis.hgetall(keys.SIZES) == {}
    assert store.redis.hget(keys.KEPT, "work") == b"0"
    assert not store.redis.exists(keys.ENDED, keys.DAMAGED_NAMES)


@pytest.mark.parametrize("harm", ["word", "type", "negative", "gone with its sizes"])
def test_damaged_sums_are_made_anew(store: Store, harm: str) -> None:
    """If the sums of bytes are damaged, the next sweep makes them anew from the sizes of the entries."""
    store.jobs.add_ended("x", b"{}", "")
    store.results.store("k", "one", {"status": "solved", "optimal": True}, "n", None)
    before = store.redis.hgetall(keys.KEPT)
    assert set(before) == {b"work", b"results"}
    match harm:
        case "word":
            store.redis.hset(keys.KEPT, "work", "word")
        case "type":
            store.redis.set(keys.KEPT, "x")
        case "negative":
            store.redis.hset(keys.KEPT, "work", -5)
        case "gone with its sizes":
            store.redis.set(keys.KEPT, "x")
            store.redis.set(keys.SIZES, "x")
            before = {b"work": b"0", b"results": b"0"}
    assert store.memory.usage().bytes >= 0
    store.sweep()
    store.sweep()
    assert store.redis.hgetall(keys.KEPT) == before


def test_the_names_are_few(store: Store) -> None:
    """However much is damaged, the names of the last hundred are kept."""
    for number in range(MAX_NAMES + 20):
        store.redis.drop(f"{NAME}{number}", "to try it")
    assert store.redis.llen(keys.DAMAGED_NAMES) == MAX_NAMES
    assert store.memory.damaged() == {"job": MAX_NAMES + 20}


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


def test_a_lock_that_does_not_expire_is_none(store: Store) -> None:
    """A lock whose time was lost with its value does not stop recovery for good; one that expires is respected."""
    store.redis.set(keys.RECOVERY, "x")
    assert store.lock_recovery(1, 60)
    assert not store.lock_recovery(2, 60)


def test_damaged_ids_of_queues(store: Store) -> None:
    """An id that no search can have is removed from the queues, and hides none behind it."""
    store.queue.put("a", 0, 60)
    store.redis.lpush("rq:queue:fewest", b"\xff\xfe")
    store.redis.lpush("rq:queue:fewest:intermediate", b"\xff\xfd")
    assert store.queue.first() is not None
    store.sweep()
    assert (store.queue.first(), store.queue.depth()) == ("a", 1)
    assert not store.redis.exists("rq:queue:fewest:intermediate")


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
