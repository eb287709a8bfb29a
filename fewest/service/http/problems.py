"""From errors to problem documents (RFC 9457): one table."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from http import HTTPStatus

from flask import Flask, Response, g, request
from werkzeug.exceptions import HTTPException

from fewest.notation.errors import InvalidRequest
from fewest.notation.fields import MAX_ERRORS
from fewest.schemas.documents.base import encode
from fewest.schemas.documents.problems import invalid_document, problem_document
from fewest.service.http.languages import in_language, language_of
from fewest.service.translations import ENGLISH, translate, translator
from fewest.solver.errors import FewestError, Message
from fewest.store import DamagedKey, StoreError, StoreFull

PROBLEMS: dict[str, tuple[int, str]] = {
    "invalid-json": (400, "The body is not valid JSON."),
    "bad-request": (400, "The request is not valid HTTP."),
    "unknown-host": (400, "The host is unknown."),
    "invalid-parameter": (400, "A query parameter or header is not valid."),
    "unauthorized": (401, "A valid API key is required."),
    "not-found": (404, "Not found."),
    "answer-unknown": (404, "The answer is not known yet."),
    "no-listing": (404, "This puzzle has no list of all solutions."),
    "method-not-allowed": (405, "Method not allowed."),
    "id-taken": (409, "The id is taken."),
    "no-tabular-form": (409, "This resource has no tabular form."),
    "request-timeout": (408, "The request did not arrive in time."),
    "body-too-large": (413, "The body is too large."),
    "uri-too-long": (414, "The address is too long."),
    "unsupported-media-type": (415, "The media type or the encoding of the body is not accepted."),
    "invalid-puzzle": (422, "The puzzle is not valid."),
    "headers-too-large": (431, "The headers are too long."),
    "rate-limited": (429, "Too many requests."),
    "internal-error": (500, "Internal error."),
    "not-implemented": (501, "Not implemented."),
    "busy": (503, "The server is busy."),
    "store-unavailable": (503, "The store is not available."),
    "no-worker": (503, "No worker is available."),
    "queue-full": (503, "The queue is full."),
    "store-full": (503, "The store is full."),
    "webhooks-full": (503, "There are too many webhooks."),
}
"""Code: status and title. The detail continues after the title."""

CODES = {
    400: "bad-request",
    404: "not-found",
    405: "method-not-allowed",
    408: "request-timeout",
    413: "body-too-large",
    415: "unsupported-media-type",
}
"""Status of an error of the framework: code."""

STORE_FULL = Message("Stored answers can still be read. Memory is freed every few seconds.")
LOGGED = Message("It has been logged with the request id.")
STORE_FULL_HEADERS = {"Retry-After": "5"}
MIMETYPE = "application/problem+json"

log = logging.getLogger("fewest.service")


class Problem(Exception):
    """A failure: a code of the table, its detail, and headers of the response."""

    def __init__(self, code: str, detail: Message, headers: Mapping[str, str] | None = None) -> None:
        self.code = code
        self.detail = detail
        self.headers = dict(headers or {})
        super().__init__(detail)


def problem_body(
    code: str,
    detail: Message,
    request_id: str,
    invalid: InvalidRequest | None = None,
    language: str = ENGLISH,
) -> tuple[int, bytes]:
    """The status and the document of a failure. ``invalid`` holds the errors of the body, if the body is at fault."""
    status, title = PROBLEMS[code]
    more = {}
    if invalid is not None:
        more = invalid_document(invalid.errors[:MAX_ERRORS], invalid.puzzle, translator(language))
    document = problem_document(code, status, translate(title, language), translate(detail, language), request_id, more)
    return status, encode(document)


def problem_response(
    code: str, detail: Message, invalid: InvalidRequest | None = None, headers: Mapping[str, str] | None = None
) -> Response:
    """The response to a failure, in the language that the request asks for."""
    language = language_of(request)
    status, body = problem_body(code, detail, g.get("request_id", ""), invalid, language)
    response = Response(body, status, mimetype=MIMETYPE)
    response.headers.update(dict(headers or {}))
    return in_language(response, language)


def install(app: Flask, explain: Callable[[BaseException], str] = str) -> None:
    """Answer every failure from the table. ``explain`` explains an error of the store for the log."""

    @app.errorhandler(Problem)
    def answer_problem(problem: Problem) -> Response:
        return problem_response(problem.code, problem.detail, headers=problem.headers)

    @app.errorhandler(InvalidRequest)
    def answer_invalid(invalid: InvalidRequest) -> Response:
        count = len(invalid.errors)
        detail = Message("{count|# error|# errors}.", count=count)
        if count > MAX_ERRORS:
            detail = Message("More than {most} errors; the first {most} are listed.", most=MAX_ERRORS)
        return problem_response("invalid-puzzle", detail, invalid)

    @app.errorhandler(StoreFull)
    def answer_store_full(error: Exception) -> Response:
        log.error("store: %s", error)
        return problem_response("store-full", STORE_FULL, headers=STORE_FULL_HEADERS)

    @app.errorhandler(DamagedKey)
    def answer_damaged_key(error: DamagedKey) -> Response:
        return problem_response("internal-error", Message("The key {key} in Redis is damaged.", key=error.key))

    @app.errorhandler(StoreError)
    def answer_store_error(error: Exception) -> Response:
        log.error(explain(error))
        return problem_response(
            "store-unavailable", Message("Try again in a few seconds."), headers={"Retry-After": "5"}
        )

    @app.errorhandler(HTTPException)
    def answer_http(error: HTTPException) -> Response:
        status = error.code or 500
        code = CODES.get(status, "invalid-parameter" if status < 500 else "internal-error")
        detail = Message(error.description or HTTPStatus(status).phrase)
        headers = {}
        if status == 404:
            detail = Message("There is no resource at {path}.", path=request.path[:100])
        allowed = getattr(error, "valid_methods", None)
        if status == 405 and allowed:
            named = ", ".join(sorted(set(allowed) - {"HEAD", "OPTIONS"}))
            text = "{method} is not allowed here; allowed: {named}."
            detail = Message(text, method=request.method, named=named)
            headers = {"Allow": ", ".join(sorted(allowed))}
        return problem_response(code, detail, headers=headers)

    @app.errorhandler(FewestError)
    @app.errorhandler(Exception)
    def answer_unexpected(error: Exception) -> Response:
        log.error("request %s failed", g.get("request_id", ""), exc_info=error)
        return problem_response("internal-error", LOGGED)
