"""Surveys: submit, get, cancel, draw, print."""

from __future__ import annotations

from flask import Blueprint, Response

from fewest.config.settings import Settings
from fewest.service.http.responses import NO_STORE
from fewest.service.jobs.admission import Admission
from fewest.service.jobs.groups import GroupService
from fewest.service.openapi.operations import FAILURE, LATER, links, ok, operation, response
from fewest.service.routes.groups import GroupResource
from fewest.service.routes.pictures import FIRST, SHEET, Pictures
from fewest.service.routes.resource import APPLIED, KEY, PREFER, caller, chosen_id, own_id

COLUMNS = (
    *("start", "goal", "members", "status", "length", "optimal", "lower_bound", "count", "refuted_by"),
    *("job_id", "solution_id"),
)
"""The columns of a survey as CSV."""

BODY = (
    "SurveyRequest",
    {
        "triangle": {"value": {"kind": "jump", "board": {"name": "triangle-15"}, "want": "count"}},
        "eight": {
            "value": {
                "kind": "slide",
                "board": {"rows": 3, "columns": 3},
                "starts": [[8, 6, 7, 2, 5, 4, 3, 0, 1], [6, 4, 7, 8, 5, 0, 3, 2, 1]],
                "goals": [[1, 2, 3, 4, 5, 6, 7, 8, 0]],
            }
        },
    },
)
LINKS = links("survey_id", "id", look="getSurvey", cancel="cancelSurvey", picture="getSurveyPicture")
CURRENT = ok("The current state.", "Survey", more=APPLIED)
SUBMITTED = ok("All answers were known.", "Survey", LINKS, APPLIED)
SUBMITTED |= response("202", "Accepted; the state of each problem.", "Survey", LINKS, LATER | APPLIED)
SUBMITTED |= {"409": FAILURE}


def routes(settings: Settings, surveys: GroupService, pictures: Pictures, admission: Admission) -> Blueprint:
    """The routes of surveys."""
    blueprint = Blueprint("surveys", __name__, url_prefix="/v1/surveys")
    resource = GroupResource(settings, surveys, admission, settings.batch_bytes, rows="problems", columns=COLUMNS)

    @blueprint.post("")
    @operation("submitSurvey", SUBMITTED, body=BODY, parameters=[PREFER, KEY], access="work")
    def submit() -> Response:
        """Submit every problem of a board.

        Solves the problem from each start to each goal; symmetric problems are solved once. Without starts and goals, a
        jump board gets all problems from one empty hole to one peg. Every problem becomes a job. `want` and `limits`
        apply to all problems. Known answers are returned at once. `Prefer: wait=10` waits until all have ended. With
        `Accept: text/csv` or `application/jsonl`, returns only the table.
        """
        return resource.submit(listed=True)

    @blueprint.put("/<survey_id>")
    @operation("putSurvey", SUBMITTED, body=BODY, parameters=[own_id("survey_id"), PREFER], access="work")
    def put(survey_id: str) -> Response:
        """Submit a survey under an id of your own.

        Idempotent, like `PUT /v1/jobs/{job_id}`: the same body again returns the same survey. Another body under this
        id returns 409.
        """
        return resource.submit(chosen_id(survey_id), listed=True)

    @blueprint.get("/<survey_id>")
    @operation("getSurvey", CURRENT, parameters=[PREFER], access="private")
    def get(survey_id: str) -> Response:
        """Get a survey.

        The state of each problem, in the order of the starts, then of the goals. `Prefer: wait=10` waits until all have
        ended.
        """
        return resource.get(survey_id)

    @blueprint.delete("/<survey_id>")
    @operation("cancelSurvey", ok("The current state.", "Survey"), access="work")
    def cancel(survey_id: str) -> Response:
        """Cancel a survey.

        Cancels all jobs of the survey that have not ended.
        """
        return resource.cancel(survey_id)

    @blueprint.get("/<survey_id>/picture.svg")
    @operation("getSurveyPicture", ok("A picture.", None, media="image/svg+xml"), access="private")
    def picture(survey_id: str) -> Response:
        """A picture of a survey.

        The fewest moves of every problem, drawn on the board. In place of each hole there is a small board: for the
        start in which this hole is empty, it shows the moves to a last peg in each hole. A survey with other starts and
        goals has a picture of each start, with the moves to each goal.
        """
        stored, document = surveys.load(survey_id, caller()), surveys.get(survey_id, caller())
        drawn = pictures.survey(stored, document["problems"])
        policy = {"Content-Security-Policy": "default-src 'none'"}
        return Response(drawn, mimetype="image/svg+xml", headers=NO_STORE | policy)

    @blueprint.get("/<survey_id>/sheet")
    @operation("getSurveySheet", SHEET, parameters=[FIRST], access="private")
    def sheet(survey_id: str) -> Response:
        """A sheet of the problems of a survey, to print.

        A page with the starts of the solved problems, numbered, with their fewest moves. The solutions are on a second
        page.
        """
        return pictures.sheet(surveys.solutions(survey_id, caller()))

    return blueprint
