"""An application with two routes and without a store, for tests of the server."""

from __future__ import annotations

import threading
import time

from flask import Flask, Response, g, request

from service import problems


def create() -> Flask:
    """Make it."""
    app = Flask("bare")
    problems.install(app)

    @app.before_request
    def begin() -> None:
        g.request_id = "r"

    @app.get("/livez")
    def alive() -> str:
        return "alive"

    @app.get("/threads")
    def threads() -> str:
        return str(threading.active_count())

    @app.get("/slow")
    def slow() -> str:
        time.sleep(1.0)
        return "slow"

    @app.get("/large")
    def large() -> Response:
        return Response(bytes(1 << 20) for _ in range(50))

    @app.post("/unread")
    def unread() -> str:
        return "not read"

    @app.post("/body")
    def body() -> str:
        return str(len(request.get_data()))

    return app
