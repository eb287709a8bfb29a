"""Tasks of levels in JSON: the stored form of a task, and its levels."""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field

from fewest.config.settings import Settings
from fewest.design import kinds
from fewest.design.forms.generation.body import MAX_LENGTH, SHAPES
from fewest.design.forms.kinds import KINDS
from fewest.design.forms.ranges import check_range
from fewest.design.generation.result import Generation, Level
from fewest.design.levels import GenerationTask, Range
from fewest.notation import JsonObject
from fewest.notation.boards import resolve_name
from fewest.notation.errors import FieldError, checked, field_error
from fewest.notation.puzzle import dump_puzzle
from fewest.notation.shape import Shape
from fewest.notation.short_forms import load_written_out
from fewest.schemas.task import TaskRequest, kind_named, read_task
from fewest.solver.errors import Message

MAX_LEVELS_BYTES = 1_000_000
"""Largest size of the boards and goals of all levels of a task, each written out with its level."""
SEEDS = 1 << 32
"""Upper bound of seeds drawn by the service."""


@dataclass(frozen=True, slots=True)
class WrittenTask(GenerationTask):
    """Generated levels, with the stored form of the task (``plain``), which decides how levels are written."""

    work: JsonObject = field(default_factory=dict)


class GenerationSchema:
    """How generated levels are written (see :class:`fewest.schemas.task.TaskSchema`)."""

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
        plain = _plain(resolve_name(written, kind, (), errors))
        plain |= {"named": named} if "name" in named else {}
        plain |= {"seed": secrets.randbelow(SEEDS)} if drawn else {}
        task = _task(plain, errors)
        if task is not None:
            _check_possible(task, errors)
            _check_size(task, errors)
        return TaskRequest(checked(task, errors), plain, checked(limits, errors), webhook, drawn)

    def searches(self, request: TaskRequest) -> int:
        """As one for each level."""
        return int(request.task.number)

    def load_stored(self, plain: JsonObject) -> WrittenTask:
        """Read a task as it was stored."""
        errors: list[FieldError] = []
        return checked(_task(plain, errors), errors)

    def dump(self, task: WrittenTask, result: Generation) -> JsonObject:
        """Write the levels, with the board and goal in the client's form."""
        plain = task.work
        status = "finished" if result.limit is None else "stopped"
        written: JsonObject = {
            "status": status if result.refusal is None else "refused",
            "seed": plain["seed"],
            "puzzles": [_dump_level(level, plain) for level in result.levels],
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


def _task(plain: JsonObject, errors: list[FieldError]) -> WrittenTask | None:
    """Build a task from the fields that have the right shape; every error is appended."""
    for name in ("length", "solutions"):
        check_range(plain.get(name), (name,), errors)
    features = plain.get("features", {})
    for name, given in features.items():
        check_range(given, ("features", name), errors)
    if "kind" not in plain or ("board" not in plain and SHAPES[plain["kind"]].fields["board"].required):
        return None
    parts = KINDS[plain["kind"]].levels.load(plain, errors)
    if parts is None or errors:
        return None
    return WrittenTask(
        number=plain["number"],
        seed=plain["seed"],
        min_length=plain["length"]["min"],
        max_length=plain["length"]["max"],
        min_count=plain["solutions"]["min"],
        max_count=plain["solutions"]["max"],
        features={name: Range(given.get("min"), given.get("max")) for name, given in features.items()},
        minimal=plain["minimal"],
        work=plain,
        **parts,
    )


def _check_possible(task: GenerationTask, errors: list[FieldError]) -> None:
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


def _check_size(task: WrittenTask, errors: list[FieldError]) -> None:
    """Check the total size of the levels."""
    plain = task.work
    each = len(json.dumps([plain.get("named", plain.get("board")), plain.get("goal")], separators=(",", ":")))
    if each * task.number > MAX_LEVELS_BYTES:
        template = "the boards and goals of {number|# level|# levels} take {given} bytes; the limit is {most}"
        text = Message(template, number=task.number, given=each * task.number, most=MAX_LEVELS_BYTES)
        errors.append(field_error(("number",), text))


def _dump_level(level: Level, plain: JsonObject) -> JsonObject:
    """Write a level of a stored task: its puzzle and its known properties."""
    written: JsonObject = {"puzzle": _dump_puzzle(level, plain), "length": level.length, "count": level.count}
    return written | ({"features": dict(level.features)} if level.features else {})


def _dump_puzzle(level: Level, plain: JsonObject) -> JsonObject:
    """A level as one posts it."""
    plainest = dump_puzzle(level.puzzle)
    parts = KINDS[plain["kind"]].levels.dump(level, plain, plainest)
    whole = {"kind": plain["kind"], "start": plainest["start"]} | parts
    return {name: whole[name] for name in ("kind", "board", *whole) if name in whole}
