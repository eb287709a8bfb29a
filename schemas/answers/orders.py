"""Orders: what their documents have in common, and the documents of each kind."""

from __future__ import annotations

from copy import copy

from marshmallow import fields, validate

from schemas.answers import features, generation, spaces
from schemas.answers.base import AnswerSchema, describe
from schemas.fields import Component
from schemas.order import ENDED
from schemas.puzzle import KINDS
from schemas.statuses import FAILED, WaitsFor

STATUSES = ["queued", "running", *ENDED, *FAILED]


class OrderProgressAnswer(AnswerSchema):
    """How far an order is, and what it tells of itself."""

    nodes = fields.Integer(required=True)
    seconds = fields.Float(required=True)


class OrderLinksAnswer(AnswerSchema):
    """Addresses of an order."""

    self = fields.String(required=True)
    events = fields.String(required=True)
    picture = fields.String(metadata=describe("Of a space: its depths as a chart."))


class OrderAnswer(AnswerSchema):
    """An order and its state. Once it has ended, it has the fields of its result."""

    id = fields.String(required=True)
    status = fields.String(required=True, validate=validate.OneOf(STATUSES))
    kind = fields.String(required=True, validate=validate.OneOf(KINDS))
    limits = Component("Limits", required=True)
    created = fields.DateTime(required=True)
    started = fields.DateTime(required=True, allow_none=True)
    ended = fields.DateTime(required=True, allow_none=True)
    queue_position = fields.Integer(metadata=describe("Number of searches ahead of this one, while it is queued."))
    waits_for = fields.String(
        validate=validate.OneOf(list(map(str, WaitsFor))),
        metadata=describe("What a queued search waits for beside its turn: its solver is being compiled; memory."),
    )
    progress = fields.Nested(OrderProgressAnswer, allow_none=True)
    error = fields.String(allow_none=True, metadata=describe("Why it failed."))
    links = fields.Nested(OrderLinksAnswer, required=True)


def _document(want: str, result: type[AnswerSchema]) -> type[AnswerSchema]:
    """The document of an order with this result, whose fields are there once it has ended."""
    members: dict[str, object] = {"__doc__": result.__doc__, "__module__": __name__}
    for name, field in result._declared_fields.items():
        if name != "status":
            members[name] = copy(field)
            members[name].required = False  # type: ignore[attr-defined]
    return type(f"{want.title()}Answer", (OrderAnswer,), members)


RESULTS = {
    "space": spaces.SpaceResultAnswer,
    "generation": generation.GenerationAnswer,
    "features": features.FeaturesAnswer,
}
"""The result of each kind of order."""

DOCUMENTS = {want: _document(want, result) for want, result in RESULTS.items()}
"""The document of each kind of order."""
