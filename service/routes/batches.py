"""Batches: submit, get, cancel, print."""

from __future__ import annotations

from flask import Blueprint, Response, g, request

from fewest.schemas.settings import Settings
from fewest.service.documents import Document
from fewest.service.http.responses import NO_STORE, found, json_response, missing
from fewest.service.http.tables import table_response
from fewest.service.jobs.admission import Admission
from fewest.service.jobs.batches import Batches
from fewest.service.openapi.operations import EIGHT, HOPPERS, LATER, links, ok, operation, response
from fewest.service.routes.pictures import FIRST, Pictures
from fewest.service.routes.resource import APPLIED, PREFER, accepted_as_preferred, caller, wait_as_preferred
from fewest.solver.errors import Message

RETRY_SECONDS = "2"

COLUMNS = ("index", "status", "length", "job_id", "detail", "errors")
"""The columns of a batch as CSV."""

BODY = ("BatchRequest", {"two": {"value": {"puzzles": [HOPPERS, EIGHT], "want": "one"}}})
LINKS = links("batch_id", "id", look="getBatch", cancel="cancelBatch")
CURRENT = ok("The current state.", "Batch", more=APPLIED)
SUBMITTED = ok("All answers were known.", "Batch", LINKS, APPLIED)
SUBMITTED |= response("202", "Accepted; the state of each puzzle.", "Batch", LINKS, LATER | APPLIED)
BATCH = Message("batch")


def routes(settings: Settings, batches: Batches, pictures: Pictures, admission: Admission) -> Blueprint:
    """The routes of batches."""
    blueprint = Blueprint("batches", __name__, url_prefix="/v1/batches")

    @blueprint.post("")
    @operation("submitBatch", SUBMITTED, body=BODY, parameters=[PREFER], access="work")
    def submit() -> Response:
        """Submit many puzzles.

        Every puzzle becomes a job, or is reported as invalid or refused; a batch fails as a whole only if it is no
        batch. `want` and `limits` are those of all. `Prefer: wait=10` waits until all have ended.
        """
        document = batches.submit(
            admission.bodies.receive(request, settings.batch_bytes),
            caller(),
        )
        return accepted_as_preferred(settings, document, RETRY_SECONDS, wait, current)[0]

    @blueprint.get("/<batch_id>")
    @operation("getBatch", CURRENT, parameters=[PREFER], access="private")
    def get(batch_id: str) -> Response:
        """Get a batch.

        The state of each puzzle, in the order in which they were submitted. `Prefer: wait=10` waits until all have
        ended. With `Accept: text/csv` or `application/jsonl`, the puzzles alone, one on a line.
        """
        waited = wait(batch_id)
        document = current(batch_id)
        answer = json_response(document, headers=NO_STORE | waited)
        return table_response(answer, request, document["items"], COLUMNS, admission.computing)

    @blueprint.delete("/<batch_id>")
    @operation("cancelBatch", ok("The current state.", "Batch"), access="work")
    def cancel(batch_id: str) -> Response:
        """Cancel a batch.

        Cancels all jobs of the batch that have not ended.
        """
        return json_response(found(batches.cancel(batch_id, g.owner), BATCH, batch_id), headers=NO_STORE)

    @blueprint.get("/<batch_id>/sheet")
    @operation("getBatchSheet", ok("A page to print.", None, media="text/html"), parameters=[FIRST], access="private")
    def sheet(batch_id: str) -> Response:
        """A sheet of the puzzles of a batch, to print.

        A page with those that are solved, their numbers and their fewest moves; the solutions are on another page.
        """
        solutions = batches.solutions(batch_id, g.owner)
        if solutions is None:
            raise missing(BATCH, batch_id)
        return pictures.sheet(solutions)

    def current(batch_id: str) -> Document:
        return found(batches.get(batch_id, g.owner), BATCH, batch_id)

    def wait(batch_id: str) -> dict[str, str]:
        return wait_as_preferred(settings, lambda seconds: batches.wait(batch_id, g.owner, seconds))

    return blueprint
