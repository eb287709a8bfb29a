"""Tasks: solving, levels, features and spaces; each has the same addresses for its jobs."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

from flask import Blueprint, Response, request

from fewest.config.settings import Settings
from fewest.notation import JsonObject
from fewest.schemas.statuses import FAILED
from fewest.service.http.problems import Problem
from fewest.service.http.response_cache import ResponseCache
from fewest.service.http.responses import NO_STORE, conditional_response, missing
from fewest.service.http.tables import JSON, accepted_form, write_table
from fewest.service.jobs.admission import Admission
from fewest.service.jobs.repeats import Repeats
from fewest.service.jobs.service import JobService
from fewest.service.jobs.streams import Streams
from fewest.service.jobs.views import JobView
from fewest.service.jobs.waiting import JobFollower
from fewest.service.openapi.operations import (
    EIGHT,
    FAILURE,
    HOPPERS,
    KEPT,
    LATER,
    SOLUTION_LINKS,
    TRITRI,
    UNCHANGED,
    View,
    examples,
    integer,
    links,
    ok,
    operation,
    response,
)
from fewest.service.routes.pictures import Pictures
from fewest.service.routes.puzzles import TEXTS
from fewest.service.routes.resource import (
    APPLIED,
    EVENTS,
    KEY,
    LAST_ID,
    PREFER,
    READING,
    WANTED,
    JobResource,
    own_id,
)
from fewest.solver.errors import Message


class Words(NamedTuple):
    """The words that describe one kind of task.

    Attributes
    ----------
    word, a_word
        A word for one of its jobs, and the same with its article.
    does
        What submitting one does.
    table
        The content of its job's table.
    submitted
        The name of what is submitted, if it differs.
    text
        What becomes of a body of plain text, if it may be one.
    """

    word: Message
    a_word: str
    does: str
    table: str
    submitted: str = ""
    text: str = ""


WORDS = {
    "solve": Words(
        Message("job"),
        "a job",
        "Finds a solution with the fewest moves, or proves that the puzzle has no solution.",
        "the moves of its solution, one on a line",
        "a puzzle",
        " A body of plain text is read as by `/v1/readings`, and its first reading is solved; the job says which.",
    ),
    "generation": Words(
        Message("generation"),
        "a generation",
        "Makes levels: puzzles on a board whose fewest moves, number of solutions and features match the request.",
        "its levels, one on a line",
    ),
    "features": Words(
        Message("features"),
        "features",
        "Measures features of a puzzle that show how hard it is.",
        "its features in one line",
    ),
    "space": Words(
        Message("space"),
        "a space",
        "Explores all positions that can be reached on a board, and counts them by their distance.",
        "its depths, one on a line",
    ),
}

SVG = "image/svg+xml"
PICTURE = response("200", "The chart.", None, media=SVG) | {"409": FAILURE}

LEVELS: JsonObject = {
    "kind": "slide",
    "board": {"rows": 3, "columns": 3},
    "number": 5,
    "length": {"min": 20, "max": 24},
}
LEVELS |= {"solutions": {"max": 1}, "seed": 7}

BODIES: dict[str, JsonObject] = {
    "solve": examples(tritri=TRITRI, hoppers=HOPPERS, eight=EIGHT),
    "generation": {"levels": {"value": LEVELS}},
    "features": {"all": {"value": {"puzzle": EIGHT}}, "one": {"value": {"puzzle": TRITRI, "features": ["forced"]}}},
    "space": {
        "eight": {"value": {"kind": "slide", "board": EIGHT["board"], "goal": EIGHT["goal"]}},
        "tritri": {"value": {"kind": "jump", "board": TRITRI["board"], "start": TRITRI["start"], "draw": {"seed": 1}}},
    },
}
"""Examples of bodies."""


def routes(
    settings: Settings,
    repeats: Repeats,
    jobs: JobService,
    follower: JobFollower,
    streams: Streams,
    admission: Admission,
    pictures: Pictures,
) -> Blueprint:
    """The routes of the jobs of one kind of task."""
    schema = jobs.schema
    noun, title, words = schema.noun, schema.title, WORDS[schema.name]
    blueprint = Blueprint(noun, __name__, url_prefix=f"/v1/{noun}")
    resource = JobResource(settings, words.word, repeats, jobs, follower, streams, admission)
    tables: ResponseCache[bytes] = ResponseCache(settings.response_cache_bytes, settings.response_cache_seconds, len)
    filled = {name: str(getattr(words, name)) for name in Words._fields} | {"noun": noun}
    filled["submitted"] = words.submitted or words.a_word

    def described(does: str, responses: JsonObject, **options: Any) -> Callable[[View], View]:
        return operation(f"{does}{title}", responses, words=filled, **options)

    job_links = links("job_id", "id", look=f"get{title}", follow=f"follow{title}", cancel=f"cancel{title}")
    answered = job_links | (SOLUTION_LINKS if schema.name == "solve" else {})
    submitted = ok("The result was known.", title, answered, APPLIED)
    submitted |= response("202", "Queued, or joined to an equal request.", title, job_links, LATER | APPLIED)
    submitted |= {"409": FAILURE}
    current = ok("The current state.", title, answered, APPLIED | KEPT) | UNCHANGED
    current |= {"409": FAILURE}
    body = (f"{title}Request", BODIES[schema.name])
    query = [*WANTED, integer(READING)] if words.text else []
    texts = TEXTS if words.text else None

    @blueprint.post("")
    @described("submit", submitted, body=body, texts=texts, parameters=[PREFER, KEY, *query], access="work")
    def submit() -> Response:
        """Submit {submitted}.

        {does} A known result is returned at once, with status 200. Otherwise the work is queued, or joined to that
        for an equal request, and returned with status 202 and a `Location`. `Prefer: wait=10` holds the response until
        it has ended, for at most that many seconds. With an `Idempotency-Key`, the request is the same as
        `PUT /v1/{noun}/{{job_id}}` with the key as the id.{text}
        """
        return resource.submit()

    @blueprint.put("/<job_id>")
    @described("put", submitted, body=body, texts=texts, parameters=[own_id("job_id"), PREFER, *query], access="work")
    def put(job_id: str) -> Response:
        """Submit {submitted} under an id of your own.

        Idempotent: the same body again, for example after a lost response, returns the same job. Another body under
        this id returns 409. An id belongs to the first valid request that uses it, for as long as jobs are
        retained.{text}
        """
        return resource.put(job_id)

    @blueprint.get("/<job_id>")
    @described("get", current, parameters=[PREFER], access="private")
    def get(job_id: str) -> Response:
        """Get {a_word}.

        The current state. `Prefer: wait=10` waits until the job has ended. An ended job never changes, and `Accept:
        text/csv` or `application/jsonl` gets {table}.
        """
        view, headers = resource.get(job_id)
        headers["Vary"] = "Accept"
        form = accepted_form(request)
        if form == JSON:
            return resource.shown(view, headers)
        name = f"{form} {view.job_id}"
        table = tables.get(name)
        if table is None:
            with admission.computing.slot():
                table = tables.get_or_make(name, partial(converted, form, view))
        return conditional_response(table, form, headers=headers)

    def converted(form: str, view: JobView) -> bytes:
        """The table of a job that has ended with a result, in a form."""
        status = json.loads(view.document)["status"]
        if not view.ended or status in FAILED:
            raise Problem("no-tabular-form", Message("Its status is {status}.", status=status))
        rows = jobs.rows(view, schema.rows)
        if rows is None:
            raise missing(words.word, view.job_id)
        return write_table(form, rows, list(rows[0]) if rows else ())

    @blueprint.delete("/<job_id>")
    @described("cancel", ok("It has ended.", title), access="work")
    def cancel(job_id: str) -> Response:
        """Cancel {a_word}.

        Cancels the job for its client. The search continues if other clients wait for it. An ended job does not change.
        """
        return resource.cancel(job_id)

    @blueprint.get("/<job_id>/events")
    @described("follow", EVENTS, parameters=[LAST_ID], access="private")
    def follow(job_id: str) -> Response:
        """Follow {a_word} by server-sent events.

        Sends the job after every change, until the job has ended. A client that reconnects with `Last-Event-ID` gets
        only later events. If the stream closes earlier, reconnect.
        """
        return resource.follow(job_id)

    if schema.name == "space":
        _add_picture(blueprint, resource, pictures)
    return blueprint


def _add_picture(blueprint: Blueprint, resource: JobResource, pictures: Pictures) -> None:
    """The picture of a space."""

    @blueprint.get("/<job_id>/picture.svg")
    @operation("getSpacePicture", PICTURE, access="private")
    def picture(job_id: str) -> Response:
        """The depths of a space as a picture.

        A bar chart of the number of positions at each depth, as SVG. Positions without a legal jump have another
        colour.
        """
        space = json.loads(resource.own(job_id).document)
        if not space.get("depths"):
            raise Problem("no-tabular-form", Message("Its status is {status}.", status=space["status"]))
        return Response(pictures.space(space), mimetype=SVG, headers=NO_STORE)
