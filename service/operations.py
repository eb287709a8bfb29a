"""The OpenAPI description of each route."""

from __future__ import annotations

from collections.abc import Sequence

from boards import catalogue
from schemas.answers import ENDED
from service.documents import Document
from service.limits import MAX_MOVE, MAX_PAGE
from service.problems import PROBLEMS

Body = tuple[str, Document]
"""Name of a body's schema, and examples by name."""

MAX_DOCUMENTED_OFFSET = 10**15
"""Generated clients may hold the offset in a 64-bit integer; the service takes larger ones."""

HOPPERS = catalogue()["hoppers"]["examples"][0]["puzzle"]
TRITRI = catalogue()["tritri"]["examples"][0]["puzzle"]
EIGHT = catalogue()["8-puzzle"]["examples"][0]["puzzle"]

PROBLEM: Document = {
    "description": "A failure: " + ", ".join(sorted(PROBLEMS)) + ".",
    "content": {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}},
}

ID: Document = {"type": "string", "pattern": "^[A-Za-z0-9_-]{1,64}$"}

PREFER: Document = {
    "name": "Prefer",
    "in": "header",
    "description": "`wait=10` holds the response until the job has ended, for at most 10 seconds.",
    "schema": {"type": "string", "examples": ["wait=10"]},
}

JOB_LINKS: Document = {
    "look": {"operationId": "getJob", "parameters": {"job_id": "$response.body#/id"}},
    "follow": {"operationId": "followJob", "parameters": {"job_id": "$response.body#/id"}},
    "cancel": {"operationId": "cancelJob", "parameters": {"job_id": "$response.body#/id"}},
}
SOLUTION_LINKS: Document = {
    "solution": {"operationId": "getSolution", "parameters": {"solution_id": "$response.body#/solution_id"}},
    "picture": {"operationId": "getPicture", "parameters": {"solution_id": "$response.body#/solution_id"}},
    "listed": {"operationId": "listSolutions", "parameters": {"solution_id": "$response.body#/solution_id"}},
    "player": {"operationId": "getPlayer", "parameters": {"solution_id": "$response.body#/solution_id"}},
}

LOCATION = {"Location": {"description": "The job.", "schema": {"type": "string"}}}
LATER = {"Retry-After": {"description": "Seconds to wait before the next request.", "schema": {"type": "string"}}}
EVENT = {
    "schema": {
        "type": "object",
        "description": "One event; its data is the job's document.",
        "properties": {
            "id": {"type": "string"},
            "event": {"type": "string", "enum": ["progress", *ENDED]},
            "data": {"type": "string", "contentMediaType": "application/json"},
            "retry": {"type": ["integer", "string"]},
        },
    }
}
TAG = {"ETag": {"description": "A strong tag; its content never changes.", "schema": {"type": "string"}}}


def response(
    text: str,
    shape: str | None,
    *,
    links: Document | None = None,
    headers: Document | None = None,
    media: str = "application/json",
) -> Document:
    """One possible response; without a ``shape`` it is text."""
    schema = {"$ref": f"#/components/schemas/{shape}"} if shape else {"type": "string"}
    described: Document = {"description": text, "content": {media: {"schema": schema}}}
    return described | ({"links": links} if links else {}) | ({"headers": headers} if headers else {})


def operation(
    name: str,
    text: str,
    tag: str,
    responses: Document,
    *,
    body: Body | None = None,
    parameters: Sequence[Document] = (),
    work: bool = False,
) -> Document:
    """One operation.

    Parameters
    ----------
    parameters
        Parameters other than those of the path.
    work
        Whether it costs work: then it needs an API key if the service has any.
    """
    problem = {"$ref": "#/components/responses/Problem"}
    failures = (
        ["404", "405", "429", "503"] if body is None else ["400", "404", "405", "413", "415", "422", "429", "503"]
    )
    failures += ["401"] if work else []
    failures += ["400"] if parameters and body is None else []
    made: Document = {"operationId": name, "summary": text, "tags": [tag]}
    made["responses"] = responses | {status: problem for status in sorted(failures) if status not in responses}
    made["responses"]["default"] = problem
    if parameters:
        made["parameters"] = list(parameters)
    if work:
        made["security"] = [{}, {"key": []}]
    if body is not None:
        shape, examples = body
        media = {"schema": {"$ref": f"#/components/schemas/{shape}"}, "examples": examples}
        made["requestBody"] = {"required": True, "content": {"application/json": media}}
    return made


def path(name: str, **methods: Document) -> Document:
    """The operations of a path with one parameter."""
    return {"parameters": [{"name": name, "in": "path", "required": True, "schema": ID}], **methods}


def number(name: str, text: str, minimum: int, maximum: int) -> Document:
    """An integer in the query."""
    schema = {"type": "integer", "minimum": minimum, "maximum": maximum}
    return {"name": name, "in": "query", "description": text, "schema": schema}


def examples(**puzzles: Document) -> Document:
    """Bodies with a puzzle each."""
    return {name: {"value": {"puzzle": puzzle}} for name, puzzle in puzzles.items()}


def operations() -> dict[str, Document]:
    """Every path with its operations."""
    return jobs() | groups() | puzzles() | solutions() | boards() | system()


def jobs() -> dict[str, Document]:
    """Jobs."""
    both = JOB_LINKS | SOLUTION_LINKS
    body = ("JobRequest", examples(tritri=TRITRI, hoppers=HOPPERS, eight=EIGHT))
    ended = response("The answer was known: the job with its result.", "Job", links=both)
    queued = response("Queued, or joined to an equal search.", "Job", links=JOB_LINKS, headers=LOCATION | LATER)
    submit = operation(
        "submitJob", "Submit a puzzle", "jobs", {"200": ended, "202": queued}, body=body, parameters=[PREFER], work=True
    )
    stands = {"200": response("The current state.", "Job", links=both)}
    look = operation("getJob", "Get a job", "jobs", stands, parameters=[PREFER])
    cancel = operation("cancelJob", "Cancel a job", "jobs", {"200": response("The job, ended.", "Job")}, work=True)
    last = {"name": "Last-Event-ID", "in": "header", "schema": {"type": "string"}}
    stream = {
        "200": {
            "description": "`progress` events, then one named after the job's final status.",
            "content": {"text/event-stream": EVENT},
        },
        "204": {"description": "There are no events after the one named by Last-Event-ID."},
    }
    follow = operation("followJob", "Follow a job by server-sent events", "jobs", stream, parameters=[last])
    return {
        "/v1/jobs": {"post": submit},
        "/v1/jobs/{job_id}": path("job_id", get=look, delete=cancel),
        "/v1/jobs/{job_id}/events": path("job_id", get=follow),
    }


def groups() -> dict[str, Document]:
    """Batches and hints: several searches for one request."""
    links = {
        "look": {"operationId": "getBatch", "parameters": {"batch_id": "$response.body#/id"}},
        "cancel": {"operationId": "cancelBatch", "parameters": {"batch_id": "$response.body#/id"}},
    }
    links_of_hint = {"look": {"operationId": "getHint", "parameters": {"hint_id": "$response.body#/id"}}}
    bodies = {"two": {"value": {"puzzles": [HOPPERS, EIGHT], "want": "one"}}}
    batch_submitted = {
        "200": response("All answers were known.", "Batch", links=links),
        "202": response("Accepted; the state of each puzzle.", "Batch", links=links, headers=LOCATION | LATER),
    }
    hinted = {
        "200": response("All distances.", "Hint", links=links_of_hint),
        "202": response("The distances known so far.", "Hint", links=links_of_hint, headers=LOCATION | LATER),
    }
    batch, hint = {"200": response("The current state.", "Batch")}, {"200": response("The current state.", "Hint")}
    submit = operation(
        "submitBatch", "Submit many puzzles", "batches", batch_submitted, body=("BatchRequest", bodies), work=True
    )
    ask = operation(
        "hint", "The best next moves", "hints", hinted, body=("HintRequest", examples(eight=EIGHT)), work=True
    )
    return {
        "/v1/batches": {"post": submit},
        "/v1/batches/{batch_id}": path(
            "batch_id",
            get=operation("getBatch", "Get a batch", "batches", batch),
            delete=operation("cancelBatch", "Cancel a batch", "batches", batch, work=True),
        ),
        "/v1/hints": {"post": ask},
        "/v1/hints/{hint_id}": path("hint_id", get=operation("getHint", "Get a hint", "hints", hint)),
    }


def puzzles() -> dict[str, Document]:
    """Puzzles without a search."""
    moves = [[7, 5], [2, 10]]
    claim = {"claim": {"value": {"puzzle": HOPPERS, "moves": moves}}}
    check = {"200": response("The puzzle is valid; its description.", "Check")}
    known = {"200": response("The answer.", "Lookup", links=SOLUTION_LINKS)}
    judged = {"200": response("The claim, judged.", "Replay")}
    some = examples(hoppers=HOPPERS, eight=EIGHT)
    return {
        "/v1/puzzles/check": {
            "post": operation(
                "checkPuzzle",
                "Check a puzzle without solving it",
                "puzzles",
                check,
                body=("CheckRequest", some),
                work=True,
            )
        },
        "/v1/lookups": {
            "post": operation(
                "lookUp",
                "The answer if it is known; never starts a search",
                "puzzles",
                known,
                body=("JobRequest", some),
                work=True,
            )
        },
        "/v1/replays": {
            "post": operation(
                "replay", "Judge a claimed solution", "puzzles", judged, body=("ReplayRequest", claim), work=True
            )
        },
    }


def solutions() -> dict[str, Document]:
    """Solutions."""
    unchanged = {"304": {"description": "Unchanged since the tag in If-None-Match."}}
    look = {"200": response("The puzzle and its result.", "Solution", headers=TAG)} | unchanged
    drawn = {"200": response("A picture.", None, headers=TAG, media="image/svg+xml")} | unchanged
    page = [
        number("offset", "Solutions to skip.", 0, MAX_DOCUMENTED_OFFSET),
        number("limit", "Solutions on the page.", 1, MAX_PAGE),
    ]
    view = [
        number("move", "Number of moves made.", 0, MAX_MOVE),
        number("animate", "1 for the whole solution, animated.", 0, 1),
    ]
    listed = {"200": response("A page of them.", "Page")}
    player = {"200": response("An HTML page to embed in an iframe.", None, media="text/html")}
    return {
        "/v1/solutions/{solution_id}": path(
            "solution_id", get=operation("getSolution", "A puzzle with its result", "solutions", look)
        ),
        "/v1/solutions/{solution_id}/all": path(
            "solution_id", get=operation("listSolutions", "All optimal solutions", "solutions", listed, parameters=page)
        ),
        "/v1/solutions/{solution_id}/picture.svg": path(
            "solution_id", get=operation("getPicture", "A picture of the solution", "solutions", drawn, parameters=view)
        ),
        "/embed/{solution_id}": path(
            "solution_id", get=operation("getPlayer", "A page that plays the solution", "solutions", player)
        ),
    }


def boards() -> dict[str, Document]:
    """The catalogue."""
    every, one = {"200": response("All boards.", "Catalogue")}, {"200": response("The board.", "Board")}
    return {
        "/v1/boards": {"get": operation("listBoards", "Boards with names", "boards", every)},
        "/v1/boards/{name}": path("name", get=operation("getBoard", "A board with examples", "boards", one)),
    }


def system() -> dict[str, Document]:
    """The service itself."""
    measured = {"200": response("Metrics in the Prometheus text format.", None, media="text/plain")}
    limits = {"200": response("All limits.", "LimitList")}
    ready = {"200": response("Ready.", "Ready"), "503": response("Not ready; what is missing.", "Ready")}
    return {
        "/v1/limits": {"get": operation("listLimits", "All limits", "system", limits)},
        "/metrics": {"get": operation("getMetrics", "Metrics for Prometheus", "system", measured)},
        "/livez": {"get": operation("isAlive", "Liveness", "system", {"200": response("Alive.", "Alive")})},
        "/readyz": {"get": operation("isReady", "Readiness", "system", ready)},
        "/problems/{code}": path(
            "code",
            get=operation(
                "getProblem", "A kind of problem", "system", {"200": response("The kind of problem.", "ProblemKind")}
            ),
        ),
    }
