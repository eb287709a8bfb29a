"""Versions of the keys: API keys are valid under any of them, and results are carried over if they are understood."""

from __future__ import annotations

from pathlib import Path

import pytest

from schemas.settings import Settings
from service import create_app
from store import Store, connect, keys
from store.clients import match
from store.results import SolutionNumbering

RESULT = {"status": "solved", "optimal": True}


def move(store: Store, version: str) -> None:
    """Have everything be stored by a version of the keys with another number."""
    for name in store.redis.keys(keys.VERSION + "*"):
        store.redis.rename(name, version.encode() + name.removeprefix(keys.VERSION.encode()))
    used = version + "used"
    for name, score in store.redis.zrange(used, 0, -1, withscores=True):
        store.redis.zrem(used, name)
        store.redis.zadd(used, {version.encode() + name.removeprefix(keys.VERSION.encode()): score})


@pytest.mark.parametrize("version", ["fewest:1:", "fewest:3:", "fewest:99:"])
def test_api_keys_of_another_version_are_valid(store: Store, tmp_path: Path, version: str) -> None:
    """Keys that are found under another version only are valid, the service is closed, and revoking one is for good."""
    client, token = store.clients.add("one")
    secret = store.webhooks.renew_secret(client.id)
    move(store, version)
    app = create_app(Settings(), store, tmp_path / "closed").test_client()
    assert app.post("/v1/puzzles/check", json={}).status_code == 401
    assert app.post("/v1/puzzles/check", json={}, headers={"Authorization": f"Bearer {token}"}).status_code == 422
    assert match(store.clients.all(), token) == client
    assert store.webhooks.secrets_of(client.id) == [secret]
    assert store.clients.revoke(client.id)
    access = connect(f"unix://{store.redis.connection_pool.connection_kwargs['path']}").clients.access()
    assert (access.clients, access.mode) == ({}, "closed")
    assert store.redis.hexists(version + "clients", client.id), "the other version has lost its keys"


def test_the_keys_of_the_newest_other_version_are_valid(store: Store) -> None:
    """Of several other versions the newest counts: a key revoked under it is not valid, though older ones have it."""
    valid, _ = store.clients.add("valid")
    revoked, _ = store.clients.add("revoked")
    move(store, "fewest:1:")
    for name in ("clients", "access"):
        store.redis.copy(f"fewest:1:{name}", f"fewest:3:{name}")
    store.redis.hdel("fewest:3:clients", revoked.id)
    assert set(store.clients.access().clients) == {valid.id}


def test_keys_that_were_revoked_meanwhile_stay_revoked(store: Store) -> None:
    """A process that has just found no keys takes over none if there have been some here since, and all are revoked."""
    store.clients.add("one")
    move(store, "fewest:1:")
    store.redis.set(keys.ACCESS, "closed")
    assert store.versions.adopt_clients()
    assert not store.redis.exists(keys.CLIENTS)


def test_a_new_key_hides_no_old_one(store: Store) -> None:
    """A key that is made before any web process has looked is valid beside those of another version."""
    old, _ = store.clients.add("old")
    other, _ = store.clients.add("other")
    move(store, "fewest:1:")
    assert store.clients.revoke(other.id)
    new, _ = store.clients.add("new")
    assert set(store.clients.all()) == {old.id, new.id}


def test_a_closed_service_of_another_version_stays_closed(store: Store) -> None:
    """A service whose last key was revoked under another version is closed; one that was opened is not."""
    client, _ = store.clients.add("one")
    store.clients.revoke(client.id)
    move(store, "fewest:1:")
    assert store.clients.access().mode == "closed"
    store.redis.flushall()
    store.redis.set("fewest:1:access", "open")
    assert store.clients.access().mode == ""


def test_keys_here_stand(store: Store) -> None:
    """Once there have been keys under the present names, those of other versions are not looked at."""
    store.clients.add("old")
    move(store, "fewest:1:")
    store.redis.set(keys.ACCESS, "open")
    assert (store.clients.access().clients, store.clients.access().mode) == ({}, "open")


def test_the_names_of_api_keys_do_not_change() -> None:
    """Released versions look for keys under these names, so a rollback does not open a service."""
    assert (keys.CLIENTS, keys.ACCESS, keys.WEBHOOK_SECRETS) == (
        "fewest:2:clients",
        "fewest:2:access",
        "fewest:2:webhooks:secrets",
    )


def test_results_are_carried_over(store: Store) -> None:
    """Answers, solutions and shares that this version understands are found; they are counted, and copied once."""
    store.results.store("k", "one", RESULT, "n", None)
    store.results.store_solution("p", b'{"id":"p"}', SolutionNumbering("k", (0,)))
    store.results.store_share("s", b'{"id":"s"}')
    store.results.store("odd", "one", RESULT, "n", None)
    store.redis.hset(keys.answer("odd"), "grade", "best")
    move(store, "fewest:1:")
    store.redis.zadd("fewest:1:used", {"fewest:1:listing:k": 1.0})
    assert (store.versions.carry_over(), store.versions.carry_over()) == (3, 0)
    assert store.results.find("k", "one") is not None
    assert store.results.solution("p") == b'{"id":"p"}'
    assert store.results.share("s") == b'{"id":"s"}'
    assert store.results.numbering("p") == SolutionNumbering("k", (0,))
    assert store.results.find("odd", "one") is None
    assert int(store.redis.hget(keys.KEPT, "results")) > 800
    assert store.redis.zcard(keys.USED) == 3
    assert store.redis.exists("fewest:1:solution:p")


def test_a_full_store_takes_nothing_over(server_url: str, store: Store) -> None:
    """Results of other versions are copied only as long as there is room."""
    store.results.store("k", "one", RESULT, "n", None)
    move(store, "fewest:1:")
    store.results.store("l", "one", RESULT, "n", None)
    assert connect(server_url, memory_bytes=100).versions.carry_over() == 0
