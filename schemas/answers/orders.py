"""Orders: what their documents have in common, and the documents of each kind."""

from __future__ import annotations

from copy import copy

from marshmallow import fields, validate

from fewest.schemas import meanings
from fewest.schemas.answers import features, generation, spaces
from fewest.schemas.answers.base import AnswerSchema
from fewest.schemas.answers.jobs import WorkAnswer
from fewest.schemas.meanings import always, describe
from fewest.schemas.order import ENDED
from fewest.schemas.statuses import FAILED

STATUSES = ["queued", "running", *ENDED, *FAILED]


class OrderProgressAnswer(AnswerSchema):
    """How far an order is, and what it tells of itself."""

    nodes = fields.Integer(**always(meanings.NODES))
    seconds = fields.Float(**always(meanings.SECONDS))


class OrderLinksAnswer(AnswerSchema):
    """Addresses of an order."""

    self = fields.String(**always(meanings.SELF))
    events = fields.String(**always(meanings.EVENTS))
    picture = fields.String(metadata=describe("Of a space: its depths as a chart, as SVG."))


class OrderAnswer(WorkAnswer):
    """An order and its state. Once it has ended, it has the fields of its result."""

    status = fields.String(validate=validate.OneOf(STATUSES), **always(meanings.ORDER_STATUS))
    progress = fields.Nested(
        OrderProgressAnswer, allow_none=True, metadata=describe("How far the work is, while it is running.")
    )
    links = fields.Nested(OrderLinksAnswer, **always(meanings.LINKS))


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
