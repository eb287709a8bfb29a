"""Tasks: the common part of their documents, and the results of spaces, levels and features."""

from __future__ import annotations

from copy import copy

from marshmallow import fields, validate

from fewest.design import features
from fewest.notation import meanings
from fewest.notation.fields import Component, Integers
from fewest.notation.meanings import always, describe
from fewest.schemas.documents.base import PLACE, AnswerSchema
from fewest.schemas.documents.jobs import WorkAnswer
from fewest.schemas.documents.proofs import ProofAnswer
from fewest.schemas.statuses import FAILED
from fewest.schemas.task import ENDED

LIMITS = ("seconds", "nodes", "bytes")
STATUSES = ["queued", "running", *ENDED, *FAILED]


class TaskProgressAnswer(AnswerSchema):
    """Progress of a task."""

    nodes = fields.Integer(**always(meanings.NODES))
    seconds = fields.Float(**always(meanings.SECONDS))


class TaskLinksAnswer(AnswerSchema):
    """Addresses of a task."""

    self = fields.String(**always(meanings.SELF))
    events = fields.String(**always(meanings.EVENTS))
    picture = fields.String(metadata=describe("Of a space: its depths as a chart, as SVG."))


class TaskAnswer(WorkAnswer):
    """A task and its state. Once it has ended, it has the fields of its result."""

    status = fields.String(validate=validate.OneOf(STATUSES), **always(meanings.TASK_STATUS))
    progress = fields.Nested(
        TaskProgressAnswer, allow_none=True, metadata=describe("Progress, while the task is running or queued again.")
    )
    links = fields.Nested(TaskLinksAnswer, **always(meanings.LINKS))


# Spaces

POSITIONS = describe("Number of positions.")


class PositionAnswer(AnswerSchema):
    """A position: the piece on each cell, or the holes with a peg. Blocks are drawn or numbered like the start."""

    pieces = Integers(1, metadata=describe(f"The piece on each cell, 0 if empty. {meanings.CELLS}"))
    picture = fields.List(fields.String(), metadata=describe("Blocks: a drawing, as at the start of a puzzle."))
    pegs = Integers(1, json_schema=PLACE, metadata=describe(f"Jump boards: the holes with a peg. {meanings.HOLES}"))


class ReducedSpaceAnswer(AnswerSchema):
    """The numbers of a space up to symmetry: positions that a symmetry of the board maps to each other count once.

    Only symmetries that keep the start or the goal count.
    """

    symmetries = fields.Integer(
        **always("Number of symmetries, including the identity. None moves a hole that no jump uses.")
    )
    positions = fields.Integer(required=True, metadata=POSITIONS)
    depths = Integers(1, **always("Number of positions of each depth, from 0."))
    dead_ends = Integers(
        1, metadata=describe("From a start: positions of each depth, from 0, that have no legal jump.")
    )


class SpaceComponentAnswer(AnswerSchema):
    """Positions of sliding blocks that can reach each other."""

    positions = fields.Integer(required=True, metadata=POSITIONS)
    depth = fields.Integer(**always("Fewest moves from its farthest positions to the goal."))
    goals = fields.Integer(**always("Number of positions that meet the goal."))
    start = fields.Boolean(**always("Whether the start of the request is one of its positions."))
    farthest = fields.Nested(PositionAnswer, **always("One of its farthest positions."))


class SpaceResultAnswer(AnswerSchema):
    """A space: every position by its depth.

    The depth is the distance in moves, or on jump boards the number of jumps from the start or to the goal.
    """

    positions = fields.Integer(metadata=POSITIONS)
    depth = fields.Integer(
        allow_none=True,
        metadata=describe("Depth of the deepest positions; null if no arrangement of blocks meets the goal."),
    )
    mean = fields.Float(allow_none=True, metadata=describe("Mean depth of a position; null if there is none."))
    depths = Integers(
        1, metadata=describe("Number of positions of each depth, from 0; of a stopped space the known ones.")
    )
    pegs = Integers(1, metadata=describe("Jump boards: number of pegs at each depth, from 0."))
    dead_ends = Integers(
        1, metadata=describe("Jump boards, from a start: positions of each depth, from 0, that have no legal jump.")
    )
    up_to_symmetry = fields.Nested(
        ReducedSpaceAnswer,
        metadata=describe("Jump boards: the numbers up to symmetry."),
    )
    deepest = fields.List(
        fields.Nested(PositionAnswer),
        metadata=describe(
            "At most 20 of the deepest positions; on jump boards, only one of each set of symmetric positions."
        ),
    )
    component_count = fields.Integer(
        metadata=describe("Blocks with a goal: number of components, the sets of positions that can reach each other.")
    )
    components = fields.List(
        fields.Nested(SpaceComponentAnswer),
        metadata=describe("Blocks with a goal: the 20 deepest components, and that of the start."),
    )
    start_depth = fields.Integer(
        allow_none=True,
        metadata=describe(
            "Depth of the start, if the request has a start and a goal; null if the start cannot be reached."
        ),
    )
    hardest = fields.Boolean(metadata=describe("Whether that start is one of the deepest positions."))
    drawn = fields.List(
        fields.Nested(PositionAnswer),
        metadata=describe("Positions drawn uniformly from a depth, up to symmetry; empty if the depth has none."),
    )
    seed = fields.Integer(metadata=describe("Seed of the draw."))
    limit = fields.String(
        metadata=describe("The limit that ended the work, or refused it: `seconds`, `nodes`, `bytes` or `positions`.")
    )
    needed = fields.Integer(metadata=describe("If `refused`: the least size of the space, in positions or bytes."))
    allowed = fields.Integer(metadata=describe("If `refused`: the largest size allowed, in positions or bytes."))


# Levels


class LevelAnswer(AnswerSchema):
    """A puzzle with its proven fewest moves."""

    puzzle = Component("Puzzle", **always(meanings.AS_POSTED))
    length = fields.Integer(**always("Number of moves; no solution has fewer."))
    count = fields.Integer(**always(meanings.COUNT))
    features = fields.Dict(
        keys=fields.String(),
        values=fields.Float(),
        metadata=describe("The features that the request has ranges for, by name."),
    )


class RefusalAnswer(AnswerSchema):
    """The proof that no such level exists."""

    by = fields.String(
        validate=validate.OneOf(["pegs", "deepest", "space"]),
        **always(
            "The proof: `pegs` (each move removes at least one peg), `deepest` (the greatest length is "
            "published), or `space` (all positions were explored)."
        ),
    )
    moves = fields.Integer(
        metadata=describe("`pegs`: no game has more moves. `space`: starts of more moves are not counted.")
    )
    source = fields.String(metadata=describe("`deepest`: where it is published."))
    positions = fields.Integer(
        metadata=describe("`space`: solvable starts that the request allows; of jump boards, up to symmetry.")
    )
    deepest = fields.Integer(allow_none=True, metadata=describe("`deepest` and `space`: the greatest length."))
    counts = fields.List(
        fields.Integer(),
        metadata=describe("`space`: least and greatest number of solutions of the starts whose length matches."),
    )
    counts_cap = fields.Integer(metadata=describe("`space`: a number in `counts` that equals this cap may be larger."))


class LevelsAnswer(AnswerSchema):
    """Generated levels. They depend only on the body and the seed."""

    status = fields.String(validate=validate.OneOf(ENDED), **always(meanings.TASK_STATUS))
    seed = fields.Integer(**always("Seed of the levels: the same body with this seed has the same levels."))
    puzzles = fields.List(
        fields.Nested(LevelAnswer),
        **always(
            "No two are equal up to renumbering. If stopped, the levels found so far, which are the first "
            "ones of the full result."
        ),
    )
    tried = fields.Integer(**always("Number of positions examined."))
    limit = fields.String(validate=validate.OneOf(LIMITS), metadata=describe(meanings.LIMIT_REACHED))
    reason = fields.String(
        validate=validate.OneOf(["tried", "exhausted"]),
        metadata=describe(
            "Why there are fewer levels than requested: too many positions were `tried`, or no other level "
            "exists (`exhausted`)."
        ),
    )
    refusal = fields.Nested(RefusalAnswer, metadata=describe("If `refused`: the proof that no such level exists."))


# Features

REASONS = (
    *LIMITS,
    features.TOO_MANY_MOVES,
    features.TOO_MANY_POSITIONS,
    features.NO_POSITION,
    features.NO_DISTANCE,
    features.UNSOLVABLE,
)
WHY = """a limit was reached (`seconds`, `nodes`, `bytes`), too many `moves` or `positions`, `no_position` with a
choice, `no_distance` as on jump boards, or no solution (`unsolvable`)"""


class FeatureValuesAnswer(AnswerSchema):
    """The requested features. `missing` says why one is null."""

    length = fields.Integer(allow_none=True, metadata=describe(meanings.FEATURES["length"]))
    count = fields.Integer(allow_none=True, metadata=describe(meanings.FEATURES["count"]))
    forced = fields.Float(allow_none=True, metadata=describe(meanings.FEATURES["forced"]))
    choices = fields.Float(allow_none=True, metadata=describe(meanings.FEATURES["choices"]))
    traps = fields.Float(allow_none=True, metadata=describe(meanings.FEATURES["traps"]))
    detours = fields.Float(allow_none=True, metadata=describe(meanings.FEATURES["detours"]))
    walk = fields.Float(allow_none=True, metadata=describe(meanings.FEATURES["walk"]))


class WalkAnswer(AnswerSchema):
    """How the expected length of the walk was found."""

    probability = fields.Float(**always("Probability that it makes an optimal move."))
    error = fields.Float(**always("Bound of its error, in moves; with `samples`, their standard error."))
    samples = fields.Integer(metadata=describe("Number of walks made, if the value was sampled."))
    seed = fields.Integer(metadata=describe("Seed of these walks."))


def reason(name: str) -> fields.String:
    """Why a feature is null."""
    return fields.String(validate=validate.OneOf(REASONS), metadata=describe(f"Why `{name}` is null: {WHY}."))


class MissingAnswer(AnswerSchema):
    """Why features are null: a limit, or a reason why they are not defined."""

    length = reason("length")
    count = reason("count")
    forced = reason("forced")
    choices = reason("choices")
    traps = reason("traps")
    detours = reason("detours")
    walk = reason("walk")


class FeaturesAnswer(AnswerSchema):
    """The result of a task of features."""

    features = fields.Nested(
        FeatureValuesAnswer,
        metadata=describe("The requested features, by name; null if one was not found."),
    )
    missing = fields.Nested(MissingAnswer, metadata=describe("Why features are null, by name."))
    walk = fields.Nested(WalkAnswer, metadata=describe("How the feature `walk` was found, if it was."))
    limit = fields.String(validate=validate.OneOf(LIMITS), metadata=describe(meanings.LIMIT_REACHED))
    proof = fields.Nested(
        ProofAnswer, metadata=describe("The proof that the puzzle has no solution, and so no features.")
    )


# Documents


def _document(want: str, result: type[AnswerSchema]) -> type[AnswerSchema]:
    """The document of a task with this result, whose fields it has once it has ended."""
    members: dict[str, object] = {"__doc__": result.__doc__, "__module__": __name__}
    for name, declared in result._declared_fields.items():
        if name != "status":
            field = copy(declared)
            # Until the task has ended, no field of its result is there.
            field.required = False
            members[name] = field
    return type(f"{want.title()}Answer", (TaskAnswer,), members)


RESULTS = {
    "space": SpaceResultAnswer,
    "generation": LevelsAnswer,
    "features": FeaturesAnswer,
}
"""The result of each kind of task."""

DOCUMENTS = {want: _document(want, result) for want, result in RESULTS.items()}
"""The document of each kind of task."""
