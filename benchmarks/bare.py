"""What known answers are compared with: a Flask application that returns constant JSON."""

from __future__ import annotations

import json

from flask import Flask, Response


def bare() -> Flask:
    """Make the application."""
    app, body = Flask("bare"), json.dumps({"status": "alive"}).encode()
    app.add_url_rule("/", view_func=lambda: Response(body, mimetype="application/json"))
    return app
