"""Batches: submit, get, cancel, print."""

from __future__ import annotations

from flask import Blueprint, Response

from fewest.config.settings import Settings
from fewest.service.http.requests import JSON, TEXT
from fewest.service.jobs.admission import Admission
from fewest.service.jobs.groups import GroupService
from fewest.service.openapi.operations import EIGHT, FAILURE, HOPPERS, LATER, links, ok, operation, response
from fewest.service.routes.groups import GroupResource
from fewest.service.routes.pictures import FIRST, SHEET, Pictures
from fewest.service.routes.resource import APPLIED, KEY, PREFER, WANTED, caller

COLUMNS = ("index", "status", "length", "job_id", "detail", "errors", "reading")
"""The columns of a batch as CSV."""

BODY = ("BatchRequest", {"two": {"value": {"puzzles": [HOPPERS, EIGHT], "want": "one"}}})
TEXTS = {"pieces": {"value": "8 6 7\n2 5 4\n3 . 1\n\n1 2 3\n4 5 6\n7 . 8\n"}}
LINKS = links("batch_id", "id", look="getBatch", cancel="cancelBatch")
CURRENT = ok("The current state.", "Batch", more=APPLIED)
SUBMITTED = ok("All answers were known.", "Batch", LINKS, APPLIED)
SUBMITTED |= response("202", "Accepted; the state of each puzzle.", "Batch", LINKS, LATER | APPLIED)
SUBMITTED |= {"409": FAILURE}


def routes(settings: Settings, batches: GroupService, pictures: Pictures, admission: Admission) -> Blueprint:
    """The routes of batches."""
    blueprint = Blueprint("batches", __name__, url_prefix="/v1/batches")
    resource = GroupResource(
        settings, batches, admission, settings.batch_bytes, rows="items", columns=COLUMNS, media=(JSON, TEXT)
    )

    @blueprint.post("")
    @operation("submitBatch", SUBMITTED, body=BODY, texts=TEXTS, parameters=[PREFER, KEY, *WANTED], access="work")
    def submit() -> Response:
        """Submit many puzzles.

        Every puzzle becomes a job, or is reported as invalid or refused. The whole batch fails only if the body is not
        a batch. `want` and `limits` apply to every puzzle. `Prefer: wait=10` waits until all have ended. A body of
        plain text is read as by `/v1/readings`: of each of its puzzles, the first reading is solved.
        """
        return resource.submit()

    @blueprint.get("/<batch_id>")
    @operation("getBatch", CURRENT, parameters=[PREFER], access="private")
    def get(batch_id: str) -> Response:
        """Get a batch.

        The state of each puzzle, in the order of the request. `Prefer: wait=10` waits until all have ended. With
        `Accept: text/csv` or `application/jsonl`, returns only the puzzles, one per line.
        """
        return resource.get(batch_id)

    @blueprint.delete("/<batch_id>")
    @operation("cancelBatch", ok("The current state.", "Batch"), access="work")
    def cancel(batch_id: str) -> Response:
        """Cancel a batch.

        Cancels all jobs of the batch that have not ended.
        """
        return resource.cancel(batch_id)

    @blueprint.get("/<batch_id>/sheet")
    @operation("getBatchSheet", SHEET, parameters=[FIRST], access="private")
    def sheet(batch_id: str) -> Response:
        """A sheet of the puzzles of a batch, to print.

        A page with the solved puzzles, numbered, with their fewest moves. The solutions are on a second page.
        """
        return pictures.sheet(batches.solutions(batch_id, caller()))

    return blueprint
