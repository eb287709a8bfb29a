"""Sheets of puzzles to print, of any stored solutions."""

from __future__ import annotations

from collections.abc import Sequence

from flask import Blueprint, Response, render_template, request

from fewest.service.http.computing import Computing
from fewest.service.http.prefix import prefix_of
from fewest.service.http.problems import Problem
from fewest.service.http.responses import missing
from fewest.service.jobs.admission import ClientRates
from fewest.service.limits import MAX_PRINTED
from fewest.service.routes.pictures import SKIP
from fewest.service.web.atlas import METRICS
from fewest.service.web.modules import modules_of
from fewest.service.web.puzzle_sheet import Printed, printed_solution
from fewest.service.web.routes.pages import page
from fewest.solver.errors import Message
from fewest.store.results import Results


class Sheets:
    """Makes sheets of stored solutions."""

    def __init__(self, results: Results, rates: ClientRates, computing: Computing) -> None:
        self._results = results
        self._rates = rates
        self._computing = computing

    def of(self, solution_ids: Sequence[str]) -> Response:
        """A page with these solutions, or with as many of them as fit, after those that the request skips."""
        self._rates.count_request()
        offset = SKIP.read(request)
        chosen = solution_ids[offset : offset + MAX_PRINTED]
        if not chosen:
            text = "The sheet is empty: no solved puzzle is left after skipping {offset}."
            raise Problem("not-found", Message(text, offset=offset))
        stored = [self._results.solution(name) for name in chosen]
        lost = next((name for name, each in zip(chosen, stored, strict=True) if each is None), None)
        if lost is not None:
            raise missing(Message("solution"), lost)
        with self._computing.slot():
            return sheet_page([printed_solution(each) for each in stored if each is not None])


def routes(sheets: Sheets) -> Blueprint:
    """The route of sheets of chosen solutions."""
    blueprint = Blueprint("sheets", __name__, template_folder="../templates")

    @blueprint.get("/sheet")
    def sheet() -> Response:
        chosen = list(dict.fromkeys(request.args.getlist("solution")))
        if not 0 < len(chosen) <= MAX_PRINTED:
            text = "A sheet has 1 to {most} problems, not {given}."
            raise Problem("invalid-parameter", Message(text, most=MAX_PRINTED, given=len(chosen)))
        return sheets.of(chosen)

    return blueprint


def sheet_page(problems: Sequence[Printed], *, of_atlas: bool = False) -> Response:
    """A page of problems, with their solutions on another page when it is printed."""
    shown = {"problems": problems, "of_atlas": of_atlas, "modules": modules_of("served"), "metrics": METRICS}
    return page(render_template("sheet.html", **shown, root=prefix_of(request)), "'none'")
