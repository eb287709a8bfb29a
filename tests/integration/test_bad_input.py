"""Bad input: every error is reported with its place, and none is an internal error."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.integration.service import Service

JSON = {"Content-Type": "application/json"}
LINE = {"kind": "jump", "board": {"holes": 3, "jumps": [[0, 1, 2]]}, "start": {"empty": [2]}, "goal": {"count": 1}}
ROW = {"kind": "slide", "board": {"rows": 1, "columns": 3}, "start": [1, 0, 2], "goal": [1, 2, 0]}


def line(**parts: Any) -> dict[str, Any]:
    """A small jump puzzle with some parts replaced."""
    return {"puzzle": LINE | parts}


def row(**parts: Any) -> dict[str, Any]:
    """A small sliding puzzle with some parts replaced."""
    return {"puzzle": ROW | parts}


RAW = {
    "not JSON": (b"tritri", 400, "invalid-json"),
    "not UTF-8": (b'{"puzzle": "\xff"}', 400, "invalid-json"),
    "nested in an object": (b'{"puzzle":' * 50_000, 400, "invalid-json"),
    "5 MB": (b'{"puzzle": "' + b"x" * 5_000_000 + b'"}', 413, "body-too-large"),
    "1e400": (b'{"puzzle": {}, "limits": {"seconds": 1e400}}', 400, "invalid-json"),
    "5000 digits": (b'{"limits": {"seconds": ' + b"9" * 5000 + b"}}", 400, "invalid-json"),
}

ERRORS: dict[str, tuple[Any, str]] = {
    "a list": ([], ""),
    "no puzzle": ({}, "/puzzle"),
    "an unknown kind": ({"puzzle": {"kind": "chess"}}, "/puzzle/kind"),
    "a hole that does not exist": (line(board={"jump_table": [[[1, 99]], [], []]}), "/puzzle/board/jump_table/0/0/1"),
    "asymmetric": (row(board={"adjacency": [[1], [0, 2], []]}), "/puzzle/board/adjacency/1/1"),
    "two goals": (line(goal={"count": 1, "pegs": [2]}), "/puzzle/goal"),
    "true for a number": (line(start={"empty": [True]}), "/puzzle/start/empty/0"),
    "an unknown field of the request": ({"puzzle": LINE, "wants": "one"}, "/wants"),
    "a board of the other kind": (line(board={"name": "8-puzzle"}), "/puzzle/board/name"),
    "too many seconds": (line() | {"limits": {"seconds": 1e9}}, "/limits/seconds"),
    "limits that are a list": (line() | {"limits": []}, "/limits"),
    "an illegal opening": (line(opening=[[0, 1, 2], [0, 1, 2]]), "/puzzle/opening/1"),
    "goals nested deeply": (line(goal=json.loads('{"any_of":[' * 200 + '{"count":1}' + "]}" * 200)), "/puzzle/goal"),
    "a lone surrogate": (line(board={"name": "\ud800"}), "/puzzle/board/name"),
}


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


@pytest.mark.parametrize("name", ERRORS)
def test_error_has_its_pointer(service: Service, name: str) -> None:
    """An invalid puzzle is answered with 422, and the error has a pointer to its place."""
    body, pointer = ERRORS[name]
    content = json.dumps(body)
    answer = service.client.post("/v1/jobs", content=content, headers=JSON)
    assert (answer.status_code, answer.headers["Content-Type"]) == (422, "application/problem+json")
    assert pointer in [error["pointer"] for error in answer.json()["errors"]]


def test_all_errors_at_once(service: Service) -> None:
    """Errors in different parts are all reported in one response."""
    body = line(board={"holes": 3, "jumps": [[0, 1, 9]]}, start={"empty": [7]}, goal={}, opening=[[0, 1, 9]])
    answer = service.client.post("/v1/jobs", json=body | {"want": "x", "limits": {"nodes": 0}})
    places = {error["pointer"] for error in answer.json()["errors"]}
    wanted = {"/want", "/limits/nodes", "/puzzle/start/empty/0", "/puzzle/goal", "/puzzle/opening/0"}
    assert places == wanted | {"/puzzle/board/jumps/0/2"}


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
        (client.post("/v1/jobs", content=b"{}", headers={"Content-Type": "text/plain"}), 415),
        (client.post("/v1/jobs", content=b"{}"), 415),
        (client.post("/v1/jobs", content=b"x", headers=JSON | {"Content-Encoding": "gzip"}), 415),
        (client.get("/v1/solutions/x/all?limit=0"), 400),
        (client.get("/v1/solutions/x/all?offset=abc"), 400),
    ):
        assert (answer.status_code, answer.headers["Content-Type"]) == (status, "application/problem+json")
        assert answer.headers["X-Request-ID"]
