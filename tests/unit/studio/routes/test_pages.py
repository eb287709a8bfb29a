"""Pages for people: what they may load, and who may embed them."""

from __future__ import annotations

import json
import re

import pytest
from flask.testing import FlaskClient

from fewest.store import Store
from fewest.store.results import NewSolution, SolutionNumbering
from tests.unit.studio.drawing.test_svg import LINE_PUZZLE

RESULT = {"length": 1, "optimal": True, "moves": [[0, 2, 4]], "removed": [[1, 3]]}


def policy(client: FlaskClient, path: str) -> dict[str, str]:
    """The content security policy of a page: sources by directive."""
    response = client.get(path)
    assert response.status_code == 200
    assert response.headers["Content-Type"].startswith("text/html")
    parts = (part.partition(" ") for part in response.headers["Content-Security-Policy"].split("; "))
    return {name: sources for name, _, sources in parts}


@pytest.fixture
def player(store: Store) -> str:
    """The path of the player of a stored solution."""
    document = {"id": "p", "puzzle": LINE_PUZZLE, "result": RESULT}
    store.results.store_solution(NewSolution("p", json.dumps(document).encode(), SolutionNumbering("k", (0,))))
    return "/embed/p"


def test_pages_load_nothing_from_elsewhere(client: FlaskClient, player: str) -> None:
    """Whatever a page loads comes from the service itself, and its scripts are files.

    Other sites may show the player in a frame; the editor and the documentation may not be framed. Sites to which a
    link leads do not learn where it was: addresses may name solutions.
    """
    for path, framed_by in (("/", "'none'"), ("/docs/", "'none'"), ("/docs/api/", "'none'"), (player, "*")):
        sources = policy(client, path)
        assert sources["frame-ancestors"] == framed_by
        assert sources["default-src"] == "'self'"
        assert sources["base-uri"] == "'none'"
        assert sources["img-src"] == "'self' data:"
        assert not set(sources) & {"script-src", "style-src", "script-src-elem", "style-src-elem"}
        html = client.get(path).text
        assert all("src=" in script for script in re.findall(r"<script(?! type=\"application/json\")[^>]*>", html))
        assert not re.search(r"<style|\sstyle=|\son\w+=", html)
    for path in ("/", "/docs/", "/docs/api/", "/static/home/home.js", "/v1/limits", "/none", player):
        assert client.get(path).headers["Referrer-Policy"] == "same-origin"


@pytest.mark.parametrize(
    ("accept", "page"),
    [
        ("text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", True),
        ("*/*", False),
        ("application/json, text/html;q=0.9", False),
        ("application/problem+json, text/html", False),
        ("image/avif,image/webp,*/*;q=0.8", False),
        ("", False),
    ],
)
def test_what_is_not_found_is_a_page_for_browsers(client: FlaskClient, accept: str, page: bool) -> None:
    """A 404 is a page for clients that prefer text/html, and a problem document for all others."""
    response = client.get("/v1/solutions/<b>x", headers={"Accept": accept})
    assert response.status_code == 404
    assert "Accept" in response.headers["Vary"]
    assert (response.mimetype == "text/html") == page
    if page:
        assert "<b>" not in response.text
        assert "frame-ancestors 'none'" in response.headers["Content-Security-Policy"]
    else:
        assert response.json["status"] == 404


@pytest.mark.parametrize(("language", "text"), [("en", "There is no solution"), ("ja-JP", "期限が切れています")])
def test_the_page_of_what_is_not_found_names_its_language(client: FlaskClient, language: str, text: str) -> None:
    """The page of a 404 has the error in the language of Accept-Language, with its lang attribute."""
    headers = {"Accept": "text/html", "Accept-Language": language}
    page = client.get("/v1/solutions/x", headers=headers).text
    (found,) = re.findall(f'<p lang="{language[:2]}">(.*)</p>', page)
    assert text in found
