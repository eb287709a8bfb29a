"""Hints: the distance from a position to the goal, and from every position one move later.

Each of these positions is a puzzle with a job of its own, so equal positions share one search and its answer serves
the next hint. On a large board with many moves, beginning all these searches takes seconds: those that there was no
time for are begun when the hint is read.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from itertools import islice

from fewest.schemas.body import ParsedBody, load_body
from fewest.schemas.documents.hints import hint_document
from fewest.schemas.errors import InvalidRequest, field_error
from fewest.schemas.job import Request, limits_shape
from fewest.schemas.jump.goals import PEGS_LEFT
from fewest.schemas.puzzle import ParsedPuzzle, dump_puzzle, load_puzzle
from fewest.schemas.replay import HintShape
from fewest.schemas.result import dump_move
from fewest.schemas.settings import Settings
from fewest.service.documents import Document
from fewest.service.http.problems import Problem
from fewest.service.jobs.admission import Admission
from fewest.service.jobs.deadline import Deadline
from fewest.service.jobs.intake import Intake, new_id
from fewest.service.jobs.job_groups import job_ids, summaries_of
from fewest.service.jobs.requests import Caller
from fewest.service.jobs.views import JobView
from fewest.service.jobs.waiting import JobFollower
from fewest.solver.errors import Message, PuzzleError
from fewest.solver.kinds import kind_of
from fewest.solver.model import Limits, Move, Puzzle, Want
from fewest.store.groups import Groups

STEP = 4
"""Next moves whose searches are started together; the deadline is checked after each step."""


class Hints:
    """Submits hints and reports their state.

    Parameters
    ----------
    clock
        The monotonic clock.
    """

    def __init__(
        self,
        settings: Settings,
        admission: Admission,
        intake: Intake[Request],
        follower: JobFollower,
        groups: Groups,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._settings = settings
        self._clock = clock
        self._admission = admission
        self._intake = intake
        self._follower = follower
        self._groups = groups

    def submit(self, body: bytes, caller: Caller) -> Document:
        """Submit the positions one move later, wait a little, and report what is known then.

        Raises
        ------
        InvalidRequest
            If the puzzle has errors, an opening, or too many next moves.
        Problem
            If no search can be begun now.
        """
        deadline = self._deadline()
        with self._admission.computing.slot():
            parts, following = self._admission.bodies.read(body, self._load)
            puzzle = parts.loaded.puzzle
            hint: Document = {
                "kind": "hint",
                "owner": caller.owner,
                "met": kind_of(puzzle).rules(puzzle).is_goal(puzzle.start),
                "items": [dump_move(puzzle, move) for move, _ in following],
                "limits": parts.others["limits"],
                "puzzle": dump_puzzle(puzzle),
            }
            for goal, pegs_left in PEGS_LEFT.items():
                if goal in hint["puzzle"]["goal"]:
                    hint["pegs_left"] = pegs_left
        self._admission.check_store()
        views, refusal = self._begin(hint, following, caller, deadline)
        if refusal is not None:
            raise refusal
        self._follower.wait_for_all((view.job_id for view in views if not view.ended), deadline)
        hint_id = new_id()
        return self._kept(hint_id, hint)

    def get(self, hint_id: str, caller: Caller) -> Document | None:
        """The current state of a hint; None if the client has no such hint. Starts searches not started so far."""
        hint = self._groups.load(hint_id, "hint", caller.owner)
        if hint is None or "puzzle" not in hint:
            return None if hint is None else self._document(hint_id, hint)
        deadline = self._deadline()
        with self._admission.computing.slot():
            following = self._next_puzzles(load_puzzle(hint["puzzle"]).puzzle)
        self._begin(hint, following, caller, deadline)  # what is refused now is begun later
        return self._kept(hint_id, hint)

    def wait(self, hint_id: str, caller: Caller, seconds: float) -> bool:
        """Begin what of a hint is not begun so far, and wait for its jobs, but at most for so many seconds.

        Returns
        -------
        bool
            Whether it has waited: False if there is no such hint, or no room for a request that waits.
        """
        deadline = Deadline(self._clock() + seconds, self._clock)
        if self.get(hint_id, caller) is None:
            return False
        hint = self._groups.load(hint_id, "hint", caller.owner) or {"items": []}
        return self._follower.wait_for_all(job_ids(hint), deadline)

    def _deadline(self) -> Deadline:
        return Deadline(self._clock() + self._settings.hint_seconds, self._clock)

    def _load(self, document: object) -> tuple[ParsedBody, list[tuple[Move, Puzzle]]]:
        """The body of a hint, and the positions one move later."""
        parts = load_body(document, HintShape(), limits_shape(self._settings))
        return parts, self._next_puzzles(parts.loaded.puzzle)

    def _next_puzzles(self, puzzle: Puzzle) -> list[tuple[Move, Puzzle]]:
        most = self._settings.hint_moves
        try:
            following = list(islice(kind_of(puzzle).next_puzzles(puzzle), most + 1))
        except PuzzleError as error:
            raise InvalidRequest([field_error(("puzzle", *path), text) for path, text in error.errors]) from None
        if len(following) > most:
            text = Message("more than {most} moves are possible from here", most=most)
            raise InvalidRequest([field_error(("puzzle", "start"), text)])
        return following

    def _begin(
        self, hint: Document, following: list[tuple[Move, Puzzle]], caller: Caller, deadline: Deadline
    ) -> tuple[list[JobView], Problem | InvalidRequest | None]:
        """Submit jobs for the next moves without one, until the deadline, but at least one step.

        Returns
        -------
        views, refusal
            The jobs, and the error of the first one refused, if any.
        """
        views: list[JobView] = []
        limits = Limits(**hint["limits"])
        without = [
            (item, after) for item, (_, after) in zip(hint["items"], following, strict=True) if "job_id" not in item
        ]
        while without and (not views or deadline.left > 0):
            step = without[:STEP]
            without = without[STEP:]
            requests = [Request(ParsedPuzzle(after, None, dump_puzzle(after)), Want.ONE, limits) for _, after in step]
            outcomes = self._intake.accept_all(requests, caller, deadline)
            for (item, _), outcome in zip(step, outcomes, strict=True):
                if not isinstance(outcome, JobView):
                    return views, outcome
                item["job_id"] = outcome.job_id
                views.append(outcome)
        if not without:
            del hint["puzzle"], hint["limits"]
        return views, None

    def _kept(self, hint_id: str, hint: Document) -> Document:
        self._groups.store(hint_id, hint)
        return self._document(hint_id, hint)

    def _document(self, hint_id: str, hint: Document) -> Document:
        return hint_document(hint_id, hint, summaries_of(self._groups, hint))
