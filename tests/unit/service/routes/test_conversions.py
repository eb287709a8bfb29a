"""Puzzles written for other programs, over HTTP."""

from __future__ import annotations

from typing import Any

import pytest
from flask.testing import FlaskClient

EIGHT: dict[str, Any] = {"kind": "slide", "board": {"rows": 3, "columns": 3}}
EIGHT |= {"start": [1, 2, 3, 4, 5, 6, 0, 7, 8], "goal": [1, 2, 3, 4, 5, 6, 7, 8, 0]}
GAME = "3x3:1,2,3,4,5,6,0,7,8"


def test_a_puzzle_is_written(client: FlaskClient) -> None:
    """A puzzle in JSON or in text comes as the files of the format; a text with how it was read."""
    found = client.post("/v1/conversions?to=sgt-fifteen", json={"puzzle": EIGHT})
    files = [{"name": "fifteen.txt", "text": GAME}]
    assert found.json == {"format": "sgt-fifteen", "files": files}
    read = client.post("/v1/conversions?to=sgt-fifteen", data="1 2 3\n4 5 6\n. 7 8\n", content_type="text/plain")
    assert read.json["files"] == files
    assert (read.json["reading"]["format"], read.json["reading"]["assumed"]) == ("drawing", ["/puzzle/goal"])
    back = client.post("/v1/conversions?to=json&reading=1", data=GAME, content_type="text/plain").json
    assert back["reading"]["format"] == "sgt-fifteen"


@pytest.mark.parametrize("moves", ["RR", [[7, 6], [8, 7]]])
def test_moves_are_written(client: FlaskClient, moves: object) -> None:
    """Legal moves are written as well, however they were given."""
    found = client.post("/v1/conversions?to=drawing", json={"puzzle": EIGHT, "moves": moves}).json
    assert [file["name"] for file in found["files"]] == ["puzzle.txt", "moves.txt"]
    assert found["files"][1]["text"] == "RR\n"


@pytest.mark.parametrize("moves", ["RRR", [[8, 5], [5, 8]], "Q"])
def test_moves_that_are_not_legal(client: FlaskClient, moves: object) -> None:
    """Other moves are an error at their place."""
    refused = client.post("/v1/conversions?to=drawing", json={"puzzle": EIGHT, "moves": moves})
    assert refused.status_code == 422
    assert [error["pointer"] for error in refused.json["errors"]] == ["/moves"]


def test_refusals(client: FlaskClient) -> None:
    """A format that is not written is an invalid parameter; what a format cannot hold is said in Japanese, too."""
    refused = client.post("/v1/conversions?to=korf", json={"puzzle": EIGHT})
    assert (refused.status_code, refused.json["type"]) == (400, "/problems/invalid-parameter")
    assert "sgt-fifteen" in refused.json["detail"]
    assert client.post("/v1/conversions", json={"puzzle": EIGHT}).json["format"] == "json"
    other = EIGHT | {"goal": [0, 1, 2, 3, 4, 5, 6, 7, 8]}
    refused = client.post("/v1/conversions?to=sgt-fifteen", json={"puzzle": other}, headers={"Accept-Language": "ja"})
    (error,) = refused.json["errors"]
    assert (refused.status_code, error["pointer"]) == (422, "/puzzle/goal")
    assert "空き" in error["detail"]
    assert client.post("/v1/conversions?to=json&reading=7", json={"puzzle": EIGHT}).status_code == 400


def test_formats_say_which_are_written(client: FlaskClient) -> None:
    """Each format lists the kinds of puzzle that are written in it."""
    written = {each["name"]: each["written"] for each in client.get("/v1/formats").json["formats"]}
    assert (written["sgt-pegs"], written["korf"]) == (["jump"], [])
    assert written["pddl"] == ["jump", "slide", "block"]


def test_a_text_has_no_other_parameters(client: FlaskClient) -> None:
    """What the query of a text cannot say is refused, so that nothing is left out unnoticed."""
    refused = client.post("/v1/conversions?to=drawing&moves=RR", data=GAME, content_type="text/plain")
    assert (refused.status_code, "only to, reading" in refused.json["detail"]) == (400, True)
