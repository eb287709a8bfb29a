"""Claimed solutions, judged."""

from __future__ import annotations

from marshmallow import fields

from fewest.notation import JsonObject
from fewest.notation.kinds import KINDS
from fewest.notation.meanings import always
from fewest.schemas.documents.base import AnswerSchema
from fewest.solver.model import Puzzle
from fewest.solver.verify import Verdict

COUNTED = """Number of moves, as the rules count them: jumps in a row by the same peg are one move, and the metric of
sliding blocks says what is one."""


class ReplayAnswer(AnswerSchema):
    """A claimed solution, judged by the plain rules."""

    legal = fields.Boolean(**always("Whether every move is legal."))
    reaches_goal = fields.Boolean(**always("Whether the last position meets the goal."))
    length = fields.Integer(allow_none=True, **always(f"{COUNTED} null if a move is not legal."))
    fault = fields.String(allow_none=True, **always("Why the moves are not legal; null if they are."))
    position = fields.Dict(
        allow_none=True,
        **always(
            "The last position: `pegs`, the holes with a peg, or `pieces`, the piece on each cell; null if a move "
            "is not legal.",
            {"pegs": [4]},
        ),
    )


def replay_document(puzzle: Puzzle, verdict: Verdict) -> JsonObject:
    """A claimed solution, judged by the rules."""
    legal = verdict.position is not None
    return {
        "legal": verdict.legal,
        "reaches_goal": verdict.reaches_goal,
        "length": verdict.length,
        "fault": verdict.error,
        "position": KINDS[puzzle.kind].dump_position(verdict.position) if legal else None,
    }
