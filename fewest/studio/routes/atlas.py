"""The atlas: a page with all problems solved so far, each with a link that opens it."""

from __future__ import annotations

from functools import cache, lru_cache

from flask import Blueprint, Response, request

from fewest.boards.atlas import atlas, atlas_file
from fewest.boards.collections import collections
from fewest.config.settings import Settings
from fewest.notation import JsonObject
from fewest.schemas.documents.base import encode
from fewest.service.http.computing import Computing
from fewest.service.http.hosts import public_address
from fewest.service.http.prefix import prefix_of
from fewest.service.http.problems import Problem
from fewest.service.http.requests import JSON
from fewest.service.http.responses import KEEP, conditional_response
from fewest.service.http.tables import CSV, write_csv
from fewest.service.jobs.admission import ClientRates
from fewest.service.limits import MAX_PRINTED
from fewest.service.translations import ENGLISH
from fewest.solver.errors import Message
from fewest.studio.atlas import METRICS, PICTURES, opened_problem, pictured, tables
from fewest.studio.collections import LEVEL_COLUMNS, level_rows, level_tables
from fewest.studio.drawing.looks import SMALL
from fewest.studio.drawing.scene import scene_of
from fewest.studio.drawing.svg import pictures_in_one
from fewest.studio.named import of_atlas
from fewest.studio.rasters import Rasters
from fewest.studio.records import preview_of_record, record_of
from fewest.studio.routes.pages import page, redirect_to, shown_as
from fewest.studio.routes.shares import card_of, card_words

LEVEL_FILES = {"csv": CSV, "json": JSON}
"""The files of the levels of collections, by the ends of their names."""


def routes(settings: Settings, rates: ClientRates, computing: Computing, rasters: Rasters) -> Blueprint:
    """The routes of the atlas."""
    blueprint = Blueprint("atlas", __name__, url_prefix="/atlas", template_folder="../templates")

    @lru_cache(maxsize=4)
    def rendered(prefix: str) -> bytes:  # noqa: ARG001 - links have the prefix, so each has a page of its own
        found = atlas()
        numbers = {
            "problems": len(found.problems),
            "open": sum(p["proven_by"] is None for p in found.problems.values()),
        }
        shown = {"tables": tables(found), "numbers": numbers, "most": MAX_PRINTED, "metrics": METRICS}
        return shown_as("atlas.html", "pages/atlas", **shown, pictures=PICTURES).encode()

    @blueprint.get("")
    def overview() -> Response:
        return page(rendered(prefix_of(request)))

    @blueprint.get("/file.jsonl")
    def file() -> Response:
        return conditional_response(atlas_file(), "application/jsonl")

    @lru_cache(maxsize=4)
    def listed(prefix: str) -> bytes:  # noqa: ARG001 - as above
        shown = {"tables": level_tables(collections()), "words": METRICS}
        return shown_as("collections.html", "pages/collections", **shown).encode()

    @blueprint.get("/collections")
    def levels() -> Response:
        return page(listed(prefix_of(request)))

    @blueprint.get("/collections.<form>")
    def levels_file(form: str) -> Response:
        if form not in LEVEL_FILES:
            raise missing_here(f"collections.{form}")
        return conditional_response(level_file(LEVEL_FILES[form]), LEVEL_FILES[form])

    @cache
    def level_file(media: str) -> bytes:
        rows = level_rows(collections())
        return write_csv(rows, LEVEL_COLUMNS).encode() if media == CSV else encode(rows)

    @blueprint.get("/<board>/pictures-<int:number>.svg")
    def pictures(board: str, number: int) -> Response:
        headers = KEEP | {"Content-Security-Policy": "default-src 'none'"}
        return conditional_response(drawn(board, number), "image/svg+xml", headers=headers)

    # Keeps only pictures that there are: a name of none raises, and exceptions are not cached.
    @cache
    def drawn(board: str, number: int) -> bytes:
        problems = pictured(atlas(), board, number)
        if not problems:
            raise missing_here(f"{board}/pictures-{number}.svg")
        shown = (of_atlas(atlas().boards[board], each) for each in problems)
        scenes = {each.id.partition("/")[2]: scene_of(each.document) for each in shown}
        return pictures_in_one(scenes, SMALL).encode()

    @blueprint.get("/<board>")
    def board_table(board: str) -> Response:
        if not atlas().problems_on(board):
            raise missing_here(board)
        return redirect_to(f"/atlas#{board}")

    @blueprint.get("/<board>/<name>")
    def show(board: str, name: str) -> Response:
        rates.count_request()
        problem = known(board, name)
        with computing.slot():
            link = f"{public_address(settings)}/atlas/{problem['id']}"
            preview = preview_of_record(atlas().boards[board], problem)
            shared = {"link": link, "preview": preview, "card": card_words(ENGLISH)}
            record = record_of(atlas(), problem)
            return page(shown_as("problem.html", "pages/served", **record, shared=shared, metrics=METRICS))

    @blueprint.get("/<board>/<name>/card.png")
    def picture(board: str, name: str) -> Response:
        rates.count_request()
        problem = known(board, name)
        return card_of(rasters, computing, problem["id"], of_atlas(atlas().boards[board], problem).document)

    @blueprint.get("/<board>/<name>.json")
    def opened(board: str, name: str) -> Response:
        problem = known(board, name)
        return conditional_response(encode(opened_problem(atlas().boards[board], problem)), "application/json")

    return blueprint


def known(board: str, name: str) -> JsonObject:
    """A problem of the atlas."""
    problem: JsonObject | None = atlas().problems.get(f"{board}/{name}")
    if problem is None:
        raise missing_here(f"{board}/{name}")
    return problem


def missing_here(name: str) -> Problem:
    """The problem of something that the atlas does not have."""
    return Problem("not-found", Message("The atlas has no {name!r}; see /atlas.", name=name[:64]))
