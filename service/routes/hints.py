"""Hints: submit, get."""

from __future__ import annotations

from flask import Blueprint, Response, g, request

from schemas.settings import Settings
from service.acceptance import Caller
from service.admission import Rates
from service.hints import Hints
from service.requests import read_json
from service.responses import NO_STORE, accepted_response, found, json_response

RETRY_SECONDS = "1"


def routes(settings: Settings, hints: Hints, rates: Rates) -> Blueprint:
    """The routes of hints."""
    blueprint = Blueprint("hints", __name__, url_prefix="/v1/hints")

    @blueprint.post("")
    def submit() -> Response:
        rates.count_request()
        document = hints.submit(read_json(request, settings.body_bytes), Caller(g.request_id, g.owner, client=g.client))
        return accepted_response(document, settings.public_url, RETRY_SECONDS)

    @blueprint.get("/<hint_id>")
    def get(hint_id: str) -> Response:
        return json_response(found(hints.get(hint_id, g.owner), "hint", hint_id), headers=NO_STORE)

    return blueprint
