"""Levels."""

from __future__ import annotations

from marshmallow import fields, validate

from fewest.notation import meanings
from fewest.notation.fields import Component
from fewest.notation.meanings import always, describe
from fewest.schemas.documents.base import AnswerSchema
from fewest.schemas.task import ENDED


class LevelAnswer(AnswerSchema):
    """A puzzle with its proven fewest moves."""

    puzzle = Component("Puzzle", **always(meanings.AS_POSTED))
    length = fields.Integer(**always("Number of moves; no solution has fewer."))
    count = fields.Integer(**always(meanings.COUNT))
    features = fields.Dict(
        keys=fields.String(),
        values=fields.Float(),
        metadata=describe("The features that the request has ranges for, by name."),
    )


class RefusalAnswer(AnswerSchema):
    """The proof that no such level exists."""

    by = fields.String(
        validate=validate.OneOf(["pegs", "deepest", "space"]),
        **always(
            "The proof: `pegs` (each move removes at least one peg), `deepest` (the greatest length is "
            "published), or `space` (all positions were explored)."
        ),
    )
    moves = fields.Integer(
        metadata=describe("`pegs`: no game has more moves. `space`: starts of more moves are not counted.")
    )
    source = fields.String(metadata=describe("`deepest`: where it is published."))
    positions = fields.Integer(
        metadata=describe("`space`: solvable starts that the request allows; of jump boards, up to symmetry.")
    )
    deepest = fields.Integer(allow_none=True, metadata=describe("`deepest` and `space`: the greatest length."))
    counts = fields.List(
        fields.Integer(),
        metadata=describe("`space`: least and greatest number of solutions of the starts whose length matches."),
    )
    counts_cap = fields.Integer(metadata=describe("`space`: a number in `counts` that equals this cap may be larger."))


class LevelsAnswer(AnswerSchema):
    """Generated levels. They depend only on the body and the seed."""

    status = fields.String(validate=validate.OneOf(ENDED), **always(meanings.TASK_STATUS))
    seed = fields.Integer(**always("Seed of the levels: the same body with this seed has the same levels."))
    puzzles = fields.List(
        fields.Nested(LevelAnswer),
        **always(
            "No two are equal up to renumbering. If stopped, the levels found so far, which are the first "
            "ones of the full result."
        ),
    )
    tried = fields.Integer(**always("Number of positions examined."))
    limit = fields.String(
        validate=validate.OneOf(["seconds", "nodes", "bytes"]), metadata=describe(meanings.LIMIT_REACHED)
    )
    reason = fields.String(
        validate=validate.OneOf(["tried", "exhausted"]),
        metadata=describe(
            "Why there are fewer levels than requested: too many positions were `tried`, or no other level "
            "exists (`exhausted`)."
        ),
    )
    refusal = fields.Nested(RefusalAnswer, metadata=describe("If `refused`: the proof that no such level exists."))
