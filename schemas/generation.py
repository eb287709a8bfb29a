"""Levels to order in JSON: the body of a request, the order as it is stored, and the levels made."""

from __future__ import annotations

import json
import secrets
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from marshmallow import fields, validate

from fewest.schemas import JsonObject, meanings
from fewest.schemas.boards import join_or, resolve_name
from fewest.schemas.errors import FieldError, Path, field_error, read_object
from fewest.schemas.fields import LARGEST, BoundedInteger, Component, Integers, quoted
from fewest.schemas.jump.board import JumpBoardShape
from fewest.schemas.jump.goals import BoundedGoal, JumpGoalShape
from fewest.schemas.jump.positions import HOLE_SET
from fewest.schemas.jump.puzzle import JumpSchema
from fewest.schemas.meanings import describe
from fewest.schemas.order import OrderRequest, OrderShape, read_order, require
from fewest.schemas.puzzle import dump_puzzle
from fewest.schemas.settings import Settings
from fewest.schemas.shape import Shape
from fewest.schemas.short_forms import load_written_out
from fewest.schemas.slide import CONTENT, IN_ROWS, MAX_PIECE, SlideBoardShape, SlideSchema, read_board
from fewest.solver.errors import Message
from fewest.solver.features import NAMES
from fewest.solver.generation.order import Generation, GenerationOrder, Level, Range
from fewest.solver.generation.refusal import refuse_at_once
from fewest.solver.jump.board import WORD_HOLES, grid_places, mask_of, too_many_holes
from fewest.solver.jump.puzzle import JumpGoal, JumpPuzzle
from fewest.solver.slide.board import MAX_CELLS

MAX_LEVELS = 100
MAX_LEVELS_BYTES = 1_000_000
"""What the boards and goals of all levels of an order may take, each written with its level as one posts it."""

MAX_LENGTH = 10_000
MAX_SOLUTIONS = 1_000_000_000
MAX_FEATURE = 1e12
FEATURES = tuple(name for name in NAMES if name not in ("length", "count"))
"""Features that an order may have ranges of; length and number of solutions have fields of their own."""
SEEDS = 1 << 32
"""Seeds that are drawn where none is given are below this."""
ONE_PEG: JsonObject = {"count": 1}
"""The goal of jump boards if none is given: one peg, anywhere."""
COMPLEMENT: JsonObject = {"complement": True}
"""As the goal of a jump board: pegs in exactly the holes that are empty at the start."""
PEGS_GIVEN = """Number of pegs at the start, from `min` to `max`. By default any; with the goal `complement`, all holes
have a peg but one, or but those in `empty`."""
GIVEN = describe("What is given of the start of every level.")
AT_MOST = f"It has at most {WORD_HOLES} holes."


class LengthRange(Shape):
    """Numbers of moves."""

    min = BoundedInteger(1, MAX_LENGTH, metadata=describe("Least number of moves. By default 1."))
    max = BoundedInteger(1, MAX_LENGTH, metadata=describe(f"Greatest number of moves. By default {MAX_LENGTH}."))


class SolutionsRange(Shape):
    """Numbers of optimal solutions."""

    min = BoundedInteger(1, MAX_SOLUTIONS, metadata=describe("Least number of optimal solutions. By default 1."))
    max = BoundedInteger(
        1, MAX_SOLUTIONS, metadata=describe("Greatest number of optimal solutions. By default there is none.", 1)
    )


class PegsRange(Shape):
    """Numbers of pegs."""

    min = BoundedInteger(
        1,
        WORD_HOLES,
        metadata=describe("Least number of pegs. By default 1."),
    )
    max = BoundedInteger(
        1, WORD_HOLES, metadata=describe("Greatest number of pegs. By default as many as the board has room for.")
    )


class FeatureRange(Shape):
    """Values of a feature."""

    min = fields.Float(
        validate=validate.Range(-MAX_FEATURE, MAX_FEATURE),
        metadata=describe("Least value of the feature. By default there is none."),
    )
    max = fields.Float(
        validate=validate.Range(-MAX_FEATURE, MAX_FEATURE),
        metadata=describe("Greatest value of the feature. By default there is none."),
    )


FEATURE_RANGES = Shape.from_dict(
    {name: fields.Nested(FeatureRange, metadata=describe(meanings.FEATURES[name])) for name in FEATURES},
    name="FeatureRanges",
)
"""A range for each feature."""


class GivenJumpStartShape(Shape):
    """What is given of the start of a jump board."""

    pegs = fields.Nested(PegsRange, metadata=describe(PEGS_GIVEN, {"min": 10, "max": 20}))
    empty = Integers(
        most=WORD_HOLES,
        json_schema=HOLE_SET | {"maximum": WORD_HOLES - 1},
        metadata=describe(f"Holes that are empty at the start; others may be, too. {meanings.HOLES}", [16]),
    )


class GivenSlideStartShape(Shape):
    """What is given of the start of a sliding board: the pieces of some cells."""

    pieces = Integers(
        most=MAX_CELLS,
        null=True,
        json_schema={"minimum": 0, "maximum": MAX_PIECE, "minItems": 1},
        short=[IN_ROWS],
        metadata=describe(
            f"The piece on each cell at the start; null where it may be any. {CONTENT}",
            [0, None, None, None, None, None, None, None, None],
        ),
    )


class GenerationShape(OrderShape):
    """What all levels to order have in common."""

    kind = fields.String(required=True, metadata=describe(meanings.JUMP_OR_SLIDE))
    number = BoundedInteger(1, MAX_LEVELS, load_default=10, metadata=describe("Number of levels to make."))
    length = fields.Nested(
        LengthRange,
        load_default=dict,
        metadata=describe("Fewest moves that a level may have, from `min` to `max`.", {"min": 20, "max": 24}),
    )
    solutions = fields.Nested(
        SolutionsRange,
        load_default=dict,
        metadata=describe("Number of optimal solutions that a level may have, from `min` to `max`.", {"max": 1}),
    )
    features = fields.Nested(
        FEATURE_RANGES,
        load_default=dict,
        metadata=describe("Features that a level has to have, each from `min` to `max`.", {"traps": {"min": 0.1}}),
    )
    minimal = fields.Boolean(
        truthy={True},
        falsy={False},
        load_default=False,
        metadata=describe(
            "Whether no peg, no hole, or nothing of what the goal says of a cell may be superfluous: without it, the "
            "length or the number of solutions would be another."
        ),
    )
    seed = BoundedInteger(0, LARGEST, metadata=describe(meanings.SEED, 7))


class JumpGenerationShape(GenerationShape):
    """Levels of a jump board."""

    board = fields.Nested(
        JumpBoardShape, required=True, metadata=describe(f"The board of the levels. {AT_MOST}", {"name": "english"})
    )
    start = fields.Nested(GivenJumpStartShape, load_default=dict, metadata=GIVEN)
    goal = Component(
        "GenerationGoal",
        load_default=lambda: dict(ONE_PEG),
        metadata=describe(
            "The goal of every level: pegs, empty holes, a number of pegs, or several of these; or `complement`. By "
            "default one peg, anywhere.",
            ONE_PEG,
            COMPLEMENT,
        ),
    )


class SlideGenerationShape(GenerationShape):
    """Levels of a sliding board."""

    board = fields.Nested(
        SlideBoardShape, required=True, metadata=describe("The board of the levels.", {"rows": 3, "columns": 3})
    )
    start = fields.Nested(GivenSlideStartShape, load_default=dict, metadata=GIVEN)
    goal = Integers(
        most=MAX_CELLS,
        json_schema={"minimum": 0, "maximum": MAX_PIECE, "minItems": 1},
        metadata=describe(
            f"The piece on each cell in the end. By default 1, 2, …, and the last cell empty. {CONTENT}",
            [1, 2, 3, 4, 5, 6, 7, 8, 0],
        ),
    )


class GoalShape(Shape):
    """The goal of a jump board, on its own."""

    goal = BoundedGoal(JumpGoalShape)


GOAL = GoalShape()
SHAPES: Mapping[str, GenerationShape] = {"jump": JumpGenerationShape(), "slide": SlideGenerationShape()}


@dataclass(frozen=True, slots=True)
class WrittenOrder(GenerationOrder):
    """Levels to order, with the order as it is stored (``plain``): levels are written as it is."""

    plain: JsonObject = field(default_factory=dict)


class GenerationSchema:
    """How levels to order are written (see :class:`fewest.schemas.order.OrderSchema`)."""

    want = "generation"
    noun = "generations"
    shapes: Mapping[str, Shape] = SHAPES

    def load(self, body: object, settings: Settings) -> OrderRequest:
        """Read the body of a request."""
        return load_written_out(body, ("board", "goal"), lambda full: self._load(full, settings))

    def _load(self, body: object, settings: Settings) -> OrderRequest:
        errors: list[FieldError] = []
        kind = body.get("kind") if isinstance(body, dict) else None
        if isinstance(body, dict) and (not isinstance(kind, str) or kind not in SHAPES):
            require([field_error(("kind",), Message("must be {kinds}", kinds=join_or(list(map(quoted, SHAPES)))))])
        written, limits, webhook = read_order(body, SHAPES[kind or "slide"], settings, errors)
        drawn = "seed" not in written
        named = written.get("board", {})
        plain = _plain(resolve_name(written, kind or "slide", (), errors))
        plain |= {"named": named} if "name" in named else {}
        plain |= {"seed": secrets.randbelow(SEEDS)} if drawn else {}
        order = _order(plain, errors)
        if order is not None:
            _check_possible(order, errors)
            _check_size(order, errors)
        require(errors)
        assert order is not None
        assert limits is not None
        return OrderRequest(order, plain, limits, webhook, drawn)

    def searches(self, request: OrderRequest) -> int:
        """As one for each level."""
        return int(request.order.number)

    def load_stored(self, plain: JsonObject) -> WrittenOrder:
        """Read an order as it was stored."""
        errors: list[FieldError] = []
        order = _order(plain, errors)
        require(errors)
        assert order is not None
        return order

    def dump(self, order: WrittenOrder, result: Generation) -> JsonObject:
        """Write the levels made, on the board and with the goal as the client has written them."""
        plain = order.plain
        status = "finished"
        if result.refusal is not None:
            status = "refused"
        elif result.limit is not None:
            status = "stopped"
        written: JsonObject = {
            "status": status,
            "seed": plain["seed"],
            "puzzles": [_dump_level(level, plain) for level in result.levels],
            "tried": result.tried,
        }
        if result.limit in ("tried", "exhausted"):
            written["reason"] = result.limit
        elif result.limit is not None:
            written["limit"] = result.limit
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
    """The fields of a body with all defaults, as they are stored."""
    order = dict(written)
    ranges = {"length": (1, MAX_LENGTH), "solutions": (1, None)}
    for name, (least, most) in ranges.items():
        given = order.get(name, {})
        order[name] = {"min": given.get("min", least), "max": given.get("max", most)}
    return order


def _order(plain: JsonObject, errors: list[FieldError]) -> WrittenOrder | None:
    """Build an order from the fields that have the right shape; every error is appended."""
    for name in ("length", "solutions"):
        _check_range(plain.get(name), (name,), errors)
    features = plain.get("features", {})
    for name, given in features.items():
        _check_range(given, ("features", name), errors)
    start = plain.get("start", {})
    if "board" not in plain:
        return None
    read_parts = _jump_parts if plain["kind"] == "jump" else _slide_parts
    parts = read_parts(plain, start, errors)
    if parts is None or errors:
        return None
    return WrittenOrder(
        number=plain["number"],
        seed=plain["seed"],
        min_length=plain["length"]["min"],
        max_length=plain["length"]["max"],
        min_count=plain["solutions"]["min"],
        max_count=plain["solutions"]["max"],
        features={name: Range(given.get("min"), given.get("max")) for name, given in features.items()},
        minimal=plain["minimal"],
        plain=plain,
        **parts,
    )


def _jump_parts(plain: JsonObject, start: JsonObject, errors: list[FieldError]) -> JsonObject | None:
    """Board, goal and start of a jump board."""
    goal = plain.get("goal", ONE_PEG)
    complement = isinstance(goal, dict) and goal == COMPLEMENT
    parts: JsonObject = {"board": plain["board"], "start": {"pegs": []}}
    read = read_object({"goal": ONE_PEG if complement else goal}, GOAL, (), errors)
    built = JumpSchema().load(parts | read, (), errors)
    if built is None:
        return None
    puzzle: JumpPuzzle = built[0]
    holes = puzzle.board.holes
    if (too_many := too_many_holes(puzzle.board)) is not None:
        errors.append(field_error(("board",), too_many))
        return None
    if not complement and puzzle.goal != JumpGoal(puzzle.goal.positions, puzzle.goal.counts):
        errors.append(field_error(("goal",), Message("levels need a goal of pegs, empty holes or a number of pegs")))
    pegs = start.get("pegs", {})
    _check_range(pegs, ("start", "pegs"), errors)
    for name in ("min", "max"):
        if pegs.get(name, 0) > holes:
            text = Message("must be at most {most}, the number of holes, not {value}", most=holes, value=pegs[name])
            errors.append(field_error(("start", "pegs", name), text))
    empty = start.get("empty", [])
    for index, hole in enumerate(empty):
        if not 0 <= hole < holes:
            text = Message("hole {hole} does not exist: holes are numbered 0 to {last}", hole=hole, last=holes - 1)
            errors.append(field_error(("start", "empty", index), text))
        elif hole in empty[:index]:
            text = Message("hole {hole} is listed twice", hole=hole)
            errors.append(field_error(("start", "empty", index), text))
    if errors:
        return None
    least = holes - max(1, len(empty)) if complement and not pegs else 1
    return {
        "board": puzzle.board,
        "goal": None if complement else puzzle.goal,
        "min_pegs": pegs.get("min", least),
        "max_pegs": pegs.get("max", holes),
        "empty": mask_of(empty),
    }


def _slide_parts(plain: JsonObject, start: JsonObject, errors: list[FieldError]) -> JsonObject | None:
    """Board, goal and start of a sliding board."""
    before = len(errors)
    built = read_board(plain["board"], ("board",), errors)
    if built is None:
        return None
    cells, board, _ = built
    goal = plain.get("goal", [*range(1, cells), 0])
    del errors[before:]  # they are found again with those of the layout and the goal
    SlideSchema().load({"board": plain["board"], "goal": goal}, (), errors)
    pieces = start.get("pieces", [])
    if pieces and len(pieces) != cells:
        text = Message("must have {cells} numbers, one for each cell, not {given}", cells=cells, given=len(pieces))
        errors.append(field_error(("start", "pieces"), text))
    elif len(errors) == before:
        _check_given(pieces, goal, errors)
    if board is None or len(errors) > before:
        return None
    return {"board": board, "goal": tuple(goal), "pieces": tuple(pieces)}


def _check_given(pieces: list[int | None], goal: list[int], errors: list[FieldError]) -> None:
    """Check that no piece is given more often than the goal has it."""
    have = Counter(goal)
    seen: Counter[int] = Counter()
    for cell, piece in enumerate(pieces):
        if piece is not None:
            seen[piece] += 1
            if seen[piece] > have[piece]:
                counts = {"have": have[piece], "given": seen[piece]}
                text = Message("the goal has {have} pieces numbered {piece}, not {given}", piece=piece, **counts)
                errors.append(field_error(("start", "pieces", cell), text))


def _check_range(given: Any, path: Path, errors: list[FieldError]) -> None:
    """Check that the least number of a range is not above the greatest."""
    least = given.get("min") if isinstance(given, dict) else None
    most = given.get("max") if isinstance(given, dict) else None
    if least is not None and most is not None and least > most:
        text = Message("must be at most {most}, as max is, not {value}", most=most, value=least)
        errors.append(field_error((*path, "min"), text))


def _check_possible(order: GenerationOrder, errors: list[FieldError]) -> None:
    """Report a length that no position has, where that is known without a search."""
    refusal = refuse_at_once(order)
    if refusal is None:
        return
    if refusal["by"] == "pegs":
        text = Message("no start as given has more than {moves} moves: each removes a peg", moves=refusal["moves"])
    else:
        template = "no position of this board is farther than {deepest} moves from the goal ({source})"
        text = Message(template, deepest=refusal["deepest"], source=refusal["source"])
    errors.append(field_error(("length", "min"), text))


def _check_size(order: WrittenOrder, errors: list[FieldError]) -> None:
    """Check that the levels do not take too many bytes."""
    plain = order.plain
    each = len(json.dumps([plain.get("named", plain["board"]), plain.get("goal")], separators=(",", ":")))
    if each * order.number > MAX_LEVELS_BYTES:
        template = "the boards and goals of {number} levels take {given} bytes; the limit is {most}"
        text = Message(template, number=order.number, given=each * order.number, most=MAX_LEVELS_BYTES)
        errors.append(field_error(("number",), text))


def _dump_level(level: Level, plain: JsonObject) -> JsonObject:
    written: JsonObject = {"puzzle": _dump_puzzle(level, plain), "length": level.length, "count": level.count}
    return written | ({"features": dict(level.features)} if level.features else {})


def _dump_puzzle(level: Level, plain: JsonObject) -> JsonObject:
    """A level as one posts it."""
    puzzle = level.puzzle
    plainest = dump_puzzle(puzzle)
    board = plain.get("named", plain["board"])
    goal = plainest["goal"]
    if isinstance(puzzle, JumpPuzzle):
        if len(level.holes) < _holes(plain["board"]):
            board = _smaller(plain["board"], level.holes, plainest["board"])
        elif plain.get("goal", ONE_PEG) != COMPLEMENT:
            goal = plain.get("goal", ONE_PEG)
    return {"kind": puzzle.kind, "board": board, "start": plainest["start"], "goal": goal}


def _holes(board: JsonObject) -> int:
    """Number of holes of a board as it is written."""
    if "grid" in board:
        return sum(row.count(".") for row in board["grid"])
    return int(board["holes"]) if "holes" in board else len(board["jump_table"])


def _smaller(board: JsonObject, left: tuple[int, ...], plainest: JsonObject) -> JsonObject:
    """A board without some of its holes, as a grid if it is one, with what is left of its layout."""
    layout = {"layout": [board["layout"][hole] for hole in left]} if "layout" in board else {}
    if "grid" not in board:
        return plainest | layout
    grid, lines = board["grid"], board["lines"]
    # A grid that is read without the blanks between its holes must stay without #.
    gap = "#" if grid_places(grid, lines) == grid_places([*grid, "#"], lines) else " "
    rows = []
    hole = 0
    for row in grid:
        drawn = ""
        for character in row:
            drawn += gap if character == "." and hole not in left else character
            hole += character == "."
        rows.append(drawn)
    return {"grid": rows, "lines": lines} | layout
