"""Hints: how far a position is from the goal, and how far every next move leaves it.

Each position a move leads to is a puzzle of its own with a job of its own, so equal positions share one search
and its answer is kept for the next hint. The position's own distance follows: one more than the least of theirs.
"""

from __future__ import annotations

import time
from itertools import islice
from typing import Any

from schemas.body import load_body
from schemas.errors import InvalidRequest, field_error
from schemas.puzzle import dump_puzzle
from schemas.replay import HintShape
from schemas.result import dump_solution
from service.desk import Asker, Desk, Told, new_id
from solver.errors import PuzzleError
from solver.kinds import kind_of
from solver.model import Move, Puzzle

Document = dict[str, Any]

SINGULAR = {"moves": "move", "removed": "removed", "pieces": "piece"}
"""What each list of a solution is called where there is one move only."""


class Hints:
    """Gives hints."""

    def __init__(self, desk: Desk) -> None:
        self._desk, self._groups = desk, desk.store.groups

    def submit(self, body: Any, asker: Asker) -> Document:
        """Have every next position searched, wait a little, and tell what is known then.

        Raises
        ------
        InvalidRequest
            If the puzzle has errors, an opening, or too many next moves.
        """
        parts = load_body(body, HintShape())
        puzzle, most = parts.loaded.puzzle, self._desk.settings.hint_moves
        kind = kind_of(puzzle)
        try:
            following = list(islice(kind.next_puzzles(puzzle), most + 1))
        except PuzzleError as error:
            raise InvalidRequest([field_error(("puzzle", *path), text) for path, text in error.errors]) from None
        if len(following) > most:
            raise InvalidRequest(
                [field_error(("puzzle", "start"), f"at most {most} next moves, not {most + 1} or more")]
            )
        told = [
            self._desk.submit({"puzzle": dump_puzzle(after), "limits": parts.others["limits"]}, asker)
            for _, after in following
        ]
        self._wait(told)
        hint_id = new_id()
        group = {
            "kind": "hint",
            "owner": asker.owner,
            "met": kind.rules(puzzle).is_goal(puzzle.start),
            "items": [
                described_move(puzzle, move) | {"job_id": t.job_id}
                for (move, _), t in zip(following, told, strict=True)
            ],
        }
        self._groups.keep(hint_id, group)
        return self._document(hint_id, group)

    def look(self, hint_id: str, owner: str) -> Document | None:
        """How a hint stands; None if the client has no such hint."""
        group = self._groups.load(hint_id, "hint", owner)
        return None if group is None else self._document(hint_id, group)

    def _wait(self, told: list[Told]) -> None:
        """Wait for the jobs one after the other, for as long as a request for a hint is held."""
        until = time.monotonic() + self._desk.settings.hint_seconds
        for one in told:
            left = until - time.monotonic()
            if left <= 0 or not self._desk.wait(one, left)[1]:
                return

    def _document(self, hint_id: str, group: Document) -> Document:
        standings = self._groups.summaries([item["job_id"] for item in group["items"]])
        moves = [
            {name: item[name] for name in ("move", "removed", "piece") if name in item}
            | {"status": standing.status, "distance": standing.length if standing.optimal else None}
            for item, standing in zip(group["items"], standings, strict=True)
        ]
        running = any(standing.open for standing in standings)
        certain = all(standing.optimal or standing.status == "unsolvable" for standing in standings)
        distances = [standing.length for standing in standings if standing.optimal and standing.length is not None]
        distance, solvable = None, None
        if group["met"]:
            distance, solvable = 0, True
        elif certain:
            distance, solvable = (1 + min(distances), True) if distances else (None, False)
        return {
            "id": hint_id,
            "status": "running" if running else "ended",
            "distance": distance,
            "solvable": solvable,
            "moves": moves,
            "links": {"self": f"/v1/hints/{hint_id}"},
        }


def described_move(puzzle: Puzzle, move: Move) -> Document:
    """A move as clients read it: what one move of a solution says, in the singular."""
    solution = dump_solution(puzzle, (move,))
    return {SINGULAR[name]: values[0] for name, values in solution.items()}
