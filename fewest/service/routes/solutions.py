"""Solutions: a puzzle with its result, its pictures, and pages of all optimal solutions."""

from __future__ import annotations

import json
from functools import lru_cache

from flask import Blueprint, Response, request

from fewest.notation import JsonObject
from fewest.notation.puzzle import load_puzzle
from fewest.notation.result import dump_solution
from fewest.schemas.documents.base import encode
from fewest.schemas.documents.solutions import page_document
from fewest.service.http.computing import Computing
from fewest.service.http.problems import Problem
from fewest.service.http.requests import IntegerParameter
from fewest.service.http.response_cache import ResponseCache
from fewest.service.http.responses import IMMUTABLE, KEEP, conditional_response, missing, next_link
from fewest.service.jobs.admission import ClientRates
from fewest.service.limits import DEFAULT_PAGE, MAX_MOVE, MAX_OFFSET, MAX_PAGE
from fewest.service.openapi.operations import KEPT, NEXT, UNCHANGED, integer, ok, operation
from fewest.service.routes.pictures import Pictures
from fewest.solver.canonical import renumbered, to_original_numbering
from fewest.solver.errors import Message, WorkError
from fewest.solver.listing import Listing
from fewest.solver.pages import page
from fewest.store.results import Results

MOVE = IntegerParameter("move", "Number of moves made.", 0, 0, MAX_MOVE)
ANIMATE = IntegerParameter("animate", "1 animates the whole solution.", 0, 0, 1)
OFFSET = IntegerParameter("offset", "Solutions to skip.", 0, 0, MAX_OFFSET)
LIMIT = IntegerParameter("limit", "Solutions on the page.", DEFAULT_PAGE, 1, MAX_PAGE)


def routes(
    results: Results, recent: ResponseCache[bytes], rates: ClientRates, computing: Computing, pictures: Pictures
) -> Blueprint:
    """The routes of solutions."""
    blueprint = Blueprint("solutions", __name__, url_prefix="/v1/solutions")

    def stored(solution_id: str) -> bytes:
        document = results.solution(solution_id)
        if document is None:
            raise missing(Message("solution"), solution_id)
        recent.put(solution_id, document)
        return document

    @lru_cache(maxsize=4)
    def listing(key: str) -> Listing | None:
        return results.listing(key)

    @blueprint.get("/<solution_id>")
    @operation("getSolution", ok("The puzzle and its result.", "Solution", more=KEPT) | UNCHANGED)
    def get(solution_id: str) -> Response:
        """A puzzle with its result.

        The document of an id never changes. A better answer to the same puzzle has another id.
        """
        document = recent.get(solution_id) or stored(solution_id)
        return conditional_response(document, "application/json", solution_id, IMMUTABLE)

    @blueprint.get("/<solution_id>/picture.svg")
    @operation(
        "getPicture",
        ok("A picture.", None, more=KEPT, media="image/svg+xml") | UNCHANGED,
        parameters=[integer(MOVE), integer(ANIMATE)],
    )
    def picture(solution_id: str) -> Response:
        """A picture of the solution.

        The position after a number of moves, or the whole solution as an animation, as SVG.
        """
        rates.count_request()
        animated = ANIMATE.read(request)
        move = MOVE.read(request)
        document = recent.get(solution_id) or stored(solution_id)
        drawn = pictures.solution(document, move, animated=bool(animated))
        response = conditional_response(drawn, "image/svg+xml")
        # A picture that is opened by itself is a page of this origin: nothing in it may run.
        response.headers["Content-Security-Policy"] = "default-src 'none'"
        return response

    @blueprint.get("/<solution_id>/film.gif")
    @operation("getFilm", ok("A film.", None, more=KEPT, media="image/gif") | UNCHANGED)
    def moving(solution_id: str) -> Response:
        """A film of the solution.

        All positions of the solution as an animated GIF, for sites that accept no SVG. `/v1/limits` gives the longest
        solution.
        """
        rates.count_request()
        document = recent.get(solution_id) or stored(solution_id)
        return conditional_response(pictures.film(solution_id, document), "image/gif")

    @blueprint.get("/<solution_id>/all")
    @operation(
        "listSolutions",
        ok("A page of solutions.", "Page", more=KEPT | NEXT) | UNCHANGED,
        parameters=[integer(OFFSET), integer(LIMIT)],
    )
    def list_all(solution_id: str) -> Response:
        """All optimal solutions.

        A page of all optimal solutions of a puzzle that was solved with `want: all`. The order never changes. A page
        may be shorter than its limit; `next` is the address of the next page.
        """
        rates.count_request()
        offset = OFFSET.read(request)
        limit = LIMIT.read(request)
        with computing.slot():
            document = listed_page(solution_id, offset, limit)
            return conditional_response(encode(document), "application/json", headers=KEEP | next_link(document))

    def listed_page(solution_id: str, offset: int, limit: int) -> JsonObject:
        kept = json.loads(recent.get(solution_id) or stored(solution_id))
        numbering = results.numbering(solution_id) if "all" in kept["links"] else None
        listed = None if numbering is None else listing(numbering.key)
        if numbering is None or listed is None:
            listing.cache_clear()  # or a listing stored later would not be found
            text = 'Request it with "want": "all". If there are too many solutions, only their number is stored.'
            raise Problem("no-listing", Message(text))
        puzzle = load_puzzle(kept["puzzle"]).puzzle
        form = renumbered(puzzle, numbering.order)
        try:
            solutions = [
                to_original_numbering(solution, form.order) for solution in page(form.puzzle, listed, offset, limit)
            ]
        except WorkError as error:
            raise Problem("no-listing", Message("They cannot be listed: {reason}.", reason=error.message)) from None
        written = [dump_solution(puzzle, solution) for solution in solutions]
        return page_document(solution_id, kept["result"]["count"], offset, limit, written)

    return blueprint
