"""Clients: rate limits, API keys, origins; and their traces in metrics and logs."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import chain
from typing import Any

from flask.testing import FlaskClient

from fewest.store import Store
from fewest.store.results import NewSolution, SolutionNumbering
from tests.hang import until
from tests.integration.service import Service
from tests.integration.test_jobs import eight
from tests.unit.service.worker import bearer, client_of

HOPPERS = {"kind": "jump", "board": {"name": "hoppers"}, "start": {"empty": [6]}, "goal": {"pegs": [6]}}


def ask(client: FlaskClient, puzzle: Any, token: str = "") -> Any:
    return client.post("/v1/jobs", json={"puzzle": puzzle}, headers=bearer(token) if token else {})


def test_solution_is_sent_again_without_the_store(store: Store) -> None:
    """A solution sent moments ago is sent again from the cache, with the same headers and conditions."""
    store.results.store_solution(NewSolution("p_1", b'{"id":"p_1"}', SolutionNumbering("k", (0,))))
    client = client_of(store, response_cache_seconds=60)
    first = client.get("/v1/solutions/p_1")
    store.redis.flushall()
    again = client.get("/v1/solutions/p_1")
    assert (again.status_code, again.data, again.headers["ETag"]) == (200, b'{"id":"p_1"}', '"p_1"')
    assert {name for name, _ in again.headers} == {name for name, _ in first.headers}
    for given in ('"p_1"', 'W/"p_1"', '"y", "p_1"', "*"):
        again = client.get("/v1/solutions/p_1", headers={"If-None-Match": given})
        assert (again.status_code, again.data, again.headers["ETag"]) == (304, b"", '"p_1"')
        assert "max-age" in again.headers["Cache-Control"]
        assert "Content-Type" not in again.headers
    assert client.get("/v1/solutions/p_1", headers={"If-None-Match": '"y"'}).status_code == 200
    assert client_of(store).get("/v1/solutions/p_1").status_code == 404


def everything(store: Store) -> Iterator[bytes]:
    """Everything that is stored: names and contents of all keys. (Redis compresses in DUMP.)"""
    for name in store.redis.scan_iter():
        yield name
        kind = store.redis.type(name).decode()
        if kind == "string":
            yield store.redis.get(name)
        elif kind == "hash":
            yield from chain(*store.redis.hgetall(name).items())
        elif kind == "zset":
            yield from store.redis.zrange(name, 0, -1)
        elif kind == "set":
            yield from store.redis.smembers(name)
        elif kind == "list":
            yield from store.redis.lrange(name, 0, -1)
        else:
            yield repr(store.redis.xrange(name)).encode()


def test_secrets_are_not_kept(store: Store) -> None:
    """Nothing in the store contains the secret of a key, made or used, nor the key itself."""
    client, token = store.clients.add("someone")
    assert ask(client_of(store), HOPPERS, token).status_code == 202
    kept = list(everything(store))
    for public in (b"someone", client.id.encode(), b"hoppers"):
        assert any(public in text for text in kept)
    secret = token.split("_", 2)[2].encode()
    assert not any(secret in text for text in kept)


def test_metrics(service: Service) -> None:
    """Requests, answers, searches and workers are counted over all processes."""
    for _ in range(2):
        service.solve(eight(90))
    until(lambda: 'fewest_workers{lane="quick"} 2.0' in service.client.get("/metrics").text)
    text = service.client.get("/metrics").text
    for name in (
        'fewest_requests_total{method="POST",route="/v1/jobs",status="200"}',
        'fewest_answers_total{cache="hit"}',
        'fewest_searches_total{outcome="solved"}',
    ):
        assert float(text.partition(f"{name} ")[2].partition("\n")[0]) > 0


def test_request_id_goes_through_to_the_search(service: Service) -> None:
    """A request's id is in its response, in its line of the web log, and in the worker's line of its search."""
    answer = service.client.post("/v1/jobs", json={"puzzle": eight(91)}, headers={"X-Request-ID": "through-1"})
    assert answer.headers["X-Request-ID"] == "through-1"
    service.end_of(answer.json())

    def searched() -> bool:
        lines = [json.loads(line) for log in (service.data / "log").glob("workers.log*") for line in log.open()]
        return any(line.get("request_id") == "through-1" and line.get("outcome") == "solved" for line in lines)

    until(searched)  # the worker writes the line after the job has ended
    web = [json.loads(line) for line in (service.data / "log" / "web.log").open()]
    assert [line["status"] for line in web if line.get("request_id") == "through-1"] == [answer.status_code]
    assert sum("no API keys" in line["message"] for line in web) == 1
