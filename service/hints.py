"""Hints: the distance from a position to the goal, and from every position one move later.

Each of these positions is a puzzle with a job of its own, so equal positions share one search and its answer serves
the next hint.
"""

from __future__ import annotations

import time
from itertools import islice

from schemas.body import load_body
from schemas.errors import InvalidRequest, field_error
from schemas.puzzle import dump_puzzle
from schemas.replay import HintShape
from schemas.result import dump_solution
from schemas.settings import Settings
from service.acceptance import Acceptance, Caller, new_id
from service.admission import Admission
from service.documents import Document, hint_document
from service.job_views import JobView
from service.waiting import Waiting
from solver.errors import PuzzleError
from solver.kinds import kind_of
from solver.model import Move, Puzzle
from store.groups import Groups

SINGULAR = {"moves": "move", "removed": "removed", "pieces": "piece"}
"""Fields of a solution, and their names in the description of one move."""


class Hints:
    """Submits hints and reports how they stand."""

    def __init__(
        self, settings: Settings, admission: Admission, acceptance: Acceptance, waiting: Waiting, groups: Groups
    ) -> None:
        self._max_moves, self._wait_seconds = settings.hint_moves, settings.hint_seconds
        self._admission, self._acceptance, self._waiting, self._groups = admission, acceptance, waiting, groups

    def submit(self, body: object, caller: Caller) -> Document:
        """Submit every position one move later, wait a little, and report what is known then.

        Raises
        ------
        InvalidRequest
            If the puzzle has errors, an opening, or too many next moves.
        """
        until = time.monotonic() + self._wait_seconds
        parts = load_body(body, HintShape())
        puzzle = parts.loaded.puzzle
        following = self._next_puzzles(puzzle)
        self._admission.check_store()
        limits = parts.others["limits"]
        bodies = [{"puzzle": dump_puzzle(after), "limits": limits} for _, after in following]
        views: list[JobView] = []
        for outcome in self._acceptance.accept_all(bodies, caller):
            if not isinstance(outcome, JobView):
                raise outcome
            views.append(outcome)
        self._wait(views, until)
        hint_id = new_id()
        items = [
            describe_move(puzzle, move) | {"job_id": view.job_id}
            for (move, _), view in zip(following, views, strict=True)
        ]
        met = kind_of(puzzle).rules(puzzle).is_goal(puzzle.start)
        hint = {"kind": "hint", "owner": caller.owner, "met": met, "items": items}
        self._groups.keep(hint_id, hint)
        return self._document(hint_id, hint)

    def get(self, hint_id: str, owner: str) -> Document | None:
        """A hint as it stands; None if the client has no such hint."""
        hint = self._groups.load(hint_id, "hint", owner)
        return None if hint is None else self._document(hint_id, hint)

    def _next_puzzles(self, puzzle: Puzzle) -> list[tuple[Move, Puzzle]]:
        try:
            following = list(islice(kind_of(puzzle).next_puzzles(puzzle), self._max_moves + 1))
        except PuzzleError as error:
            raise InvalidRequest([field_error(("puzzle", *path), text) for path, text in error.errors]) from None
        if len(following) > self._max_moves:
            detail = f"more than {self._max_moves} moves are possible from here"
            raise InvalidRequest([field_error(("puzzle", "start"), detail)])
        return following

    def _wait(self, views: list[JobView], until: float) -> None:
        """Wait for the jobs one after the other."""
        for view in views:
            left = until - time.monotonic()
            if left <= 0 or not self._waiting.wait(view, left)[1]:
                return

    def _document(self, hint_id: str, hint: Document) -> Document:
        return hint_document(hint_id, hint, self._groups.summaries([item["job_id"] for item in hint["items"]]))


def describe_move(puzzle: Puzzle, move: Move) -> Document:
    """A move as clients read it: the fields of a solution of one move, in the singular."""
    solution = dump_solution(puzzle, (move,))
    return {SINGULAR[name]: values[0] for name, values in solution.items()}
