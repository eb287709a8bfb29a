"""Moves as text, judged over HTTP and in the process."""

from __future__ import annotations

from typing import Any

import click
import pytest
from flask.testing import FlaskClient

from fewest.cli.library import Library
from fewest.config.settings import Settings

EIGHT: dict[str, Any] = {"kind": "slide", "board": {"rows": 3, "columns": 3}}
EIGHT |= {"start": [1, 2, 3, 4, 5, 6, 0, 7, 8], "goal": [1, 2, 3, 4, 5, 6, 7, 8, 0]}


def answer(client: FlaskClient, moves: object, **headers: str) -> Any:
    """The answer to a claim."""
    return client.post("/v1/replays", json={"puzzle": EIGHT, "moves": moves}, headers=headers)


def test_moves_as_text(client: FlaskClient) -> None:
    """A string of moves has the answer of the list that it stands for, and says how it was read."""
    listed = answer(client, [[7, 6], [8, 7]]).json
    written = answer(client, "RR").json
    assert written == listed | {"read": "The moves are read as directions of the empty cell."}
    assert Library(Settings()).replay({"puzzle": EIGHT, "moves": "RR"}) == written


def test_faults_are_told_in_the_language_of_the_client(client: FlaskClient) -> None:
    """What is wrong with a move, and how the moves were read, is said in English or Japanese."""
    found = answer(client, "RRR")
    assert (found.json["legal"], found.json["length"], found.json["position"]) == (False, None, None)
    assert found.json["fault"] == 'move 3, "R" (line 1, column 3), is not legal here'
    japanese = answer(client, "RRR", **{"Accept-Language": "ja"})
    assert japanese.headers["Content-Language"] == "ja"
    assert japanese.json["fault"] == '3手目の"R"(1行目3文字目)はここでは規則に合いません'
    assert japanese.json["read"] == "手順の読み方:空きマスの動く向き。"


@pytest.mark.parametrize(("moves", "place"), [("RRX", (1, 3, 1)), ("R\n-?", (2, 2, 1)), ("", (1, 1, 1))])
def test_an_error_has_its_place(client: FlaskClient, moves: str, place: tuple[int, ...]) -> None:
    """What is of no notation is an error with line, column and length."""
    refused = answer(client, moves)
    (error,) = refused.json["errors"]
    assert (refused.status_code, error["pointer"]) == (422, "/moves")
    assert (error["line"], error["column"], error["length"]) == place
    with pytest.raises(click.ClickException, match=f"^line {place[0]}, column {place[1]}: "):
        Library(Settings()).replay({"puzzle": EIGHT, "moves": moves})


@pytest.mark.parametrize(
    ("moves", "detail"),
    [("R" * 20_001, "must have at most 20000 characters"), (5, "must be a list, not 5"), (["R"], "must be a list")],
)
def test_what_is_no_text_of_moves(client: FlaskClient, moves: Any, detail: str) -> None:
    """Long texts and other types are refused by their field."""
    refused = answer(client, moves)
    assert refused.json["errors"][0]["detail"].startswith(detail)
