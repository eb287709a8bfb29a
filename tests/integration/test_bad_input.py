"""Bad input: every error is reported with its place, and none is an internal error."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.integration.service import Service

JSON = {"Content-Type": "application/json"}
LINE = {"kind": "jump", "board": {"holes": 3, "jumps": [[0, 1, 2]]}, "start": {"empty": [2]}, "goal": {"count": 1}}


RAW = {
    "not JSON": (b"tritri", 400, "invalid-json"),
    "not UTF-8": (b'{"puzzle": "\xff"}', 400, "invalid-json"),
    "nested in an object": (b'{"puzzle":' * 50_000, 400, "invalid-json"),
    "5 MB": (b'{"puzzle": "' + b"x" * 5_000_000 + b'"}', 413, "body-too-large"),
    "1e400": (b'{"puzzle": {}, "limits": {"seconds": 1e400}}', 400, "invalid-json"),
    "5000 digits": (b'{"limits": {"seconds": ' + b"9" * 5000 + b"}}", 400, "invalid-json"),
}

GOALS = json.loads('{"any_of":[' * 200 + '{"count":1}' + "]}" * 200)

ERRORS: list[tuple[Any, set[str]]] = [
    ([], {""}),
    ({}, {"/puzzle"}),
    ({"puzzle": {}}, {"/puzzle/kind"}),
    ({"puzzle": LINE | {"kind": "\udc00", "\ud83d": 1}}, {"/puzzle/kind", "/puzzle"}),
    ({"puzzle": LINE | {"goal": GOALS}}, {"/puzzle/goal"}),
    ({"puzzle": LINE | {"board": {"name": "\ud800"}}}, {"/puzzle/board/name"}),
    (
        {"puzzle": LINE | {"start": {"empty": [7]}, "opening": [[0, 1, 9]]}, "want": "x", "limits": {"nodes": 0}},
        {"/want", "/limits/nodes", "/puzzle/start/empty/0", "/puzzle/opening/0"},
    ),
]


@pytest.mark.parametrize("name", RAW)
def test_body_that_is_no_request(service: Service, name: str) -> None:
    """A body that is not valid JSON, or is too long, has its own problem."""
    body, status, code = RAW[name]
    answer = service.client.post("/v1/jobs", content=body, headers=JSON)
    assert (answer.status_code, answer.headers["Content-Type"]) == (status, "application/problem+json")
    problem = answer.json()
    assert problem["type"].endswith(f"/problems/{code}")
    assert problem["status"] == status
    assert problem["detail"]


@pytest.mark.parametrize(("body", "pointers"), ERRORS)
def test_errors_have_pointers(service: Service, body: Any, pointers: set[str]) -> None:
    """An invalid request is answered with 422 and all its errors, each with a pointer to its place."""
    answer = service.client.post("/v1/jobs", content=json.dumps(body), headers=JSON)
    assert (answer.status_code, answer.headers["Content-Type"]) == (422, "application/problem+json")
    assert {error["pointer"] for error in answer.json()["errors"]} == pointers


def test_other_problems(service: Service) -> None:
    """Unknown resources, methods and media types are answered with a problem, never with HTML."""
    client = service.client
    for answer, status in (
        (client.get("/nowhere"), 404),
        (client.get("/v1/jobs/unknown"), 404),
        (client.delete("/v1/jobs/unknown"), 404),
        (client.get("/v1/solutions/unknown"), 404),
        (client.get("/v1/solutions/unknown/all"), 404),
        (client.get("/v1/boards/unknown"), 404),
        (client.put("/v1/jobs"), 405),
        (client.post("/v1/puzzles/check", content=b"{}", headers={"Content-Type": "text/plain"}), 415),
        (client.post("/v1/jobs", content=b"{}"), 415),
        (client.post("/v1/jobs", content=b"x", headers=JSON | {"Content-Encoding": "gzip"}), 415),
        (client.get("/v1/solutions/x/all?limit=0"), 400),
        (client.get("/v1/solutions/x/all?offset=abc"), 400),
    ):
        assert (answer.status_code, answer.headers["Content-Type"]) == (status, "application/problem+json")
        assert answer.headers["X-Request-ID"]
