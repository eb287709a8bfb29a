"""Is it alive, is it ready, what are its limits, and what do its problems mean."""

from __future__ import annotations

from flask import Blueprint, Response

from schemas.settings import Settings
from service.documents import encode
from service.limits import every_limit
from service.metrics import Metrics
from service.problems import PROBLEMS, Problem
from store import Store


def routes(settings: Settings, store: Store, metrics: Metrics) -> Blueprint:
    """The routes of the system."""
    blueprint = Blueprint("system", __name__)

    @blueprint.get("/livez")
    def alive() -> Response:
        return Response(encode({"status": "alive"}), mimetype="application/json")

    @blueprint.get("/readyz")
    def ready() -> Response:
        reachable = store.reachable()
        workers = store.queue.workers() if reachable else 0
        missing = [name for name, there in (("store", reachable), ("worker", workers > 0)) if not there]
        body = {"status": "not ready" if missing else "ready", "missing": missing, "workers": workers}
        return Response(encode(body), 503 if missing else 200, mimetype="application/json")

    @blueprint.get("/metrics")
    def measured() -> Response:
        return Response(metrics.write(), mimetype="text/plain; version=0.0.4")

    @blueprint.get("/v1/limits")
    def limits() -> Response:
        return Response(encode({"limits": every_limit(settings)}), mimetype="application/json")

    @blueprint.get("/problems/<code>")
    def problem(code: str) -> Response:
        if code not in PROBLEMS:
            raise Problem("not-found", f"No problem is called {code[:64]!r}.")
        status, title = PROBLEMS[code]
        body = {"type": f"/problems/{code}", "title": title, "status": status}
        return Response(encode(body), mimetype="application/json")

    return blueprint
