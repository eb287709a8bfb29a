"""The OpenAPI description of each route."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from boards import catalogue
from schemas.answers.jobs import ENDED, STATUSES
from service.documents import Document
from service.limits import MAX_JOBS, MAX_MOVE, MAX_PAGE
from service.operation_texts import DESCRIPTIONS
from service.problems import PROBLEMS

Body: TypeAlias = tuple[str, Document]
"""Name of a body's schema, and examples by name."""

MAX_DOCUMENTED_OFFSET = 10**15
"""Generated clients may hold the offset in a 64-bit integer; the service takes larger ones."""

CURSOR_PATTERN = r"^[0-9]{1,12}(\.[0-9]{1,9})?$"

HOPPERS = catalogue()["hoppers"]["examples"][0]["puzzle"]
TRITRI = catalogue()["tritri"]["examples"][0]["puzzle"]
EIGHT = catalogue()["8-puzzle"]["examples"][0]["puzzle"]


def header(text: str) -> Document:
    """A header of a response."""
    return {"description": text, "schema": {"type": "string"}}


def headers(*names: str) -> dict[str, Document]:
    """References to headers."""
    return {name: {"$ref": f"#/components/headers/{name}"} for name in names}


HEADERS = {
    "Allow": header("The methods that are allowed here (405)."),
    "Cache-Control": header("Whether and for how long the response may be kept."),
    "ETag": header("Names this body, for `If-None-Match`."),
    "Link": header('The next page, with `rel="next"`; absent on the last.'),
    "Location": header("Where to get what was submitted."),
    "Preference-Applied": header("The preference that was followed, such as `wait=10`."),
    "RateLimit": header("What is left of each limit that the request counted to: `r` for `t` seconds."),
    "RateLimit-Policy": header("The limits of each client, by name: `q` in `w` seconds."),
    "Retry-After": header("Seconds to wait before the next request."),
    "WWW-Authenticate": header("`Bearer`: send an API key (401)."),
    "X-Request-ID": header("The request's id in the logs: the client's own, or a new one."),
}
"""Every header that a response may have, beyond those of every HTTP response and of CORS."""

EVERY = headers("X-Request-ID", "RateLimit-Policy", "RateLimit", "Cache-Control")

PROBLEM: Document = {
    "description": "A failure: " + ", ".join(sorted(PROBLEMS)) + ".",
    "content": {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}},
    "headers": EVERY | headers("Retry-After", "WWW-Authenticate", "Allow"),
}

ID: Document = {"type": "string", "pattern": "^[A-Za-z0-9_-]{1,64}$"}

PREFER: Document = {
    "name": "Prefer",
    "in": "header",
    "description": "`wait=10` holds the response until the job has ended, for at most 10 seconds.",
    "schema": {"type": "string", "examples": ["wait=10"]},
}

APPLIED = headers("Preference-Applied")
LATER = headers("Location", "Retry-After")
EVENT: Document = {
    "type": "object",
    "description": "One event.",
    "properties": {
        "id": {"type": "string"},
        "event": {"type": "string", "enum": ["progress", *ENDED]},
        "data": {
            "type": "string",
            "contentMediaType": "application/json",
            "contentSchema": {"$ref": "#/components/schemas/Job"},
        },
        "retry": {"type": ["integer", "string"]},
    },
}
STREAM: Document = {"anyOf": [{"type": "string", "description": "The events as they are sent."}, EVENT]}
"""OpenAPI 3.1 does not say whether a schema describes a stream or one of its events; clients read it as either."""

KEPT, NEXT = headers("ETag"), headers("Link")
UNCHANGED: Document = {"304": {"description": "Unchanged since the tag in If-None-Match.", "headers": KEPT}}


def response(
    text: str,
    shape: str | None,
    links: Document | None = None,
    more: Document | None = None,
    media: str = "application/json",
) -> Document:
    """One possible response, with ``more`` headers; without a ``shape`` it is text."""
    schema = {"$ref": f"#/components/schemas/{shape}"} if shape else {"type": "string"}
    described: Document = {"description": text, "content": {media: {"schema": schema}}}
    return described | ({"links": links} if links else {}) | ({"headers": more} if more else {})


def ok(
    text: str,
    shape: str | None,
    links: Document | None = None,
    more: Document | None = None,
    media: str = "application/json",
) -> dict[str, Document]:
    """The response of status 200."""
    return {"200": response(text, shape, links, more, media)}


def operation(
    name: str,
    text: str,
    tag: str,
    responses: Document,
    *,
    body: Body | None = None,
    parameters: Sequence[Document] = (),
    work: bool = False,
    private: bool = False,
) -> Document:
    """One operation.

    Parameters
    ----------
    parameters
        Parameters other than those of the path.
    work
        Whether it costs work: then it needs an API key if the service has any.
    private
        Whether it reads what belongs to a client: then it needs the key it was made with, if any.
    """
    problem = {"$ref": "#/components/responses/Problem"}
    failures = {"404", "405", "429", "503"} | ({"401"} if work else set()) | ({"400"} if parameters else set())
    failures |= {"400", "413", "415", "422"} if body is not None else set()
    made: Document = {"operationId": name, "summary": text, "description": DESCRIPTIONS[name], "tags": [tag]}
    for each in responses.values():
        each["headers"] = EVERY | each.get("headers", {})
    made["responses"] = responses | {status: problem for status in sorted(failures) if status not in responses}
    made["responses"]["default"] = problem
    if parameters:
        made["parameters"] = list(parameters)
    made["security"] = [{}, {"key": []}] if work or private else []
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
    return query(name, text, {"type": "integer", "minimum": minimum, "maximum": maximum})


def query(name: str, text: str, schema: Document) -> Document:
    """A parameter in the query."""
    return {"name": name, "in": "query", "description": text, "schema": schema}


def examples(**puzzles: Document) -> Document:
    """Bodies with a puzzle each."""
    return {name: {"value": {"puzzle": puzzle}} for name, puzzle in puzzles.items()}


def links(parameter: str, field: str, **names: str) -> Document:
    """Links from a field of a response to a parameter of other operations."""
    source = {parameter: f"$response.body#/{field}"}
    return {link: {"operationId": name, "parameters": source} for link, name in names.items()}


JOB_LINKS = links("job_id", "id", look="getJob", follow="followJob", cancel="cancelJob")
SOLUTION_LINKS = links("solution_id", "solution_id", solution="getSolution", picture="getPicture")
SOLUTION_LINKS |= links("solution_id", "solution_id", listed="listSolutions", player="getPlayer")


def operations() -> dict[str, Document]:
    """Every path with its operations."""
    return jobs() | batches() | hints() | puzzles() | solutions() | boards() | system()


def jobs() -> dict[str, Document]:
    """Jobs."""
    body = ("JobRequest", examples(tritri=TRITRI, hoppers=HOPPERS, eight=EIGHT))
    submitted = ok("The answer was known: the job with its result.", "Job", JOB_LINKS | SOLUTION_LINKS, APPLIED)
    submitted["202"] = response("Queued, or joined to an equal search.", "Job", JOB_LINKS, LATER | APPLIED)
    current, ended = ok("The current state.", "Job", JOB_LINKS | SOLUTION_LINKS, APPLIED), ok("The job, ended.", "Job")
    seen = "Id of the last event that the client has seen."
    last_id = {"name": "Last-Event-ID", "in": "header", "description": seen, "schema": {"type": "string"}}
    text = "`progress` events, then one named after the job's final status; the data of each is the job as it then is."
    stream = {
        "200": {"description": text, "content": {"text/event-stream": {"schema": STREAM}}},
        "204": {"description": "There are no events after the one named by Last-Event-ID."},
    }
    submit = operation("submitJob", "Submit a puzzle", "jobs", submitted, body=body, parameters=[PREFER], work=True)
    get = operation("getJob", "Get a job", "jobs", current, parameters=[PREFER], private=True)
    cancel = operation("cancelJob", "Cancel a job", "jobs", ended, work=True)
    follow = operation(
        "followJob", "Follow a job by server-sent events", "jobs", stream, parameters=[last_id], private=True
    )
    chosen = {"type": "string", "pattern": "^[A-Za-z0-9_-]{16,64}$", "description": "For example a UUID."}
    own_id = {"name": "job_id", "in": "path", "required": True, "description": "The id you choose.", "schema": chosen}
    put = operation("putJob", "Submit a puzzle under an id of your own", "jobs", submitted, body=body, work=True)
    put["parameters"] = [own_id, PREFER]
    put["responses"]["409"] = {"$ref": "#/components/responses/Problem"}
    page = [query("cursor", "Where the page before ended.", {"type": "string", "pattern": CURSOR_PATTERN})]
    page += [query("status", "Only jobs with this status.", {"type": "string", "enum": STATUSES})]
    page += [number("limit", "Jobs on the page.", 1, MAX_JOBS)]
    listed = ok("A page of them.", "JobList", more=NEXT)
    list_own = operation("listJobs", "The jobs of an API key", "jobs", listed, parameters=page, work=True)
    list_own["security"] = [{"key": []}]
    return {
        "/v1/jobs": {"get": list_own, "post": submit},
        "/v1/jobs/{job_id}": path("job_id", get=get, put=put, delete=cancel),
        "/v1/jobs/{job_id}/events": path("job_id", get=follow),
    }


def batches() -> dict[str, Document]:
    """Batches."""
    body = ("BatchRequest", {"two": {"value": {"puzzles": [HOPPERS, EIGHT], "want": "one"}}})
    others = links("batch_id", "id", look="getBatch", cancel="cancelBatch")
    submitted = ok("All answers were known.", "Batch", others)
    submitted["202"] = response("Accepted; the state of each puzzle.", "Batch", others, LATER)
    current = ok("The current state.", "Batch")
    submit = operation("submitBatch", "Submit many puzzles", "batches", submitted, body=body, work=True)
    get = operation("getBatch", "Get a batch", "batches", current, private=True)
    cancel = operation("cancelBatch", "Cancel a batch", "batches", current, work=True)
    return {"/v1/batches": {"post": submit}, "/v1/batches/{batch_id}": path("batch_id", get=get, delete=cancel)}


def hints() -> dict[str, Document]:
    """Hints."""
    others = links("hint_id", "id", look="getHint")
    submitted = ok("All distances.", "Hint", others)
    submitted["202"] = response("The distances known so far.", "Hint", others, LATER)
    body = ("HintRequest", examples(eight=EIGHT))
    submit = operation("hint", "The best next moves", "hints", submitted, body=body, work=True)
    get = operation("getHint", "Get a hint", "hints", ok("The current state.", "Hint"), private=True)
    return {"/v1/hints": {"post": submit}, "/v1/hints/{hint_id}": path("hint_id", get=get)}


def puzzles() -> dict[str, Document]:
    """Puzzles without a search."""
    some = examples(hoppers=HOPPERS, eight=EIGHT)
    claim = {"claim": {"value": {"puzzle": HOPPERS, "moves": [[7, 5], [2, 10]]}}}
    checked, judged = ok("The puzzle is valid; its description.", "Check"), ok("The claim, judged.", "Replay")
    known, text = ok("The answer.", "Lookup", SOLUTION_LINKS), "The answer if it is known; never starts a search"
    check = operation(
        "checkPuzzle", "Check a puzzle without solving it", "puzzles", checked, body=("CheckRequest", some), work=True
    )
    look_up = operation("lookUp", text, "puzzles", known, body=("LookupRequest", some), work=True)
    replay = operation(
        "replay", "Judge a claimed solution", "puzzles", judged, body=("ReplayRequest", claim), work=True
    )
    return {"/v1/puzzles/check": {"post": check}, "/v1/lookups": {"post": look_up}, "/v1/replays": {"post": replay}}


def solutions() -> dict[str, Document]:
    """Solutions."""
    solution = ok("The puzzle and its result.", "Solution", more=KEPT) | UNCHANGED
    drawn = ok("A picture.", None, more=KEPT, media="image/svg+xml") | UNCHANGED
    listed = ok("A page of them.", "Page", more=KEPT | NEXT) | UNCHANGED
    player = ok("An HTML page to embed in an iframe.", None, media="text/html")
    page = [number("offset", "Solutions to skip.", 0, MAX_DOCUMENTED_OFFSET)]
    page += [number("limit", "Solutions on the page.", 1, MAX_PAGE)]
    view = [number("move", "Number of moves made.", 0, MAX_MOVE)]
    view += [number("animate", "1 for the whole solution, animated.", 0, 1)]
    get = operation("getSolution", "A puzzle with its result", "solutions", solution)
    list_all = operation("listSolutions", "All optimal solutions", "solutions", listed, parameters=page)
    picture = operation("getPicture", "A picture of the solution", "solutions", drawn, parameters=view)
    play = operation("getPlayer", "A page that plays the solution", "solutions", player)
    place = "/v1/solutions/{solution_id}"
    return {
        place: path("solution_id", get=get),
        f"{place}/all": path("solution_id", get=list_all),
        f"{place}/picture.svg": path("solution_id", get=picture),
        "/embed/{solution_id}": path("solution_id", get=play),
    }


def boards() -> dict[str, Document]:
    """The catalogue of boards."""
    every = ok("All boards.", "Catalogue", more=KEPT) | UNCHANGED
    one = ok("The board.", "Board", more=KEPT) | UNCHANGED
    return {
        "/v1/boards": {"get": operation("listBoards", "Boards with names", "boards", every)},
        "/v1/boards/{name}": path("name", get=operation("getBoard", "A board with examples", "boards", one)),
    }


def system() -> dict[str, Document]:
    """The service itself."""
    metrics = ok("Metrics in the Prometheus text format.", None, media="text/plain")
    ready = ok("Ready.", "Ready") | {"503": response("Not ready; what is missing.", "Ready")}
    kind = ok("The kind of problem.", "ProblemKind")
    limits = ok("All limits.", "LimitList", more=KEPT) | UNCHANGED
    return {
        "/v1/limits": {"get": operation("listLimits", "All limits", "system", limits)},
        "/metrics": {"get": operation("getMetrics", "Metrics for Prometheus", "system", metrics)},
        "/livez": {"get": operation("isAlive", "Liveness", "system", ok("Alive.", "Alive"))},
        "/readyz": {"get": operation("isReady", "Readiness", "system", ready)},
        "/problems/{code}": path("code", get=operation("getProblem", "A kind of problem", "system", kind)),
    }


def webhooks() -> dict[str, Document]:
    """What the service sends to the addresses that requests name."""
    texts = {
        "webhook-id": "Names the event: the same in every attempt.",
        "webhook-timestamp": "Time of the attempt, in seconds since 1970.",
        "webhook-signature": "`v1,` and the HMAC-SHA256 of id, timestamp and body, joined by full stops, in base64; "
        "several, separated by spaces, while a secret is replaced.",
    }
    parameters = [
        {"name": name, "in": "header", "required": True, "description": text, "schema": {"type": "string"}}
        for name, text in texts.items()
    ]
    event = {"schema": {"$ref": "#/components/schemas/Event"}}
    received = {
        "operationId": "receiveEvent",
        "summary": "An event of a job",
        "description": DESCRIPTIONS["receiveEvent"],
        "tags": ["jobs"],
        "security": [],
        "parameters": parameters,
        "requestBody": {"required": True, "content": {"application/json": event}},
        "responses": {
            "2XX": {"description": "The event has been received."},
            "410": {"description": "The event is not wanted: it is not sent again."},
            "default": {"description": "The event is sent again later."},
        },
    }
    return {"job": {"post": received}}
