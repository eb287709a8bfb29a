"""Requests for jobs: limits and their bounds, one puzzle or many."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from fewest.config.settings import Settings
from fewest.schemas.body import load_body
from fewest.schemas.job import load_batch, load_request
from fewest.schemas.replay import MAX_CLAIM, ReplayShape
from fewest.solver.model import Limits, Want
from tests.unit.notation.refusals import refusals

ROW = {"kind": "slide", "board": {"rows": 1, "columns": 3}, "start": [1, 0, 2], "goal": [1, 2, 0]}
SETTINGS = Settings(max_batch=3)


def errors(body: object) -> list[tuple[str, str]]:
    """The errors of a request: place and text."""
    return refusals(load_request, body, SETTINGS)


@pytest.mark.parametrize(
    ("name", "least", "most", "below", "above"),
    [
        ("seconds", 0.001, SETTINGS.max_seconds, 0, SETTINGS.max_seconds + 1),
        ("nodes", 1, SETTINGS.max_nodes, 0, SETTINGS.max_nodes + 1),
        ("bytes", 1_000_000, SETTINGS.max_bytes, 999_999, SETTINGS.max_bytes + 1),
    ],
)
def test_bounds_of_limits(name: str, least: float, most: float, below: float, above: float) -> None:
    """A limit may have the least and the largest value allowed, and none beyond."""
    for value in (least, most):
        request = load_request({"puzzle": ROW, "limits": {name: value}}, SETTINGS)
        assert getattr(request.limits, name) == value
    for value in (below, above, None, "1", True):
        assert [place for place, _ in errors({"puzzle": ROW, "limits": {name: value}})] == [f"/limits/{name}"]


def test_a_puzzle_without_its_frame() -> None:
    """A puzzle as the whole body is refused with one sentence, not field by field."""
    text = '"puzzle" is missing; put the puzzle in it: {"puzzle": {"kind": …}}'
    assert errors(ROW) == [("/puzzle", text)]
    ((place, text),) = errors({"puzzle": "1 0 2"})
    assert (place, text[:56]) == ("/puzzle", 'must be an object, not "1 0 2"; a puzzle as text is sent')


def test_limits_that_are_not_given_are_the_defaults() -> None:
    """Without limits, those of the settings are in force, and by default one solution is wanted."""
    expected = Limits(SETTINGS.seconds, SETTINGS.nodes, SETTINGS.bytes)
    request = load_request({"puzzle": ROW, "limits": {"nodes": 5}}, SETTINGS)
    assert (request.want, request.limits) == (Want.ONE, replace(expected, nodes=5))
    for body in ({"puzzle": ROW}, {"puzzle": ROW, "limits": {}}):
        assert load_request(body, SETTINGS).limits == expected
    assert errors({"puzzle": ROW, "limits": {"time": 5}}) == [
        ("/limits/time", 'there is no field "time" here, only seconds, nodes, bytes')
    ]
    assert errors({"puzzle": ROW, "limits": None}) == [("/limits", "must not be null")]


@pytest.mark.parametrize("want", ["ONE", "", None, 1, ["one"]])
def test_what_can_be_wanted(want: object) -> None:
    """Each of the four wants is read as such; any other is an error at its place."""
    assert [load_request({"puzzle": ROW, "want": each.value}, SETTINGS).want for each in Want] == list(Want)
    assert [place for place, _ in errors({"puzzle": ROW, "want": want})] == ["/want"]


def test_number_of_puzzles_in_a_batch() -> None:
    """A batch has one puzzle at least and as many as the setting says at most; null is reported with its item."""
    for number in (1, 3):
        assert len(load_batch({"puzzles": [None] * number}, SETTINGS)["puzzles"]) == number
    for number in (0, 4):
        found = refusals(load_batch, {"puzzles": [ROW] * number}, SETTINGS)
        assert found == [("/puzzles", f"must have 1 to 3 puzzles, not {number}")]


@pytest.mark.parametrize("name", ["moves", "removed"])
def test_length_of_a_claim(name: str) -> None:
    """A claimed solution has up to 20,000 numbers, counting one more for every move, and so have the removed holes."""

    def load(moves: int) -> Any:
        claim: dict[str, Any] = {"puzzle": ROW, "moves": [], name: [[0]] * moves}
        return load_body(claim, ReplayShape()).others[name]

    assert len(load(MAX_CLAIM // 2)) == 10_000
    assert [place for place, _ in refusals(load, MAX_CLAIM // 2 + 1)] == [f"/{name}"]
