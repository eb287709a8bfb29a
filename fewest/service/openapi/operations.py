"""The OpenAPI description of a view: written above it as a decorator, and read from the application."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from functools import partial
from inspect import cleandoc
from typing import Literal, TypeAlias, TypeVar

from flask import Flask, Response

from fewest.boards import catalogue
from fewest.notation import JsonObject
from fewest.service.http.problems import PROBLEMS
from fewest.service.http.requests import JSON, TEXT, IntegerParameter

MAX_DOCUMENTED_INTEGER = 10**15
"""Generated clients may hold a number in 64 bits; the service takes larger offsets."""

Body: TypeAlias = tuple[str, JsonObject]
"""Name of a body's schema, and examples by name; a body of plain text has no schema, and an empty name."""

View = TypeVar("View", bound=Callable[..., Response])

HOPPERS = catalogue()["hoppers"]["examples"][0]["puzzle"]
TRITRI = catalogue()["tritri"]["examples"][0]["puzzle"]
EIGHT = catalogue()["8-puzzle"]["examples"][0]["puzzle"]

IDS = {
    "job_id": "Id of the job.",
    "task_id": "Id of the task.",
    "batch_id": "Id of the batch.",
    "survey_id": "Id of the survey.",
    "hint_id": "Id of the hint.",
    "solution_id": "Id of the puzzle with its result: the `solution_id` of a job.",
    "share_id": "Id of the shared puzzle.",
    "set_id": "Id of the class set.",
    "name": "Name of the board.",
    "code": "The last part of a problem's `type`.",
}
"""What the parameters of paths mean."""

PARAMETER = re.compile(r"<(?:\w+:)?(\w+)>")
"""A parameter in the path of a route."""

Access: TypeAlias = Literal["public", "private", "work", "keyed"]

SECURITY: dict[Access, tuple[list[JsonObject], set[str]]] = {
    "public": ([], set()),
    "private": ([{}, {"key": []}], set()),
    "work": ([{}, {"key": []}], {"401"}),
    "keyed": ([{"key": []}], {"401"}),
}
"""The API keys that an operation needs, and the status of a request without one.

``private`` needs the key that the resource was made with, if any; ``work`` needs a key if the service has any;
``keyed`` always needs one.
"""


def header(text: str) -> JsonObject:
    """A header of a response."""
    return {"description": text, "schema": {"type": "string"}}


def headers(*names: str) -> dict[str, JsonObject]:
    """References to headers."""
    return {name: {"$ref": f"#/components/headers/{name}"} for name in names}


HEADERS = {
    "Allow": header("The allowed methods (405)."),
    "Cache-Control": header("Whether and for how long the response may be cached."),
    "Content-Language": header("The language of titles and details: `Accept-Language` asks for `en` or `ja`."),
    "ETag": header("Identifies this body, for `If-None-Match`."),
    "Link": header('The next page, with `rel="next"`; absent on the last.'),
    "Location": header("Address of the new resource."),
    "Preference-Applied": header("The preference that was applied, such as `wait=10`."),
    "RateLimit": header(
        "What is left of each rate limit that the request counted against: `r` requests for `t` seconds."
    ),
    "RateLimit-Policy": header("The limits of each client, by name: `q` in `w` seconds."),
    "Retry-After": header("Seconds to wait before the next request."),
    "WWW-Authenticate": header("`Bearer`: send an API key (401)."),
    "X-Request-ID": header("The request's id in the logs: the client's own, or a new one."),
}
"""Every header that a response may have, beyond those of every HTTP response and of CORS."""

EVERY = headers("X-Request-ID", "RateLimit-Policy", "RateLimit", "Cache-Control")

PROBLEM: JsonObject = {
    "description": "A failure: " + ", ".join(sorted(PROBLEMS)) + ".",
    "content": {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}},
    "headers": EVERY | headers("Content-Language", "Retry-After", "WWW-Authenticate", "Allow"),
}

FAILURE: JsonObject = {"$ref": "#/components/responses/Problem"}

ID: JsonObject = {"type": "string", "pattern": "^[A-Za-z0-9_-]{1,64}$"}

LATER = headers("Location", "Retry-After")
KEPT = headers("ETag")
NEXT = headers("Link")
UNCHANGED: JsonObject = {"304": {"description": "Unchanged since the tag in If-None-Match.", "headers": KEPT}}


def response(
    status: str,
    text: str,
    shape: str | None,
    links: JsonObject | None = None,
    more: JsonObject | None = None,
    media: str = "application/json",
) -> dict[str, JsonObject]:
    """The response of a status, with ``more`` headers; without a ``shape`` it is text, or bytes."""
    plain = {"type": "string"} if media.startswith("text/") else {"type": "string", "format": "binary"}
    schema = {"$ref": f"#/components/schemas/{shape}"} if shape else plain
    described: JsonObject = {"description": text, "content": {media: {"schema": schema}}}
    return {status: described | ({"links": links} if links else {}) | ({"headers": more} if more else {})}


ok = partial(response, "200")


def operation(
    name: str,
    responses: JsonObject,
    *,
    body: Body | None = None,
    texts: JsonObject | None = None,
    parameters: Sequence[JsonObject] = (),
    access: Access = "public",
    tag: str = "",
    words: Mapping[str, str] | None = None,
) -> Callable[[View], View]:
    """Describe a view: its docstring is the summary of the operation and, after an empty line, the description.

    Parameters
    ----------
    name
        The operation's id, which generated clients use as a name.
    responses
        By status; the failures are added.
    body
        Name of the body's schema, and examples.
    texts
        Examples of a body of plain text, if it may also be one.
    parameters
        Parameters other than those of the path.
    access
        The API key it needs, see ``SECURITY``.
    tag
        Its group; the name of the blueprint if it is empty.
    words
        Values for the placeholders in the docstring of a view that several nouns share.
    """
    failures = {"404", "405", "429", "503"} | SECURITY[access][1] | ({"400"} if parameters else set())
    failures |= {"400", "413", "415", "422"} if body is not None else set()
    made: JsonObject = {"operationId": name, "security": SECURITY[access][0]}
    made["responses"] = dict.fromkeys(sorted(failures), FAILURE) | {
        status: each if each is FAILURE else each | {"headers": EVERY | each.get("headers", {})}
        for status, each in responses.items()
    }
    made["responses"]["default"] = FAILURE
    if tag:
        made["tags"] = [tag]
    if parameters:
        made["parameters"] = list(parameters)
    if body is not None:
        shape, examples = body
        plain: JsonObject = {"type": "string"}
        schema = {"$ref": f"#/components/schemas/{shape}"} if shape else plain
        content = {JSON if shape else TEXT: {"schema": schema, "examples": examples}}
        content |= {TEXT: {"schema": plain, "examples": texts}} if texts is not None else {}
        made["requestBody"] = {"required": True, "content": content}

    def note(view: View) -> View:
        written = cleandoc(view.__doc__ or "")
        summary, _, text = (written.format(**words) if words else written).partition("\n\n")
        made.update(summary=summary.removesuffix("."), description=" ".join(text.split()))
        vars(view).update(operation=made)
        return view

    return note


def paths(app: Flask) -> dict[str, JsonObject]:
    """The paths of an application, with the operations that :func:`operation` has described."""
    found: dict[str, JsonObject] = {}
    for rule in app.url_map.iter_rules():
        described: JsonObject | None = getattr(app.view_functions[rule.endpoint], "operation", None)
        if described is None:
            continue
        item = found.setdefault(PARAMETER.sub(r"{\1}", rule.rule), {})
        if rule.arguments:
            item["parameters"] = [path_parameter(name, IDS[name], ID) for name in rule.arguments]
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}:
            item[method.lower()] = {"tags": [rule.endpoint.partition(".")[0]]} | deepcopy(described)
    return found


def path_parameter(name: str, text: str, schema: JsonObject) -> JsonObject:
    """A parameter in the path."""
    return {"name": name, "in": "path", "required": True, "description": text, "schema": schema}


def header_parameter(name: str, text: str, schema: JsonObject) -> JsonObject:
    """A header of a request."""
    return {"name": name, "in": "header", "description": text, "schema": schema}


def integer(parameter: IntegerParameter) -> JsonObject:
    """An integer in the query."""
    maximum = min(parameter.maximum, MAX_DOCUMENTED_INTEGER)
    return query(parameter.name, parameter.text, {"type": "integer", "minimum": parameter.minimum, "maximum": maximum})


def query(name: str, text: str, schema: JsonObject) -> JsonObject:
    """A parameter in the query."""
    return {"name": name, "in": "query", "description": text, "schema": schema}


def examples(**puzzles: JsonObject) -> JsonObject:
    """Bodies with a puzzle each."""
    return {name: {"value": {"puzzle": puzzle}} for name, puzzle in puzzles.items()}


def links(parameter: str, field: str, **names: str) -> JsonObject:
    """Links from a field of a response to a parameter of other operations."""
    source = {parameter: f"$response.body#/{field}"}
    return {link: {"operationId": name, "parameters": source} for link, name in names.items()}


SOLUTION_LINKS = links("solution_id", "solution_id", solution="getSolution", picture="getPicture")
SOLUTION_LINKS |= links("solution_id", "solution_id", listed="listSolutions", player="getPlayer")
