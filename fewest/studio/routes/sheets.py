"""Sheets of puzzles to print, and class sets: sheets with a title and an aim for each puzzle, to play as well."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from flask import Blueprint, Response, render_template, request

from fewest.boards.lessons import lessons
from fewest.config.settings import Settings
from fewest.notation import JsonObject
from fewest.notation.errors import FieldError, InvalidRequest, pointer
from fewest.schemas.documents.base import encode
from fewest.schemas.documents.sets import class_set
from fewest.schemas.sets import read_set
from fewest.service.http.computing import Computing
from fewest.service.http.prefix import prefix_of
from fewest.service.http.problems import Problem
from fewest.service.http.responses import IMMUTABLE, KEEP, conditional_response, json_response, location, missing
from fewest.service.jobs.admission import Admission, ClientRates
from fewest.service.limits import MAX_PRINTED, MAX_SHARE_BYTES
from fewest.service.openapi.operations import KEPT, UNCHANGED, headers, ok, operation
from fewest.service.routes.pictures import SKIP
from fewest.solver.errors import Message
from fewest.store.results import Results
from fewest.studio.atlas import METRICS
from fewest.studio.lessons import lesson_sets
from fewest.studio.modules import modules_of
from fewest.studio.named import Named, named, of_set
from fewest.studio.puzzle_sheet import KEEPS, printed
from fewest.studio.routes.pages import page, page_headers, redirect_to
from fewest.studio.routes.shares import SHARE_COST

CENTRAL = {"title": "Monday", "puzzles": [{"id": "english/16-16", "aim": "In at most 20 moves."}]}


class Sheets:
    """Makes sheets of problems."""

    def __init__(self, results: Results, rates: ClientRates, computing: Computing) -> None:
        self._results = results
        self._rates = rates
        self._computing = computing

    def of(self, names: Sequence[str]) -> Response:
        """A page with these problems, or with as many of them as fit, after those that the request skips."""
        self._rates.count_request()
        offset = SKIP.read(request)
        chosen = names[offset : offset + MAX_PRINTED]
        if not chosen:
            text = "The sheet is empty: no solved puzzle is left after skipping {offset}."
            raise Problem("not-found", Message(text, offset=offset))
        with self._computing.slot():
            found = named(self._results, chosen, "invalid-parameter")
            if not found:
                raise missing(Message("puzzle"), chosen[0])
            return self._page([(each, "") for each in found.values()], given=None, lost=len(found) < len(chosen))

    def of_set(self, document: bytes) -> Response:
        """The page of a class set."""
        self._rates.count_request()
        with self._computing.slot():
            given = json.loads(document)
            problems = [(of_set(each), each["aim"]) for each in given["puzzles"]]
            return self._page(problems, given=given, lesson=given["id"] in lesson_sets())

    def _page(self, problems: Sequence[tuple[Named, str]], **shown: object) -> Response:
        """A page of problems with their aims; their solutions are on another page when it is printed."""
        rows = []
        for problem, aim in problems:
            self._computing.give_way()
            rows.append((problem.id, aim, printed(problem)))
        shown |= {"rows": rows, "modules": modules_of("pages/sheet"), "metrics": METRICS, "keeps": KEEPS}
        return page(render_template("sheet.html", **shown, root=prefix_of(request)), "'none'")


def routes(settings: Settings, results: Results, admission: Admission, sheets: Sheets) -> Blueprint:
    """The routes of sheets and class sets."""
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
        return sheets.of(chosen)

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
        keep = KEEP if set_id in lesson_sets() else IMMUTABLE
        return conditional_response(found(set_id), "application/json", headers=keep)

    @blueprint.get("/c")
    def overview() -> Response:
        html = render_template(
            "lessons.html", shown=lessons().values(), modules=modules_of("pages/lessons"), root=prefix_of(request)
        )
        return conditional_response(html.encode(), "text/html", headers=page_headers("'none'"))

    @blueprint.get("/c/<set_id>")
    def show(set_id: str) -> Response:
        return sheets.of_set(found(set_id))

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
    """What the page opens: a puzzle of a set, counted from 1, without its solution."""
    problem = document["puzzles"][number - 1]
    result, board = problem["result"] or {}, of_set(problem).board
    status, proven = result.get("status"), result.get("optimal") or result.get("status") == "unsolvable"
    known = {"status": status, "length": result.get("length")} | (
        {"count": result["count"]} if "count" in result else {}
    )
    return {
        "puzzle": problem["puzzle"],
        "level": known if proven else None,
        "problem": [f"c/{document['id']}/{number}", document["title"], problem["aim"], len(document["puzzles"])],
        "mode": "play",
    } | ({"atlas": board} if problem["board_title"] else {})
