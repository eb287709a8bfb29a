"""The body of a request: an object with a puzzle and other fields."""

from __future__ import annotations

from dataclasses import dataclass

from marshmallow import Schema

from fewest.config.targets import AllowedTargets
from fewest.notation import JsonObject
from fewest.notation.errors import FieldError, InvalidRequest, checked, field_error, read_object
from fewest.notation.puzzle import ParsedPuzzle, read_puzzle
from fewest.schemas.webhook import read_webhook
from fewest.solver.errors import Message

FRAME = '{"puzzle": {"kind": …}}'
"""What a body looks like from outside."""


@dataclass(frozen=True, slots=True)
class ParsedBody:
    """A valid body that holds a puzzle.

    Attributes
    ----------
    loaded
        The puzzle.
    others
        The other fields of the body, loaded: defaults filled in, limits as numbers, a webhook as its ``url`` and
        ``events``.
    """

    loaded: ParsedPuzzle
    others: JsonObject


def check_frame(body: object) -> None:
    """Refuse a puzzle as the whole body with one error, not one for each field.

    Raises
    ------
    InvalidRequest
        If the body has a ``kind`` but no ``puzzle``. Any other body passes, whatever errors it has.
    """
    if isinstance(body, dict) and "kind" in body and "puzzle" not in body:
        text = Message("{name} is missing; put the puzzle in it: {example}", name='"puzzle"', example=FRAME)
        raise InvalidRequest([field_error(("puzzle",), text)])


def load_body(
    body: object, shape: Schema, limits: Schema | None = None, targets: AllowedTargets | None = None
) -> ParsedBody:
    """Read a body that holds a puzzle.

    Parameters
    ----------
    body
        Parsed JSON.
    shape
        The schema of the body; it has a field ``puzzle``.
    limits
        The schema of the field ``limits``, if it is to be loaded as well.
    targets
        Addresses that the field ``webhook`` may name, if the schema has it.

    Raises
    ------
    InvalidRequest
        With every error found.
    """
    check_frame(body)
    errors: list[FieldError] = []
    fields = read_object(body, shape, (), errors)
    if limits is not None:
        fields["limits"] = read_object(fields.get("limits", {}), limits, ("limits",), errors)
    if targets is not None and "webhook" in fields:
        fields["webhook"] = read_webhook(fields["webhook"], targets, errors)
    loaded = read_puzzle(fields["puzzle"], ("puzzle",), errors) if "puzzle" in fields else None
    loaded = checked(loaded, errors)
    del fields["puzzle"]
    return ParsedBody(loaded, fields)
