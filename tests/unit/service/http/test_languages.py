"""Errors are in the language that a request asks for."""

from __future__ import annotations

import pytest
from flask import Flask, request
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from fewest.service.http.languages import language_of
from fewest.service.translations import translate
from fewest.solver.errors import Message

JA = {"Accept-Language": "ja"}
WRONG = {"kind": "jump", "board": {"name": "hoppers"}, "start": {"empty": [99]}, "goal": {}}


@pytest.mark.parametrize(
    ("accepted", "language"),
    [
        ("", "en"),
        ("ja-JP", "ja"),
        ("en;q=0.5, ja;q=0.8", "ja"),
        ("ja;q=0.5, en", "en"),
        ("fr, ja;q=0.3", "ja"),
        ("ja;q=0", "en"),
        ("en, ja", "en"),
        ("ja-JP,ja;q=0.9,en-US;q=0.8,en;q=0.7", "ja"),
        (";;=,q", "en"),
    ],
)
def test_the_language_that_is_preferred(accepted: str, language: str) -> None:
    """The language with the higher quality counts; English, if neither is accepted."""
    with Flask("test").test_request_context(headers={"Accept-Language": accepted}):
        assert language_of(request) == language


def test_messages_within_messages() -> None:
    """The values of a message are said in its language; what a client has written stays, also if it reads like one."""
    message = Message("must be a list, not {value}", value=Message("an object"))
    assert translate(message, "ja") == "リストでなければなりません（オブジェクトではなく）"
    assert translate(message, "en") == message == "must be a list, not an object"
    assert "an object" in translate(Message("must be a list, not {value}", value="an object"), "ja")
    assert translate("something that a parser says", "ja") == "something that a parser says"


def language_of_response(response: TestResponse) -> tuple[str, bool]:
    return response.headers["Content-Language"], "Accept-Language" in response.headers["Vary"]


def test_a_problem_in_both_languages(client: FlaskClient) -> None:
    """Title, detail and errors are translated; codes, pointers and statuses are the same."""
    english = client.post("/v1/jobs", json={"puzzle": WRONG})
    japanese = client.post("/v1/jobs", json={"puzzle": WRONG}, headers=JA)
    assert language_of_response(english) == ("en", True)
    assert language_of_response(japanese) == ("ja", True)
    one, other = english.get_json(), japanese.get_json()
    assert (one["type"], one["status"]) == (other["type"], other["status"])
    assert (one["detail"], other["detail"]) == ("2 errors.", "エラーが2件あります。")
    assert [error["pointer"] for error in one["errors"]] == [error["pointer"] for error in other["errors"]]
    assert other["errors"][0]["detail"] == "穴99はありません。穴の番号は0〜12です"
    assert other["errors"][1]["detail"] == (
        "pegs, empty, picture, count, any_of, fewest_pegs, dead_end, survivor"
        'またはsurvivor + holeのうち、ちょうど一つが必要です（例: {"count": 1}）'
    )


def test_a_batch_keeps_its_language(client: FlaskClient) -> None:
    """Errors of its puzzles are in the language in which the batch was submitted, whoever reads it."""
    batch = client.post("/v1/batches", json={"puzzles": [WRONG]}, headers=JA).get_json()
    again = client.get(batch["links"]["self"]).get_json()
    assert batch["items"] == again["items"]
    assert batch["items"][0]["errors"][0]["detail"].startswith("穴99はありません。")
