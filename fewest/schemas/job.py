"""Requests for jobs: one puzzle or a batch, the wanted answer, and limits."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache

from marshmallow import Schema, fields, validate

from fewest.config.settings import Settings
from fewest.notation import JsonObject, meanings
from fewest.notation.errors import FieldError, checked, field_error, read_object
from fewest.notation.fields import BoundedInteger, Component, PositiveNumber
from fewest.notation.meanings import describe
from fewest.notation.puzzle import ParsedPuzzle, load_puzzle
from fewest.notation.result import dump_result, move_rows
from fewest.notation.shape import Shape
from fewest.schemas.body import ParsedBody, load_body
from fewest.schemas.texts import TextBody
from fewest.schemas.webhook import Webhook, read_webhook
from fewest.solver.errors import Message
from fewest.solver.model import Limits, Puzzle, Result, Want


class WantShape(Shape):
    """The wanted answer, and limits."""

    want = fields.String(
        load_default=Want.ONE.value,
        validate=validate.OneOf([want.value for want in Want], error=Message("must be one of: {choices}")),
        metadata=describe(meanings.WANT),
    )
    limits = Component("Limits", load_default=dict, metadata=describe(meanings.LIMITS))


class LookupShape(WantShape):
    """The body of ``POST /v1/lookups``."""

    puzzle = Component("Puzzle", required=True, metadata=describe("The puzzle to solve."))


class JobShape(LookupShape):
    """The body of ``POST /v1/jobs``."""

    webhook = Component("Webhook", metadata=describe(meanings.WEBHOOK))


LOOKUP = LookupShape()
JOB = JobShape()
"""Schemas are made once, since making one takes longer than loading a body."""


class BatchShape(WantShape):
    """The body of ``POST /v1/batches``. The errors of each puzzle are reported with its item."""

    puzzles = fields.List(
        # Null is no error of the batch, but of its item.
        fields.Raw(allow_none=True),
        required=True,
        metadata=describe("The puzzles to solve, each by a job of its own."),
    )
    webhook = Component("Webhook", metadata=describe(f"Where to report events of every job. {meanings.NO_WEBHOOK}"))


@dataclass(frozen=True, slots=True)
class Request:
    """A valid request for the solution of a puzzle.

    Attributes
    ----------
    limits
        The limits in force, defaults filled in: seconds, nodes, bytes.
    webhook
        Where to report events of its job; None for nowhere.
    reading
        How its text was read, as its job says it; None if it came as JSON.
    """

    loaded: ParsedPuzzle
    want: Want
    limits: Limits
    webhook: Webhook | None = None
    reading: JsonObject | None = None


def dump_limits(limits: Limits) -> dict[str, float]:
    """Write limits as clients do, such as ``{"seconds": 60.0, "nodes": 10000000000, "bytes": 2000000000}``."""
    return {"seconds": limits.seconds, "nodes": limits.nodes, "bytes": limits.bytes}


# Making a schema takes longer than using it.
@cache
def limits_shape(settings: Settings) -> Schema:
    """The schema of limits under these settings: a limit that is left out has its default, none exceeds its maximum."""
    members: dict[str, fields.Field[int] | fields.Field[float]] = {
        "seconds": PositiveNumber(
            settings.max_seconds, load_default=settings.seconds, metadata=describe("Time of the search, in seconds.")
        ),
        "nodes": BoundedInteger(
            1,
            settings.max_nodes,
            load_default=settings.nodes,
            metadata=describe(f"Units of work of the search. {meanings.WHAT_NODES_ARE}"),
        ),
        "bytes": BoundedInteger(
            1_000_000,
            settings.max_bytes,
            load_default=settings.bytes,
            metadata=describe("Memory of the search, in bytes."),
        ),
    }
    return Shape.from_dict(dict(members), name="Limits")()


def load_request(body: object, settings: Settings) -> Request:
    """Read a puzzle, the wanted answer, and limits: the body of a request for a job without a webhook.

    Raises
    ------
    InvalidRequest
        With every error found.
    """
    return _request(load_body(body, LOOKUP, limits_shape(settings)))


def load_job(body: object, settings: Settings) -> Request:
    """Read the body of a request for a job.

    Raises
    ------
    InvalidRequest
        With every error found.
    """
    return _request(load_body(body, JOB, limits_shape(settings), settings.webhook_targets))


def _request(parsed: ParsedBody) -> Request:
    others = parsed.others
    webhook = Webhook(**others["webhook"]) if "webhook" in others else None
    return Request(parsed.loaded, Want(others["want"]), Limits(**others["limits"]), webhook)


class SolveSchema:
    """How solving a puzzle is written in JSON (see :class:`fewest.schemas.task.TaskSchema`)."""

    name = "solve"
    noun = "jobs"
    title = "Job"
    shapes: Mapping[str, Shape] = {"": JOB}

    def load(self, body: object, settings: Settings) -> Request:
        """Read the body of a request, JSON or text; ``InvalidRequest`` with every error found."""
        if isinstance(body, TextBody):
            document, reading = body.read_one()
            return replace(load_job(document, settings), reading=reading)
        return load_job(body, settings)

    def searches(self, _: Request) -> int:
        """One: the search for the solution."""
        return 1

    def load_stored(self, work: JsonObject) -> Puzzle:
        """Read the canonical puzzle, which :func:`fewest.notation.puzzle.dump_puzzle` wrote."""
        return load_puzzle(work).puzzle

    def dump(self, task: Puzzle, result: Result) -> JsonObject:
        """Write a result."""
        return dump_result(task, result)

    def rows(self, document: JsonObject) -> list[JsonObject]:
        """The moves of the solution, a row each; none without a solution."""
        return move_rows(document["result"])


def load_batch(body: object, settings: Settings) -> JsonObject:
    """Read the body of a batch.

    Returns
    -------
    dict
        ``puzzles`` unread, in their order, and the common ``want``, ``limits`` and perhaps ``webhook``, as the client
        wrote them: each job is read with them.

    Raises
    ------
    InvalidRequest
        With every error found, except those of the puzzles.
    """
    errors: list[FieldError] = []
    batch = read_object(body, BatchShape(), (), errors)
    # Read for their errors only: each job reads them again.
    read_object(batch.get("limits", {}), limits_shape(settings), ("limits",), errors)
    if "webhook" in batch:
        read_webhook(batch["webhook"], settings.webhook_targets, errors)
    if "puzzles" in batch and not 1 <= len(batch["puzzles"]) <= settings.max_batch:
        given = len(batch["puzzles"])
        text = Message("must have 1 to {most} puzzles, not {given}", most=settings.max_batch, given=given)
        errors.append(field_error(("puzzles",), text))
    return checked(batch, errors)
