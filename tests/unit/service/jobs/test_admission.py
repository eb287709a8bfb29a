"""Admission: the queue is bounded, and every client has its own rate."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from flask import Flask, g
from flask.testing import FlaskClient

from fewest.config.settings import Settings
from fewest.service.jobs.admission import ClientRates
from fewest.service.jobs.intake import ATTEMPTS
from fewest.store import Store, connect, keys, presence
from fewest.store.steps import Steps
from fewest.wsgi import create_app
from tests.hang import HANG_SECONDS
from tests.unit.service.worker import OTHER, ROW, TWIN, client_of, set_worker, work
from tests.unit.store.request import start_run


def test_queue_is_bounded(store: Store) -> None:
    """A search beyond ``max_queue`` is refused with both numbers and when to retry, and nothing is stored.

    Of the puzzles of a batch, those that share a search take one place; known answers need none.
    """
    client = client_of(store, max_queue=2)
    client.post("/v1/jobs", json={"puzzle": TWIN})
    work(store)
    store.redis.delete("rq:queue:fewest")  # where the worker has taken it from
    client.post("/v1/jobs", json={"puzzle": OTHER[0]})
    row = ROW | {"start": [1, 2, 0, 0], "goal": [1, 0, 2, 0]}
    batch = client.post("/v1/batches", json={"puzzles": [row, OTHER[1], row, OTHER[0], ROW]}).json
    assert [item["status"] for item in batch["items"]] == ["queued", "refused", "queued", "queued", "solved"]
    for limit in (2, 1):
        refused = client_of(store, max_queue=limit).post("/v1/jobs", json={"puzzle": OTHER[1]})
        assert (refused.status_code, refused.json["type"]) == (503, "/problems/queue-full")
        assert refused.json["detail"] == f"2 searches are queued; the limit is {limit}."
        assert refused.headers["Retry-After"] == "30"
    assert (store.queue.depth(), store.statistics.created()) == (2, 3)


def test_no_worker_yet(store: Store, client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a worker a search is refused; while a host compiles the solver, that is said, and to retry soon."""
    store.redis.delete("rq:workers:fewest")
    refused = client.post("/v1/jobs", json={"puzzle": ROW})
    assert (refused.status_code, refused.json["type"]) == (503, "/problems/no-worker")
    assert refused.headers["Retry-After"] == "30"
    monkeypatch.setattr(presence, "COMPILING_SECONDS", int(HANG_SECONDS))
    store.presence.report_compiling()
    refused = client.post("/v1/jobs", json={"puzzle": ROW})
    assert (refused.status_code, refused.json["type"]) == (503, "/problems/no-worker")
    assert "is being compiled" in refused.json["detail"]
    assert refused.headers["Retry-After"] == "2"


def test_full_queue_does_not_keep_from_joining(store: Store) -> None:
    """A request that joins a search under way is accepted although the queue is full; a cancelled one is not joined."""
    first = client_of(store, max_queue=1).post("/v1/jobs", json={"puzzle": ROW})
    full = client_of(store, max_queue=1)
    joined = full.post("/v1/jobs", json={"puzzle": ROW})
    assert (first.status_code, joined.status_code) == (202, 202)
    assert store.statistics.created() == 1
    assert full.post("/v1/jobs", json={"puzzle": OTHER[0]}).json["type"] == "/problems/queue-full"
    search_id = store.searches.open_ids()[0]
    start_run(store, search_id)
    for job in (first, joined):
        assert full.delete(job.headers["Location"]).status_code == 200
    store.queue.put("another", 0, 60)
    assert full.post("/v1/jobs", json={"puzzle": ROW}).json["type"] == "/problems/queue-full"


def test_a_client_learns_its_rates(store: Store) -> None:
    """Every response says what the limits are; one that was counted says what is left, and a refusal when to retry.

    A client that exceeds its rate does not affect the others.
    """
    client = client_of(store, rate_requests=4, rate_searches=2)
    policy = '"requests";q=4;w=60, "searches";q=2;w=60'
    free = client.get("/v1/limits")
    assert (free.headers["RateLimit-Policy"], "RateLimit" in free.headers) == (policy, False)
    left = []
    for puzzle in (*OTHER, ROW):
        answer = client.post("/v1/jobs", json={"puzzle": puzzle})
        assert answer.headers["RateLimit-Policy"] == policy
        left.append(re.sub(r"t=\d\d?\b", "t=…", answer.headers["RateLimit"]))
    assert left == [
        '"requests";r=3;t=…, "searches";r=1;t=…',
        '"requests";r=2;t=…, "searches";r=0;t=…',
        '"requests";r=1;t=…, "searches";r=0;t=…',
    ]
    assert (answer.status_code, answer.json["type"]) == (429, "/problems/rate-limited")
    assert answer.json["detail"] == "The limit on searches, 2 per minute (FEWEST_RATE_SEARCHES), is exceeded."
    assert 1 <= int(answer.headers["Retry-After"]) <= 61
    other = {"REMOTE_ADDR": "192.0.2.9"}
    assert client.post("/v1/jobs", json={"puzzle": ROW}, environ_overrides=other).status_code == 202


def test_rates_hold_while_the_store_is_away(server_url: str, store: Store, tmp_path: Path) -> None:
    """While the store is away every process counts the requests of each client on its own."""
    leaving = connect(server_url)
    client = client_of(leaving, rate_requests=4)
    assert client.post("/v1/puzzles/check", json={"puzzle": ROW}).status_code == 200
    pool = leaving.redis.connection_pool
    pool.connection_kwargs["path"] = f"{tmp_path}/none.sock"
    for connection in pool._connections:  # they would connect again to where they were
        connection.path = f"{tmp_path}/none.sock"
    pool.disconnect()
    checks = [client.post("/v1/puzzles/check", json={"puzzle": ROW}).status_code for _ in range(6)]
    assert checks == [200, 200, 200, 200, 429, 429]
    assert store.reachable()


def rates_of(store: Store, **limits: int) -> ClientRates:
    return ClientRates(Settings(**limits), store)


def counted(action: Callable[[], Any], began_at: float | None = None) -> Any:
    with Flask("test").test_request_context():
        g.client, g.began_at = "test", time.time() if began_at is None else began_at
        return action()


def counter(store: Store, name: str) -> bytes:
    """The key of the only counter of requests or searches."""
    (key,) = store.redis.scan_iter(keys.rate(f"*{name}"))
    return bytes(key)


def test_as_many_searches_are_allowed_as_are_left(store: Store) -> None:
    """Of searches about to begin, as many are allowed as the rate leaves; many are counted in few steps."""
    rates = rates_of(store, rate_searches=1000)
    store.redis.config_resetstat()
    assert counted(lambda: rates.count_searches([1] * 600)) == (600, None)
    assert store.redis.info("commandstats")["cmdstat_incrby"]["calls"] <= 2
    assert int(store.redis.get(counter(store, "searches"))) == 600
    allowed, refusal = counted(lambda: rates.count_searches([1] * 401))
    assert (allowed, refusal.code) == (400, "rate-limited")
    assert counted(lambda: rates.count_searches([1]))[0] == 0


def left(answer: Any) -> int | None:
    """How many requests a client has left, as a response says; None if the request was not counted."""
    found = re.search(r'"requests";r=(\d+)', answer.headers.get("RateLimit", ""))
    return found and int(found[1])


def test_a_request_is_counted_once_early_or_late(store: Store) -> None:
    """A client with more than half of its limit left is counted with the look for its answer, or if that is not reached
    at the end; with less, before its body is read. What an ended job has answered is never counted.
    """
    client = client_of(store, rate_requests=6)
    client.post("/v1/jobs", json={"puzzle": ROW})
    work(store)
    known = {"puzzle": ROW, "limits": {"nodes": 1000}}
    assert [left(client.post("/v1/jobs", json=body)) for body in ({"puzzle": {}}, known)] == [4, 3]
    other = client_of(store, rate_requests=6)  # another process, which has not counted this client
    assert [left(other.post("/v1/jobs", json=body)) for body in (known, {"puzzle": {}}, known)] == [None, 2, None]
    roomy = client_of(store, rate_requests=100)
    assert [left(roomy.post("/v1/jobs", json=body)) for body in ({"puzzle": {}}, known)] == [95, None]
    assert left(other.post("/v1/jobs", json={"puzzle": {}})) == 0
    refused = other.post("/v1/jobs", data="{", content_type="application/json")
    assert (refused.status_code, left(refused), left(other.post("/v1/jobs", json=known))) == (429, 0, None)


LOCAL = "127.0.0.1"


@pytest.mark.parametrize(
    ("address", "headers", "limit"),
    [
        (LOCAL, {}, 7),
        ("::1", {}, 7),
        (LOCAL, {"X-Forwarded-For": "192.0.2.9"}, 2),
        (LOCAL, {"Via": "1.1 proxy"}, 2),
        ("192.0.2.9", {}, 2),
    ],
)
def test_rates_on_ones_own_machine(store: Store, address: str, headers: dict[str, str], limit: int) -> None:
    """Where only this machine can connect and there are no keys, its clients have a limit of their own; what a proxy
    has passed on does not count as theirs.
    """
    set_worker(store, alive=True)
    settings = Settings(rate_requests=2, rate_searches=2, rate_local=7)
    client = create_app(settings, store, local=True).test_client()
    environment = {"REMOTE_ADDR": address}
    answers = [
        client.post("/v1/jobs", json={"puzzle": puzzle}, headers=headers, environ_overrides=environment)
        for puzzle in (*OTHER, ROW, *(ROW | {"start": [1, 0, 2, 0]},) * 5)
    ]
    assert f'"requests";q={limit};w=60' in answers[0].headers["RateLimit-Policy"]
    refused = [answer for answer in answers if answer.status_code == 429]
    assert len(refused) == len(answers) - limit
    setting = "FEWEST_RATE_LOCAL" if limit == 7 else "FEWEST_RATE_REQUESTS"
    assert f"{limit} per minute ({setting})" in refused[0].json["detail"]


def test_keys_end_the_limit_of_ones_own_machine(store: Store) -> None:
    """With API keys, the service may be open to others by other ways: clients have the limits of the settings."""
    set_worker(store, alive=True)
    token = store.clients.add("someone")
    client = create_app(Settings(rate_requests=2, rate_local=7), store, local=True).test_client()
    answer = client.post("/v1/jobs", json={"puzzle": ROW}, headers={"Authorization": f"Bearer {token}"})
    assert '"requests";q=2;w=60' in answer.headers["RateLimit-Policy"]


class EndingSearches:
    """Searches of which so many have just ended as a request is about to join them, and their answers are gone."""

    def __init__(self, store: Store, number: int) -> None:
        self._searches, self._number, self.attempts = store.searches, number, 0

    def join_or_create(self, *arguments: Any, **named: Any) -> Steps[tuple[str, bool]]:
        """Say that the answer has come in, or join."""
        self.attempts += 1
        joined = self.attempts > self._number
        return (yield from self._searches.join_or_create(*arguments, **named)) if joined else ("", False)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._searches, name)


@pytest.mark.parametrize(("number", "attempts", "status"), [(1, 2, 202), (ATTEMPTS, ATTEMPTS, 503)])
def test_a_search_is_counted_once(store: Store, number: int, attempts: int, status: int) -> None:
    """A request that looks for its answer again, since a search has just ended, counts as one search; if that happens
    again and again, the client is to try again.
    """
    searches = EndingSearches(store, number)
    client = client_of(replace(store, searches=searches), rate_searches=9)
    answer = client.post("/v1/jobs", json={"puzzle": ROW})
    assert (answer.status_code, answer.headers["Retry-After"], searches.attempts) == (status, "1", attempts)
    assert '"searches";r=8;' in answer.headers["RateLimit"]
