"""Batches: submit, get, cancel."""

from __future__ import annotations

from flask import Blueprint, Response, g, request

from schemas.settings import Settings
from service.acceptance import Caller
from service.batches import Batches
from service.requests import read_json
from service.responses import NO_STORE, accepted_response, found, json_response

RETRY_SECONDS = "2"


def routes(settings: Settings, batches: Batches) -> Blueprint:
    """The routes of batches."""
    blueprint = Blueprint("batches", __name__, url_prefix="/v1/batches")

    @blueprint.post("")
    def submit() -> Response:
        document = batches.submit(
            read_json(request, settings.batch_bytes), Caller(g.request_id, g.owner, client=g.client)
        )
        return accepted_response(document, settings.public_url, RETRY_SECONDS)

    @blueprint.get("/<batch_id>")
    def get(batch_id: str) -> Response:
        return json_response(found(batches.get(batch_id, g.owner), "batch", batch_id), headers=NO_STORE)

    @blueprint.delete("/<batch_id>")
    def cancel(batch_id: str) -> Response:
        return json_response(found(batches.cancel(batch_id, g.owner), "batch", batch_id), headers=NO_STORE)

    return blueprint
