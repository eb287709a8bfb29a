"""What the OpenAPI document says of each route."""

from __future__ import annotations

from typing import Any

from boards import catalogue
from schemas.answers import ENDED
from service.problems import PROBLEMS

Operation = dict[str, Any]

HOPPERS = catalogue()["hoppers"]["examples"][0]["puzzle"]
TRITRI = catalogue()["tritri"]["examples"][0]["puzzle"]
EIGHT = catalogue()["8-puzzle"]["examples"][0]["puzzle"]

PROBLEM: dict[str, Any] = {
    "description": "A failure: " + ", ".join(sorted(PROBLEMS)) + ".",
    "content": {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}},
}

ID: dict[str, Any] = {"type": "string", "pattern": "^[A-Za-z0-9_-]{1,64}$"}

PREFER: dict[str, Any] = {
    "name": "Prefer",
    "in": "header",
    "description": "`wait=10` holds the answer until the job has ended, for so many seconds at most.",
    "schema": {"type": "string", "examples": ["wait=10"]},
}

JOB_LINKS: dict[str, Any] = {
    "look": {"operationId": "getJob", "parameters": {"job_id": "$response.body#/id"}},
    "follow": {"operationId": "followJob", "parameters": {"job_id": "$response.body#/id"}},
    "cancel": {"operationId": "cancelJob", "parameters": {"job_id": "$response.body#/id"}},
}
SOLUTION_LINKS: dict[str, Any] = {
    "solution": {"operationId": "getSolution", "parameters": {"solution_id": "$response.body#/solution_id"}},
    "picture": {"operationId": "getPicture", "parameters": {"solution_id": "$response.body#/solution_id"}},
    "listed": {"operationId": "listSolutions", "parameters": {"solution_id": "$response.body#/solution_id"}},
    "player": {"operationId": "getPlayer", "parameters": {"solution_id": "$response.body#/solution_id"}},
}

LOCATION = {"Location": {"description": "The job.", "schema": {"type": "string"}}}
LATER = {"Retry-After": {"description": "Seconds until asking again makes sense.", "schema": {"type": "string"}}}
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
TAG = {"ETag": {"description": "A strong tag: what it stands for never changes.", "schema": {"type": "string"}}}


def answer(
    text: str, shape: str | None, *, links: Any = None, headers: Any = None, media: str = "application/json"
) -> dict[str, Any]:
    """One possible answer."""
    schema = {"$ref": f"#/components/schemas/{shape}"} if shape else {"type": "string"}
    response: dict[str, Any] = {"description": text, "content": {media: {"schema": schema}}}
    return response | ({"links": links} if links else {}) | ({"headers": headers} if headers else {})


def operation(
    name: str, text: str, tag: str, answers: dict[str, Any], *, body: Any = None, takes: Any = (), work: bool = False
) -> Operation:
    """One operation.

    Parameters
    ----------
    body
        Name of the body's shape, and examples of it by name.
    takes
        Parameters beside those of the path.
    work
        Whether it costs work: then it needs an API key where the service has any.
    """
    problem = {"$ref": "#/components/responses/Problem"}
    failures = (
        ["404", "405", "429", "503"] if body is None else ["400", "404", "405", "413", "415", "422", "429", "503"]
    )
    failures += ["401"] if work else []
    failures += ["400"] if takes and body is None else []
    made: Operation = {"operationId": name, "summary": text, "tags": [tag]}
    made["responses"] = answers | {status: problem for status in sorted(failures) if status not in answers}
    made["responses"]["default"] = problem
    if takes:
        made["parameters"] = list(takes)
    if work:
        made["security"] = [{}, {"key": []}]
    if body is not None:
        shape, examples = body
        media = {"schema": {"$ref": f"#/components/schemas/{shape}"}, "examples": examples}
        made["requestBody"] = {"required": True, "content": {"application/json": media}}
    return made


def path(name: str, **methods: Operation) -> dict[str, Any]:
    """The operations of a path with one parameter."""
    return {"parameters": [{"name": name, "in": "path", "required": True, "schema": ID}], **methods}


def number(name: str, text: str, least: int, most: int) -> dict[str, Any]:
    """An integer in the query."""
    schema = {"type": "integer", "minimum": least, "maximum": most}
    return {"name": name, "in": "query", "description": text, "schema": schema}


def examples(**puzzles: Any) -> dict[str, Any]:
    """Bodies with a puzzle each."""
    return {name: {"value": {"puzzle": puzzle}} for name, puzzle in puzzles.items()}


def operations() -> dict[str, dict[str, Any]]:
    """Every path with its operations."""
    return jobs() | together() | puzzles() | solutions() | catalogued() | system()


def jobs() -> dict[str, dict[str, Any]]:
    """Jobs."""
    both = JOB_LINKS | SOLUTION_LINKS
    body = ("JobRequest", examples(tritri=TRITRI, hoppers=HOPPERS, eight=EIGHT))
    ended = answer("It was known: the job with its result.", "Job", links=both)
    queued = answer("Queued, or joined to an equal search.", "Job", links=JOB_LINKS, headers=LOCATION | LATER)
    submit = operation(
        "submitJob", "Ask for a solution", "jobs", {"200": ended, "202": queued}, body=body, takes=[PREFER], work=True
    )
    stands = {"200": answer("How it stands.", "Job", links=both)}
    look = operation("getJob", "Look at a job", "jobs", stands, takes=[PREFER])
    cancel = operation("cancelJob", "Cancel a job", "jobs", {"200": answer("How it ended.", "Job")}, work=True)
    last = {"name": "Last-Event-ID", "in": "header", "schema": {"type": "string"}}
    stream = {
        "200": {
            "description": "`progress` events, then the job's last status.",
            "content": {"text/event-stream": EVENT},
        },
        "204": {"description": "Nothing comes after the event named by Last-Event-ID."},
    }
    follow = operation("followJob", "Follow a job by server-sent events", "jobs", stream, takes=[last])
    return {
        "/v1/jobs": {"post": submit},
        "/v1/jobs/{job_id}": path("job_id", get=look, delete=cancel),
        "/v1/jobs/{job_id}/events": path("job_id", get=follow),
    }


def together() -> dict[str, dict[str, Any]]:
    """Batches and hints: several searches for one request."""
    links = {
        "look": {"operationId": "getBatch", "parameters": {"batch_id": "$response.body#/id"}},
        "cancel": {"operationId": "cancelBatch", "parameters": {"batch_id": "$response.body#/id"}},
    }
    again = {"look": {"operationId": "getHint", "parameters": {"hint_id": "$response.body#/id"}}}
    bodies = {"two": {"value": {"puzzles": [HOPPERS, EIGHT], "want": "one"}}}
    taken = {
        "200": answer("All were known.", "Batch", links=links),
        "202": answer("Taken; how each puzzle stands.", "Batch", links=links, headers=LOCATION | LATER),
    }
    hinted = {
        "200": answer("Every distance.", "Hint", links=again),
        "202": answer("The distances known so far.", "Hint", links=again, headers=LOCATION | LATER),
    }
    batch, hint = {"200": answer("How it stands.", "Batch")}, {"200": answer("How it stands.", "Hint")}
    submit = operation(
        "submitBatch", "Ask for many solutions", "batches", taken, body=("BatchRequest", bodies), work=True
    )
    ask = operation(
        "hint", "The best next moves", "hints", hinted, body=("HintRequest", examples(eight=EIGHT)), work=True
    )
    return {
        "/v1/batches": {"post": submit},
        "/v1/batches/{batch_id}": path(
            "batch_id",
            get=operation("getBatch", "Look at a batch", "batches", batch),
            delete=operation("cancelBatch", "Cancel a batch", "batches", batch, work=True),
        ),
        "/v1/hints": {"post": ask},
        "/v1/hints/{hint_id}": path("hint_id", get=operation("getHint", "Look at a hint", "hints", hint)),
    }


def puzzles() -> dict[str, dict[str, Any]]:
    """Puzzles that are not searched."""
    moves = [[7, 5], [2, 10]]
    claim = {"claim": {"value": {"puzzle": HOPPERS, "moves": moves}}}
    check = {"200": answer("The puzzle is valid; what is known of it.", "Check")}
    known = {"200": answer("The answer.", "Lookup", links=SOLUTION_LINKS)}
    told = {"200": answer("The claim, judged.", "Replay")}
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
                "The answer if it is known; never queues",
                "puzzles",
                known,
                body=("JobRequest", some),
                work=True,
            )
        },
        "/v1/replays": {
            "post": operation(
                "replay", "Judge a claimed solution", "puzzles", told, body=("ReplayRequest", claim), work=True
            )
        },
    }


def solutions() -> dict[str, dict[str, Any]]:
    """Solutions."""
    unchanged = {"304": {"description": "Unchanged since the tag in If-None-Match."}}
    look = {"200": answer("The puzzle and its result.", "Solution", headers=TAG)} | unchanged
    drawn = {"200": answer("A picture.", None, headers=TAG, media="image/svg+xml")} | unchanged
    page = [number("offset", "Solutions to skip.", 0, 10**15), number("limit", "Solutions on the page.", 1, 1000)]
    view = [number("move", "Moves made.", 0, 10_000), number("animate", "1: play it all.", 0, 1)]
    listed = {"200": answer("A page of them.", "Page")}
    player = {"200": answer("A page for an iframe.", None, media="text/html")}
    return {
        "/v1/solutions/{solution_id}": path(
            "solution_id", get=operation("getSolution", "A puzzle with its result", "solutions", look)
        ),
        "/v1/solutions/{solution_id}/all": path(
            "solution_id", get=operation("listSolutions", "All optimal solutions", "solutions", listed, takes=page)
        ),
        "/v1/solutions/{solution_id}/picture.svg": path(
            "solution_id", get=operation("getPicture", "A picture of it", "solutions", drawn, takes=view)
        ),
        "/embed/{solution_id}": path(
            "solution_id", get=operation("getPlayer", "A page that plays it", "solutions", player)
        ),
    }


def catalogued() -> dict[str, dict[str, Any]]:
    """The catalogue."""
    every, one = {"200": answer("All boards.", "Catalogue")}, {"200": answer("The board.", "Board")}
    return {
        "/v1/boards": {"get": operation("listBoards", "Boards with names", "boards", every)},
        "/v1/boards/{name}": path("name", get=operation("getBoard", "A board with examples", "boards", one)),
    }


def system() -> dict[str, dict[str, Any]]:
    """The service itself."""
    measured = {"200": answer("Text for a scraper.", None, media="text/plain")}
    limits = {"200": answer("Every limit.", "LimitList")}
    ready = {"200": answer("Ready.", "Ready"), "503": answer("Not ready; what is missing.", "Ready")}
    return {
        "/v1/limits": {"get": operation("listLimits", "Every limit", "system", limits)},
        "/metrics": {"get": operation("getMetrics", "Metrics for Prometheus", "system", measured)},
        "/livez": {"get": operation("isAlive", "Is it alive", "system", {"200": answer("Yes.", "Alive")})},
        "/readyz": {"get": operation("isReady", "Would puzzles be solved now", "system", ready)},
        "/problems/{code}": path(
            "code",
            get=operation("getProblem", "What a problem means", "system", {"200": answer("It.", "ProblemKind")}),
        ),
    }
