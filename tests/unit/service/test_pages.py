"""Pages for people: what they may load, and who may embed them."""

from __future__ import annotations

import json

import pytest

from schemas.settings import Settings
from service import create_app
from store import Store
from store.results import Numbering
from tests.unit.service.drawing.test_svg import LINE_PUZZLE


def policy(store: Store, path: str) -> dict[str, str]:
    """The content security policy of a page: sources by directive."""
    response = create_app(Settings(), store).test_client().get(path)
    assert response.status_code == 200
    assert response.headers["Content-Type"].startswith("text/html")
    parts = (part.partition(" ") for part in response.headers["Content-Security-Policy"].split("; "))
    return {name: sources for name, _, sources in parts}


@pytest.fixture
def player(store: Store) -> str:
    """The path of the player of a stored solution."""
    document = {"puzzle": LINE_PUZZLE, "result": {"length": 1, "moves": [[0, 2, 4]], "removed": [[1, 3]]}}
    store.results.keep_solution("p", json.dumps(document).encode(), Numbering("k", (0,)))
    return "/embed/p"


def test_only_the_player_can_be_embedded(store: Store, player: str) -> None:
    """Other sites may show the player in a frame; the editor and the documentation may not be framed."""
    framed_by = {path: policy(store, path)["frame-ancestors"] for path in ("/", "/docs/", player)}
    assert framed_by == {"/": "'none'", "/docs/": "'none'", player: "*"}


def test_pages_load_nothing_from_elsewhere(store: Store, player: str) -> None:
    """Whatever a page loads comes from the service itself, and its scripts are files."""
    for path in ("/", "/docs/", player):
        sources = policy(store, path)
        assert sources["default-src"] == "'self'"
        assert sources["base-uri"] == "'none'"
        assert sources["img-src"] == "'self' data:"
    for path in ("/", player):
        assert "script-src" not in policy(store, path)
