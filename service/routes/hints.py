"""Hints: ask, look."""

from __future__ import annotations

from flask import Blueprint, Response, g, request

from service.desk import Asker, Desk
from service.hints import Hints
from service.requests import read_json
from service.routes.batches import known, together

RETRY_SECONDS = "1"


def routes(desk: Desk) -> Blueprint:
    """The routes of hints."""
    blueprint = Blueprint("hints", __name__, url_prefix="/v1/hints")
    hints = Hints(desk)

    @blueprint.post("")
    def submit() -> Response:
        desk.rates.work()
        document = hints.submit(read_json(request, desk.settings.body_bytes), Asker(g.request_id, g.owner))
        return together(document, desk.settings.public_url, RETRY_SECONDS)

    @blueprint.get("/<hint_id>")
    def look(hint_id: str) -> Response:
        return together(known(hints.look(hint_id, g.owner), "hint", hint_id))

    return blueprint
