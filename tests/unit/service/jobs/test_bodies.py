"""Bodies: counted, then read in a computing slot, and freed; in the same order by every route."""

from __future__ import annotations

import gc
import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from flask import g
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from fewest.design.forms import surveys
from fewest.notation.fields import MAX_ERRORS
from fewest.service.http.computing import Computing
from fewest.service.http.problems import Problem
from fewest.service.jobs import bodies
from fewest.service.jobs.bodies import LARGE_BYTES
from fewest.solver.errors import Message
from fewest.store import Store
from tests.effort import quick
from tests.unit.service.jobs.test_own_ids import BODIES, CHOOSING, CHOSEN
from tests.unit.service.worker import ROW, client_of

OTHERS: dict[str, Any] = {
    "puzzles/check": {"puzzle": ROW},
    "readings": "1 0\n",
    "conversions": {"puzzle": ROW},
    "lookups": {"puzzle": ROW},
    "replays": {"puzzle": ROW, "moves": [[0, 1]]},
    "shares": {"puzzle": ROW},
    "sets": {"title": "Monday", "puzzles": [{"id": "hoppers/6-6"}]},
}
SENT = [("POST", f"/v1/{noun}", body) for noun, body in (BODIES | OTHERS).items()]
SENT += [("PUT", f"/v1/{noun}/{CHOSEN}", body) for noun, body in CHOOSING.items()]
SENT += [("POST", "/v1/jobs", "1 0\n"), ("PUT", f"/v1/jobs/{CHOSEN}", "1 0\n"), ("POST", "/v1/batches", "1 0\n")]
"""Everything that takes a body, with one that is valid."""

MARK = ["the mark of a body"]

NAMES = [f"{method} {path}{' of a text' * isinstance(body, str)}" for method, path, body in SENT]


def open_(client: FlaskClient, method: str, path: str, body: Any) -> Any:
    sent = {"data": body, "content_type": "text/plain"} if isinstance(body, str) else {"json": body}
    return client.open(path, method=method, **sent)


@pytest.fixture
def parsed(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """For each body that was parsed, how many slots its request held."""
    found: list[int] = []

    def noting(parse: Callable[[bytes], object]) -> Callable[[bytes], object]:
        def noted(body: bytes) -> object:
            found.append(len(g.get("computing", ())))
            return parse(body)

        return noted

    for name in ("parse_json", "parse_text"):
        monkeypatch.setattr(bodies, name, noting(getattr(bodies, name)))
    return found


def test_everything_that_takes_a_body_is_here(store: Store) -> None:
    """No route with a body is left out of these tests."""
    rules = client_of(store).application.url_map.iter_rules()
    taking = {
        (method, rule.rule.partition("<")[0].rstrip("/"))
        for rule in rules
        for method in {"POST", "PUT"} & (rule.methods or set())
    }
    assert taking == {(method, path.removesuffix(f"/{CHOSEN}")) for method, path, _ in SENT}


@pytest.mark.parametrize(("method", "path", "body"), SENT, ids=NAMES)
def test_bodies_are_parsed_in_a_slot(
    store: Store, parsed: list[int], monkeypatch: pytest.MonkeyPatch, method: str, path: str, body: Any
) -> None:
    """A body is parsed once, by a request that holds a computing slot; beyond the client's rate, or without a slot, it
    is refused unread.
    """
    assert open_(client_of(store, rate_requests=0), method, path, body).status_code == 429
    assert parsed == []
    client = client_of(store)
    assert open_(client, method, path, body).status_code in (200, 202, 404)
    assert parsed == [1]

    def never(_computing: Computing, _client: str) -> None:
        raise Problem("busy", Message("There are no places."), {"Retry-After": "1"})

    store.redis.flushall()
    monkeypatch.setattr(Computing, "_enter", never)
    refused = open_(client_of(store), method, path, body)
    assert (refused.status_code, refused.headers["Retry-After"], parsed) == (503, "1", [1])


@pytest.mark.parametrize("method", ["POST", "PUT"])
def test_pairs_are_counted_before_they_are_read(store: Store, monkeypatch: pytest.MonkeyPatch, method: str) -> None:
    """A survey counts a request for each pair of its starts and goals; beyond the client's rate, none is read."""
    read = []
    monkeypatch.setattr(surveys, "read_puzzle", lambda *given: read.append(given))
    many = {"kind": "slide", "board": ROW["board"], "starts": [ROW["start"]] * 64, "goals": [ROW["goal"]] * 64}
    path = "/v1/surveys" + (f"/{CHOSEN}" if method == "PUT" else "")
    refused = open_(client_of(store, rate_requests=64 * 64 - 1), method, path, many)
    assert (refused.status_code, read) == (429, [])


def test_what_a_survey_and_a_batch_count(store: Store) -> None:
    """A batch counts a request for each puzzle, a survey for each pair, symmetric or not."""
    client = client_of(store, rate_requests=100)
    pairs = {"kind": "slide", "board": ROW["board"], "starts": [ROW["start"]] * 3, "goals": [ROW["goal"]] * 3}
    batch = client.post("/v1/batches", json={"puzzles": [ROW] * 10})
    assert '"requests";r=90' in batch.headers["RateLimit"]
    survey = client.post("/v1/surveys", json=pairs)
    assert '"requests";r=81' in survey.headers["RateLimit"]


def test_what_a_text_counts(store: Store) -> None:
    """A text counts one more request for every 1,000 bytes, also if it is refused; beyond the rate it is not read."""
    client = client_of(store, rate_requests=100)

    def read(text: str) -> TestResponse:
        return client.post("/v1/readings", data=text, content_type="text/plain")

    assert '"requests";r=99' in read("8 6 7\n2 5 4\n3 . 1").headers["RateLimit"]
    assert '"requests";r=78' in read(" " * 20_000).headers["RateLimit"]
    assert read("8 6 7\n2 5 4\n3 . 1" + " " * 99_000).status_code == 429


@pytest.fixture
def uncollected() -> Iterator[None]:
    """Nothing is freed by the garbage collector but what asks for it."""
    gc.collect()
    gc.disable()
    yield
    gc.enable()


def marks() -> int:
    """How many lists there are that a body with marks has been parsed into."""
    return sum(type(each) is list and each == MARK for each in gc.get_objects())


@pytest.mark.usefixtures("uncollected")
@pytest.mark.parametrize("name", quick(NAMES, {"POST /v1/jobs", f"PUT /v1/spaces/{CHOSEN}"}))
def test_a_refused_body_is_freed(client: FlaskClient, name: str) -> None:
    """Nothing of a large body with many errors remains in memory after its refusal; only the first errors are made."""
    method, path, body = SENT[NAMES.index(name)]
    before = marks()
    if isinstance(body, str):
        document = {"kind": "slide", "board": {"rows": 1, "columns": 2}, "start": [1] * LARGE_BYTES, "goal": MARK}
        assert open_(client, method, path, json.dumps(document)).status_code == 422
        assert marks() == before
        return
    copies = LARGE_BYTES // len(json.dumps(MARK))
    faulty = {"puzzle": ROW | {f"unknown {number}": MARK for number in range(copies)}}
    if "puzzle" not in body:
        faulty = body | {f"unknown {number}": MARK for number in range(copies)}
    refused = open_(client, method, path, faulty)
    assert refused.status_code == 422
    assert refused.json["detail"] == f"More than {MAX_ERRORS} errors; the first {MAX_ERRORS} are listed."
    assert marks() == before
