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
    "no body": (b"", 400, "invalid-json"),
    "not UTF-8": (b'{"puzzle": "\xff"}', 400, "invalid-json"),
    "nested deeply": (b"[" * 100_000, 400, "invalid-json"),
    "nested in an object": (b'{"puzzle":' * 50_000, 400, "invalid-json"),
    "5 MB": (b'{"puzzle": "' + b"x" * 5_000_000 + b'"}', 413, "body-too-large"),
    "1e400": (b'{"puzzle": {}, "limits": {"seconds": 1e400}}', 400, "invalid-json"),
    "NaN": (b'{"puzzle": {}, "limits": {"seconds": NaN}}', 400, "invalid-json"),
    "5000 digits": (b'{"limits": {"seconds": ' + b"9" * 5000 + b"}}", 400, "invalid-json"),
}

ERRORS: dict[str, tuple[Any, str]] = {
    "a list": ([], ""),
    "no puzzle": ({}, "/puzzle"),
    "a puzzle that is null": ({"puzzle": None}, "/puzzle"),
    "an unknown kind": ({"puzzle": {"kind": "chess"}}, "/puzzle/kind"),
    "a hole that does not exist": (line(board={"jump_table": [[[1, 99]], [], []]}), "/puzzle/board/jump_table/0/0/1"),
    "from = over": (line(board={"holes": 3, "jumps": [[1, 1, 2]]}), "/puzzle/board/jumps/0"),
    "a jump twice": (line(board={"holes": 3, "jumps": [[0, 1, 2], [0, 1, 2]]}), "/puzzle/board/jumps/1"),
    "asymmetric": (row(board={"adjacency": [[1], [0, 2], []]}), "/puzzle/board/adjacency/1/1"),
    "a loop": (row(board={"adjacency": [[1], [0, 1, 2], [1]]}), "/puzzle/board/adjacency/1/1"),
    "start too long": (row(start=[1, 0, 2, 3]), "/puzzle/start"),
    "two goals": (line(goal={"count": 1, "pegs": [2]}), "/puzzle/goal"),
    "no goal": (line(goal={}), "/puzzle/goal"),
    "a piece the start lacks": (row(goal=[1, 7, 0]), "/puzzle/goal/1"),
    "129 holes": (line(board={"holes": 129, "jumps": []}), "/puzzle/board/holes"),
    "81 cells": (row(board={"rows": 9, "columns": 9}), "/puzzle/board/rows"),
    "a negative hole": (line(start={"empty": [-1]}), "/puzzle/start/empty/0"),
    "a negative piece": (row(start=[1, 0, -2], goal=[1, -2, 0]), "/puzzle/start/2"),
    "a string for a number": (line(start={"empty": ["2"]}), "/puzzle/start/empty/0"),
    "true for a number": (line(start={"empty": [True]}), "/puzzle/start/empty/0"),
    "a fraction": (line(start={"empty": [1.5]}), "/puzzle/start/empty/0"),
    "an unknown field": (line(colour="red"), "/puzzle/colour"),
    "an unknown field of the request": ({"puzzle": LINE, "wants": "one"}, "/wants"),
    "an unknown board": (line(board={"name": "chess"}), "/puzzle/board/name"),
    "a board of the other kind": (line(board={"name": "8-puzzle"}), "/puzzle/board/name"),
    "too many seconds": (line() | {"limits": {"seconds": 1e9}}, "/limits/seconds"),
    "no seconds": (line() | {"limits": {"seconds": 0}}, "/limits/seconds"),
    "limits that are a list": (line() | {"limits": []}, "/limits"),
    "an unknown want": (line() | {"want": "many"}, "/want"),
    "an empty board": (line(board={"jump_table": []}), "/puzzle/board/jump_table"),
    "an empty grid": (line(board={"grid": [], "lines": "orthogonal"}), "/puzzle/board/grid"),
    "no cells": (row(board={"adjacency": []}, start=[], goal=[]), "/puzzle/board/adjacency"),
    "an illegal opening": (line(opening=[[0, 1, 2], [0, 1, 2]]), "/puzzle/opening/1"),
    "an opening off the board": (line(opening=[[2, 1, 0]]), "/puzzle/opening/0"),
    "a layout of another size": (line(board=LINE["board"] | {"layout": [[0, 0]]}), "/puzzle/board/layout"),
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


def test_exceeded_limits_name_both_numbers(service: Service) -> None:
    """The error of an exceeded limit has the limit and the value."""
    answer = service.client.post("/v1/jobs", json=line() | {"limits": {"seconds": 1e9}})
    detail = answer.json()["errors"][0]["detail"]
    assert "3600" in detail
    assert "1000000000" in detail
    answer = service.client.post("/v1/jobs", content=b"x" * 1_000_001, headers=JSON)
    assert "1000001" in answer.json()["detail"]
    assert "1000000 " in answer.json()["detail"]


def test_more_pegs_in_the_goal_than_at_the_start(service: Service) -> None:
    """A goal with more pegs than the start is valid, and proven unsolvable."""
    job = service.solve(LINE | {"goal": {"pegs": [0, 1, 2]}})
    assert job["status"] == "unsolvable"
    assert job["result"]["proof"]["by"]


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


def test_request_id_is_kept(service: Service) -> None:
    """A valid request id is returned; an invalid one is replaced."""
    assert service.client.get("/livez", headers={"X-Request-ID": "abc-1"}).headers["X-Request-ID"] == "abc-1"
    assert service.client.get("/livez", headers={"X-Request-ID": "a b<c>"}).headers["X-Request-ID"] != "a b<c>"


def test_texts_of_problems(service: Service) -> None:
    """Unknown routes and methods are named in our own words; errors are counted."""
    client = service.client
    assert client.get("/nowhere").json()["detail"] == "There is no resource at /nowhere."
    assert client.put("/v1/jobs").json()["detail"] == "PUT is not allowed here; allowed: GET, POST."
    for body, detail in ((line(colour="red"), "1 error."), (line(colour="red", size=1), "2 errors.")):
        assert client.post("/v1/jobs", json=body).json()["detail"] == detail
    many = line() | dict.fromkeys(map(str, range(101)), 0)
    assert client.post("/v1/jobs", json=many).json()["detail"] == "More than 100 errors; the first 100 are listed."
