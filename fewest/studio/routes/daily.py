"""The puzzles of the day."""

from __future__ import annotations

from datetime import date

from flask import Blueprint, Response

from fewest.boards.daily import DIFFICULTIES, daily_level
from fewest.schemas.documents.base import encode
from fewest.service.http.problems import Problem
from fewest.service.http.responses import KEEP, conditional_response
from fewest.solver.errors import Message


def routes() -> Blueprint:
    """The route of the puzzles of the day."""
    blueprint = Blueprint("daily", __name__)

    @blueprint.get("/day/<name>.json")
    def puzzle(name: str) -> Response:
        """The level of a date and a difficulty, such as ``2026-11-27-hard``, as the page opens it."""
        day, _, difficulty = name.rpartition("-")
        try:
            found = date.fromisoformat(day)
        except ValueError:
            found = None
        # `fromisoformat` reads other forms, such as 20261127; a puzzle has one address.
        if found is None or found.isoformat() != day or difficulty not in DIFFICULTIES:
            text = "There is no puzzle {name!r}; give a date and {difficulties}, such as 2026-11-27-easy."
            raise Problem("not-found", Message(text, name=name[:40], difficulties=", ".join(DIFFICULTIES)))
        level = daily_level(found, difficulty)
        known = {"length": level["length"], "count": level["count"]}
        opened = {"puzzle": level["puzzle"], "level": known, "problem": [f"day/{name}"], "mode": "play"}
        return conditional_response(encode(opened), "application/json", headers=KEEP)

    return blueprint
