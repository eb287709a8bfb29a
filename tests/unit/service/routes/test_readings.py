"""Texts that are read over HTTP."""

from __future__ import annotations

from typing import Any

import pytest
from flask.testing import FlaskClient

TRIANGLE = "    o\n   o o\n  . o o\n o o o o\no o o o o\n"


def answer(client: FlaskClient, text: str | bytes, media: str = "text/plain; charset=utf-8", **headers: str) -> Any:
    """The status of the answer to a text, and its document."""
    body = text.encode() if isinstance(text, str) else text
    response = client.post("/v1/readings", data=body, content_type=media, headers=headers)
    return response.status_code, response.json


def test_a_text_is_read_in_the_language_of_the_client(client: FlaskClient) -> None:
    """A reading has the puzzle, what was understood and assumed, and notices, in English or Japanese."""
    status, document = answer(client, TRIANGLE)
    (reading,) = document["readings"]
    assert status == 200
    assert reading.keys() == {"puzzle", "format", "text", "assumed", "notices"}
    assert reading["format"] in {each["name"] for each in client.get("/v1/formats").json["formats"]}
    assert document["clear"] is True
    assert reading["text"].startswith("Read as a jump board on a triangular grid (holes: 15, pegs: 14)")
    assert reading["assumed"] == ["/puzzle/goal"]
    checked = client.post("/v1/puzzles/check", json={"puzzle": reading["puzzle"]})
    assert (checked.json["holes"], checked.json["jumps"]) == (15, 36)
    _, japanese = answer(client, TRIANGLE, **{"Accept-Language": "ja"})
    assert japanese["readings"][0]["text"].startswith(
        "三角格子のペグの盤（穴15個、ペグ14本。oがペグ、.が空の穴）として"
    )


@pytest.mark.parametrize(
    ("text", "place", "pointer"),
    [
        ("[[(1,2)],[],\n[(1,99)]]", (2, 5, 2), "/puzzle/board/jump_table/2/0/1"),
        ("[[1], x]", (1, 7, 1), ""),
        ("", (1, 1, 0), ""),
        (b"oo\n\xff", (2, 1, 1), ""),
    ],
)
def test_an_error_has_its_place(client: FlaskClient, text: str | bytes, place: tuple[int, ...], pointer: str) -> None:
    """An error in a text has line, column and length; if the text is an invalid puzzle, the problem has that puzzle."""
    status, problem = answer(client, text)
    (error,) = problem["errors"]
    assert (status, problem["type"]) == (422, "/problems/invalid-puzzle")
    assert (error["line"], error["column"], error["length"], error["pointer"]) == (*place, pointer)
    assert ("puzzle" in problem) == bool(pointer)


def test_only_plain_text_is_read(client: FlaskClient) -> None:
    """Another media type is refused with the one that is wanted, and so is text where JSON is wanted."""
    status, problem = answer(client, "{}", "application/json")
    assert status == 415
    assert problem["detail"] == "The Content-Type is 'application/json'; it must be text/plain."
    refused = client.post("/v1/puzzles/check", data=TRIANGLE, content_type="text/plain")
    assert refused.json["detail"] == "The Content-Type is 'text/plain'; it must be application/json."
