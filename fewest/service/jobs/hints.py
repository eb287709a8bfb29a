"""Hints: the distance from a position to the goal, and from every position one move later.

Each of these positions is a puzzle with a job of its own, so equal positions share one search and its answer serves the
next hint. On a large board with many moves, starting all these searches takes seconds. Searches that could not be
started in time are started when the hint is read.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import islice

from fewest.config.settings import Settings
from fewest.notation import JsonObject
from fewest.notation.errors import InvalidRequest, field_error
from fewest.notation.jump.goals import PEGS_LEFT
from fewest.notation.puzzle import ParsedPuzzle, dump_puzzle, load_puzzle
from fewest.notation.result import dump_move
from fewest.schemas.body import load_body
from fewest.schemas.documents.hints import hint_document
from fewest.schemas.job import Request, limits_shape
from fewest.schemas.replay import HintShape
from fewest.service.jobs.groups import GroupRequest, ServedGroup
from fewest.service.jobs.requests import MakeRequest
from fewest.solver.errors import Message, PuzzleError
from fewest.solver.kinds import kind_of
from fewest.solver.model import Limits, Move, Puzzle, Want


class Hints(ServedGroup):
    """Reads hints, and sums them up."""

    kind, noun = Message("hint"), "hints"
    step = 4
    begins_later = True
    document = staticmethod(hint_document)

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self.seconds = settings.hint_seconds

    def load(self, body: object, _: Callable[[int], object]) -> GroupRequest:
        """Validate a puzzle with limits. Raises ``InvalidRequest`` also for an opening or too many next moves."""
        parts = load_body(body, HintShape(), limits_shape(self._settings))
        puzzle = parts.loaded.puzzle
        following = self._next_puzzles(puzzle)
        written = dump_puzzle(puzzle)
        content: JsonObject = {"puzzle": written, "limits": parts.others["limits"]}
        content["met"] = kind_of(puzzle).rules(puzzle).is_goal(puzzle.start)
        for goal, pegs_left in PEGS_LEFT.items():
            if goal in written["goal"]:
                content["pegs_left"] = pegs_left
        items = [dump_move(puzzle, move) for move, _ in following]
        return GroupRequest(_requests(following, content), items, content)

    def requests(self, group: JsonObject) -> Sequence[MakeRequest[Request]]:
        """The requests for the positions one move later."""
        return _requests(self._next_puzzles(load_puzzle(group["puzzle"]).puzzle), group)

    def _next_puzzles(self, puzzle: Puzzle) -> list[tuple[Move, Puzzle]]:
        most = self._settings.max_hint_moves
        try:
            following = list(islice(kind_of(puzzle).next_puzzles(puzzle), most + 1))
        except PuzzleError as error:
            raise InvalidRequest([field_error(("puzzle", *path), text) for path, text in error.errors]) from None
        if len(following) > most:
            text = Message("more than {most|# move is|# moves are} possible from here", most=most)
            raise InvalidRequest([field_error(("puzzle", "start"), text)])
        return following


def _requests(following: Sequence[tuple[Move, Puzzle]], hint: JsonObject) -> list[MakeRequest[Request]]:
    """The requests, each made when it is submitted: writing all positions of a large puzzle takes seconds."""
    limits = Limits(**hint["limits"])
    return [partial(_request, after, limits) for _, after in following]


def _request(puzzle: Puzzle, limits: Limits) -> Request:
    return Request(ParsedPuzzle(puzzle, None, dump_puzzle(puzzle)), Want.ONE, limits)
