"""Puzzles that are not searched: checked, looked up, replayed."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, request

from schemas.body import ParsedBody, load_body
from schemas.puzzle import KINDS
from schemas.replay import CheckShape, ReplayShape
from service.desk import Desk
from service.documents import encode
from service.problems import Problem
from service.requests import read_json
from solver.canonical import canonical
from solver.describe import describe
from solver.kinds import kind_of
from solver.model import Puzzle
from solver.verify import Verdict, judge


def routes(desk: Desk) -> Blueprint:
    """The routes of puzzles."""
    blueprint = Blueprint("puzzles", __name__, url_prefix="/v1")

    def body() -> Any:
        desk.rates.work()
        return read_json(request, desk.settings.body_bytes)

    @blueprint.post("/puzzles/check")
    def check() -> Response:
        return plain(encode(described(load_body(body(), CheckShape()))))

    @blueprint.post("/lookups")
    def lookup() -> Response:
        found = desk.lookup(body())
        if found is None:
            raise Problem("not-known", "Nothing good enough is kept for this puzzle; POST it to /v1/jobs.")
        return plain(found)

    @blueprint.post("/replays")
    def replay() -> Response:
        parts = load_body(body(), ReplayShape())
        puzzle = parts.loaded.puzzle
        return plain(encode(judged(puzzle, judge(puzzle, parts.others["moves"], parts.others.get("removed")))))

    return blueprint


def described(parts: ParsedBody) -> dict[str, Any]:
    """What ``/v1/puzzles/check`` says of a valid puzzle."""
    puzzle = parts.loaded.puzzle
    found = describe(puzzle)
    return {
        "kind": puzzle.kind,
        "key": canonical(puzzle).key,
        **kind_of(puzzle).sizes(puzzle),
        "symmetries": found.symmetries,
        "solvable": False if found.proof is not None else None,
        "proof": None if found.proof is None else dict(found.proof),
        "lower_bound": found.lower_bound,
    }


def judged(puzzle: Puzzle, verdict: Verdict) -> dict[str, Any]:
    """What ``/v1/replays`` says of a claimed solution."""
    position = verdict.position
    if position is not None:
        position = KINDS[puzzle.kind].dump_position(position)
    return {
        "legal": verdict.legal,
        "reaches_goal": verdict.reaches_goal,
        "length": verdict.length,
        "fault": verdict.error,
        "position": position,
    }


def plain(document: bytes) -> Response:
    """An answer that is good for now only."""
    response = Response(document, mimetype="application/json")
    response.headers["Cache-Control"] = "no-store"
    return response
