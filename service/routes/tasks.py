"""Tasks: levels, features and spaces; each kind has the same addresses."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, NamedTuple

from flask import Blueprint, Response, request

from fewest.schemas.settings import Settings
from fewest.schemas.task import ENDED, TaskSchema
from fewest.service.documents import Document
from fewest.service.http.problems import Problem
from fewest.service.http.response_cache import ResponseCache
from fewest.service.http.responses import NO_STORE, conditional_response, missing
from fewest.service.http.tables import JSON, accepted_form, write_table
from fewest.service.jobs.admission import Admission
from fewest.service.jobs.known_answers import KnownAnswers
from fewest.service.jobs.service import JobService
from fewest.service.jobs.streams import Streams
from fewest.service.jobs.views import JobView
from fewest.service.jobs.waiting import JobFollower
from fewest.service.openapi.operations import (
    EIGHT,
    FAILURE,
    KEPT,
    LATER,
    TRITRI,
    UNCHANGED,
    View,
    links,
    ok,
    operation,
    response,
)
from fewest.service.routes.pictures import Pictures
from fewest.service.routes.resource import APPLIED, EVENTS, LAST_ID, PREFER, JobResource, key_parameter, own_id
from fewest.solver.errors import Message


class Words(NamedTuple):
    """What is said of one kind of task: a word for one, the same with its article, and what submitting it does."""

    word: Message
    a_word: str
    does: str


WORDS = {
    "generation": Words(
        Message("generation"),
        "a generation",
        "Makes levels: puzzles on a board whose fewest moves, number of solutions and features are as wanted.",
    ),
    "features": Words(Message("features"), "features", "Finds features of a puzzle that tell how hard it is."),
    "space": Words(
        Message("space"),
        "a space",
        "Explores all positions that can be reached on a board, and tells how many there are.",
    ),
}

SVG = "image/svg+xml"
PICTURE = response("200", "The chart.", None, media=SVG) | {"409": FAILURE}

LEVELS: Document = {"kind": "slide", "board": {"rows": 3, "columns": 3}, "number": 5, "length": {"min": 20, "max": 24}}
LEVELS |= {"solutions": {"max": 1}, "seed": 7}

BODIES: dict[str, Document] = {
    "generation": {"levels": {"value": LEVELS}},
    "features": {"all": {"value": {"puzzle": EIGHT}}, "one": {"value": {"puzzle": TRITRI, "features": ["forced"]}}},
    "space": {
        "eight": {"value": {"kind": "slide", "board": EIGHT["board"], "goal": EIGHT["goal"]}},
        "tritri": {"value": {"kind": "jump", "board": TRITRI["board"], "start": TRITRI["start"], "draw": {"seed": 1}}},
    },
}
"""Examples of bodies."""


def routes(
    schema: TaskSchema[Any],
    settings: Settings,
    known: KnownAnswers,
    jobs: JobService,
    follower: JobFollower,
    streams: Streams,
    admission: Admission,
    pictures: Pictures,
) -> Blueprint:
    """The routes of one kind of task."""
    noun = schema.noun
    words = WORDS[schema.want]
    name = schema.want.title()
    shape = name
    blueprint = Blueprint(noun, __name__, url_prefix=f"/v1/{noun}")
    resource = JobResource(settings, noun, words.word, known, jobs, follower, streams, admission)
    tables: ResponseCache[bytes] = ResponseCache(settings.recent_bytes, settings.recent_seconds, len)
    described = partial(_described, name, {"a_word": words.a_word, "does": words.does, "noun": noun})

    task_links = links("task_id", "id", look=f"get{name}", follow=f"follow{name}", cancel=f"cancel{name}")
    submitted = ok("The result was known.", shape, task_links, APPLIED)
    submitted |= response("202", "Queued, or joined to an equal one.", shape, task_links, LATER | APPLIED)
    submitted |= {"409": FAILURE}
    current = ok("The current state.", shape, task_links, APPLIED | KEPT) | UNCHANGED
    current |= {"409": FAILURE}
    body = (f"{name}Request", BODIES[schema.want])
    key = key_parameter(f"/v1/{noun}/{{task_id}}")

    @blueprint.post("")
    @described("submit", submitted, body=body, parameters=[PREFER, key], access="work")
    def submit() -> Response:
        """Submit {a_word}.

        {does} A known result is returned at once, with status 200. Otherwise the work is queued, or joined to that
        for an equal task, and returned with status 202 and a `Location`. `Prefer: wait=10` holds the response until
        it has ended, for at most that many seconds. With an `Idempotency-Key`, the request is the same as
        `PUT /v1/{noun}/{{task_id}}` with the key as the id.
        """
        return resource.submit()

    @blueprint.put("/<task_id>")
    @described("put", submitted, body=body, parameters=[own_id("task_id"), PREFER], access="work")
    def put(task_id: str) -> Response:
        """Submit {a_word} under an id of your own.

        Idempotent: the same body sent again, after a lost response for example, leads to the same one. Another body
        under the same id is refused with 409.
        """
        return resource.put(task_id)

    @blueprint.get("/<task_id>")
    @described("get", current, parameters=[PREFER], access="private")
    def get(task_id: str) -> Response:
        """Get {a_word}.

        As it stands. `Prefer: wait=10` waits for its end. After that it never changes, and `Accept: text/csv` or
        `application/jsonl` gets its table.
        """
        view, headers = resource.get(task_id)
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
        """The table of a task that has ended with a result, in a form."""
        status = json.loads(view.document)["status"]
        if status not in ENDED:
            raise Problem("no-table", Message("Its status is {status}.", status=status))
        rows = jobs.rows(view, schema.rows)
        if rows is None:
            raise missing(words.word, view.job_id)
        return write_table(form, rows, list(rows[0]) if rows else ())

    @blueprint.delete("/<task_id>")
    @described("cancel", ok("It has ended.", shape), access="work")
    def cancel(task_id: str) -> Response:
        """Cancel {a_word}.

        Ends it for its client. The work goes on if other clients wait for it. What has ended stays as it is.
        """
        return resource.cancel(task_id)

    @blueprint.get("/<task_id>/events")
    @described("follow", EVENTS, parameters=[LAST_ID], access="private")
    def follow(task_id: str) -> Response:
        """Follow {a_word} by server-sent events.

        Sends the document after every change, until it has ended. A client that reconnects with `Last-Event-ID`
        gets only what it has not seen. The stream may close earlier; then reconnect.
        """
        return resource.follow(task_id)

    if schema.want == "space":
        _add_picture(blueprint, resource, pictures)
    return blueprint


def _add_picture(blueprint: Blueprint, resource: JobResource, pictures: Pictures) -> None:
    """The picture of a space."""

    @blueprint.get("/<task_id>/picture.svg")
    @operation("getSpacePicture", PICTURE, access="private")
    def picture(task_id: str) -> Response:
        """The depths of a space as a picture.

        A bar chart of the number of positions at each depth, as SVG; those without a legal jump in another colour.
        """
        space = json.loads(resource.own(task_id).document)
        if not space.get("depths"):
            raise Problem("no-table", Message("Its status is {status}.", status=space["status"]))
        return Response(pictures.space(space), mimetype=SVG, headers=NO_STORE)


def _described(
    name: str, words: Mapping[str, str], does: str, responses: Document, **options: Any
) -> Callable[[View], View]:
    """Describe a view whose docstring has words to be filled in."""
    return operation(f"{does}{name}", responses, words=words, **options)
