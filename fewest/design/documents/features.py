"""The features of a puzzle."""

from __future__ import annotations

from marshmallow import fields, validate

from fewest.design import features
from fewest.notation import meanings
from fewest.notation.meanings import always, describe
from fewest.schemas.documents.base import AnswerSchema
from fewest.schemas.documents.proofs import ProofAnswer

LIMITS = ("seconds", "nodes", "bytes")
REASONS = (
    *LIMITS,
    features.TOO_MANY_MOVES,
    features.TOO_MANY_POSITIONS,
    features.NO_POSITION,
    features.NO_DISTANCE,
    features.UNSOLVABLE,
)
WHY = """a limit was reached (`seconds`, `nodes`, `bytes`), too many `moves` or `positions`, `no_position` with a
choice, `no_distance` as on jump boards, or no solution (`unsolvable`)"""


class FeatureValuesAnswer(AnswerSchema):
    """The requested features. `missing` says why one is null."""

    length = fields.Integer(allow_none=True, metadata=describe(meanings.FEATURES["length"]))
    count = fields.Integer(allow_none=True, metadata=describe(meanings.FEATURES["count"]))
    forced = fields.Float(allow_none=True, metadata=describe(meanings.FEATURES["forced"]))
    choices = fields.Float(allow_none=True, metadata=describe(meanings.FEATURES["choices"]))
    traps = fields.Float(allow_none=True, metadata=describe(meanings.FEATURES["traps"]))
    detours = fields.Float(allow_none=True, metadata=describe(meanings.FEATURES["detours"]))
    walk = fields.Float(allow_none=True, metadata=describe(meanings.FEATURES["walk"]))


class WalkAnswer(AnswerSchema):
    """How the expected length of the walk was found."""

    probability = fields.Float(**always("Probability that it makes an optimal move."))
    error = fields.Float(**always("Bound of its error, in moves; with `samples`, their standard error."))
    samples = fields.Integer(metadata=describe("Number of walks made, if the value was sampled."))
    seed = fields.Integer(metadata=describe("Seed of these walks."))


def reason(name: str) -> fields.String:
    """Why a feature is null."""
    return fields.String(validate=validate.OneOf(REASONS), metadata=describe(f"Why `{name}` is null: {WHY}."))


class MissingAnswer(AnswerSchema):
    """Why features are null: a limit, or a reason why they are not defined."""

    length = reason("length")
    count = reason("count")
    forced = reason("forced")
    choices = reason("choices")
    traps = reason("traps")
    detours = reason("detours")
    walk = reason("walk")


class FeaturesAnswer(AnswerSchema):
    """The result of a task of features."""

    features = fields.Nested(
        FeatureValuesAnswer,
        metadata=describe("The requested features, by name; null if one was not found."),
    )
    missing = fields.Nested(MissingAnswer, metadata=describe("Why features are null, by name."))
    walk = fields.Nested(WalkAnswer, metadata=describe("How the feature `walk` was found, if it was."))
    limit = fields.String(validate=validate.OneOf(LIMITS), metadata=describe(meanings.LIMIT_REACHED))
    proof = fields.Nested(
        ProofAnswer, metadata=describe("The proof that the puzzle has no solution, and so no features.")
    )
