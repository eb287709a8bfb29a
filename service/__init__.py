"""HTTP in, JSON out. Never solves, never loads the compiled kernels."""

from __future__ import annotations

import logging
import time

from flask import Flask, Response, g, request
from werkzeug.middleware.proxy_fix import ProxyFix

from schemas.settings import Settings
from service import problems
from service.cors import Cors
from service.desk import Desk
from service.identity import Identity
from service.metrics import Metrics
from service.rates import Rates
from service.requests import name_request
from service.routes import batches, boards, hints, jobs, pages, puzzles, solutions, system
from store import Store

log = logging.getLogger("fewest.service")


def create_app(settings: Settings, store: Store) -> Flask:
    """Make the web application.

    Parameters
    ----------
    settings
        Limits and addresses.
    store
        Where jobs and results are kept.
    """
    app = Flask("fewest", static_folder=None)
    app.url_map.strict_slashes = False
    if settings.proxies:
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=settings.proxies)  # type: ignore[method-assign]
    problems.install(app)
    metrics = Metrics(settings, store)
    _begin(app, Identity(store))
    rates = Rates(app, settings, store)
    _end(app, Cors(settings), metrics, rates)
    desk = Desk(settings, store, rates)
    for routes in (
        jobs.routes(desk),
        batches.routes(desk),
        hints.routes(desk),
        puzzles.routes(desk),
        solutions.routes(settings, store, rates),
        boards.routes(),
        system.routes(settings, store, metrics),
        pages.routes(settings, store),
        pages.docs(),
    ):
        app.register_blueprint(routes)
    return app


def _begin(app: Flask, identity: Identity) -> None:
    """Have every request named, timed, and its client known, before anything else looks at it."""

    @app.before_request
    def begin() -> None:
        g.began, g.began_at = time.monotonic(), time.time()
        name_request(request)
        identity.identify(request)


def _end(app: Flask, cors: Cors, metrics: Metrics, rates: Rates) -> None:
    """Have every answer carry its headers, be counted, and be logged."""

    @app.after_request
    def end(response: Response) -> Response:
        response.headers["X-Request-ID"] = g.request_id
        response.headers["X-Content-Type-Options"] = "nosniff"
        cors.allow(request, response)
        rates.tell(response)
        seconds = time.monotonic() - g.began
        route = request.url_rule.rule if request.url_rule is not None else "none"
        metrics.count(request.method, route, response.status_code, seconds)
        if "answered" in g:
            metrics.answered(g.answered)
        told = {
            "request_id": g.request_id,
            "client": g.get("client", ""),
            "method": request.method,
            "path": request.path,
            "status": response.status_code,
            "milliseconds": round(seconds * 1000, 1),
        }
        log.info("request", extra=told)
        return response
