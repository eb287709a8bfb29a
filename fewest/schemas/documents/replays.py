"""Claimed solutions, judged."""

from __future__ import annotations

from marshmallow import fields

from fewest.notation import JsonObject
from fewest.notation.errors import Say
from fewest.notation.kinds import KINDS
from fewest.notation.meanings import always, describe
from fewest.notation.moves import read_moves
from fewest.schemas.body import ParsedBody
from fewest.schemas.documents.base import AnswerSchema
from fewest.solver.verify import judge

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
    read = fields.String(
        metadata=describe(
            "How moves that are a string were read, in the language of `Accept-Language`; absent for lists.",
            "The moves are read as directions of the empty cell.",
        )
    )


def replay_document(parts: ParsedBody, say: Say = str) -> JsonObject:
    """A claimed solution, judged by the rules.

    Parameters
    ----------
    parts
        The body of the request.
    say
        Translates how a string of moves was read.

    Raises
    ------
    InvalidRequest
        If the moves are a string that is of no notation.
    """
    puzzle, moves = parts.loaded.puzzle, parts.others["moves"]
    how = {}
    if isinstance(moves, str):
        written = read_moves(parts.loaded, moves)
        verdict, fault = written.verdict, written.verdict.error if written.fault is None else say(written.fault)
        how = {"read": say(written.said)}
    else:
        verdict = judge(puzzle, moves, parts.others.get("removed"))
        fault = verdict.error
    legal = verdict.position is not None
    return {
        "legal": verdict.legal,
        "reaches_goal": verdict.reaches_goal,
        "length": verdict.length,
        "fault": fault,
        "position": KINDS[puzzle.kind].dump_position(verdict.position) if legal else None,
    } | how
