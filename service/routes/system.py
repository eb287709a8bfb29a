"""The service itself: alive, ready, metrics, limits, and kinds of problems."""

from __future__ import annotations

from flask import Blueprint, Response

from schemas.settings import Settings
from service.documents import encode, problem_kind_document, ready_document
from service.limits import limits_document
from service.metrics import Metrics
from service.problems import PROBLEMS, Problem
from service.readiness import Readiness
from service.responses import conditional_response, json_response
from store import Store


def routes(settings: Settings, store: Store, metrics: Metrics) -> Blueprint:
    """The routes of the system."""
    blueprint, readiness = Blueprint("system", __name__), Readiness(store)

    @blueprint.get("/livez")
    def alive() -> Response:
        return json_response({"status": "alive"})

    @blueprint.get("/readyz")
    def ready() -> Response:
        lacking, workers = readiness.check()
        return json_response(ready_document(lacking, workers), 503 if lacking else 200)

    @blueprint.get("/metrics")
    def measured() -> Response:
        return Response(metrics.write(), mimetype="text/plain; version=0.0.4")

    @blueprint.get("/v1/limits")
    def limits() -> Response:
        return conditional_response(encode(limits_document(settings)), "application/json")

    @blueprint.get("/problems/<code>")
    def problem(code: str) -> Response:
        if code not in PROBLEMS:
            raise Problem("not-found", f"There is no problem {code[:64]!r}.")
        return json_response(problem_kind_document(code, *PROBLEMS[code]))

    return blueprint
