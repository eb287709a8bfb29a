"""Layouts that nothing can be computed with are refused; all others are drawn."""

from __future__ import annotations

import json
from typing import Any

import pytest
from flask.testing import FlaskClient

from fewest.store import Store
from fewest.store.results import NewSolution, SolutionNumbering
from tests.unit.service.worker import client_of
from tests.unit.studio.drawing.test_svg import LINE_PUZZLE

RESULT = {"status": "solved", "length": 1, "optimal": True, "moves": [[0, 2, 4]], "removed": [[1, 3]]}


def puzzle_with(tiny: float) -> dict[str, Any]:
    """A puzzle whose holes are that far apart."""
    layout = [[place * tiny, 0] for place in range(5)]
    return LINE_PUZZLE | {"board": {**LINE_PUZZLE["board"], "layout": layout}}  # type: ignore[dict-item]


@pytest.mark.parametrize("place", ["/v1/shares", "/v1/jobs", "/v1/puzzles/check"])
def test_a_layout_that_cannot_be_drawn(store: Store, place: str) -> None:
    """A coordinate that is almost 0 is reported with its pointer by every route that takes a puzzle."""
    refused = client_of(store).post(place, json={"puzzle": puzzle_with(-1e-101)})
    assert refused.status_code == 422
    places = [f"/puzzle/board/layout/{index}" for index in range(1, 5)]
    assert [error["pointer"] for error in refused.json["errors"]] == places


def test_the_closest_layout_is_drawn(store: Store, client: FlaskClient) -> None:
    """A layout with the smallest coordinates that are accepted has pictures, a card and a film."""
    document = {"id": "p_50", "kind": "jump", "puzzle": puzzle_with(1e-100), "result": RESULT, "links": {}}
    store.results.store_solution(NewSolution("p_50", json.dumps(document).encode(), SolutionNumbering("k", (0,))))
    places = ["/v1/solutions/p_50/picture.svg", "/v1/solutions/p_50/picture.svg?animate=1", "/embed/p_50"]
    for place in [*places, "/v1/solutions/p_50/film.gif", "/s/p_50/card.png", "/sheet?puzzle=p_50"]:
        assert client.get(place).status_code == 200, place
