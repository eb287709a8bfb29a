"""Pages for people: the editor, the player that other pages embed, and the API documentation."""

from __future__ import annotations

import json
from dataclasses import asdict
from functools import lru_cache

from flask import Blueprint, Response, render_template, request
from flask_swagger_ui import get_swaggerui_blueprint

from schemas.settings import Settings
from service.documents import encode
from service.drawing.scene import scene_of
from service.openapi import openapi
from service.prefix import prefix_of
from service.responses import conditional_response, missing
from store.results import Results

POLICY = "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; base-uri 'none'"
DOCS_POLICY = POLICY + "; script-src 'self' 'unsafe-inline'; frame-ancestors 'none'"


def routes(settings: Settings, results: Results) -> Blueprint:
    """The routes of pages and of the files they load."""
    blueprint = Blueprint(
        "pages", __name__, static_folder="../web/static", static_url_path="/static", template_folder="../web/templates"
    )

    @lru_cache(maxsize=4)
    def described(prefix: str) -> bytes:
        return encode(openapi(settings, prefix))

    @blueprint.get("/")
    def home() -> Response:
        return page(render_template("home.html"), "'none'")

    @blueprint.get("/embed/<solution_id>")
    def embed(solution_id: str) -> Response:
        document = results.solution(solution_id)
        if document is None:
            raise missing("solution", solution_id)
        length, scene = json.loads(document)["result"]["length"], scene_of(document)
        title = "No solution exists" if length is None else f"A solution in {length} move{'s' if length != 1 else ''}"
        return page(render_template("embed.html", id=solution_id, title=title, scene=asdict(scene)), "*")

    @blueprint.get("/openapi.json")
    def openapi_document() -> Response:
        return conditional_response(described(prefix_of(request)), "application/json")

    return blueprint


def docs() -> Blueprint:
    """Swagger UI for the OpenAPI document, from files of its package."""
    options = {"app_name": "fewest", "validatorUrl": None, "tryItOutEnabled": True}
    # Its page refers to files and to the document relative to itself, so that they are found under any prefix.
    blueprint: Blueprint = get_swaggerui_blueprint(".", "../openapi.json", config=options)
    blueprint.url_prefix = "/docs"
    blueprint.after_request(_local_only)
    return blueprint


def _local_only(response: Response) -> Response:
    response.headers["Content-Security-Policy"] = DOCS_POLICY
    return response


def page(html: str, framed_by: str) -> Response:
    """A page; ``framed_by`` is who may embed it."""
    response = Response(html, mimetype="text/html")
    response.headers["Content-Security-Policy"] = f"{POLICY}; frame-ancestors {framed_by}"
    response.headers["Cache-Control"] = "no-cache"
    return response
