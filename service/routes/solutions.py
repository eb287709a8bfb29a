"""Solutions: a puzzle with its result, its pictures, and pages of all optimal solutions."""

from __future__ import annotations

import json
from functools import lru_cache

from flask import Blueprint, Response, request

from schemas.puzzle import load_puzzle
from schemas.result import dump_solution
from service.admission import Rates
from service.documents import encode, page_document
from service.drawing.scene import scene_of
from service.drawing.svg import animated_picture, position_picture
from service.limits import DEFAULT_PAGE, MAX_MOVE, MAX_OFFSET, MAX_PAGE
from service.problems import Problem
from service.requests import number_argument
from service.response_cache import ResponseCache
from service.responses import IMMUTABLE, KEEP, conditional_response, missing, next_link
from solver.canonical import renumbered, restore
from solver.errors import WorkError
from solver.listing import Listing
from solver.pages import page
from store.results import Results


def routes(results: Results, recent: ResponseCache[bytes], rates: Rates) -> Blueprint:
    """The routes of solutions."""
    blueprint = Blueprint("solutions", __name__, url_prefix="/v1/solutions")

    def stored(solution_id: str) -> bytes:
        document = results.solution(solution_id)
        if document is None:
            raise missing("solution", solution_id)
        recent.put(solution_id, document)
        return document

    @lru_cache(maxsize=4)
    def listing(key: str) -> Listing | None:
        packed = results.listing(key)
        return None if packed is None else Listing.loads(packed)

    @blueprint.get("/<solution_id>")
    def get(solution_id: str) -> Response:
        document = recent.get(solution_id) or stored(solution_id)
        return conditional_response(document, "application/json", solution_id, IMMUTABLE)

    @blueprint.get("/<solution_id>/picture.svg")
    def picture(solution_id: str) -> Response:
        rates.count_request()
        animated = number_argument(request, "animate", 0, 0, 1)
        scene = scene_of(recent.get(solution_id) or stored(solution_id))
        move = number_argument(request, "move", 0, 0, MAX_MOVE)
        if move > len(scene.moves):
            raise Problem("not-found", f"There is no move {move}: the solution has {len(scene.moves)}.")
        drawn = animated_picture(scene) if animated else position_picture(scene, move)
        response = conditional_response(drawn.encode(), "image/svg+xml")
        response.headers["Content-Security-Policy"] = "default-src 'none'"
        return response

    @blueprint.get("/<solution_id>/all")
    def list_all(solution_id: str) -> Response:
        rates.count_request()
        offset = number_argument(request, "offset", 0, 0, MAX_OFFSET)
        limit = number_argument(request, "limit", DEFAULT_PAGE, 1, MAX_PAGE)
        kept = json.loads(recent.get(solution_id) or stored(solution_id))
        puzzle = load_puzzle(kept["puzzle"]).puzzle
        numbering = results.numbering(solution_id) if "all" in kept["links"] else None
        listed = None if numbering is None else listing(numbering.key)
        if numbering is None or listed is None:
            listing.cache_clear()  # or a listing kept later would not be found
            detail = 'Request it with "want": "all". If there are too many solutions, only their number is kept.'
            raise Problem("no-listing", detail)
        form = renumbered(puzzle, numbering.order)
        try:
            solutions = [restore(solution, form.order) for solution in page(form.puzzle, listed, offset, limit)]
        except WorkError:
            raise Problem("too-much-work", f"Request fewer than {limit} solutions at a time.") from None
        count, written = kept["result"]["count"], [dump_solution(puzzle, solution) for solution in solutions]
        document = page_document(solution_id, count, offset, limit, written)
        return conditional_response(encode(document), "application/json", headers=KEEP | next_link(document))

    return blueprint
