"""Hints: submit, get."""

from __future__ import annotations

from flask import Blueprint, Response

from fewest.config.settings import Settings
from fewest.service.jobs.admission import Admission
from fewest.service.jobs.groups import GroupService
from fewest.service.openapi.operations import EIGHT, FAILURE, LATER, examples, links, ok, operation, response
from fewest.service.routes.groups import GroupResource
from fewest.service.routes.resource import APPLIED, KEY, PREFER

LINKS = links("hint_id", "id", look="getHint")
SUBMITTED = ok("All distances.", "Hint", LINKS, APPLIED)
SUBMITTED |= response("202", "The distances known so far.", "Hint", LINKS, LATER | APPLIED)
SUBMITTED |= {"409": FAILURE}
BODY = ("HintRequest", examples(eight=EIGHT))


def routes(settings: Settings, hints: GroupService, admission: Admission) -> Blueprint:
    """The routes of hints."""
    blueprint = Blueprint("hints", __name__, url_prefix="/v1/hints")
    resource = GroupResource(settings, hints, admission, settings.body_bytes, retry_seconds="1")

    @blueprint.post("")
    @operation("hint", SUBMITTED, body=BODY, parameters=[PREFER, KEY], access="work")
    def submit() -> Response:
        """The best next moves.

        Starts a search from every position one move later, waits about a second for the results, and returns the
        distances known by then. With `Prefer: wait=10` it waits up to 10 seconds more. After status 202, get the hint
        again for the missing distances.
        """
        return resource.submit()

    @blueprint.get("/<hint_id>")
    @operation("getHint", ok("The current state.", "Hint", more=APPLIED), parameters=[PREFER], access="private")
    def get(hint_id: str) -> Response:
        """Get a hint.

        The distances known now. Starts the searches that could not be started before. `Prefer: wait=10` waits until all
        distances are known.
        """
        return resource.get(hint_id)

    return blueprint
