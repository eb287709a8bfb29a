"""The protocol of drawing answers. The pages implement it and pass it to the routes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from flask import Response

from fewest.notation import JsonObject
from fewest.service.http.requests import IntegerParameter
from fewest.service.limits import MAX_PRINTED
from fewest.service.openapi.operations import KEPT, UNCHANGED, integer, ok

SKIP = IntegerParameter("offset", f"Number of puzzles to skip. A sheet has {MAX_PRINTED}.", 0, 0, 10_000)
FIRST = integer(SKIP)
SHEET = ok("A page to print.", None, more=KEPT, media="text/html") | UNCHANGED


class Pictures(Protocol):
    """Draws what the service has found."""

    def solution(self, document: bytes, move: int, *, animated: bool) -> bytes:
        """The position of a solution after a number of moves, or all of it as an animation, as SVG."""

    def film(self, solution_id: str, document: bytes) -> bytes:
        """All positions of a solution one after the other, as an animated GIF."""

    def space(self, document: JsonObject) -> str:
        """The depths of a space as a bar chart, as SVG."""

    def survey(self, survey: JsonObject, problems: Sequence[JsonObject]) -> str:
        """The fewest moves of every problem of a stored survey, as SVG."""

    def sheet(self, solution_ids: Sequence[str]) -> Response:
        """A page to print of as many solutions as fit, after those that the request skips."""
