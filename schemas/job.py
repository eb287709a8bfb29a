"""What a client asks for: a puzzle, what is wanted of it, and limits."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from marshmallow import Schema, ValidationError, fields, validate

from schemas.errors import FieldError, InvalidRequest, field_error, flatten
from schemas.fields import Amount, Part, Whole, shown
from schemas.puzzle import Loaded, load_puzzle
from schemas.settings import Settings
from solver.model import Limits, Want


class JobShape(Schema):
    """The body of ``POST /v1/jobs``. The puzzle has schemas of its own (``schemas.puzzle``)."""

    puzzle = Part("Puzzle", required=True)
    want = fields.String(
        load_default=Want.ONE.value, validate=validate.OneOf([want.value for want in Want], error="one of: {choices}")
    )
    limits = Part("Limits", load_default=dict)


class BatchShape(Schema):
    """The body of ``POST /v1/batches``. What is wrong with a puzzle is told in its place, not for the whole."""

    puzzles = fields.List(fields.Raw(allow_none=True), required=True)
    want = fields.String(
        load_default=Want.ONE.value, validate=validate.OneOf([want.value for want in Want], error="one of: {choices}")
    )
    limits = Part("Limits", load_default=dict)


@dataclass(frozen=True, slots=True)
class Request:
    """A valid request: the puzzle as written and as loaded, what is wanted, and the limits in force."""

    raw_puzzle: dict[str, Any]
    loaded: Loaded
    want: Want
    limits: Limits


def limits_shape(settings: Settings) -> Schema:
    """The shape of limits under these settings."""
    members: dict[str, Any] = {
        "seconds": Amount(settings.seconds_most, load_default=settings.seconds),
        "nodes": Whole(1, settings.nodes_most, load_default=settings.nodes),
        "bytes": Whole(1_000_000, settings.bytes_most, load_default=settings.bytes),
    }
    return Schema.from_dict(members, name="Limits")()


def load_batch(body: Any, settings: Settings) -> dict[str, Any]:
    """Read the body of a batch: ``puzzles`` as written, ``want`` and ``limits`` of them all.

    Raises
    ------
    InvalidRequest
        With every fault found, but for those of the puzzles.
    """
    if not isinstance(body, dict):
        raise InvalidRequest([field_error((), f"not an object: {shown(body)}")])
    errors: list[FieldError] = []
    parts: dict[str, Any] = {}
    try:
        parts = BatchShape().load(body)
        limits_shape(settings).load(parts["limits"])
    except ValidationError as error:
        errors += flatten(error.messages, ("limits",) if parts else ())
    if parts and not 1 <= len(parts["puzzles"]) <= settings.batch_most:
        text = f"between 1 and {settings.batch_most} puzzles, not {len(parts['puzzles'])}"
        errors.append(field_error(("puzzles",), text))
    if errors:
        raise InvalidRequest(errors)
    return parts


def load_request(body: Any, settings: Settings) -> Request:
    """Read the body of a request for a job.

    Raises
    ------
    InvalidRequest
        With every fault found.
    """
    if not isinstance(body, dict):
        raise InvalidRequest([field_error((), f"not an object: {shown(body)}")])
    errors: list[FieldError] = []
    parts: dict[str, Any] = {}
    try:
        parts = JobShape().load(body)
    except ValidationError as error:
        errors += flatten(error.messages)
        parts = error.valid_data if isinstance(error.valid_data, dict) else {}
    limits: dict[str, Any] = {}
    try:
        limits = limits_shape(settings).load(parts.get("limits", {}))
    except ValidationError as error:
        errors += flatten(error.messages, ("limits",))
    loaded = None
    try:
        if "puzzle" in parts:
            loaded = load_puzzle(parts["puzzle"])
    except InvalidRequest as error:
        errors += error.errors
    if errors or loaded is None:
        raise InvalidRequest(errors)
    return Request(parts["puzzle"], loaded, Want(parts["want"]), Limits(**limits))
