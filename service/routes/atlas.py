"""The atlas: a page with all problems solved so far, each with a link that opens it."""

from __future__ import annotations

from functools import lru_cache

from flask import Blueprint, Response, redirect, render_template, request

from boards.atlas import atlas, atlas_file
from schemas import JsonObject
from service.atlas import document, fragment, tables
from service.documents import encode
from service.drawing.scene import scene_of
from service.drawing.svg import position_picture
from service.prefix import prefix_of
from service.problems import Problem
from service.responses import KEEP, conditional_response
from service.routes.pages import page_headers
from service.web_modules import modules_of


def routes() -> Blueprint:
    """The routes of the atlas."""
    blueprint = Blueprint("atlas", __name__, url_prefix="/atlas", template_folder="../web/templates")

    @lru_cache(maxsize=4)
    def rendered(prefix: str) -> bytes:
        found = atlas()
        numbers = {
            "problems": len(found.problems),
            "open": sum(p["proven_by"] is None for p in found.problems.values()),
        }
        names = modules_of("atlas")
        return render_template("atlas.html", tables=tables(found), numbers=numbers, modules=names, root=prefix).encode()

    @blueprint.get("")
    def overview() -> Response:
        return conditional_response(rendered(prefix_of(request)), "text/html", headers=page_headers("'none'"))

    @blueprint.get("/file.jsonl")
    def file() -> Response:
        return conditional_response(atlas_file(), "application/jsonl")

    @blueprint.get("/<board>.svg")
    def picture(board: str) -> Response:
        problems = atlas().problems_on(board)
        if not problems:
            raise missing_here(board)
        drawn = position_picture(scene_of(encode(document(atlas().boards[board], problems[0]))), 0)
        headers = KEEP | {"Content-Security-Policy": "default-src 'none'"}
        return conditional_response(drawn.encode(), "image/svg+xml", headers=headers)

    @blueprint.get("/<board>/<name>")
    def show(board: str, name: str) -> Response:
        problem: JsonObject | None = atlas().problems.get(f"{board}/{name}")
        if problem is None:
            raise missing_here(f"{board}/{name}")
        response = redirect(f"{prefix_of(request)}/#{fragment(atlas().boards[board], problem)}")
        response.headers.update(KEEP)
        return response  # type: ignore[return-value]

    return blueprint


def missing_here(name: str) -> Problem:
    """The problem of something that the atlas does not have."""
    return Problem("not-found", f"The atlas has no {name[:64]!r}; see /atlas.")
