"""Tasks of whole spaces in JSON: a board with a start, explored forwards, or a goal, explored backwards."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping
from copy import copy
from dataclasses import dataclass, field
from math import ceil
from typing import Any

from marshmallow import fields

from fewest.config.settings import Settings
from fewest.design import kinds
from fewest.design.forms.base import SpaceForms
from fewest.design.forms.kinds import KINDS, KindForms, shapes_by_kind
from fewest.design.spaces import (
    MAX_POSITIONS,
    Draw,
    PartOfSpace,
    SpacePosition,
    SpaceReport,
    Spaces,
    SpaceTask,
    TooLarge,
)
from fewest.notation import JsonObject, meanings
from fewest.notation.boards import resolve_name
from fewest.notation.errors import FieldError, checked, field_error, pointer, read_object
from fewest.notation.fields import MAX_SEED, BoundedInteger, Component
from fewest.notation.kinds import KINDS as WRITTEN
from fewest.notation.meanings import describe
from fewest.notation.shape import Shape
from fewest.notation.short_forms import PARTS, load_written_out
from fewest.schemas.task import TaskRequest, TaskShape, kind_named, read_task
from fewest.solver.errors import Message
from fewest.solver.model import Puzzle

MAX_DRAWN = 100
MAX_DEPTH = 1_000_000

SEARCH_BYTES = 20_000_000
"""Bytes of a space that count as one search: exploring them takes about a tenth of a second."""
POSITION_BYTES = 32
"""Largest size of a position of a space, in bytes, on most boards."""


class DrawShape(Shape):
    """The positions to draw: by default one of the deepest positions, with a new seed."""

    depth = BoundedInteger(
        0, MAX_DEPTH, metadata=describe("Depth of the positions to draw. By default that of the deepest.")
    )
    number = BoundedInteger(
        1, MAX_DRAWN, load_default=1, metadata=describe("Number of positions to draw; a position may be drawn twice.")
    )
    seed = BoundedInteger(0, MAX_SEED, metadata=describe(meanings.SEED))


class SpaceShape(TaskShape):
    """The common fields of all requests for spaces."""

    kind = fields.String(required=True, metadata=describe(meanings.KIND))
    draw = Component("SpaceDraw", metadata=describe("Positions to draw from the space. By default none."))


ABOUT = {
    "start": "The position where the space begins, as in a puzzle. Beside a goal: a position whose depth is returned.",
    "goal": "The goal from which the space is explored backwards, as in a puzzle.",
}


def _parts_of(forms: KindForms) -> type[Shape]:
    """The fields of a puzzle, of which the start or the goal may be left out."""
    spaces = forms.spaces
    parts: dict[str, Any] = {"__doc__": spaces.__doc__}
    for name in spaces.fields:
        part = parts[name] = copy(WRITTEN[forms.name].shape.fields[name])
        part.required = part.required and name not in spaces.optional
        if name in ABOUT:
            part.metadata = {**part.metadata, "description": ABOUT[name]}
    return type("SpaceParts", (Shape,), parts)


SHAPES = shapes_by_kind(SpaceShape, _parts_of)
DRAW = DrawShape()


@dataclass(frozen=True, slots=True)
class WrittenSpace(SpaceTask):
    """A space, with its puzzle, and the body of its request in full forms, which decides how positions are written."""

    puzzle: Puzzle | None = field(default=None, compare=False)
    written: JsonObject = field(default_factory=dict, compare=False)


class SpaceSchema:
    """How tasks of spaces are written in JSON (see :class:`fewest.schemas.task.TaskSchema`)."""

    name = "space"
    title = "Space"
    noun = "spaces"
    shapes: Mapping[str, Shape] = SHAPES

    def load(self, body: object, settings: Settings) -> TaskRequest:
        """Read the body of a request.

        With a goal, the space is explored backwards, and a start is a position to look up. With a start only, it is
        explored forwards.
        """
        return load_written_out(body, PARTS, lambda full: self._load(full, settings))

    def _load(self, body: object, settings: Settings) -> TaskRequest:
        errors: list[FieldError] = []
        kind = kind_named(body, SHAPES)
        parts, limits, webhook = read_task(body, SHAPES[kind], settings, errors)
        draw = read_object(parts["draw"], DRAW, ("draw",), errors) if "draw" in parts else None
        drawn = draw is not None and "seed" not in draw
        if draw is not None:
            # Stored with the task: another run draws the same positions.
            draw.setdefault("seed", secrets.randbelow(MAX_SEED + 1))
        task = _task(resolve_name(parts, kind, (), errors), draw, errors)
        if task is not None:
            _check_size(task, errors)
        task = checked(task, errors)
        plain = (
            {"kind": kind}
            | _forms(task).dump_task(task.puzzle, task.written)
            | ({} if draw is None else {"draw": draw})
        )
        return TaskRequest(task, plain, checked(limits, errors), webhook, drawn)

    def searches(self, request: TaskRequest) -> int:
        """One for each 20 MB of its memory limit, or of the size of its space if that is known to be smaller."""
        most = min(request.limits.bytes, POSITION_BYTES * _solver(request.task).size_bound(request.task))
        return max(1, ceil(most / SEARCH_BYTES))

    def load_stored(self, plain: JsonObject) -> WrittenSpace:
        """Read a task as it was stored."""
        errors: list[FieldError] = []
        return checked(_task(plain, plain.get("draw"), errors), errors)

    def dump(self, task: WrittenSpace, result: SpaceReport | TooLarge | PartOfSpace) -> JsonObject:
        """Write a result."""
        match result:
            case TooLarge(limit, needed, allowed):
                return {"status": "refused", "limit": limit, "needed": needed, "allowed": allowed}
            case PartOfSpace(limit, depths):
                more = _forms(task).dump_part(task, len(depths))
                return {"status": "stopped", "limit": limit, "depths": list(depths)} | more
        return _written(task, result)

    def rows(self, result: JsonObject) -> list[JsonObject]:
        """The depths as a table, with counts up to symmetry and of dead ends if the result has them."""
        columns = {name: result[name] for name in ("pegs", "dead_ends") if result.get(name) is not None}
        reduced = result.get("up_to_symmetry") or {}
        columns |= {
            f"{name}_up_to_symmetry": reduced[source]
            for name, source in (("positions", "depths"), ("dead_ends", "dead_ends"))
            if reduced.get(source) is not None
        }
        return [
            {"depth": depth, "positions": number} | {name: values[depth] for name, values in columns.items()}
            for depth, number in enumerate(result.get("depths", ()))
        ]


def _task(parts: JsonObject, draw: JsonObject | None, errors: list[FieldError]) -> WrittenSpace | None:
    """Build a task from the fields of its body that have the right shape; every error is appended."""
    if "start" not in parts and "goal" not in parts and not errors:
        errors.append(field_error((), Message("needs a start or a goal")))
        return None
    kind = parts["kind"]
    puzzle = _puzzle(kind, parts, errors)
    forward = "goal" not in parts
    read = None if puzzle is None else KINDS[kind].spaces.read(puzzle, forward, errors)
    if puzzle is None or read is None:
        return None
    given = puzzle.start if "start" in parts and not forward else None
    wanted = None if draw is None else Draw(draw.get("depth"), draw.get("number", 1), draw.get("seed", 0))
    return WrittenSpace(kind, *read, forward, given, wanted, puzzle, parts)


def _puzzle(kind: str, parts: JsonObject, errors: list[FieldError]) -> Puzzle | None:
    """The puzzle of a board, a start and a goal. A missing one is replaced by a valid placeholder."""
    forms = KINDS[kind].spaces
    written = {name: parts[name] for name in forms.fields if name in parts}
    missing = [name for name in ("goal", "start") if name not in parts][:1]
    other = "start" if "goal" in missing else "goal"
    fillings = {name: forms.filling(name, parts.get(other)) for name in missing}
    found: list[FieldError] = []
    built = WRITTEN[kind].load(written | fillings, (), found)
    # The client did not write the placeholder, so its errors are not reported.
    hidden = tuple(pointer((name,)) for name in missing)
    errors += [error for error in found if not any((error.pointer + "/").startswith(place + "/") for place in hidden)]
    return None if built is None or found else built[0]


def _check_size(task: SpaceTask, errors: list[FieldError]) -> None:
    """Report an error of the board if the space is known to have too many positions."""
    if (needed := _solver(task).least_size(task)) > MAX_POSITIONS:
        template = "has at least {needed|# position|# positions}; the limit is {most}"
        errors.append(field_error(("board",), Message(template, needed=needed, most=MAX_POSITIONS)))


def _written(task: WrittenSpace, report: SpaceReport) -> JsonObject:
    """A complete answer."""
    forms = _forms(task)

    def dump(positions: Iterable[SpacePosition]) -> list[JsonObject]:
        return [forms.dump_position(task, position, task.written) for position in positions]

    depth = len(report.depths) - 1 if report.depths else None
    written: JsonObject = {
        "status": "finished",
        "positions": sum(report.depths),
        "depth": depth,
        "mean": report.mean,
        "depths": list(report.depths),
        "deepest": dump(report.deepest),
    }
    written |= forms.dump_whole(task, report, task.written)
    if task.given is not None:
        written["start_depth"] = report.given_depth
        written["hardest"] = report.given_depth is not None and report.given_depth == depth
    if task.draw is not None:
        written["drawn"] = dump(report.drawn)
        written["seed"] = task.draw.seed
    return written


def _forms(task: SpaceTask) -> SpaceForms:
    """The JSON form of the task's space."""
    return KINDS[task.kind].spaces


def _solver(task: SpaceTask) -> Spaces:
    """How the task's space is explored."""
    return kinds.KINDS[task.kind].spaces
