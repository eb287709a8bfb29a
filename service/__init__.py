"""HTTP in, JSON out. Never solves, never loads the compiled kernels."""

from __future__ import annotations

import logging
import time

from flask import Flask, Response, g, request

from schemas.settings import Settings
from service import problems
from service.desk import Desk
from service.requests import name_request
from service.routes import batches, boards, hints, jobs, pages, puzzles, solutions, system
from store import Store

EXPOSED = "Location, Retry-After, ETag, Preference-Applied, X-Request-ID"

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
    problems.install(app)
    desk = Desk(settings, store)

    @app.before_request
    def begin() -> None:
        name_request(request)
        g.began = time.monotonic()

    @app.after_request
    def end(response: Response) -> Response:
        response.headers["X-Request-ID"] = g.request_id
        response.headers["Access-Control-Allow-Origin"] = "*"
        response.headers["Access-Control-Expose-Headers"] = EXPOSED
        response.headers["X-Content-Type-Options"] = "nosniff"
        milliseconds = (time.monotonic() - g.began) * 1000
        log.info("%s %s %s %.1f ms %s", request.method, request.path, response.status_code, milliseconds, g.request_id)
        return response

    for routes in (
        jobs.routes(desk),
        batches.routes(desk),
        hints.routes(desk),
        puzzles.routes(desk),
        solutions.routes(store),
        boards.routes(),
        system.routes(settings, store),
        pages.routes(settings, store),
        pages.docs(),
    ):
        app.register_blueprint(routes)
    return app
