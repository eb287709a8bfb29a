"""Tasks in JSON: the body of a request, how the work is stored, and its result.

Solving a puzzle is one task; the others take more than one search. They are stored in plain JSON: the board in full,
defaults filled in, the seed drawn. This text identifies a task: equal tasks share their work and its result.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from fewest.config.settings import Settings
from fewest.notation import JsonObject, meanings
from fewest.notation.errors import FieldError, InvalidRequest, checked, field_error, read_object
from fewest.notation.fields import Component
from fewest.notation.meanings import describe
from fewest.notation.puzzle import read_kind
from fewest.notation.shape import Shape
from fewest.schemas.job import limits_shape
from fewest.schemas.webhook import Webhook, read_webhook
from fewest.solver.errors import Message
from fewest.solver.model import Limits

ENDED = ("finished", "stopped", "refused")
"""Ends of a task that neither failed nor was cancelled: with its whole result; with a partial result at a limit; with
the reason why no result is possible.
"""

R = TypeVar("R")
T = TypeVar("T")


class TaskShape(Shape):
    """Fields that the body of every task except solving may have."""

    limits = Component("Limits", load_default=dict, metadata=describe(meanings.LIMITS))
    webhook = Component("Webhook", metadata=describe(meanings.WEBHOOK))


@dataclass(frozen=True, slots=True)
class TaskRequest:
    """A valid request for a task other than solving.

    Attributes
    ----------
    task
        As the solver has it.
    work
        The task as it is stored and passed to workers. It has at least ``kind``.
    limits
        Those in force.
    webhook
        The webhook that reports its end, if any.
    drawn
        Whether a seed was drawn for it. The same body gets another seed next time.
    """

    task: Any
    work: JsonObject
    limits: Limits
    webhook: Webhook | None = None
    drawn: bool = False


class TaskSchema(Protocol[R, T]):
    """How one kind of task is written in JSON. ``R`` is the class of its requests, ``T`` that of its work.

    Attributes
    ----------
    name
        "solve", "space", "generation" or "features".
    noun
        Its name in addresses: "jobs", "spaces", "generations", "features".
    title
        What the API description calls its document: "Job", "Space", …
    shapes
        The schema of its body for each kind of puzzle; under an empty name if it is the same for all.
    """

    name: str
    noun: str
    title: str
    shapes: Mapping[str, Shape]

    def load(self, body: object, settings: Settings) -> R:
        """Read the body of a request; ``InvalidRequest`` with every error found."""

    def searches(self, request: R) -> int:
        """Its cost in searches, counted against its client's rate."""

    def load_stored(self, work: JsonObject) -> T:
        """Read the work as it was stored."""

    def dump(self, task: T, result: Any) -> JsonObject:
        """Write a result, with its ``status``; with "stopped", ``limit`` names the limit, if a limit was the reason.

        Of other tasks than solving, ``status`` is one of :data:`ENDED`, and the other fields become fields of the
        document that clients read. They depend only on the task.
        """

    def rows(self, document: JsonObject) -> list[JsonObject]:
        """The document of a job that has ended as a table: an object for each row, all with the same fields."""


def read_task(
    body: object, shape: Shape, settings: Settings, errors: list[FieldError]
) -> tuple[JsonObject, Limits | None, Webhook | None]:
    """Read the common fields of all tasks.

    Parameters
    ----------
    shape
        The schema of the body.

    Returns
    -------
    fields, limits, webhook
        The valid fields of the body without limits and webhook; these two. Every error is appended to ``errors``;
        without errors, the limits are not None. The webhook is None also if the body has none.
    """
    # The list may have errors of other parts already.
    before = len(errors)
    fields = read_object(body, shape, (), errors)
    limits = read_object(fields.pop("limits", {}), limits_shape(settings), ("limits",), errors)
    webhook = fields.pop("webhook", None)
    if webhook is not None:
        webhook = read_webhook(webhook, settings.webhook_targets, errors)
    if len(errors) > before:
        return fields, None, None
    return fields, Limits(**limits), None if webhook is None else Webhook(**webhook)


def kind_named(body: object, shapes: Mapping[str, Shape]) -> str:
    """The kind of puzzle that the body of a task names.

    Parameters
    ----------
    shapes
        The schemas of the task, by the kinds of puzzle that it is possible for.

    Raises
    ------
    InvalidRequest
        If the body names none of these kinds, is no object, or wraps its fields in a ``puzzle`` as other bodies do.
    """
    errors: list[FieldError] = []
    if isinstance(body, dict) and "puzzle" in body and "kind" not in body:
        raise InvalidRequest(
            [field_error(("puzzle",), Message("is not needed here; write its fields directly into the body"))]
        )
    if isinstance(body, dict):
        return checked(read_kind(body, (), errors, shapes), errors)
    # Adds the error that the body is no object.
    read_object(body, TaskShape(), (), errors)
    raise InvalidRequest(errors)


def canonical_text(name: str, work: JsonObject) -> str:
    """A task as text, the same for equal ones, whatever the order of their fields.

    >>> canonical_text("generation", {"seed": 7, "number": 3})
    '["generation",{"number":3,"seed":7}]'
    """
    # Equal tasks must be equal byte for byte: the digest of this text is the key of their search.
    return json.dumps([name, work], sort_keys=True, separators=(",", ":"))
