"""Webhooks in requests."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

from marshmallow import Schema, ValidationError, fields, validate

from fewest.config.targets import MAX_URL, AllowedTargets, parse_target
from fewest.notation import JsonObject
from fewest.notation.errors import FieldError, field_error, read_object
from fewest.notation.fields import quoted
from fewest.notation.meanings import describe
from fewest.notation.shape import Shape
from fewest.schemas.statuses import EVENTS
from fewest.solver.errors import Message


class TargetField(fields.Field[str]):
    """An address that a webhook may be sent to."""

    def __init__(self, allowed: AllowedTargets, **kwargs: Any) -> None:
        self._allowed = allowed
        super().__init__(**kwargs)

    def _deserialize(self, value: object, *_: object, **__: object) -> str:
        if not isinstance(value, str):
            raise ValidationError(Message("must be a string, not {value}", value=quoted(value)))
        try:
            target = parse_target(value)
        except ValueError:
            text = (
                "must be an address such as https://host/path of at most {most} characters, without user, password and "
                "fragment, not {value}"
            )
            raise ValidationError(Message(text, most=MAX_URL, value=quoted(value))) from None
        if not self._allowed.allows(target):
            text = "the operator of this service does not allow webhooks to {origin}"
            raise ValidationError(Message(text, origin=target.origin))
        return value

    def json_schema(self) -> JsonObject:
        """What it accepts."""
        return {"type": "string", "format": "uri", "maxLength": MAX_URL}


@dataclass(frozen=True, slots=True)
class Webhook:
    """A webhook: which events to send, and where.

    Attributes
    ----------
    url
        An address that the operator allows, as the client wrote it.
    events
        Statuses, some of :data:`fewest.schemas.statuses.EVENTS`.
    """

    url: str
    events: list[str]


# Making a schema takes longer than using it; an operator allows the same hosts for all requests.
@cache
def webhook_shape(allowed: AllowedTargets) -> Schema:
    """The schema of a webhook, which depends on the hosts that the operator allows."""
    where = "The address that receives the events. The operator decides which hosts are allowed."
    which = "The statuses of the job that are reported."
    one = fields.String(validate=validate.OneOf(EVENTS, error=Message("must be one of: {choices}")))
    members: dict[str, fields.Field[str] | fields.List[str]] = {
        "url": TargetField(allowed, required=True, metadata=describe(where, "https://example.com/fewest")),
        "events": fields.List(
            one,
            load_default=[status for status in EVENTS if status != "running"],
            validate=validate.Length(1, len(EVENTS), error=Message("must have {min} to {max} events")),
            metadata=describe(which),
        ),
    }
    return Shape.from_dict(dict(members), name="Webhook")()


def read_webhook(value: object, allowed: AllowedTargets, errors: list[FieldError]) -> JsonObject:
    """Validate the field ``webhook`` of a body.

    Returns
    -------
    dict
        The valid fields; the arguments of :class:`Webhook` if there are no errors. Every error is appended to
        ``errors``. If no host is allowed, having a webhook is the error.
    """
    if not allowed:
        errors.append(field_error(("webhook",), Message("this service sends no webhooks")))
        return {}
    return read_object(value, webhook_shape(allowed), ("webhook",), errors)
