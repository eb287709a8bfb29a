"""Puzzles without a search: checked, looked up, replayed."""

from __future__ import annotations

from functools import partial

from flask import Blueprint, Response, request

from fewest.config.settings import Settings
from fewest.notation import JsonObject
from fewest.notation.fields import quoted
from fewest.notation.formats import FORMATS, read_puzzles
from fewest.notation.formats.writer import WRITERS
from fewest.notation.result import dump_check
from fewest.schemas.body import load_body
from fewest.schemas.documents.base import encode
from fewest.schemas.documents.conversions import conversion_document
from fewest.schemas.documents.lookups import lookup_document
from fewest.schemas.documents.readings import formats_document, readings_document
from fewest.schemas.documents.replays import replay_document
from fewest.schemas.job import load_request
from fewest.schemas.replay import CheckShape, ConversionShape, ReplayShape
from fewest.schemas.texts import TextBody
from fewest.service.http.languages import in_language, language_of
from fewest.service.http.problems import Problem
from fewest.service.http.requests import JSON, TEXT
from fewest.service.http.responses import NO_STORE, conditional_response, json_response
from fewest.service.jobs.admission import Admission
from fewest.service.jobs.canonical_forms import CanonicalForms
from fewest.service.jobs.solving import Solving
from fewest.service.openapi.operations import (
    EIGHT,
    HOPPERS,
    KEPT,
    SOLUTION_LINKS,
    UNCHANGED,
    examples,
    headers,
    integer,
    ok,
    operation,
    query,
)
from fewest.service.routes.resource import READING, refuse_unknown
from fewest.service.translations import translator
from fewest.solver.canonical import digest
from fewest.solver.describe import describe
from fewest.solver.errors import Message

EXAMPLES = examples(hoppers=HOPPERS, eight=EIGHT)
TEXTS = {
    "triangle": {"value": "    o\n   o o\n  . o o\n o o o o\no o o o o\n"},
    "table": {"value": "(def jump-table '[[(1 2)] nil [(1 0)]])"},
    "pieces": {"value": "8 6 7\n2 5 4\n3 . 1\n"},
}
TO = query("to", "The name of the format.", {"type": "string", "enum": list(WRITERS), "default": "json"})
CONVERSIONS = {
    "puzzle": {"value": {"puzzle": EIGHT}},
    "moves": {"value": {"puzzle": EIGHT, "moves": [[6, 7]]}},
}
CLAIM = {
    "claim": {"value": {"puzzle": HOPPERS, "moves": [[7, 5], [2, 10]]}},
    "written": {"value": {"puzzle": HOPPERS, "moves": "7-5, 2-10"}},
}


def routes(settings: Settings, solving: Solving, forms: CanonicalForms, admission: Admission) -> Blueprint:
    """The routes of puzzles."""
    blueprint = Blueprint("puzzles", __name__, url_prefix="/v1")

    bodies, computing = admission.bodies, admission.computing

    def body() -> bytes:
        return bodies.receive(request, settings.body_bytes)

    @blueprint.post("/puzzles/check")
    @operation(
        "checkPuzzle",
        ok("The puzzle is valid; its description.", "Check", more=headers("Content-Language")),
        body=("CheckRequest", EXAMPLES),
        access="work",
    )
    def check() -> Response:
        """Check a puzzle without solving it.

        Validates a puzzle, counts its symmetries, tries simple proofs that it has no solution, and computes a lower
        bound. Says what earlier searches have proven. Notices point out what is unusual, in the language of
        `Accept-Language`.
        """
        given = body()
        language = language_of(request)
        with computing.slot():
            loaded = bodies.read(given, lambda document: load_body(document, CheckShape())).loaded
            puzzle = loaded.puzzle
            form = forms.find(puzzle, digest(puzzle))
            document = dump_check(loaded, describe(puzzle, forms.symmetries), translator(language))
            document = {"key": form.key, "answer": solving.summary(form, puzzle)} | document
        return in_language(json_response(document, headers=NO_STORE), language)

    @blueprint.post("/readings")
    @operation(
        "readText",
        ok("The puzzles that the text may be.", "Readings", more=headers("Content-Language")),
        body=("", TEXTS),
        access="work",
    )
    def read() -> Response:
        """Read a puzzle from plain text.

        Reads the formats of `/v1/formats`, in which people and programs write puzzles: drawings, rows of numbers,
        tables and lists in the brackets of any language, lines of Rush Hour, JSON. Returns every valid puzzle that the
        text may be, the most exact first, at most six. Each comes with a description of how the text was read, in the
        language of `Accept-Language`. If the text has no start or no goal, one is assumed and named. A text may have
        several puzzles. For the rate limit, a text counts as one request, and as one more for every 1,000 bytes.
        """
        given = bodies.receive(request, settings.body_bytes, media=(TEXT,))
        puzzles = bodies.read_text(given, lambda text: read_puzzles(text, computing.give_way))
        language = language_of(request)
        return in_language(json_response(readings_document(puzzles, translator(language)), headers=NO_STORE), language)

    @blueprint.post("/conversions")
    @operation(
        "convert",
        ok("The puzzle in the format.", "Conversion", more=headers("Content-Language")),
        body=("ConversionRequest", CONVERSIONS),
        texts=TEXTS,
        parameters=[TO, integer(READING)],
        access="work",
    )
    def convert() -> Response:
        """Write a puzzle in a format.

        Writes a puzzle as another program reads it: a game id to play there, PDDL for a planner, a drawing to print.
        `/v1/formats` says which formats are written, and for which kinds of puzzle. With `moves`, writes these as well,
        as people or the program write them: a saved game that plays them, a plan, `RRDL`. What the format cannot hold
        is an error that names the part; a puzzle that is nearly the same is never written. A body of plain text is read
        as by `/v1/readings`, and its first reading is written.
        """
        to = request.args.get("to", "json")
        if to not in WRITERS:
            text = "The parameter to is {given}; it must be one of: {known}."
            raise Problem("invalid-parameter", Message(text, given=quoted(to[:40]), known=", ".join(WRITERS)))
        refuse_unknown(("to", READING.name))
        number = READING.read(request)
        given = bodies.receive(request, settings.body_bytes, media=(JSON, TEXT))
        language = language_of(request)
        say = translator(language)

        def of_text(text: str) -> JsonObject:
            document, reading = TextBody(text, {}, number, say, computing.give_way).read_one()
            return conversion_document(load_body(document, ConversionShape()), to, reading, say)

        if request.mimetype == TEXT:
            document = bodies.read_text(given, of_text)
        else:
            load = partial(load_body, shape=ConversionShape())
            document = bodies.read(given, lambda parsed: conversion_document(load(parsed), to, say=say))
        return in_language(json_response(document, headers=NO_STORE), language)

    @blueprint.get("/formats")
    @operation("listFormats", ok("All formats.", "FormatList", more=KEPT) | UNCHANGED)
    def formats() -> Response:
        """Formats of texts.

        Every format in which a text is read: where it is from, how it is read, which kinds of puzzle are written in it,
        and an example. A reading names its format.
        """
        return conditional_response(encode(formats_document(FORMATS)), "application/json")

    @blueprint.post("/lookups")
    @operation("lookUp", ok("The answer.", "Lookup", SOLUTION_LINKS), body=("LookupRequest", EXAMPLES), access="work")
    def look_up() -> Response:
        """The answer if it is known, without a search.

        Like submitting a job, but returns a 404 of type `/problems/answer-unknown` instead of starting a search.
        """
        given = body()
        with computing.slot():
            keyed = solving.identify(bodies.read(given, lambda document: load_request(document, settings)))
        answer = solving.look_up(keyed, language_of(request))
        if answer is None:
            raise Problem("answer-unknown", Message("POST the puzzle to /v1/jobs to have it solved."))
        document = lookup_document(keyed.kind, keyed.want, answer.hit["solution_id"], answer.hit["result"])
        return json_response(document, headers=NO_STORE)

    @blueprint.post("/replays")
    @operation(
        "replay",
        ok("The claim, judged.", "Replay", more=headers("Content-Language")),
        body=("ReplayRequest", CLAIM),
        access="work",
    )
    def replay() -> Response:
        """Judge a claimed solution.

        Plays the moves by the rules. Reports whether they are legal, whether they reach the goal, and how many moves
        the rules count. The moves may be a string, as people and programs write them: then the answer says how it was
        read.
        """
        given = body()
        language = language_of(request)
        say = translator(language)
        document = bodies.read(given, lambda parsed: replay_document(load_body(parsed, ReplayShape()), say))
        return in_language(json_response(document, headers=NO_STORE), language)

    return blueprint
