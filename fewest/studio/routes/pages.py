"""Pages for people: the page to set up, play and watch puzzles, what other pages embed, and the OpenAPI document."""

from __future__ import annotations

import hashlib
import json
from functools import cache, lru_cache
from io import BytesIO
from urllib.parse import quote

from flask import Blueprint, Response, abort, current_app, make_response, redirect, render_template, request, send_file
from jinja2.utils import htmlsafe_json_dumps
from markupsafe import Markup

from fewest.boards import catalogue
from fewest.config.settings import Settings
from fewest.notation import JsonObject
from fewest.notation.puzzle import dump_puzzle, load_puzzle
from fewest.schemas.documents.base import encode
from fewest.service.http.computing import Computing
from fewest.service.http.hosts import public_address
from fewest.service.http.languages import language_of
from fewest.service.http.prefix import prefix_of
from fewest.service.http.problems import MIMETYPE
from fewest.service.http.responses import KEEP, conditional_response, missing
from fewest.service.jobs.admission import ClientRates
from fewest.service.openapi.document import openapi
from fewest.service.openapi.operations import KEPT, UNCHANGED, ok, operation
from fewest.solver.errors import Message
from fewest.store.results import Results
from fewest.studio.atlas import ORDER
from fewest.studio.drawing.scene import scene_of
from fewest.studio.kinds import style_of
from fewest.studio.modules import joined, modules_of, offline, served
from fewest.studio.shares import preview_of

BRIEF = ("name", "kind", "title")
"""The fields of their boards that the page has from the start."""

MIMETYPES = {"css": "text/css", "js": "text/javascript", "svg": "image/svg+xml"}
"""Types of the files that pages load."""

POLICY = "default-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'self'"

PLAYER = ok("An HTML page to embed in an iframe.", None, more=KEPT, media="text/html") | UNCHANGED


def routes(settings: Settings, results: Results, rates: ClientRates, computing: Computing) -> Blueprint:
    """The routes of pages and of the files they load."""
    blueprint = Blueprint("pages", __name__, template_folder="../templates")

    @lru_cache(maxsize=4)
    def described(prefix: str) -> bytes:
        return encode(openapi(current_app, settings, prefix))

    @blueprint.app_context_processor
    def root() -> dict[str, str]:
        return {"root": prefix_of(request)}

    @blueprint.get("/")
    def home() -> Response:
        return page(shown_as("home.html", "home/home", boards=shown_boards()))

    @blueprint.get("/embed/<solution_id>")
    @operation("getPlayer", PLAYER, tag="solutions")
    def embed(solution_id: str) -> Response:
        """A page that plays the solution.

        A page for an iframe that plays the solution move by move.
        """
        rates.count_request()
        address = public_address(settings)
        with computing.slot():
            stored = results.solution(solution_id)
            if stored is None:
                raise missing(Message("solution"), solution_id)
            html = render_template(
                "embed.html",
                id=solution_id,
                title=preview_of(json.loads(stored)).title,
                solution=embedded(stored),
                address=address,
                place=quote(f"{address}/embed/{solution_id}", safe=""),
            )
            return page(html, "*")

    @blueprint.get("/static/<path:filename>")
    def static(filename: str) -> Response:
        body = served(filename)
        if body is None:
            abort(404)
        # What is served is made in memory and has no time of change: its tag is a digest.
        mimetype = MIMETYPES[filename.rpartition(".")[2]]
        return send_file(BytesIO(body), mimetype, etag=hashlib.sha256(body).hexdigest()[:32])

    @blueprint.get("/fewest-puzzle.js")
    def component() -> Response:
        return Response(joined("pages/fewest-puzzle"), mimetype="text/javascript", headers=KEEP)

    @blueprint.get("/offline.js")
    def service_worker() -> Response:
        # Never from a cache: an old service worker would go on serving old files.
        return Response(offline(), mimetype="text/javascript", headers={"Cache-Control": "no-cache"})

    @blueprint.after_app_request
    def missing_page(response: Response) -> Response:
        """Browsers get a page instead of the problem document of something that is missing."""
        if response.status_code != 404 or response.mimetype != MIMETYPE or request.method not in ("GET", "HEAD"):
            return response
        response.vary.add("Accept")
        if prefers_html():
            detail = json.loads(response.get_data())["detail"]
            html = shown_as("missing.html", "pages/served", detail=detail, language=language_of(request))
            response.set_data(html)
            response.mimetype = "text/html"
            response.headers.update(page_headers())
        return response

    @blueprint.get("/openapi.json")
    def openapi_document() -> Response:
        return conditional_response(described(prefix_of(request)), "application/json")

    return blueprint


def prefers_html() -> bool:
    """Whether the client prefers a page, as browsers do, to JSON."""
    accepted = request.accept_mimetypes
    return accepted["text/html"] > max(accepted["application/json"], accepted[MIMETYPE])


def embedded(document: bytes) -> JsonObject:
    """A solution with its puzzle in the plainest form and a point for every place; blocks keep their names."""
    solution = json.loads(document)
    if style_of(solution["puzzle"]["kind"]).later:
        return {"puzzle": solution["puzzle"], "result": solution["result"]}
    puzzle = dump_puzzle(load_puzzle(solution["puzzle"]).puzzle)
    puzzle["board"]["layout"] = scene_of(document).points
    return {"puzzle": puzzle, "result": solution["result"]}


def compact(document: object) -> str:
    """JSON without blanks, and with letters as they are."""
    return json.dumps(document, separators=(",", ":"), ensure_ascii=False)


@cache
def shown_boards() -> Markup:
    """The boards of the catalogue as the page has them, in the order of its gallery.

    Those of kinds whose code it loads when it is needed come without what is read then. Nor is there what the page
    finds by itself: the layout of a grid, and in examples the kind and the name of the board, and that those with a
    length are solved.
    """
    boards = sorted(catalogue().values(), key=lambda board: (ORDER.index(board["kind"]), len(board["layout"])))
    shown = [_brief(board) if style_of(board["kind"]).later else _shown(board) for board in boards]
    return htmlsafe_json_dumps(shown, dumps=compact)


def _brief(board: JsonObject) -> JsonObject:
    """The description of a board before its kind is loaded."""
    return {name: board[name] for name in BRIEF}


def _shown(board: JsonObject) -> JsonObject:
    """A board of the catalogue in the page's form."""
    given = {"kind": board["kind"], "board": {"name": board["name"]}}
    on_grid = not {"grid", "rows"}.isdisjoint(board["board"])
    shown = {name: board[name] for name in board if name != "source" and not (on_grid and name == "layout")}
    shown["examples"] = [
        example
        | {"puzzle": _without(given, example["puzzle"]), "expect": _without({"status": "solved"}, example["expect"])}
        for example in board["examples"]
    ]
    return shown


def _without(usual: JsonObject, document: JsonObject) -> JsonObject:
    """What is not as usual."""
    return {name: part for name, part in document.items() if part != usual.get(name)}


def shown_as(template: str, entry: str, **shown: object) -> str:
    """The HTML of a page; ``entry`` is the module that it runs."""
    return render_template(template, **shown, modules=modules_of(entry))


def page(html: str | bytes, framed_by: str = "'none'") -> Response:
    """A page. ``framed_by`` lists the origins that may embed it."""
    body = html.encode() if isinstance(html, str) else html
    return conditional_response(body, "text/html", headers=page_headers(framed_by))


def redirect_to(place: str) -> Response:
    """Redirect to a path of this service."""
    response = make_response(redirect(f"{prefix_of(request)}{place}"))
    response.headers.update(KEEP)
    return response


def page_headers(framed_by: str = "'none'") -> dict[str, str]:
    """What a page may load, and that it is asked for again; ``framed_by`` is who may embed it."""
    policy = f"{POLICY}; frame-ancestors {framed_by}"
    return {"Content-Security-Policy": policy, "Cache-Control": "no-cache"}
