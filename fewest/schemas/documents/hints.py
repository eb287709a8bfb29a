"""Hints."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from marshmallow import fields, validate

from fewest.notation import JsonObject, meanings
from fewest.notation.fields import Integers
from fewest.notation.meanings import always, describe
from fewest.notation.result import SINGULAR
from fewest.schemas.documents.base import PLACE, AnswerSchema, LinkAnswer
from fewest.schemas.summary import JobSummary


class NextMoveAnswer(AnswerSchema):
    """A next move, and the distance from there to the goal.

    If the goal is about the number of pegs left, moves that spoil it are `unsolvable`; this is known once all searches
    have ended.
    """

    move = Integers(
        1,
        json_schema=PLACE,
        **always(
            "Jump boards: the holes that the peg visits, the first one included. Other boards: `[from, to]`, the "
            f"cells that the piece, or one part of the block, leaves and enters. {meanings.PLACES}"
        ),
    )
    removed = Integers(1, json_schema=PLACE, metadata=describe(f"Jump boards: the holes jumped over. {meanings.HOLES}"))
    piece = fields.Integer(metadata=describe("Sliding pieces: the number of the piece that moves."))
    block = fields.String(metadata=describe("Sliding blocks: the name of the piece that moves."))
    status = fields.String(**always("Status of the job that solves the puzzle from there."))
    distance = fields.Integer(allow_none=True, **always("Fewest moves from there; null if unsolvable or not known."))


class HintAnswer(AnswerSchema):
    """The distance from a position to the goal, and from every position one move later."""

    id = fields.String(**always(meanings.ID))
    status = fields.String(
        validate=validate.OneOf(["running", "ended"]), **always("`running` while one of the searches is, then `ended`.")
    )
    distance = fields.Integer(
        allow_none=True, **always("Fewest moves from the position; null if unsolvable or not known.")
    )
    solvable = fields.Boolean(allow_none=True, **always("Whether the puzzle has a solution; null if not known."))
    moves = fields.List(fields.Nested(NextMoveAnswer), **always("Every move that is possible in the position."))
    links = fields.Nested(LinkAnswer, **always(meanings.LINKS))


def hint_document(hint_id: str, hint: JsonObject, summaries: Sequence[JobSummary]) -> JsonObject:
    """The document of a hint, whose distance is one more than the least of its next moves.

    Parameters
    ----------
    hint
        As it is stored: its next moves as ``items``, each with the fields of a move, and whether the position has
        ``met`` the goal. ``pegs_left`` ("fewest" or "most") says that the goal is about the number of pegs left.
    summaries
        The states of the jobs that solve the puzzle from each next move, in their order.
    """
    summaries = _with_best_pegs(hint, summaries)
    moves = [
        {name: item[name] for name in SINGULAR.values() if name in item}
        | {"status": summary.status, "distance": summary.length if summary.optimal else None}
        for item, summary in zip(hint["items"], summaries, strict=True)
    ]
    # One open search could still have the shortest way.
    certain = all(summary.optimal or summary.status == "unsolvable" for summary in summaries)
    distances = [summary.length for summary in summaries if summary.optimal and summary.length is not None]
    distance, solvable = None, None
    if hint["met"]:
        distance, solvable = 0, True
    elif certain:
        distance, solvable = (1 + min(distances), True) if distances else (None, False)
    return {
        "id": hint_id,
        "status": "running" if any(summary.open for summary in summaries) else "ended",
        "distance": distance,
        "solvable": solvable,
        "moves": moves,
        "links": {"self": f"/v1/hints/{hint_id}"},
    }


def _with_best_pegs(hint: JsonObject, summaries: Sequence[JobSummary]) -> Sequence[JobSummary]:
    """Summaries of next moves if the goal is about the number of pegs left: moves that miss the best number become
    unsolvable.

    The best number is known once all searches have ended; until then, no distance is.
    """
    if "pegs_left" not in hint:
        return summaries
    left = [summary.pegs_left for summary in summaries if summary.optimal and summary.pegs_left is not None]
    if len(left) < len(summaries):
        return [replace(summary, optimal=False) for summary in summaries]
    best = min(left, default=0) if hint["pegs_left"] == "fewest" else max(left, default=0)
    return [
        summary if summary.pegs_left == best else replace(summary, status="unsolvable", length=None, optimal=False)
        for summary in summaries
    ]
