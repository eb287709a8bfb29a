"""Pages for people: solving by hand of mouse, and the player that other pages put into a frame."""

from __future__ import annotations

from dataclasses import asdict

from flask import Blueprint, Response, render_template

from service.problems import Problem
from service.scenes import scene_of
from store import Store

POLICY = "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; base-uri 'none'"


def routes(store: Store) -> Blueprint:
    """The routes of pages and of the files they load."""
    blueprint = Blueprint(
        "pages", __name__, static_folder="../web/static", static_url_path="/static", template_folder="../web/templates"
    )

    @blueprint.get("/")
    def home() -> Response:
        return page(render_template("home.html"), "'none'")

    @blueprint.get("/embed/<solution_id>")
    def embed(solution_id: str) -> Response:
        solution = store.results.solution(solution_id)
        if solution is None:
            raise Problem("not-found", f"There is no solution {solution_id[:64]!r}.")
        scene = scene_of(solution.document)
        count = len(scene.moves)
        title = "A solution in 1 move" if count == 1 else f"A solution in {count} moves"
        return page(render_template("embed.html", id=solution_id, title=title, scene=asdict(scene)), "*")

    return blueprint


def page(html: str, framed_by: str) -> Response:
    """A page, and who may put it into a frame."""
    response = Response(html, mimetype="text/html")
    response.headers["Content-Security-Policy"] = f"{POLICY}; frame-ancestors {framed_by}"
    response.headers["Cache-Control"] = "no-cache"
    return response
