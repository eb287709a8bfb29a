"""Responses: JSON with its headers, and what a client may cache."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping

from flask import Response, request

from fewest.schemas.documents.base import encode
from fewest.service.http.prefix import prefix_of
from fewest.service.http.problems import Problem
from fewest.solver.errors import Message

NO_STORE = {"Cache-Control": "no-store"}
"""For resources that change or are private to a client."""

KEEP = {"Cache-Control": "public, max-age=300"}
"""For resources that change only with the service itself."""

IMMUTABLE = {"Cache-Control": "public, max-age=31536000, immutable"}
"""For resources that never change: cached for a year, the longest allowed, without revalidation (RFC 8246)."""


def json_response(
    document: Mapping[str, object] | bytes, status: int = 200, headers: Mapping[str, str] | None = None
) -> Response:
    """A document, encoded or not, as a response."""
    body = document if isinstance(document, bytes) else encode(document)
    response = Response(body, status, mimetype="application/json")
    response.headers.update(dict(headers or {}))
    return response


def location(public_url: str, path: str) -> str:
    """The address of a path: with its host if known, otherwise from the root of the host."""
    return f"{public_url or prefix_of(request)}{path}"


def next_link(document: Mapping[str, object]) -> dict[str, str]:
    """The header that links the next page of a document (RFC 8288)."""
    return {"Link": f'<{prefix_of(request)}{document["next"]}>; rel="next"'} if document["next"] else {}


def conditional_response(body: bytes, mimetype: str, etag: str = "", headers: Mapping[str, str] = KEEP) -> Response:
    """A body with its tag; 304 and no body if the client has it already (``If-None-Match``, RFC 9110).

    Parameters
    ----------
    etag
        Identifies the body among all bodies of this address, past and future. If empty, a digest of the body is used.
    """
    etag = etag or hashlib.sha256(body).hexdigest()[:32]
    tag = f'"{etag}"'
    given = request.headers
    same = given.get("If-None-Match") == tag
    response = Response(status=304) if same else Response(body, mimetype=mimetype)
    response.headers["ETag"] = tag
    response.headers.update(dict(headers))
    # Werkzeug's own comparison knows lists, weak tags and "*", but costs more than the rest of the response.
    if not same and ("If-None-Match" in given or "If-Match" in given):
        response.make_conditional(request)
    return response


def missing(noun: Message, name: str) -> Problem:
    """The problem for a resource that is unknown or has expired."""
    detail = Message("There is no {noun} {name!r}, or it has expired.", noun=noun, name=name[:64])
    return Problem("not-found", detail)
