"""Compression: what is sent has the bytes of what was written, and a tag of its own; streams are left alone."""

from __future__ import annotations

import sys
import zlib
from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from service.compression import LEAST_BYTES
from store import Store
from tests.unit.service.worker import ROW, client_of, work

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

UNPACK: dict[str | None, Any] = {
    "gzip": lambda body: zlib.decompress(body, 16 + zlib.MAX_WBITS),
    "zstd": zstd.decompress,
    None: bytes,
}

TEXTS = ["/v1/boards", "/v1/limits", "/openapi.json", "/static/board.js", "/static/fewest.css", "/docs/"]


def get(client: FlaskClient, place: str, accepted: str = "", **headers: str) -> TestResponse:
    """GET with these codings accepted."""
    return client.get(place, headers={"Accept-Encoding": accepted} | headers)


@pytest.mark.parametrize("place", TEXTS)
def test_codings(store: Store, place: str) -> None:
    """Whatever the client accepts, it gets the same text, in a coding that it accepts, with a length and Vary."""
    client = client_of(store)
    plain = get(client, place)
    assert len(plain.data) >= LEAST_BYTES
    chosen = {
        "gzip": "gzip",
        "gzip, deflate, br, zstd": "zstd",
        "zstd;q=0.5, gzip": "gzip",
        "*": "gzip",
        "gzip;q=0.1, identity": None,
        "gzip;q=0": None,
        "br": None,
    }
    for accepted, coding in chosen.items():
        answer = get(client, place, accepted)
        assert answer.headers.get("Content-Encoding") == coding, accepted
        assert UNPACK[coding](answer.data) == plain.data
        assert int(answer.headers["Content-Length"]) == len(answer.data)
        assert "Accept-Encoding" in answer.headers["Vary"]
        assert (len(answer.data) < len(plain.data)) == (coding is not None)
        head = client.head(place, headers={"Accept-Encoding": accepted})
        assert head.headers.get("Content-Encoding") == coding
        assert (head.headers["Content-Length"], head.data) == (answer.headers["Content-Length"], b"")


@pytest.mark.parametrize("place", ["/v1/boards", "/v1/limits", "/openapi.json", "/static/board.js"])
def test_every_coding_has_its_tag(store: Store, place: str) -> None:
    """The tags of the codings differ; with its own, and with the plain one, a client gets 304 and its tag back."""
    client = client_of(store)
    tags = {}
    for accepted in ("", "gzip", "zstd"):
        answer = get(client, place, accepted)
        assert "Cache-Control" in answer.headers
        tags[accepted] = answer.headers["ETag"]
    assert len(set(tags.values())) == 3
    for accepted, tag in tags.items():
        again = get(client, place, accepted, **{"If-None-Match": tag})
        assert (again.status_code, again.data, again.headers["ETag"]) == (304, b"", tag)
        assert "Accept-Encoding" in again.headers["Vary"]
        assert get(client, place, accepted, **{"If-None-Match": '"other-gzip"'}).status_code == 200


def test_short_texts_and_streams_are_sent_as_they_are(store: Store) -> None:
    """A short document is not compressed, nor is an event stream of any length."""
    client = client_of(store)
    job = client.post("/v1/jobs", json={"puzzle": ROW}).json["links"]["self"]
    work(store)
    for place in (job, f"{job}/events", "/livez"):
        answer = get(client, place, "gzip, zstd")
        assert answer.status_code == 200
        assert "Content-Encoding" not in answer.headers
        assert "Accept-Encoding" not in answer.headers.get("Vary", "")


def test_page_links_to_the_next(store: Store) -> None:
    """``Link`` names the next page as the document does; the last page has none."""
    client = client_of(store)
    square = {"kind": "slide", "board": {"rows": 2, "columns": 2}, "start": [1, 0, 0, 0], "goal": [0, 0, 0, 1]}
    place = client.post("/v1/jobs", json={"puzzle": square, "want": "all"}).json["links"]["self"]
    work(store)
    listed = client.get(client.get(place).json["links"]["solution"]).json["links"]["all"]
    assert client.get(listed).json["count"] == 2
    assert "Link" not in client.get(listed).headers
    first = client.get(f"{listed}?limit=1")
    assert first.headers["Link"] == f'<{first.json["next"]}>; rel="next"'
    assert "Link" not in client.get(first.json["next"]).headers
