"""Pages for people: the page to set up, play and watch puzzles, what other pages embed, and the API documentation."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import lru_cache
from html import escape
from typing import Any
from urllib.parse import quote

from flask import Blueprint, Response, render_template, request
from flask_swagger_ui import get_swaggerui_blueprint

from boards import catalogue
from schemas.puzzle import dump_puzzle, load_puzzle
from schemas.settings import Settings
from service.deprecation import Deprecation
from service.documents import encode
from service.drawing.scene import scene_of
from service.limits import MAX_EMBED, MIN_EMBED
from service.openapi import openapi
from service.prefix import prefix_of
from service.problems import Problem
from service.requests import number_argument
from service.responses import KEEP, conditional_response, json_response, missing
from service.web_modules import joined, modules_of
from store.results import Results

POLICY = "default-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'self'"
DOCS_POLICY = POLICY + "; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; frame-ancestors 'none'"

EMBED_WIDTH, EMBED_HEIGHT = 480, 600
EMBEDDED = re.compile(r"/embed/(p_[0-9a-f]+)$")


def routes(settings: Settings, results: Results, deprecated: Mapping[str, Deprecation]) -> Blueprint:
    """The routes of pages and of the files they load."""
    blueprint = Blueprint(
        "pages", __name__, static_folder="../web/static", static_url_path="/static", template_folder="../web/templates"
    )

    @lru_cache(maxsize=4)
    def described(prefix: str) -> bytes:
        return encode(openapi(settings, prefix, deprecated))

    @blueprint.get("/")
    def home() -> Response:
        return page(
            render_template("home.html", boards=list(catalogue().values()), modules=modules_of("home")), "'none'"
        )

    @blueprint.get("/embed/<solution_id>")
    def embed(solution_id: str) -> Response:
        solution = embedded(solution_id)
        title, address = title_of(solution), public_address(settings)
        place = quote(f"{address}/embed/{solution_id}", safe="")
        html = render_template(
            "embed.html", id=solution_id, title=title, solution=solution, address=address, place=place
        )
        return page(html, "*")

    @blueprint.get("/oembed")
    def oembed() -> Response:
        match = EMBEDDED.search(request.args.get("url", ""))
        if match is None:
            raise Problem("not-found", "The url must be that of an embedded solution: /embed/{id}.")
        width = min(EMBED_WIDTH, number_argument(request, "maxwidth", EMBED_WIDTH, MIN_EMBED, MAX_EMBED))
        height = min(EMBED_HEIGHT, number_argument(request, "maxheight", EMBED_HEIGHT, MIN_EMBED, MAX_EMBED))
        title, address = title_of(embedded(match[1])), public_address(settings)
        return json_response(oembed_document(f"{address}/embed/{match[1]}", title, width, height), headers=KEEP)

    @blueprint.get("/fewest-puzzle.js")
    def component() -> Response:
        return Response(joined("fewest-puzzle"), mimetype="text/javascript", headers=KEEP)

    def embedded(solution_id: str) -> dict[str, Any]:
        """A solution with its puzzle in the plainest form and a point for every place."""
        document = results.solution(solution_id)
        if document is None:
            raise missing("solution", solution_id)
        solution = json.loads(document)
        puzzle = dump_puzzle(load_puzzle(solution["puzzle"]).puzzle)
        puzzle["board"]["layout"] = scene_of(document).points
        return {"puzzle": puzzle, "result": solution["result"]}

    @blueprint.get("/openapi.json")
    def openapi_document() -> Response:
        return conditional_response(described(prefix_of(request)), "application/json")

    return blueprint


def title_of(solution: dict[str, Any]) -> str:
    """What an embedded solution shows."""
    length = solution["result"]["length"]
    return "No solution exists" if length is None else f"A solution in {length} move{'s' if length != 1 else ''}"


def public_address(settings: Settings) -> str:
    """The address under which other pages reach this service."""
    return settings.public_url or request.url_root.rstrip("/")


def oembed_document(address: str, title: str, width: int, height: int) -> dict[str, Any]:
    """How another site embeds a solution (oEmbed 1.0, type "rich")."""
    return {
        "version": "1.0",
        "type": "rich",
        "title": title,
        "provider_name": "Fewest",
        "html": f'<iframe src="{escape(address)}" width="{width}" height="{height}" title="{escape(title)}"></iframe>',
        "width": width,
        "height": height,
    }


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
    return Response(html, mimetype="text/html", headers=page_headers(framed_by))


def page_headers(framed_by: str) -> dict[str, str]:
    """What a page may load, and that it is asked for again; ``framed_by`` is who may embed it."""
    policy = f"{POLICY}; frame-ancestors {framed_by}"
    return {"Content-Security-Policy": policy, "Cache-Control": "no-cache"}
