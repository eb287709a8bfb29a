"""An application with few routes and without a store, for tests of the server."""

from __future__ import annotations

import threading
import time

from flask import Flask, Response, g, request

from fewest.service.http import problems


def create() -> Flask:
    app = Flask("bare")
    begun = threading.Event()
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

    @app.get("/seen")
    def seen() -> list[str]:
        return [request.script_root, request.path, request.scheme]

    @app.get("/slow")
    def slow() -> str:
        begun.set()
        time.sleep(1.0)
        return "slow"

    @app.get("/begun")
    def has_begun() -> str:
        return str(begun.wait(300))

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
