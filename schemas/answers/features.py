"""The features of a puzzle."""

from __future__ import annotations

from marshmallow import fields, validate

from schemas.answers.base import AnswerSchema, describe
from schemas.answers.proofs import ProofAnswer
from solver import features

LIMITS = ("seconds", "nodes", "bytes")
REASONS = (
    *LIMITS,
    features.TOO_MANY_MOVES,
    features.TOO_MANY_POSITIONS,
    features.NO_POSITION,
    features.NO_DISTANCE,
    features.UNSOLVABLE,
)


class FeatureValuesAnswer(AnswerSchema):
    """The features that were asked for. `missing` says why one is null."""

    length = fields.Integer(allow_none=True, metadata=describe("Moves of an optimal solution."))
    count = fields.Integer(allow_none=True, metadata=describe("Number of optimal solutions; of any size."))
    forced = fields.Float(
        allow_none=True,
        metadata=describe("Of the positions on optimal solutions, the share with exactly one optimal move."),
    )
    choices = fields.Float(
        allow_none=True, metadata=describe("The mean number of legal moves at the positions on optimal solutions.")
    )
    traps = fields.Float(
        allow_none=True,
        metadata=describe(
            "Of the legal moves at the positions on optimal solutions, the share after which there is no solution."
        ),
    )
    detours = fields.Float(
        allow_none=True,
        metadata=describe(
            "Sliding puzzles: the mean number of moves of an optimal solution that increase the sum of the distances "
            "of all pieces to their goals."
        ),
    )
    walk = fields.Float(
        allow_none=True,
        metadata=describe("The expected number of moves of a walk that often makes an optimal move, and else any."),
    )


class WalkAnswer(AnswerSchema):
    """How the expected length of a walk was found."""

    probability = fields.Float(required=True, metadata=describe("Of an optimal move."))
    error = fields.Float(
        required=True, metadata=describe("By how much it may be wrong; with `samples`, their standard error.")
    )
    samples = fields.Integer(metadata=describe("Number of walks made, if it was not calculated."))
    seed = fields.Integer(metadata=describe("Of these walks."))


class MissingAnswer(AnswerSchema):
    """Why features are null: a limit, or why they are not defined."""

    length = fields.String(validate=validate.OneOf(REASONS))
    count = fields.String(validate=validate.OneOf(REASONS))
    forced = fields.String(validate=validate.OneOf(REASONS))
    choices = fields.String(validate=validate.OneOf(REASONS))
    traps = fields.String(validate=validate.OneOf(REASONS))
    detours = fields.String(validate=validate.OneOf(REASONS))
    walk = fields.String(validate=validate.OneOf(REASONS))


class FeaturesAnswer(AnswerSchema):
    """The result of an order of features."""

    features = fields.Nested(FeatureValuesAnswer)
    missing = fields.Nested(MissingAnswer)
    walk = fields.Nested(WalkAnswer)
    limit = fields.String(validate=validate.OneOf(LIMITS), metadata=describe("Which limit ended the work."))
    proof = fields.Nested(ProofAnswer, metadata=describe("Why there is no solution, and so no feature."))
