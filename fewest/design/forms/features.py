"""Tasks of features in JSON: a puzzle, the requested features, and the random walk."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from decimal import ROUND_CEILING, Context, Decimal

from marshmallow import ValidationError, fields, validate

from fewest.config.settings import Settings
from fewest.design.features import NAMES, Features, FeaturesTask, names_for
from fewest.design.walks import DEFAULT_WALK, WalkOptions
from fewest.notation import JsonObject
from fewest.notation.errors import FieldError, checked, field_error
from fewest.notation.fields import MAX_SEED, BoundedInteger, Component, quoted
from fewest.notation.meanings import describe
from fewest.notation.puzzle import dump_puzzle, load_puzzle, read_puzzle
from fewest.notation.result import dump_result
from fewest.notation.shape import Shape
from fewest.schemas.body import check_frame
from fewest.schemas.task import TaskRequest, TaskShape, read_task
from fewest.solver.errors import Message
from fewest.solver.kinds import goal_error
from fewest.solver.model import Puzzle, Status

MAX_SAMPLES = 10_000

ERROR_DIGITS = Context(prec=2, rounding=ROUND_CEILING)
"""Errors are rounded up to two digits."""


class Share(fields.Field[float]):
    """A number from 0 to 1."""

    def _deserialize(self, value: object, *_: object, **__: object) -> float:
        if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 <= value <= 1:
            raise ValidationError(Message("must be a number from 0 to 1, not {value}", value=quoted(value)))
        return float(value)

    def json_schema(self) -> JsonObject:
        """What it accepts."""
        return {"type": "number", "minimum": 0, "maximum": 1}


class WalkShape(Shape):
    """The random walk whose expected length is a feature."""

    probability = Share(
        load_default=DEFAULT_WALK.probability,
        metadata=describe("Probability that the walk makes an optimal move; otherwise it makes any legal move."),
    )
    samples = BoundedInteger(
        2,
        MAX_SAMPLES,
        load_default=DEFAULT_WALK.samples,
        metadata=describe("Number of walks to sample if there are too many positions to calculate."),
    )
    seed = BoundedInteger(0, MAX_SEED, load_default=DEFAULT_WALK.seed, metadata=describe("Seed of these walks."))


class FeaturesShape(TaskShape):
    """The body of ``POST /v1/features``: by default all features that the kind of puzzle has."""

    puzzle = Component("Puzzle", required=True, metadata=describe("The puzzle to measure."))
    features = fields.List(
        fields.String(validate=validate.OneOf(NAMES, error=Message("must be one of: {choices}"))),
        validate=validate.Length(min=1, max=len(NAMES), error=Message("must have {min} to {max} features")),
        metadata=describe(
            "Names of the features to find. By default all that the kind of puzzle has.", ["length", "traps"]
        ),
    )
    walk = fields.Nested(
        WalkShape,
        load_default=dict,
        metadata=describe("The random walk whose expected length is the feature `walk`."),
    )


FEATURES = FeaturesShape()
WALK = WalkShape()


class FeaturesSchema:
    """How tasks of features are written in JSON (see :class:`fewest.schemas.task.TaskSchema`)."""

    name = "features"
    title = "Features"
    noun = "features"
    shapes: Mapping[str, Shape] = {"": FEATURES}

    def load(self, body: object, settings: Settings) -> TaskRequest:
        """Read the body of a request."""
        check_frame(body)
        errors: list[FieldError] = []
        parts, limits, webhook = read_task(body, FEATURES, settings, errors)
        loaded = read_puzzle(parts["puzzle"], ("puzzle",), errors) if "puzzle" in parts else None
        names = (
            None
            if loaded is None or _is_wrong("/puzzle", errors)
            else _names(loaded.puzzle, parts.get("features"), errors)
        )
        if loaded is not None and (error := goal_error(loaded.puzzle)) is not None:
            errors.append(field_error(("puzzle", "goal"), error))
        puzzle = checked(loaded, errors).puzzle
        task = FeaturesTask(puzzle, checked(names, errors), WalkOptions(**(WALK.load({}) | parts["walk"])))
        return TaskRequest(task, _plain(task), checked(limits, errors), webhook)

    def searches(self, _: TaskRequest) -> int:
        """One: nearly all of the work is a search for all solutions."""
        return 1

    def load_stored(self, plain: JsonObject) -> FeaturesTask:
        """Read a task as it was stored."""
        walk = WalkOptions(**plain["walk"]) if "walk" in plain else DEFAULT_WALK
        return FeaturesTask(load_puzzle(plain["puzzle"]).puzzle, tuple(plain["features"]), walk)

    def dump(self, task: FeaturesTask, found: Features) -> JsonObject:
        """Write features: ``features`` has every requested one, null if ``missing`` has the reason."""
        written: JsonObject = {"status": "finished"}
        if found.result is not None and found.result.status is Status.UNSOLVABLE:
            written = {"status": "refused", "proof": dump_result(task.puzzle, found.result)["proof"]}
        elif found.limit is not None:
            written = {"status": "stopped", "limit": found.limit}
        written["features"] = {name: found.number(name) for name in task.names}
        written["missing"] = {name: found.missing[name] for name in task.names if name in found.missing}
        if found.walk is not None:
            walk = found.walk
            written["walk"] = {"probability": task.walk.probability, "error": _rounded_up(walk.error)}
            if walk.samples:
                written["walk"] |= {"samples": walk.samples, "seed": task.walk.seed}
        return written

    def rows(self, result: JsonObject) -> list[JsonObject]:
        """The features in one row."""
        return [dict(result.get("features", {}))]


def _is_wrong(place: str, errors: list[FieldError]) -> bool:
    return any(error.pointer.startswith(place) for error in errors)


def _names(puzzle: Puzzle, asked: list[str] | None, errors: list[FieldError]) -> tuple[str, ...]:
    """The requested features, each once, in their order; by default all that the kind has."""
    possible = names_for(puzzle)
    for index, name in enumerate(asked or ()):
        if name in NAMES and name not in possible:
            text = Message("{name} is not defined for puzzles of kind {kind}", name=quoted(name), kind=puzzle.kind)
            errors.append(field_error(("features", index), text))
    return possible if asked is None else tuple(name for name in NAMES if name in asked)


def _plain(task: FeaturesTask) -> JsonObject:
    """A task as it is stored."""
    plain: JsonObject = {"kind": task.puzzle.kind, "puzzle": dump_puzzle(task.puzzle), "features": list(task.names)}
    # Tasks that differ only in an unused walk share their work.
    if "walk" in task.names:
        plain["walk"] = asdict(task.walk)
    return plain


def _rounded_up(error: float) -> float:
    return float(ERROR_DIGITS.create_decimal(Decimal(error)))
