"""Puzzles without a search: checked, looked up, replayed."""

from __future__ import annotations

from flask import Blueprint, Response, request

from schemas.body import load_body
from schemas.job import load_request
from schemas.puzzle import KINDS
from schemas.replay import CheckShape, ReplayShape
from schemas.settings import Settings
from service.admission import Rates
from service.canonical_forms import CanonicalForms
from service.documents import check_document, lookup_document, replay_document
from service.known_answers import KnownAnswers
from service.problems import Problem
from service.requests import read_json
from service.responses import NO_STORE, json_response
from solver.canonical import digest
from solver.describe import describe
from solver.kinds import kind_of
from solver.verify import judge


def routes(settings: Settings, known: KnownAnswers, forms: CanonicalForms, rates: Rates) -> Blueprint:
    """The routes of puzzles."""
    blueprint = Blueprint("puzzles", __name__, url_prefix="/v1")

    def body() -> object:
        rates.count_request()
        return read_json(request, settings.body_bytes)

    @blueprint.post("/puzzles/check")
    def check() -> Response:
        puzzle = load_body(body(), CheckShape()).loaded.puzzle
        sizes, form = kind_of(puzzle).sizes(puzzle), forms.find(puzzle, digest(puzzle))
        found = describe(puzzle, forms.symmetries)
        return json_response(check_document(puzzle, form.key, sizes, found), headers=NO_STORE)

    @blueprint.post("/lookups")
    def look_up() -> Response:
        asked = load_request(body(), settings)
        answer = known.find(known.identify(asked))
        if answer is None:
            raise Problem("not-known", "POST the puzzle to /v1/jobs to have it solved.")
        document = lookup_document(asked.loaded.puzzle.kind, asked.want, answer.solution_id, answer.result)
        return json_response(document, headers=NO_STORE)

    @blueprint.post("/replays")
    def replay() -> Response:
        parts = load_body(body(), ReplayShape())
        puzzle = parts.loaded.puzzle
        verdict = judge(puzzle, parts.others["moves"], parts.others.get("removed"))
        legal = verdict.position is not None
        position = KINDS[puzzle.kind].dump_position(verdict.position) if legal else None
        return json_response(replay_document(verdict, position), headers=NO_STORE)

    return blueprint
