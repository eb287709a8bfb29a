"""Tasks of levels in JSON: a board, constraints on start and goal, and required properties of the levels."""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field

from marshmallow import fields, validate

from fewest.config.settings import Settings
from fewest.design import kinds
from fewest.design.features import NAMES
from fewest.design.forms.kinds import KINDS, shapes_by_kind
from fewest.design.forms.ranges import check_range, number_range
from fewest.design.levels.task import Level, LevelsReport, LevelsTask, Range
from fewest.notation import JsonObject, meanings
from fewest.notation.boards import resolve_name
from fewest.notation.errors import FieldError, checked, field_error
from fewest.notation.fields import LARGEST, BoundedInteger
from fewest.notation.meanings import describe
from fewest.notation.puzzle import dump_puzzle
from fewest.notation.shape import Shape
from fewest.notation.short_forms import load_written_out
from fewest.schemas.task import TaskRequest, TaskShape, kind_named, read_task
from fewest.solver.errors import Message

MAX_LEVELS = 100
MAX_LENGTH = 10_000
MAX_SOLUTIONS = 1_000_000_000
MAX_FEATURE = 1e12
MAX_LEVELS_BYTES = 1_000_000
"""Largest size of the boards and goals of all levels of a task, each written out with its level."""
SEEDS = 1 << 32
"""Upper bound of seeds drawn by the service."""
FEATURES = tuple(name for name in NAMES if name not in ("length", "count"))
"""Features that a task may have ranges for. Length and number of solutions have separate fields."""

LENGTHS = number_range("LengthRange", "moves", MAX_LENGTH, str(MAX_LENGTH))
SOLUTIONS = number_range("SolutionsRange", "optimal solutions", MAX_SOLUTIONS, "there is none", 1)


class FeatureRange(Shape):
    """Values of a feature."""

    min, max = (
        fields.Float(
            validate=validate.Range(-MAX_FEATURE, MAX_FEATURE),
            metadata=describe(f"{end} value of the feature. By default no limit."),
        )
        for end in ("Least", "Greatest")
    )


FEATURE_RANGES = Shape.from_dict(
    {name: fields.Nested(FeatureRange, metadata=describe(meanings.FEATURES[name])) for name in FEATURES},
    name="FeatureRanges",
)
"""A range for each feature."""


class LevelsShape(TaskShape):
    """The common fields of all requests for levels."""

    kind = fields.String(required=True, metadata=describe(meanings.KIND))
    number = BoundedInteger(1, MAX_LEVELS, load_default=10, metadata=describe("Number of levels to make."))
    length = fields.Nested(
        LENGTHS,
        load_default=dict,
        metadata=describe("Fewest moves that a level may have, from `min` to `max`.", {"min": 20, "max": 24}),
    )
    solutions = fields.Nested(
        SOLUTIONS,
        load_default=dict,
        metadata=describe("Number of optimal solutions that a level may have, from `min` to `max`.", {"max": 1}),
    )
    features = fields.Nested(
        FEATURE_RANGES,
        load_default=dict,
        metadata=describe("Features that a level must have, each from `min` to `max`.", {"traps": {"min": 0.1}}),
    )
    minimal = fields.Boolean(
        truthy={True},
        falsy={False},
        load_default=False,
        metadata=describe(
            "Whether every part must matter: removing any peg, any hole, or any cell of the goal changes "
            "the length or the number of solutions; removing any block placed at random makes the level shorter."
        ),
    )
    seed = BoundedInteger(0, LARGEST, metadata=describe(meanings.SEED, 7))


SHAPES = shapes_by_kind(LevelsShape, lambda forms: forms.levels.shape)
"""The body for each kind of puzzle: its own fields come last."""


@dataclass(frozen=True, slots=True)
class WrittenLevels(LevelsTask):
    """A task of levels, with its stored form (``work``), which decides how levels are written."""

    work: JsonObject = field(default_factory=dict)


class LevelsSchema:
    """How tasks of levels are written in JSON (see :class:`fewest.schemas.task.TaskSchema`)."""

    name = "generation"
    title = "Generation"
    noun = "generations"
    shapes: Mapping[str, Shape] = SHAPES

    def load(self, body: object, settings: Settings) -> TaskRequest:
        """Read the body of a request."""
        return load_written_out(body, ("board", "goal"), lambda full: self._load(full, settings))

    def _load(self, body: object, settings: Settings) -> TaskRequest:
        errors: list[FieldError] = []
        kind = kind_named(body, SHAPES)
        written, limits, webhook = read_task(body, SHAPES[kind], settings, errors)
        drawn = "seed" not in written
        named = written.get("board", {})
        work = _plain(resolve_name(written, kind, (), errors))
        # Levels name the board as the client did, but the stored board is written out.
        work |= {"named": named} if "name" in named else {}
        # Drawn here, so that the stored task has it and every run finds the same levels.
        work |= {"seed": secrets.randbelow(SEEDS)} if drawn else {}
        task = _task(work, errors)
        if task is not None:
            _check_possible(task, errors)
            _check_size(task, errors)
        return TaskRequest(checked(task, errors), work, checked(limits, errors), webhook, drawn)

    def searches(self, request: TaskRequest) -> int:
        """As one for each level."""
        return int(request.task.number)

    def load_stored(self, work: JsonObject) -> WrittenLevels:
        """Read a task as it was stored."""
        errors: list[FieldError] = []
        return checked(_task(work, errors), errors)

    def dump(self, task: WrittenLevels, result: LevelsReport) -> JsonObject:
        """Write the levels, with the board and goal in the client's form."""
        work = task.work
        status = "finished" if result.limit is None else "stopped"
        written: JsonObject = {
            "status": status if result.refusal is None else "refused",
            "seed": work["seed"],
            "puzzles": [_dump_level(level, work) for level in result.levels],
            "tried": result.tried,
        }
        if result.limit is not None:
            written["reason" if result.limit in ("tried", "exhausted") else "limit"] = result.limit
        if result.refusal is not None:
            written["refusal"] = dict(result.refusal)
        return written

    def rows(self, result: JsonObject) -> list[JsonObject]:
        """The levels as a table."""
        return [
            {
                "number": number,
                "length": level["length"],
                "count": level["count"],
                **level.get("features", {}),
                "puzzle": json.dumps(level["puzzle"], separators=(",", ":")),
            }
            for number, level in enumerate(result["puzzles"], 1)
        ]


def _plain(written: JsonObject) -> JsonObject:
    """The stored fields of a body, with all defaults."""
    task = dict(written)
    for name, most in (("length", MAX_LENGTH), ("solutions", None)):
        given = task.get(name, {})
        task[name] = {"min": given.get("min", 1), "max": given.get("max", most)}
    return task


def _task(work: JsonObject, errors: list[FieldError]) -> WrittenLevels | None:
    """Build a task from the fields that have the right shape; every error is appended."""
    for name in ("length", "solutions"):
        check_range(work.get(name), (name,), errors)
    features = work.get("features", {})
    for name, given in features.items():
        check_range(given, ("features", name), errors)
    # These errors have been reported.
    if "kind" not in work or ("board" not in work and SHAPES[work["kind"]].fields["board"].required):
        return None
    parts = KINDS[work["kind"]].levels.load(work, errors)
    if parts is None or errors:
        return None
    return WrittenLevels(
        number=work["number"],
        seed=work["seed"],
        min_length=work["length"]["min"],
        max_length=work["length"]["max"],
        min_count=work["solutions"]["min"],
        max_count=work["solutions"]["max"],
        features={name: Range(given.get("min"), given.get("max")) for name, given in features.items()},
        minimal=work["minimal"],
        work=work,
        **parts,
    )


def _check_possible(task: LevelsTask, errors: list[FieldError]) -> None:
    """Report a length that is known, without a search, to be impossible."""
    refusal = kinds.KINDS[task.kind].levels.refuse(task)
    if refusal is None:
        return
    if refusal["by"] == "pegs":
        text = Message(
            "no matching start needs more than {moves|# move|# moves}, because each move removes a peg",
            moves=refusal["moves"],
        )
    else:
        template = "no position of this board is farther than {deepest|# move|# moves} from the goal ({source})"
        text = Message(template, deepest=refusal["deepest"], source=refusal["source"])
    errors.append(field_error(("length", "min"), text))


def _check_size(task: WrittenLevels, errors: list[FieldError]) -> None:
    """Check the total size of the levels."""
    work = task.work
    # Every level repeats the board and the goal.
    each = len(json.dumps([work.get("named", work.get("board")), work.get("goal")], separators=(",", ":")))
    if each * task.number > MAX_LEVELS_BYTES:
        template = "the boards and goals of {number|# level|# levels} take {given} bytes; the limit is {most}"
        text = Message(template, number=task.number, given=each * task.number, most=MAX_LEVELS_BYTES)
        errors.append(field_error(("number",), text))


def _dump_level(level: Level, work: JsonObject) -> JsonObject:
    """Write a level of a stored task: its puzzle and its known properties."""
    written: JsonObject = {"puzzle": _dump_puzzle(level, work), "length": level.length, "count": level.count}
    return written | ({"features": dict(level.features)} if level.features else {})


def _dump_puzzle(level: Level, work: JsonObject) -> JsonObject:
    """A level as one posts it."""
    plainest = dump_puzzle(level.puzzle)
    parts = KINDS[work["kind"]].levels.dump(level, work, plainest)
    whole = {"kind": work["kind"], "start": plainest["start"]} | parts
    # Kind and board first, as people write a puzzle.
    return {name: whole[name] for name in ("kind", "board", *whole) if name in whole}
