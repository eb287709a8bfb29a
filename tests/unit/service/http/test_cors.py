"""CORS: which origins are allowed, and what caches must know."""

from __future__ import annotations

import pytest
from flask import Flask, Response, request

from fewest.config.settings import Settings
from fewest.service.http.cors import Cors

HERE, THERE = "https://a.example", "https://b.example"
ALLOWED = "Access-Control-Allow-Origin"


def answered(origin: str, method: str = "GET", asked: str = "", read: str = HERE, write: str = "") -> Response:
    """The response to a request of a page; ``asked`` is the method a preflight asks for."""
    headers = ({"Origin": origin} if origin else {}) | ({"Access-Control-Request-Method": asked} if asked else {})
    response = Response()
    with Flask("test").test_request_context(method=method, headers=headers):
        Cors(Settings(cors_read=read, cors_write=write)).allow(request, response)
    return response


@pytest.mark.parametrize(("origin", "allowed"), [(HERE, HERE), (THERE, None), ("", None)])
def test_restricted_answers_depend_on_the_origin(origin: str, allowed: str | None) -> None:
    """If only some origins are allowed, every response has ``Vary: Origin``, so that caches keep them apart."""
    response = answered(origin)
    assert (response.headers.get(ALLOWED), response.headers["Vary"]) == (allowed, "Origin")
    assert ("ETag" in response.headers.get("Access-Control-Expose-Headers", "")) == (allowed is not None)


def test_answers_to_everyone_do_not_vary() -> None:
    """If any origin may read, responses are the same for all, and caches may share them."""
    response = answered(HERE, read="*")
    assert response.headers[ALLOWED] == "*"
    assert "Vary" not in response.headers


def test_writing_is_allowed_apart() -> None:
    """Origins that may submit work may also read, but not the reverse; a final slash in the setting is ignored."""
    assert answered(THERE, read=HERE, write=THERE + "/").headers[ALLOWED] == THERE
    assert answered(THERE, "POST", read=HERE, write=THERE + "/").headers[ALLOWED] == THERE
    for refused in (answered(HERE, "POST", write=THERE), answered(HERE, "POST", read="*")):
        assert ALLOWED not in refused.headers
        assert refused.headers["Vary"] == "Origin"


def test_preflight_names_the_methods() -> None:
    """The response to a preflight depends on the method it names, and lists the methods and headers allowed."""
    reads = answered(HERE, "OPTIONS", "GET", write=THERE).headers
    writes = answered(THERE, "OPTIONS", "POST", write=THERE).headers
    assert reads["Access-Control-Allow-Methods"] == "GET, HEAD"
    assert writes["Access-Control-Allow-Methods"] == "GET, HEAD, POST, PUT, DELETE"
    assert "Authorization" in writes["Access-Control-Allow-Headers"]
    assert writes["Access-Control-Max-Age"] == "600"
    assert ALLOWED not in answered(HERE, "OPTIONS", "POST", write=THERE).headers
