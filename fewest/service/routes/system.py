"""The service itself: an overview, its version, alive, ready, metrics, limits, and kinds of problems."""

from __future__ import annotations

from importlib.metadata import version

from flask import Blueprint, Response, request

from fewest.config.settings import Settings
from fewest.config.version import full_version
from fewest.schemas.documents.base import encode
from fewest.schemas.documents.problems import problem_kind_document
from fewest.schemas.documents.service import overview_document, ready_document
from fewest.schemas.lanes import Lane
from fewest.service.http.languages import in_language, language_of
from fewest.service.http.problems import PROBLEMS, Problem
from fewest.service.http.responses import NO_STORE, conditional_response, json_response
from fewest.service.limits import limits_document
from fewest.service.monitoring.metrics import Metrics
from fewest.service.monitoring.readiness import Readiness
from fewest.service.openapi.operations import KEPT, UNCHANGED, headers, ok, operation, response
from fewest.service.translations import translate
from fewest.solver.errors import Message
from fewest.store import Store

READY = ok("Ready.", "Ready") | response("503", "Not ready; what is missing.", "Ready")


def routes(settings: Settings, store: Store, metrics: Metrics) -> Blueprint:
    """The routes of the system."""
    blueprint = Blueprint("system", __name__)
    readiness = Readiness(store, settings.data)

    @blueprint.get("/v1")
    @operation("getOverview", ok("The overview.", "Overview", more=KEPT) | UNCHANGED)
    def overview() -> Response:
        """An overview of the API.

        Its version, and a link to every address without an id.
        """
        return conditional_response(encode(overview_document(version("fewest"))), "application/json")

    @blueprint.get("/version")
    @operation("getVersion", ok("The version.", "Version"))
    def get_version() -> Response:
        """The version of the service.

        The release, and after `+g` the commit that this build was made from. The client packages have the same release.
        """
        return json_response({"version": full_version()}, headers=NO_STORE)

    @blueprint.get("/livez")
    @operation("isAlive", ok("Alive.", "Alive"))
    def alive() -> Response:
        """Liveness.

        Whether the process responds, even if other parts are missing. For the operator.
        """
        return json_response({"status": "alive"})

    @blueprint.get("/readyz")
    @operation("isReady", READY)
    def ready() -> Response:
        """Readiness.

        Whether a puzzle submitted now would be solved. Responds within a second. For the operator.
        """
        missing, lanes = readiness.check()
        workers = lanes[Lane.QUICK].workers if lanes else 0
        return json_response(ready_document(missing, workers, lanes), 503 if missing else 200)

    @blueprint.get("/metrics")
    @operation("getMetrics", ok("Metrics in the Prometheus text format.", None, media="text/plain"))
    def measured() -> Response:
        """Metrics for Prometheus.

        For the operator; a proxy should not expose it.
        """
        return Response(metrics.write(), mimetype="text/plain; version=0.0.4")

    @blueprint.get("/v1/limits")
    @operation("listLimits", ok("All limits.", "LimitList", more=KEPT) | UNCHANGED)
    def limits() -> Response:
        """All limits.

        Every limit with its default, if clients may choose, its maximum, and what it limits.
        """
        return conditional_response(encode(limits_document(settings)), "application/json")

    @blueprint.get("/problems/<code>")
    @operation("getProblem", ok("The kind of problem.", "ProblemKind", more=headers("Content-Language")))
    def problem(code: str) -> Response:
        """A kind of problem.

        The title and status of an error's `type`.
        """
        if code not in PROBLEMS:
            raise Problem("not-found", Message("There is no problem {code!r}.", code=code[:64]))
        status, title = PROBLEMS[code]
        language = language_of(request)
        return in_language(json_response(problem_kind_document(code, status, translate(title, language))), language)

    return blueprint
