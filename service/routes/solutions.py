"""Solutions: a puzzle with its result, for good; its pictures; and pages of all optimal solutions."""

from __future__ import annotations

import json
from functools import lru_cache

from flask import Blueprint, Response, request

from schemas.puzzle import load_puzzle
from schemas.result import dump_solution
from schemas.settings import Settings
from service.documents import encode
from service.pictures import animated_picture, position_picture
from service.problems import Problem
from service.rates import Rates
from service.recent import Recent
from service.requests import number_argument
from service.scenes import scene_of
from solver.canonical import canonical, restore
from solver.errors import WorkError
from solver.listing import Listing
from solver.pages import page
from store import Store
from store.results import Solution

FRESH = "public, max-age=300"
PAGE, PAGE_MOST = 100, 1000
OFFSET_MOST = 10**29
MOVE_MOST = 10_000


def routes(settings: Settings, store: Store, rates: Rates) -> Blueprint:
    """The routes of solutions."""
    blueprint = Blueprint("solutions", __name__, url_prefix="/v1/solutions")

    recent: Recent[Solution] = Recent(settings.recent_bytes, settings.recent_seconds, lambda kept: len(kept.document))

    def known(solution_id: str) -> Solution:
        solution = store.results.solution(solution_id)
        if solution is None:
            raise Problem("not-found", f"There is no solution {solution_id[:64]!r}.")
        recent.put(solution_id, solution)
        return solution

    @lru_cache(maxsize=4)
    def listing(key: str) -> Listing | None:
        packed = store.results.listing(key)
        return None if packed is None else Listing.loads(packed)

    @blueprint.get("/<solution_id>")
    def look(solution_id: str) -> Response:
        solution = recent.get(solution_id) or known(solution_id)
        return unless_known(solution.etag, solution.document, "application/json")

    @blueprint.get("/<solution_id>/picture.svg")
    def picture(solution_id: str) -> Response:
        rates.work()
        animated = number_argument(request, "animate", 0, 0, 1)
        solution = recent.get(solution_id) or known(solution_id)
        scene = scene_of(solution.document)
        move = number_argument(request, "move", 0, 0, MOVE_MOST)
        if move > len(scene.moves):
            raise Problem("not-found", f"There is no move {move}: the solution has {len(scene.moves)}.")
        drawn = animated_picture(scene) if animated else position_picture(scene, move)
        response = unless_known(f"{solution.etag}-{'a' if animated else move}", drawn, "image/svg+xml")
        response.headers["Content-Security-Policy"] = "default-src 'none'"
        return response

    @blueprint.get("/<solution_id>/all")
    def every(solution_id: str) -> Response:
        rates.work()
        offset = number_argument(request, "offset", 0, 0, OFFSET_MOST)
        limit = number_argument(request, "limit", PAGE, 1, PAGE_MOST)
        document = json.loads(known(solution_id).document)
        puzzle = load_puzzle(document["puzzle"]).puzzle
        form = canonical(puzzle)
        found = listing(form.key)
        if found is None:
            listing.cache_clear()
            detail = 'Ask for it with "want": "all"; where there are too many solutions, only their number is kept.'
            raise Problem("no-listing", detail)
        count = document["result"].get("count", 0)
        try:
            solutions = [restore(solution, form.order) for solution in page(form.puzzle, found, offset, limit)]
        except WorkError:
            raise Problem("too-much-work", f"Ask for fewer than {limit} solutions at a time.") from None
        more = offset + limit < count
        following = f"/v1/solutions/{solution_id}/all?offset={offset + limit}&limit={limit}" if more else None
        body = {
            "id": solution_id,
            "count": count,
            "offset": offset,
            "limit": limit,
            "solutions": [dump_solution(puzzle, solution) for solution in solutions],
            "next": following,
        }
        response = Response(encode(body), mimetype="application/json")
        response.headers["Cache-Control"] = FRESH
        return response

    return blueprint


def unless_known(etag: str, body: bytes | str, mimetype: str) -> Response:
    """A body with its tag; 304 and no body if the client has it already (``If-None-Match``, RFC 9110)."""
    tag, headers = f'"{etag}"', request.headers
    same = headers.get("If-None-Match") == tag
    response = Response(status=304) if same else Response(body, mimetype=mimetype)
    response.headers["ETag"] = tag
    response.headers["Cache-Control"] = FRESH
    if not same and ("If-None-Match" in headers or "If-Match" in headers):
        response.make_conditional(request)
    return response
