"""From what went wrong to what the client reads (RFC 9457): one table."""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from flask import Flask, Response, g
from werkzeug.exceptions import HTTPException

from schemas.errors import MAX_ERRORS, FieldError, InvalidRequest
from solver.errors import FewestError
from store import StoreError

PROBLEMS: dict[str, tuple[int, str]] = {
    "invalid-json": (400, "The body is not JSON this service takes."),
    "invalid-parameter": (400, "A query parameter or header is not valid."),
    "unauthorized": (401, "A valid API key is needed."),
    "not-found": (404, "There is no such thing here."),
    "not-known": (404, "The answer is not known yet."),
    "no-listing": (404, "No listing of all solutions is kept for this puzzle."),
    "method-not-allowed": (405, "This resource does not take this method."),
    "body-too-large": (413, "The body is too long."),
    "unsupported-media-type": (415, "The body must be application/json, not encoded."),
    "invalid-puzzle": (422, "The puzzle is not valid."),
    "rate-limited": (429, "Too many requests, or too many searches."),
    "too-much-work": (422, "The page takes more work than one request may cause."),
    "internal-error": (500, "Something went wrong on our side."),
    "store-away": (503, "The store does not answer."),
    "no-worker": (503, "No worker is running."),
    "queue-full": (503, "The queue is full."),
}
"""Code: status and title."""

log = logging.getLogger("fewest.service")


class Problem(Exception):
    """A failure with its code, what to say about it, and headers to send along."""

    def __init__(self, code: str, detail: str, headers: Mapping[str, str] | None = None) -> None:
        self.code, self.detail, self.headers = code, detail, dict(headers or {})
        super().__init__(detail)


def problem_response(
    code: str, detail: str, errors: tuple[FieldError, ...] = (), headers: Mapping[str, str] | None = None
) -> Response:
    """The answer for a failure."""
    status, title = PROBLEMS[code]
    body: dict[str, Any] = {"type": f"/problems/{code}", "title": title, "status": status, "detail": detail}
    if errors:
        body["errors"] = [{"pointer": fault.pointer, "detail": fault.detail} for fault in errors[:MAX_ERRORS]]
    body["request_id"] = g.get("request_id", "")
    response = Response(json.dumps(body), status, mimetype="application/problem+json")
    response.headers.update(dict(headers or {}))
    return response


def install(app: Flask) -> None:
    """Have every failure answered from the table."""

    @app.errorhandler(Problem)
    def known(error: Problem) -> Response:
        return problem_response(error.code, error.detail, headers=error.headers)

    @app.errorhandler(InvalidRequest)
    def invalid(error: InvalidRequest) -> Response:
        count = len(error.errors)
        listed = f"; the first {MAX_ERRORS} are listed" if count > MAX_ERRORS else ""
        noun = "1 fault" if count == 1 else f"{count} faults"
        return problem_response("invalid-puzzle", f"{noun}{listed}: each with its place in the body.", error.errors)

    @app.errorhandler(StoreError)
    def away(error: Exception) -> Response:
        log.error("store: %s", error)
        detail = "Nothing was lost; ask again in a few seconds."
        return problem_response("store-away", detail, headers={"Retry-After": "5"})

    @app.errorhandler(HTTPException)
    def http(error: HTTPException) -> Response:
        status = error.code or 500
        code = {404: "not-found", 405: "method-not-allowed", 413: "body-too-large", 415: "unsupported-media-type"}.get(
            status, "invalid-parameter" if status < 500 else "internal-error"
        )
        response = problem_response(code, error.description or HTTPStatus(status).phrase)
        if status == 405 and (allowed := getattr(error, "valid_methods", None)):
            response.headers["Allow"] = ", ".join(sorted(allowed))
        return response

    @app.errorhandler(FewestError)
    @app.errorhandler(Exception)
    def unforeseen(error: Exception) -> Response:
        log.error("request %s failed", g.get("request_id", ""), exc_info=error)
        return problem_response("internal-error", "The failure is logged under the request id.")
