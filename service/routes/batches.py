"""Batches: ask for many, look, cancel."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, g, request

from service.batches import Batches
from service.desk import Asker, Desk
from service.documents import encode
from service.problems import Problem
from service.requests import read_json

RETRY_SECONDS = "2"


def routes(desk: Desk) -> Blueprint:
    """The routes of batches."""
    blueprint = Blueprint("batches", __name__, url_prefix="/v1/batches")
    batches = Batches(desk)

    @blueprint.post("")
    def submit() -> Response:
        document = batches.submit(read_json(request, desk.settings.batch_bytes), Asker(g.request_id, g.owner))
        return together(document, desk.settings.public_url, RETRY_SECONDS)

    @blueprint.get("/<batch_id>")
    def look(batch_id: str) -> Response:
        return together(known(batches.look(batch_id, g.owner), "batch", batch_id))

    @blueprint.delete("/<batch_id>")
    def cancel(batch_id: str) -> Response:
        return together(known(batches.cancel(batch_id, g.owner), "batch", batch_id))

    return blueprint


def known(document: dict[str, Any] | None, noun: str, name: str) -> dict[str, Any]:
    """The document, or a problem if there is none."""
    if document is None:
        raise Problem("not-found", f"There is no {noun} {name[:64]!r}, or it is so old that it was dropped.")
    return document


def together(document: dict[str, Any], public_url: str = "", retry: str | None = None) -> Response:
    """A batch or a hint as an answer; where it was just asked for and is not done, 202 and when to look again."""
    response = Response(encode(document), mimetype="application/json")
    response.headers["Cache-Control"] = "no-store"
    if retry is not None and document["status"] == "running":
        response.status_code = 202
        response.headers["Location"] = public_url + document["links"]["self"]
        response.headers["Retry-After"] = retry
    return response
