"""Short links: shared puzzles, the page that a link opens, and its preview on other sites."""

from __future__ import annotations

import json
import re
from html import escape
from urllib.parse import quote

from flask import Blueprint, Response, request

from fewest.config.settings import Settings
from fewest.notation import JsonObject
from fewest.notation.errors import FieldError, InvalidRequest
from fewest.schemas.body import ParsedBody, load_body
from fewest.schemas.documents.base import encode
from fewest.schemas.documents.shares import share
from fewest.schemas.replay import ShareShape
from fewest.service.http.computing import Computing
from fewest.service.http.hosts import public_address
from fewest.service.http.languages import in_language, language_of
from fewest.service.http.problems import Problem
from fewest.service.http.requests import IntegerParameter
from fewest.service.http.responses import IMMUTABLE, conditional_response, json_response, location, missing
from fewest.service.jobs.admission import Admission
from fewest.service.limits import MAX_EMBED, MAX_SHARE_BYTES, MIN_EMBED
from fewest.service.openapi.operations import EIGHT, HOPPERS, KEPT, UNCHANGED, examples, headers, ok, operation
from fewest.service.translations import translate
from fewest.solver.errors import Message
from fewest.solver.verify import judge
from fewest.store.results import Results
from fewest.studio.drawing.frames import CARD_HEIGHT, CARD_WIDTH, card
from fewest.studio.drawing.raster import png
from fewest.studio.drawing.scene import scene_of
from fewest.studio.rasters import Rasters
from fewest.studio.routes.pages import page, shown_as, shown_boards
from fewest.studio.shares import opened, preview_of

SHARE_COST = 10
"""Cost of sharing, counted against the client's rate, since the puzzle stays in the store."""

DRAWN = Message("The position at the start.")
"""What the picture of a link shows."""

EXAMPLES = examples(eight=EIGHT) | {"challenge": {"value": {"puzzle": HOPPERS, "moves": [[7, 5], [2, 10]]}}}

WIDTH = IntegerParameter("maxwidth", "Largest width of the player, in pixels.", 480, MIN_EMBED, MAX_EMBED)
HEIGHT = IntegerParameter("maxheight", "Largest height of the player, in pixels.", 600, MIN_EMBED, MAX_EMBED)
SHARED = re.compile(r"/(?:embed|s)/(p_[0-9a-f]+)$")


def routes(settings: Settings, results: Results, admission: Admission, rasters: Rasters) -> Blueprint:
    """The routes of short links."""
    rates, computing, bodies = admission.rates, admission.computing, admission.bodies
    blueprint = Blueprint("shares", __name__, template_folder="../templates")

    def found(name: str) -> bytes:
        """The document of a solution or of a shared puzzle."""
        document = results.solution(name) or results.share(name)
        if document is None:
            raise missing(Message("puzzle"), name)
        return document

    @blueprint.post("/v1/shares")
    @operation(
        "sharePuzzle",
        ok("The shared puzzle.", "Share", more=headers("Location")),
        body=("ShareRequest", EXAMPLES),
        access="work",
    )
    def post() -> Response:
        """Get a short link to a puzzle.

        Stores the puzzle for anyone who has the link. It is dropped only if memory is short and it has not been used
        for long. With `moves`, which must solve the puzzle, the link challenges others to beat them. The same content
        has the same id.
        """

        def load(body: object) -> tuple[str, bytes]:
            parts = load_body(body, ShareShape())
            return share(parts.loaded.document, game_of(parts))

        name, document = bodies.read(bodies.receive(request, settings.body_bytes, SHARE_COST), load)
        if len(document) > MAX_SHARE_BYTES:
            text = "It takes {given} bytes; the limit is {most} bytes."
            raise Problem("body-too-large", Message(text, given=len(document), most=MAX_SHARE_BYTES))
        results.store_share(name, document)
        return json_response(document, headers={"Location": location(settings.public_url, f"/v1/shares/{name}")})

    @blueprint.get("/v1/shares/<share_id>")
    @operation("getShare", ok("The shared puzzle.", "Share", more=KEPT) | UNCHANGED)
    def get(share_id: str) -> Response:
        """A shared puzzle.

        Includes the game to beat, if the link has one. The document of an id never changes.
        """
        document = results.share(share_id)
        if document is None:
            raise missing(Message("shared puzzle"), share_id)
        return conditional_response(document, "application/json", share_id, IMMUTABLE)

    @blueprint.get("/s/<share_id>")
    @operation(
        "openShare", ok("The page.", None, more=headers("Content-Language") | KEPT, media="text/html") | UNCHANGED
    )
    def show(share_id: str) -> Response:
        """The page, with a shared puzzle or a solution.

        Its head contains what other sites show of the link: a title, a sentence and a picture, in the language of
        `Accept-Language`.
        """
        rates.count_request()
        language = language_of(request)
        address = public_address(settings)
        link = f"{address}/s/{share_id}"
        with computing.slot():
            document = json.loads(found(share_id))
            shared = {
                "link": link,
                "preview": preview_of(document, language),
                "language": language,
                "card": card_words(language),
                "oembed": f"{address}/oembed?format=json&url={quote(link, safe='')}",
                "opened": opened(document),
            }
            html = shown_as("home.html", "home/home", boards=shown_boards(), shared=shared)
            return in_language(page(html), language)

    @blueprint.get("/s/<share_id>/card.png")
    @operation("getCard", ok("A picture.", None, more=KEPT, media="image/png") | UNCHANGED)
    def picture(share_id: str) -> Response:
        """A picture of the start of a shared puzzle or a solution.

        1200 by 630 pixels, the size that other sites show for a link.
        """
        rates.count_request()
        return card_of(rasters, computing, share_id, found(share_id))

    @blueprint.get("/oembed")
    def oembed() -> Response:
        # What is refused here needs no look into the store, and costs the client nothing.
        match = SHARED.search(request.args.get("url", ""))
        if match is None:
            raise Problem(
                "not-found",
                Message("The url must be the address of a short link, /s/{id}, or of a player, /embed/{id}."),
            )
        if (wanted := request.args.get("format", "json")) != "json":
            text = "The format {given!r} is not supported, only json."
            raise Problem("not-implemented", Message(text, given=wanted[:40]))
        size = min(WIDTH.default, WIDTH.read(request)), min(HEIGHT.default, HEIGHT.read(request))
        language = language_of(request)
        rates.count_request()
        with computing.slot():
            described = oembed_document(public_address(settings), json.loads(found(match[1])), language, *size)
        if "maxwidth" in request.args or "maxheight" in request.args:
            described = fitting(described, WIDTH.read(request), HEIGHT.read(request))
        return in_language(conditional_response(encode(described), "application/json"), language)

    return blueprint


def card_words(language: str) -> JsonObject:
    """What other sites are told of the picture of a link."""
    return {"width": CARD_WIDTH, "height": CARD_HEIGHT, "alt": translate(DRAWN, language)}


def card_of(rasters: Rasters, computing: Computing, name: str, document: bytes) -> Response:
    """The picture that other sites show for a link to this puzzle."""

    def made() -> bytes:
        # The slot is for the SVG only; the pixels are the work of another process.
        with computing.slot():
            drawn = card(scene_of(document))
        return png(drawn)

    return conditional_response(rasters.get(name, made), "image/png")


def game_of(parts: ParsedBody) -> JsonObject | None:
    """The game of a body, replayed; None if it has none.

    Raises
    ------
    InvalidRequest
        If its moves do not solve the puzzle.
    """
    moves, removed = parts.others.get("moves"), parts.others.get("removed")
    if moves is None:
        return None
    verdict = judge(parts.loaded.puzzle, moves, removed)
    if not verdict.reaches_goal:
        goal = Message("they do not lead to the goal")
        fault = Message("they are not a solution: {fault}", fault=verdict.error)
        raise InvalidRequest([FieldError("/moves", fault if verdict.error else goal)])
    game: JsonObject = {"moves": moves} if removed is None else {"moves": moves, "removed": removed}
    return game | {"length": verdict.length}


def oembed_document(address: str, document: JsonObject, language: str, width: int, height: int) -> JsonObject:
    """How another site shows a link (oEmbed 1.0): a player of a solution, else a title with a picture."""
    title = preview_of(document, language).title
    described: JsonObject = {"version": "1.0", "type": "link", "title": title, "provider_name": "Fewest"}
    described |= {"provider_url": f"{address}/", "thumbnail_url": f"{address}/s/{document['id']}/card.png"}
    described |= {"thumbnail_width": CARD_WIDTH, "thumbnail_height": CARD_HEIGHT}
    if "result" not in document:
        return described
    player = escape(f"{address}/embed/{document['id']}")
    html = f'<iframe src="{player}" width="{width}" height="{height}" title="{escape(title)}"></iframe>'
    return described | {"type": "rich", "html": html, "width": width, "height": height}


def fitting(described: JsonObject, width: int, height: int) -> JsonObject:
    """The same without its picture if that is larger than requested."""
    if width >= CARD_WIDTH and height >= CARD_HEIGHT:
        return described
    return {name: value for name, value in described.items() if not name.startswith("thumbnail")}
