"""What a service does with a puzzle, done in this process: solve, check, hint, replay."""

from __future__ import annotations

import math
import threading
from collections.abc import Callable
from itertools import islice
from typing import Any

import click

from schemas.body import load_body
from schemas.errors import InvalidRequest
from schemas.job import load_request
from schemas.puzzle import KINDS
from schemas.replay import CheckShape, HintShape, ReplayShape
from schemas.result import dump_result, dump_solution
from schemas.settings import Settings
from solver.describe import describe
from solver.errors import PuzzleError
from solver.kernels import discard_stale_caches
from solver.kinds import kind_of
from solver.model import Limits, Want
from solver.solve import solve
from solver.verify import judge

Document = dict[str, Any]

SINGULAR = {"moves": "move", "removed": "removed", "pieces": "piece"}
"""Fields of a solution, and their names in the description of one move."""

HINT_SECONDS = 30.0
"""Time for all searches of a hint."""


class Library:
    """The operations that :class:`cli.remote.Remote` has, without a service. One search runs at a time."""

    def __init__(self, settings: Settings) -> None:
        self._settings, self._searching = settings, threading.Lock()
        discard_stale_caches()

    def solve(self, body: Document, _observe: Callable[[Document], object] | None = None) -> Document:
        """Solve a puzzle: ``status`` and ``result`` of a job."""
        request = _checked(lambda: load_request(body, self._settings))
        puzzle = request.loaded.puzzle
        with self._searching:
            result = self._search(puzzle, request.want, request.limits)
        return {"status": result.status.value, "result": dump_result(puzzle, result)}

    def check(self, body: Document) -> Document:
        """Describe a puzzle without a search."""
        puzzle = _checked(lambda: load_body(body, CheckShape())).loaded.puzzle
        found = describe(puzzle)
        return {
            "kind": puzzle.kind,
            **kind_of(puzzle).sizes(puzzle),
            "symmetries": found.symmetries,
            "solvable": None if found.proof is None else False,
            "proof": None if found.proof is None else dict(found.proof),
            "lower_bound": found.lower_bound,
        }

    def hint(self, body: Document) -> Document:
        """Every next move with its distance to the goal, as far as it is found in ``HINT_SECONDS``."""
        puzzle = _checked(lambda: load_body(body, HintShape())).loaded.puzzle
        try:
            following = list(islice(kind_of(puzzle).next_puzzles(puzzle), self._settings.hint_moves))
        except PuzzleError as error:
            raise click.ClickException("; ".join(text for _, text in error.errors)) from None
        limits = Limits(seconds=HINT_SECONDS / max(1, len(following)))
        moves = []
        for move, after in following:
            with self._searching:
                result = self._search(after, Want.ONE, limits)
            written = {SINGULAR[name]: values[0] for name, values in dump_solution(puzzle, (move,)).items()}
            distance = result.length if result.optimal else None
            moves.append(written | {"status": result.status.value, "distance": distance})
        moves.sort(key=lambda each: math.inf if each["distance"] is None else each["distance"])
        return {"moves": moves}

    def replay(self, body: Document) -> Document:
        """Judge a claimed solution."""
        parts = _checked(lambda: load_body(body, ReplayShape()))
        puzzle = parts.loaded.puzzle
        verdict = judge(puzzle, parts.others["moves"], parts.others.get("removed"))
        legal = verdict.position is not None
        return {
            "legal": verdict.legal,
            "reaches_goal": verdict.reaches_goal,
            "length": verdict.length,
            "fault": verdict.error,
            "position": KINDS[puzzle.kind].dump_position(verdict.position) if legal else None,
        }

    def _search(self, puzzle: Any, want: Want, limits: Limits) -> Any:
        return solve(puzzle, want, limits, tables=self._settings.tables, threads=self._settings.cores)


def _checked(load: Callable[[], Any]) -> Any:
    """What is loaded; raises :class:`click.ClickException` with a line for every error."""
    try:
        return load()
    except InvalidRequest as error:
        lines = [f"{each.pointer or 'the request'}: {each.detail}" for each in error.errors]
        raise click.ClickException("\n".join(lines)) from None
