"""Hints: submit, get."""

from __future__ import annotations

from flask import Blueprint, Response, g, request

from schemas.settings import Settings
from service.http.requests import read_json
from service.http.responses import NO_STORE, accepted_response, found, json_response
from service.jobs.admission import Rates
from service.jobs.hints import Hints
from service.jobs.intake import Caller
from service.openapi.operations import EIGHT, LATER, examples, links, ok, operation, response
from solver.errors import Message

RETRY_SECONDS = "1"

LINKS = links("hint_id", "id", look="getHint")
SUBMITTED = ok("All distances.", "Hint", LINKS)
SUBMITTED |= response("202", "The distances known so far.", "Hint", LINKS, LATER)


def routes(settings: Settings, hints: Hints, rates: Rates) -> Blueprint:
    """The routes of hints."""
    blueprint = Blueprint("hints", __name__, url_prefix="/v1/hints")

    @blueprint.post("")
    @operation("hint", SUBMITTED, body=("HintRequest", examples(eight=EIGHT)), access="work")
    def submit() -> Response:
        """The best next moves.

        Searches from every position one move later, waits for the results for about a second, and returns the
        distances known by then. With status 202, get the hint again for the others.
        """
        rates.count_request()
        document = hints.submit(read_json(request, settings.body_bytes), Caller(g.request_id, g.owner, g.client))
        return accepted_response(document, settings.public_url, RETRY_SECONDS)

    @blueprint.get("/<hint_id>")
    @operation("getHint", ok("The current state.", "Hint"), access="private")
    def get(hint_id: str) -> Response:
        """Get a hint.

        The distances known by now. Begins searches that there was no time for before.
        """
        caller = Caller(g.request_id, g.owner, g.client)
        return json_response(found(hints.get(hint_id, caller), Message("hint"), hint_id), headers=NO_STORE)

    return blueprint
