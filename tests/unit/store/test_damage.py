"""Damaged values: those that cannot be parsed count as missing, keys of another type are named."""

from __future__ import annotations

import logging
from collections.abc import Callable

import pytest
from redis.exceptions import ResponseError

from fewest.store import Store, StoreFull, connect, keys
from fewest.store.damage import DamagedKey
from tests.ended_job import add_ended
from tests.unit.store.configured import refusing_writes
from tests.unit.store.queued import take
from tests.unit.store.request import join_or_create, start_run

NAME = keys.job("x")


def in_pipeline(store: Store, transaction: bool) -> None:
    """Read a job in a pipeline."""
    with store.redis.pipeline(transaction=transaction) as pipe:
        pipe.get("theirs").hgetall(NAME).execute()


READERS: dict[str, Callable[[Store], object]] = {
    "command": lambda store: store.redis.hgetall(NAME),
    "pipeline": lambda store: in_pipeline(store, transaction=False),
    "transaction": lambda store: in_pipeline(store, transaction=True),
    "script": lambda store: store.do(store.jobs.end("x", b"{}")),
}


@pytest.mark.parametrize("how", READERS)
def test_a_key_of_another_type_is_named(store: Store, caplog: pytest.LogCaptureFixture, how: str) -> None:
    """A command that meets a key of another type raises an error with its name, which is logged once."""
    store.redis.set(NAME, "x")
    with caplog.at_level(logging.WARNING, "fewest.store"):
        for _ in range(2):
            with pytest.raises(DamagedKey, match=f"{NAME} .*WRONGTYPE") as caught:
                READERS[how](store)
            assert caught.value.key == NAME
    (record,) = caplog.records
    assert NAME in record.getMessage()
    assert (store.redis.get(NAME), store.memory.damaged()) == (b"x", {})


def test_a_name_that_is_no_text_is_logged_as_text(store: Store, caplog: pytest.LogCaptureFixture) -> None:
    """An id whose bytes are not UTF-8 is escaped in the log."""
    with caplog.at_level(logging.WARNING, "fewest.store"):
        store.redis.drop(f"{NAME}{keys.decoded(bytes([0xFF]))}", "why")
    (record,) = caplog.records
    assert record.getMessage().encode() == rf"{NAME}\udcff is damaged and counts as missing: why".encode()


def test_the_key_among_several(store: Store) -> None:
    """In a script, the error names the key of the command that failed; of several keys, it names all."""
    store.redis.set(keys.HISTOGRAMS, "x")
    search_id, _ = join_or_create(store, "a")
    with pytest.raises(DamagedKey) as caught:
        start_run(store, search_id)
    assert caught.value.key == keys.HISTOGRAMS
    store.redis.set("rq:queue:fewest:intermediate", "x")
    store.queue.put("a", 0, 60)
    with pytest.raises(DamagedKey) as caught:
        take(store)
    assert caught.value.key == "rq:queue:fewest, rq:queue:fewest:intermediate"
    with pytest.raises(DamagedKey) as caught:
        store.redis.sunion("one", keys.HISTOGRAMS)
    assert caught.value.key == f"one, {keys.HISTOGRAMS}"


def test_what_is_no_number_where_it_is_counted_up_is_named(store: Store) -> None:
    """A counter that is not a number raises the same error, and counts again once it is deleted."""
    store.redis.set(keys.rate("one"), "x")
    with pytest.raises(DamagedKey) as caught:
        store.do(store.rates.count("one", 60))
    assert caught.value.key == keys.rate("one")
    store.redis.delete(caught.value.key)
    assert store.do(store.rates.count("one", 60)).number == 1  # type: ignore[union-attr]


def test_other_errors_are_raised(store: Store) -> None:
    """All other errors of the server are raised unchanged."""
    with pytest.raises(ResponseError, match="unknown command"):
        store.redis.execute_command("NONSENSE", NAME)
    pipe = store.redis.pipeline(transaction=False)
    pipe.execute_command("NONSENSE", NAME)
    with pytest.raises(ResponseError, match="of pipeline caused error"):
        pipe.execute()
    with refusing_writes(store), pytest.raises(StoreFull):
        store.redis.append(NAME, "x")


def test_a_script_that_failed_half_way_does_all_of_its_work_later(store: Store) -> None:
    """A script that failed at a damaged key does all its work when it is called again after the key is deleted."""
    search_id, _ = join_or_create(store, "a")
    run = start_run(store, search_id)
    store.redis.set(keys.ENDED, "x")
    with pytest.raises(DamagedKey, match=keys.ENDED):
        store.runs.finish(search_id, run, "solved", {})
    store.redis.delete(keys.ENDED)
    assert store.runs.finish(search_id, run, "solved", {})
    assert store.redis.ttl(keys.search(search_id)) > 0


def test_what_is_damaged_counts_no_longer(store: Store) -> None:
    """The bytes of a dropped value are taken off the sum of its group, even while the server is full."""
    add_ended(store, "x", b"{}", "")
    store.results.store_set("s", b"{}")
    with refusing_writes(store):
        for name in (NAME, keys.class_set("s")):
            store.redis.drop(name, "to try it")
    assert store.redis.hgetall(keys.SIZES) == {}
    assert store.redis.hgetall(keys.KEPT) == {b"work": b"0", b"results": b"0"}
    assert not store.redis.exists(keys.ENDED, keys.USED, NAME)


def test_damaged_api_keys_close_the_service(store: Store, server_url: str) -> None:
    """With damaged API keys, the service is closed; the sound keys are valid, and nothing is deleted."""
    sound, _ = store.clients.add("sound")
    broken, _ = store.clients.add("broken")
    store.redis.hset(keys.CLIENTS, broken.id, b"\xff{")
    assert set(store.clients.all()) == {sound.id}
    assert store.redis.hexists(keys.CLIENTS, broken.id), "it cannot be made again"
    store.redis.set(keys.ACCESS, b"\xff")
    assert store.clients.access().mode == "closed"
    store.redis.delete(keys.ACCESS)
    assert store.clients.access().mode == "closed"
    for name in (keys.CLIENTS, keys.ACCESS):
        store.redis.delete(keys.CLIENTS, keys.ACCESS)
        store.redis.rpush(name, "x")
        with pytest.raises(DamagedKey, match=name):
            connect(server_url).clients.access()
