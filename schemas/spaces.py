"""Tasks of whole spaces in JSON: a board, and a start to go on from or a goal to come from."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from math import ceil
from typing import Any

from marshmallow import fields

from fewest.schemas import JsonObject, meanings
from fewest.schemas.boards import join_or, resolve_name
from fewest.schemas.errors import FieldError, checked, field_error, pointer, read_object
from fewest.schemas.fields import MAX_SEED, BoundedInteger, Component, Integers, quoted
from fewest.schemas.kinds import KINDS, SpaceForms
from fewest.schemas.meanings import describe
from fewest.schemas.settings import Settings
from fewest.schemas.shape import Shape
from fewest.schemas.short_forms import PARTS, load_written_out
from fewest.schemas.slide.puzzle import IN_ROWS, WITH_NULLS
from fewest.schemas.slide.puzzle import PIECES as PIECES_OF_CELLS
from fewest.schemas.task import TaskRequest, TaskShape, read_task
from fewest.solver.design.spaces import MAX_POSITIONS, PartOfSpace, SpaceReport
from fewest.solver.errors import Message
from fewest.solver.kinds import spaces_of
from fewest.solver.model import Puzzle
from fewest.solver.slide.board import MAX_CELLS
from fewest.solver.space import Draw, SpaceTask, TooLarge

MAX_DRAWN = 100
MAX_DEPTH = 1_000_000

SEARCH_BYTES = 20_000_000
"""What a search of the rate stands for: a space of so many bytes is explored in about a tenth of a second."""
POSITION_BYTES = 32
"""What a position of a space takes at most on most boards."""


def _ref(component: str) -> JsonObject:
    return {"$ref": f"#/components/schemas/{component}"}


PIECES = Integers(most=MAX_CELLS, json_schema=PIECES_OF_CELLS, short=[WITH_NULLS, IN_ROWS]).json_schema()


class KindPart(fields.Raw):
    """A part of a puzzle of any kind; the kind's own schema reads it."""

    def __init__(self, *forms: JsonObject, **kwargs: Any) -> None:
        self.forms = forms
        super().__init__(**kwargs)

    def json_schema(self) -> JsonObject:
        """What it accepts."""
        return {"anyOf": list(self.forms)}


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
    """The body of ``POST /v1/spaces``: a kind, a board, and a start or a goal of this kind."""

    kind = fields.String(required=True, metadata=describe(meanings.JUMP_OR_SLIDE))
    board = KindPart(
        _ref("JumpBoard"),
        _ref("SlideBoard"),
        required=True,
        metadata=describe(meanings.BOARD, {"rows": 2, "columns": 3}),
    )
    start = KindPart(
        _ref("JumpStart"),
        PIECES,
        metadata=describe(
            ("The position where the space begins, as in a puzzle. Beside a goal: a position whose depth is returned."),
            {"empty": [16]},
            [1, 2, 3, 4, 0, 5],
        ),
    )
    goal = KindPart(
        _ref("JumpGoal"),
        PIECES,
        metadata=describe(
            "The position that is explored backwards, as in a puzzle, with the piece on every cell. On "
            "jump boards also several positions with equally many pegs, or a number of pegs.",
            [1, 2, 3, 4, 5, 0],
            {"count": 1},
        ),
    )
    draw = Component("SpaceDraw", metadata=describe("Positions to draw from the space. By default none."))


SPACE = SpaceShape()
DRAW = DrawShape()


class SpaceSchema:
    """How tasks of spaces are written in JSON (see :class:`fewest.schemas.task.TaskSchema`)."""

    name = "space"
    title = "Space"
    noun = "spaces"
    shapes: Mapping[str, Shape] = {"": SPACE}

    def load(self, body: object, settings: Settings) -> TaskRequest:
        """Read the body of a request.

        The space of a goal is explored backwards, and a start beside it is a position to look up; that of a start
        alone is explored forwards.
        """
        return load_written_out(body, PARTS, lambda full: self._load(full, settings))

    def _load(self, body: object, settings: Settings) -> TaskRequest:
        errors: list[FieldError] = []
        parts, limits, webhook = read_task(body, SPACE, settings, errors)
        draw = read_object(parts["draw"], DRAW, ("draw",), errors) if "draw" in parts else None
        drawn = draw is not None and "seed" not in draw
        if draw is not None:
            draw.setdefault("seed", secrets.randbelow(MAX_SEED + 1))
        task = _task(parts, draw, errors)
        if task is not None:
            _check_size(task, errors)
        task = checked(task, errors)
        return TaskRequest(task, _plain(task, draw), checked(limits, errors), webhook, drawn)

    def searches(self, request: TaskRequest) -> int:
        """As one for each 20 MB that it may take: its limit, or less where its board has too few positions."""
        most = min(request.limits.bytes, POSITION_BYTES * spaces_of(request.task.kind).size_bound(request.task))
        return max(1, ceil(most / SEARCH_BYTES))

    def load_stored(self, plain: JsonObject) -> SpaceTask:
        """Read a task as it was stored."""
        errors: list[FieldError] = []
        return checked(_task(plain, plain.get("draw"), errors), errors)

    def dump(self, task: SpaceTask, result: SpaceReport | TooLarge | PartOfSpace) -> JsonObject:
        """Write a result."""
        match result:
            case TooLarge(limit, needed, allowed):
                return {"status": "refused", "limit": limit, "needed": needed, "allowed": allowed}
            case PartOfSpace(limit, depths):
                more = _forms(task.kind).dump_part(task, len(depths))
                return {"status": "stopped", "limit": limit, "depths": list(depths)} | more
        return _written(task, result)

    def rows(self, result: JsonObject) -> list[JsonObject]:
        """The depths as a table; counts up to symmetry and of dead ends where the result has them."""
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


def _task(parts: JsonObject, draw: JsonObject | None, errors: list[FieldError]) -> SpaceTask | None:
    """Build a task; every error is appended."""
    kind = parts.get("kind")
    explorable = [name for name, schema in KINDS.items() if schema.spaces is not None]
    if "kind" in parts and kind not in explorable:
        kinds = join_or(list(map(quoted, explorable)))
        text = Message("must be {kinds}, not {value}", kinds=kinds, value=quoted(kind))
        errors.append(field_error(("kind",), text))
        return None
    if "start" not in parts and "goal" not in parts and not errors:
        errors.append(field_error((), Message("needs a start or a goal")))
        return None
    if kind is None or "board" not in parts:
        return None
    puzzle = _puzzle(kind, parts, errors)
    if puzzle is None:
        return None
    forward = "goal" not in parts
    origins = _forms(kind).origins(puzzle, forward, errors)
    if origins is None:
        return None
    given = puzzle.start if "start" in parts and not forward else None
    board: Any = puzzle.board  # type: ignore[attr-defined]
    wanted = None if draw is None else Draw(draw.get("depth"), draw.get("number", 1), draw.get("seed", 0))
    return SpaceTask(kind, board, origins, forward, given, wanted)


def _puzzle(kind: str, parts: JsonObject, errors: list[FieldError]) -> Puzzle | None:
    """The puzzle of a board, a start and a goal; what is not given is filled in by something that has no errors."""
    written: JsonObject = {name: parts[name] for name in ("kind", "board", "start", "goal") if name in parts}
    missing = [name for name in ("goal", "start") if name not in parts][:1]
    other = "start" if "goal" in missing else "goal"
    forms, schema = _forms(kind), KINDS[kind]
    found: list[FieldError] = []
    written |= {name: forms.filling(name, None) for name in missing}
    fields_ = resolve_name(read_object(written, schema.shape, (), found), kind, (), found)
    fields_ |= {name: forms.filling(name, fields_.get(other)) for name in missing}
    built = schema.load(fields_, (), found)
    hidden = tuple(pointer((name,)) for name in missing)
    errors += [error for error in found if not any((error.pointer + "/").startswith(place + "/") for place in hidden)]
    return None if built is None or found else built[0]


def _check_size(task: SpaceTask, errors: list[FieldError]) -> None:
    """A space that is known to have too many positions is an error of its board."""
    if (needed := spaces_of(task.kind).least_size(task)) > MAX_POSITIONS:
        template = "has at least {needed} positions; the limit is {most}"
        errors.append(field_error(("board",), Message(template, needed=needed, most=MAX_POSITIONS)))


def _plain(task: SpaceTask, draw: JsonObject | None) -> JsonObject:
    """A task as it is stored: the same for all ways to write it in one numbering."""
    forms = _forms(task.kind)
    plain: JsonObject = {"kind": task.kind, "board": forms.dump_board(task.board)}
    if task.forward:
        plain["start"] = forms.dump_start(task.origins[0])
    else:
        plain["goal"] = forms.dump_goal(task)
    if task.given is not None:
        plain["start"] = forms.dump_start(task.given)
    return plain if draw is None else plain | {"draw": draw}


def _written(task: SpaceTask, report: SpaceReport) -> JsonObject:
    """A complete answer."""
    dump = KINDS[task.kind].dump_position
    written: JsonObject = {
        "status": "finished",
        "positions": sum(report.depths),
        "depth": len(report.depths) - 1,
        "mean": report.mean,
        "depths": list(report.depths),
        "deepest": [dump(position) for position in report.deepest],
    }
    written |= _forms(task.kind).dump_whole(task, report)
    if task.given is not None:
        written["start_depth"] = report.given_depth
        written["hardest"] = report.given_depth == len(report.depths) - 1
    if task.draw is not None:
        written["drawn"] = [dump(position) for position in report.drawn]
        written["seed"] = task.draw.seed
    return written


def _forms(kind: str) -> SpaceForms[Any]:
    """How spaces of a kind are written that can be explored."""
    forms = KINDS[kind].spaces
    assert forms is not None, kind
    return forms
