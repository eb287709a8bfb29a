"""Clients: rate limits, API keys, origins; and their traces in metrics and logs."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from itertools import chain
from typing import Any

from flask.testing import FlaskClient

from service.jobs.intake import ATTEMPTS
from store import Store
from store.clients import match
from store.results import SolutionNumbering
from tests.hang import until
from tests.integration.service import Service
from tests.integration.test_jobs import eight
from tests.unit.service.worker import bearer, client_of

HOPPERS = {"kind": "jump", "board": {"name": "hoppers"}, "start": {"empty": [6]}, "goal": {"pegs": [6]}}


def ask(client: FlaskClient, puzzle: Any, token: str = "") -> Any:
    """POST a puzzle."""
    return client.post("/v1/jobs", json={"puzzle": puzzle}, headers=bearer(token) if token else {})


def test_solution_is_sent_again_without_the_store(store: Store) -> None:
    """A solution sent moments ago is sent again from the cache, with the same headers and conditions."""
    store.results.store_solution("p_1", b'{"id":"p_1"}', SolutionNumbering("k", (0,)))
    client = client_of(store, recent_seconds=60)
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


def test_keys(store: Store) -> None:
    """With keys, work needs one; jobs are private to their client, solutions public; revoked keys are refused."""
    one, token = store.clients.add("one")
    _, other = store.clients.add("other")
    client = client_of(store)
    refused = ask(client, HOPPERS)
    assert (refused.status_code, refused.headers["WWW-Authenticate"]) == (401, "Bearer")
    assert ask(client, HOPPERS, "fewest_x_y").status_code == 401
    made = ask(client, HOPPERS, token)
    assert made.status_code == 202
    place = made.json["links"]["self"]

    def look(given: str) -> int:
        headers = {"Authorization": f"Bearer {given}"} if given else {}
        return client.get(place, headers=headers).status_code

    assert [look(given) for given in (token, other, "", "nonsense")] == [200, 404, 404, 401]
    assert client.delete(place, headers=bearer(other)).status_code == 404
    assert client.get(place, headers=bearer(token)).json["status"] == "queued"
    batch = client.post("/v1/batches", json={"puzzles": [HOPPERS]}, headers={"Authorization": f"Bearer {token}"})
    assert client.get(batch.json["links"]["self"]).status_code == 404
    assert client.get("/v1/boards").status_code == 200
    assert store.clients.revoke(one.id)
    assert match(store.clients.all(), token) is None


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
    service.solve(eight(90))
    service.solve(eight(90))

    def both() -> bool:
        return 'fewest_workers{lane="quick"} 2.0' in service.client.get("/metrics").text

    until(both)  # the service is ready as soon as one of them is
    text = service.client.get("/metrics").text
    for name in (
        'fewest_requests_total{method="POST",route="/v1/jobs",status="200"}',
        'fewest_requests_total{method="GET",route="/v1/hints/<hint_id>",status="500"} 0.0',
        "fewest_search_seconds_total",
        "fewest_search_nodes_total",
        'fewest_queue_searches{lane="quick"}',
        'fewest_queue_oldest_seconds{lane="long"}',
        "fewest_build_info{",
        "process_open_fds{pid=",
        "fewest_table_bytes ",
        "fewest_table_bytes_most",
        "fewest_request_seconds_bucket",
    ):
        assert name in text
    for name in ('fewest_answers_total{cache="hit"}', 'fewest_searches_total{outcome="solved"}'):
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


class EndingSearches:
    """Searches that have always just ended when a job tries to join them."""

    def __init__(self) -> None:
        self.joined = 0

    def join_or_create(self, *_: object, **__: object) -> tuple[str, bool]:
        """Refuse to be joined."""
        self.joined += 1
        return "", False


def test_a_search_that_ends_again_and_again_is_not_waited_for(store: Store) -> None:
    """If every search that could be joined has just ended and no answer is there, the client is to try again; all
    attempts count as one search.
    """
    searches = EndingSearches()
    refused = ask(client_of(replace(store, searches=searches), rate_searches=9), HOPPERS)
    assert (refused.status_code, refused.headers["Retry-After"]) == (503, "1")
    assert '"searches";r=8;' in refused.headers["RateLimit"]
    assert searches.joined == ATTEMPTS
