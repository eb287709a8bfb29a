"""Generated levels, as they are answered."""

from __future__ import annotations

from marshmallow import fields, validate

from fewest.schemas import meanings
from fewest.schemas.documents.base import AnswerSchema
from fewest.schemas.fields import Component
from fewest.schemas.meanings import always, describe
from fewest.schemas.task import ENDED


class LevelAnswer(AnswerSchema):
    """A puzzle with its proven fewest moves."""

    puzzle = Component("Puzzle", **always(meanings.AS_POSTED))
    length = fields.Integer(**always("Number of moves; no solution has fewer."))
    count = fields.Integer(**always(meanings.COUNT))
    features = fields.Dict(
        keys=fields.String(),
        values=fields.Float(),
        metadata=describe("The features that the task has ranges of, by name."),
    )


class RefusalAnswer(AnswerSchema):
    """Why there is no such level: proven, not merely not found."""

    by = fields.String(
        validate=validate.OneOf(["pegs", "deepest", "space"]),
        **always(
            "How it is proven: `pegs`, as a move removes one at least; `deepest`, as published; `space`, as all "
            "positions are known."
        ),
    )
    moves = fields.Integer(
        metadata=describe("`pegs`: no game has more moves. `space`: starts of more moves are not counted.")
    )
    source = fields.String(metadata=describe("`deepest`: where it is published."))
    positions = fields.Integer(
        metadata=describe(
            "`space`: starts that the task allows and that have a solution; of jump boards, up to symmetry."
        )
    )
    deepest = fields.Integer(allow_none=True, metadata=describe("`deepest` and `space`: the greatest length."))
    counts = fields.List(
        fields.Integer(),
        metadata=describe("`space`: least and greatest number of solutions of the starts whose length is as wanted."),
    )
    counts_cap = fields.Integer(metadata=describe("`space`: a number in `counts` that is equal to it may be larger."))


class GenerationAnswer(AnswerSchema):
    """The levels that were made. They depend on the body and the seed alone."""

    status = fields.String(validate=validate.OneOf(ENDED), **always(meanings.TASK_STATUS))
    seed = fields.Integer(**always("The same body with this seed has the same levels."))
    puzzles = fields.List(
        fields.Nested(LevelAnswer),
        **always("No two are equal up to renumbering. If stopped, the first ones of those there would be."),
    )
    tried = fields.Integer(**always("Positions that were looked at."))
    limit = fields.String(
        validate=validate.OneOf(["seconds", "nodes", "bytes"]), metadata=describe(meanings.LIMIT_REACHED)
    )
    reason = fields.String(
        validate=validate.OneOf(["tried", "exhausted"]),
        metadata=describe(
            "Why there are fewer levels than wanted: too many positions were `tried` in vain, or there is no other "
            "(`exhausted`)."
        ),
    )
    refusal = fields.Nested(RefusalAnswer, metadata=describe("If `refused`: why there is no such level, proven."))
