"""Compression: what is sent has the bytes of what was written, and a tag of its own; streams are left alone."""

from __future__ import annotations

import sys
import zlib
from typing import Any

import pytest
from flask import Flask, Response, request
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from fewest.service.http.compression import MIN_BYTES, Compression

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

UNPACK: dict[str | None, Any] = {
    "gzip": lambda body: zlib.decompress(body, 16 + zlib.MAX_WBITS),
    "zstd": zstd.decompress,
    None: bytes,
}

TEXTS = ["/v1/boards", "/openapi.json", "/static/board/board.js", "/docs/api/swagger-ui.css", "/"]


def get(client: FlaskClient, place: str, accepted: str = "", **headers: str) -> TestResponse:
    return client.get(place, headers={"Accept-Encoding": accepted} | headers)


@pytest.mark.parametrize("place", TEXTS)
def test_codings(client: FlaskClient, place: str) -> None:
    """Whatever the client accepts, it gets the same text, in a coding that it accepts, with a length and Vary."""
    plain = get(client, place)
    assert len(plain.data) >= MIN_BYTES
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


@pytest.mark.parametrize("place", TEXTS[:3])
def test_every_coding_has_its_tag(client: FlaskClient, place: str) -> None:
    """The tags of the codings differ; with its own, and with the plain one, a client gets 304 and its tag back."""
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


@pytest.mark.parametrize("accepted", ["", "gzip", "zstd"])
def test_parts_of_files(client: FlaskClient, accepted: str) -> None:
    """A part of a file is that part of the plain text, never compressed; a compressed text offers no parts."""
    whole = get(client, "/static/board/board.js", accepted)
    assert whole.headers.get("Accept-Ranges") == (None if accepted else "bytes")
    part = get(client, "/static/board/board.js", accepted, Range="bytes=10-3009")
    plain = get(client, "/static/board/board.js").data
    assert (part.status_code, part.data) == (206, plain[10:3010])
    assert "Content-Encoding" not in part.headers
    assert part.headers["Content-Range"] == f"bytes 10-3009/{len(plain)}"


def text_of(answer: Response, **headers: str) -> Response:
    app = Flask("test")
    with app.test_request_context(headers={"Accept-Encoding": "gzip"} | headers):
        Compression().compress(request, answer)
    return answer


def test_which_responses_are_compressed() -> None:
    """Texts of a kilobyte and more are compressed, unless they are streamed or partial; other media types are not."""
    text = b"x" * MIN_BYTES

    def coding(answer: Response) -> str | None:
        return text_of(answer).headers.get("Content-Encoding")

    assert coding(Response(text, mimetype="text/plain")) == "gzip"
    assert coding(Response(text[1:], mimetype="text/plain")) is None
    assert coding(Response(text, mimetype="image/png")) is None
    assert coding(Response(text, 206, mimetype="text/plain")) is None
    assert coding(Response(status=204, mimetype="text/plain")) is None
    streamed = text_of(Response(iter([text, text]), mimetype="text/plain"))
    assert ("Content-Encoding" in streamed.headers, streamed.is_streamed) == (False, True)
    long = Response(b"x" * MIN_BYTES, mimetype="text/plain")
    long.headers["ETag"] = 'W/"weak"'
    assert text_of(long).headers["ETag"] == 'W/"weak"'  # means only that the texts mean the same
