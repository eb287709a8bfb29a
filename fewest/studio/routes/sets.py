"""Sets of puzzles: chosen for one page to print, or kept under an address, with a title and an aim for each puzzle."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from flask import Blueprint, Response, request

from fewest.boards.lessons import lessons
from fewest.config.settings import Settings
from fewest.notation import JsonObject
from fewest.notation.errors import FieldError, InvalidRequest, pointer
from fewest.schemas.documents.base import encode
from fewest.schemas.documents.sets import class_set
from fewest.schemas.sets import read_set
from fewest.service.http.computing import Computing
from fewest.service.http.hosts import public_address
from fewest.service.http.problems import Problem
from fewest.service.http.responses import IMMUTABLE, KEEP, conditional_response, json_response, location, missing
from fewest.service.jobs.admission import Admission, ClientRates
from fewest.service.limits import MAX_PRINTED, MAX_SHARE_BYTES
from fewest.service.openapi.operations import KEPT, UNCHANGED, headers, ok, operation
from fewest.service.routes.pictures import SKIP
from fewest.solver.errors import Message
from fewest.store.results import Results
from fewest.studio.atlas import METRICS, shown_result
from fewest.studio.named import Named, named, of_set
from fewest.studio.routes.pages import page, redirect_to, shown_as
from fewest.studio.routes.shares import SHARE_COST
from fewest.studio.sets import code_of, lesson_sets, printed

CENTRAL = {"title": "Monday", "puzzles": [{"id": "english/16-16", "aim": "In at most 20 moves."}]}


class Sets:
    """Makes the pages of sets."""

    def __init__(self, results: Results, rates: ClientRates, computing: Computing) -> None:
        self._results = results
        self._rates = rates
        self._computing = computing

    def chosen(self, names: Sequence[str]) -> Response:
        """A page with these problems, or with as many of them as fit, after those that the request skips."""
        self._rates.count_request()
        offset = SKIP.read(request)
        shown = names[offset : offset + MAX_PRINTED]
        if not shown:
            text = "The sheet is empty: no solved puzzle is left after skipping {offset}."
            raise Problem("not-found", Message(text, offset=offset))
        with self._computing.slot():
            found = named(self._results, shown, "invalid-parameter")
            if not found:
                raise missing(Message("puzzle"), shown[0])
            return self._page([(each, "") for each in found.values()], lost=len(found) < len(shown))

    def kept(self, document: bytes, address: str) -> Response:
        """The page of a set that has an address of its own."""
        self._rates.count_request()
        with self._computing.slot():
            given = json.loads(document)
            problems = [(of_set(each), each["aim"]) for each in given["puzzles"]]
            lesson = given["id"] in lesson_sets()
            return self._page(problems, given=given, lesson=lesson, address=address, code=code_of(address))

    def _page(self, problems: Sequence[tuple[Named, str]], **shown: object) -> Response:
        """A page of problems with their aims; their solutions are on another page when it is printed."""
        rows = []
        for problem, aim in problems:
            # Sixty pictures take long: other requests come between them.
            self._computing.give_way()
            rows.append((problem.id, aim, printed(problem)))
        return page(shown_as("set.html", "pages/sets", **shown, rows=rows, metrics=METRICS))


def routes(settings: Settings, results: Results, admission: Admission, sets: Sets) -> Blueprint:
    """The routes of sets."""
    bodies, computing = admission.bodies, admission.computing
    blueprint = Blueprint("sets", __name__, template_folder="../templates")

    def found(set_id: str) -> bytes:
        """The document of a set: of a lesson, or one that was made."""
        document = lesson_sets().get(set_id) or results.class_set(set_id)
        if document is None:
            raise missing(Message("class set"), set_id)
        return document

    @blueprint.get("/sheet")
    def sheet() -> Response:
        chosen = list(dict.fromkeys(request.args.getlist("puzzle")))
        if not chosen:
            return redirect_to("/c")
        if len(chosen) > MAX_PRINTED:
            text = "A sheet has at most {most} problems, not {given}."
            raise Problem("invalid-parameter", Message(text, most=MAX_PRINTED, given=len(chosen)))
        return sets.chosen(chosen)

    @blueprint.post("/v1/sets")
    @operation(
        "makeSet",
        ok("The class set.", "ClassSet", more=headers("Location")),
        body=("ClassSetRequest", {"central": {"value": CENTRAL}}),
        access="work",
    )
    def post() -> Response:
        """Make a class set.

        Puts several problems under one address, each with its aim: a page to play them and to print them, with their
        solutions on another page. The set keeps the puzzles and what is known of them, and never changes; the same
        content has the same id. It is dropped only if memory is short and it has not been used for long.
        """
        wanted = bodies.read(bodies.receive(request, settings.body_bytes, SHARE_COST), read_set)
        with computing.slot():
            found = named(results, [each["id"] for each in wanted["puzzles"]], "body-too-large")
            name, document = class_set(wanted["title"].strip(), kept(wanted["puzzles"], found))
        if len(document) > MAX_SHARE_BYTES:
            text = Message(
                "It takes {given} bytes; the limit is {most} bytes.", given=len(document), most=MAX_SHARE_BYTES
            )
            raise Problem("body-too-large", text)
        results.store_set(name, document)
        return json_response(document, headers={"Location": location(settings.public_url, f"/v1/sets/{name}")})

    @blueprint.get("/v1/sets/<set_id>")
    @operation("getSet", ok("The class set.", "ClassSet", more=KEPT) | UNCHANGED)
    def get(set_id: str) -> Response:
        """A class set.

        The document of an id never changes. The lessons of the service are sets, too, under their names.
        """
        # A lesson may change with the next version, a set that was made never does.
        keep = KEEP if set_id in lesson_sets() else IMMUTABLE
        return conditional_response(found(set_id), "application/json", headers=keep)

    @blueprint.get("/c")
    def overview() -> Response:
        return page(shown_as("sets.html", "pages/sets", shown=lessons().values()))

    @blueprint.get("/c/<set_id>")
    def show(set_id: str) -> Response:
        return sets.kept(found(set_id), f"{public_address(settings)}/c/{set_id}")

    @blueprint.get("/c/<set_id>/<int:number>.json")
    def opened(set_id: str, number: int) -> Response:
        document = json.loads(found(set_id))
        if not 0 < number <= len(document["puzzles"]):
            raise missing(Message("puzzle"), f"{set_id}/{number}")
        return conditional_response(encode(opened_of_set(document, number)), "application/json")

    return blueprint


def kept(wanted: Sequence[JsonObject], problems: Mapping[str, Named]) -> list[JsonObject]:
    """The problems of a set as it keeps them. Raises ``InvalidRequest`` if there is none of some id."""
    text = Message("there is no problem, solution or shared puzzle of this id")
    places = [pointer(("puzzles", i, "id")) for i, each in enumerate(wanted) if each["id"] not in problems]
    if places:
        raise InvalidRequest([FieldError(place, text) for place in places])
    return [problems[each["id"]].in_set(each["aim"].strip()) for each in wanted]


def opened_of_set(document: JsonObject, number: int) -> JsonObject:
    """What the page opens: a puzzle of a set, counted from 1. It has no solution, and does not say if there is none."""
    problem = document["puzzles"][number - 1]
    result, board = problem["result"] or {}, of_set(problem).board
    shown = shown_result(result)
    known = {name: shown[name] for name in ("status", "length", "count") if name in shown}
    address, solvable = f"c/{document['id']}/{number}", bool(result.get("moves"))
    return {
        "puzzle": problem["puzzle"],
        "level": known if result.get("optimal") else None,
        "problem": [address, document["title"], problem["aim"], len(document["puzzles"]), solvable],
        "mode": "play",
    } | ({"atlas": board} if problem["board_title"] else {})
