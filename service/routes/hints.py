"""Hints: submit, get."""

from __future__ import annotations

from flask import Blueprint, Response, request

from fewest.schemas.settings import Settings
from fewest.service.documents import Document
from fewest.service.http.responses import NO_STORE, found, json_response
from fewest.service.jobs.bodies import Bodies
from fewest.service.jobs.hints import Hints
from fewest.service.openapi.operations import EIGHT, LATER, examples, links, ok, operation, response
from fewest.service.routes.resource import APPLIED, PREFER, accepted_as_preferred, caller, wait_as_preferred
from fewest.solver.errors import Message

RETRY_SECONDS = "1"

HINT = Message("hint")
LINKS = links("hint_id", "id", look="getHint")
SUBMITTED = ok("All distances.", "Hint", LINKS, APPLIED)
SUBMITTED |= response("202", "The distances known so far.", "Hint", LINKS, LATER | APPLIED)


def routes(settings: Settings, hints: Hints, bodies: Bodies) -> Blueprint:
    """The routes of hints."""
    blueprint = Blueprint("hints", __name__, url_prefix="/v1/hints")

    @blueprint.post("")
    @operation("hint", SUBMITTED, body=("HintRequest", examples(eight=EIGHT)), parameters=[PREFER], access="work")
    def submit() -> Response:
        """The best next moves.

        Searches from every position one move later, waits for the results for about a second, with `Prefer: wait=10`
        for up to 10 seconds more, and returns the distances known by then. With status 202, get the hint again for the
        others.
        """
        document = hints.submit(bodies.receive(request, settings.body_bytes), caller())
        return accepted_as_preferred(settings, document, RETRY_SECONDS, wait, current)[0]

    @blueprint.get("/<hint_id>")
    @operation("getHint", ok("The current state.", "Hint", more=APPLIED), parameters=[PREFER], access="private")
    def get(hint_id: str) -> Response:
        """Get a hint.

        The distances known by now. Begins searches that there was no time for before. `Prefer: wait=10` waits until
        all are known.
        """
        waited = wait(hint_id)
        return json_response(current(hint_id), headers=NO_STORE | waited)

    def current(hint_id: str) -> Document:
        return found(hints.get(hint_id, caller()), HINT, hint_id)

    def wait(hint_id: str) -> dict[str, str]:
        return wait_as_preferred(settings, lambda seconds: hints.wait(hint_id, caller(), seconds))

    return blueprint
