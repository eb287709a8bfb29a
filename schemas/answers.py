"""The shape of what clients read. Nothing is loaded by these: they are for the OpenAPI document and its tests."""

from __future__ import annotations

from typing import Any

from marshmallow import INCLUDE, Schema, fields, validate

from schemas.fields import Component, Integers
from schemas.puzzle import KINDS
from solver.model import Status, Want

ENDED = [status.value for status in Status] + ["failed", "cancelled"]
STATUSES = ["queued", "running", *ENDED]

PLACE = {"minimum": 0, "maximum": 63}


def told(text: str, **more: Any) -> dict[str, Any]:
    """What a field means, for readers of the document."""
    return {"description": text, **more}


class Answer(Schema):
    """Base of all: clients must expect fields to be added."""

    class Meta:
        """Say so."""

        unknown = INCLUDE


class ProblemAnswer(Answer):
    """A failure (RFC 9457)."""

    type = fields.String(required=True, metadata=told("Which problem it is; the address tells more."))
    title = fields.String(required=True)
    status = fields.Integer(required=True)
    detail = fields.String(required=True)
    errors = fields.List(fields.Nested(lambda: FaultAnswer()))
    request_id = fields.String(required=True)


class FaultAnswer(Answer):
    """One fault of a body."""

    pointer = fields.String(required=True, metadata=told("JSON pointer to the place of the fault."))
    detail = fields.String(required=True)


class ProgressAnswer(Answer):
    """How far a search is; no number ever goes back."""

    lower_bound = fields.Integer(required=True, metadata=told("No solution has fewer moves."))
    nodes = fields.Integer(required=True)
    seconds = fields.Float(required=True)
    length = fields.Integer(metadata=told("Moves of the best solution found so far."))


class StatisticsAnswer(Answer):
    """What the search spent, and where the answer came from."""

    nodes = fields.Integer(required=True)
    seconds = fields.Float(required=True)
    cache = fields.String(validate=validate.OneOf(["miss", "hit", "symmetry"]))


class ResultAnswer(Answer):
    """What came out of a search."""

    status = fields.String(required=True, validate=validate.OneOf([status.value for status in Status]))
    length = fields.Integer(required=True, allow_none=True, metadata=told("Number of moves."))
    optimal = fields.Boolean(required=True, metadata=told("Whether it is proven that no solution is shorter."))
    lower_bound = fields.Integer()
    moves = Integers(
        2,
        required=True,
        allow_none=True,
        json_schema=PLACE,
        metadata=told("Holes one peg visits, or [from, to] of a slide."),
    )
    removed = Integers(2, json_schema=PLACE, metadata=told("Jump boards: the holes jumped over, move by move."))
    pieces = Integers(1, metadata=told("Sliding pieces: the piece that moves."))
    count = fields.Integer(metadata=told("Number of distinct optimal solutions; an integer of any size."))
    limit = fields.String(
        validate=validate.OneOf(["seconds", "nodes", "bytes"]), metadata=told("Which limit ended the search.")
    )
    statistics = fields.Nested(StatisticsAnswer, required=True)
    proof = fields.Dict(required=True, allow_none=True, metadata=told("Why there is no solution; `by` names how."))


class JobLinksAnswer(Answer):
    """Where to go from a job."""

    self = fields.String(required=True)
    events = fields.String(required=True)
    solution = fields.String()
    picture = fields.String()
    embed = fields.String()


class JobAnswer(Answer):
    """One request for a puzzle's solution, and how it stands."""

    id = fields.String(required=True)
    status = fields.String(required=True, validate=validate.OneOf(STATUSES))
    kind = fields.String(required=True, validate=validate.OneOf(KINDS))
    want = fields.String(required=True, validate=validate.OneOf([want.value for want in Want]))
    limits = Component("Limits", required=True)
    created = fields.DateTime(required=True)
    started = fields.DateTime(required=True, allow_none=True)
    ended = fields.DateTime(required=True, allow_none=True)
    queue_position = fields.Integer(metadata=told("Searches before this one, while it is queued."))
    progress = fields.Nested(ProgressAnswer, allow_none=True)
    solution_id = fields.String(metadata=told("The puzzle with its result, for good."))
    result = fields.Nested(ResultAnswer)
    error = fields.String(allow_none=True, metadata=told("Why the job failed."))
    links = fields.Nested(JobLinksAnswer, required=True)


class JobLinkAnswer(Answer):
    """Where to find an item's job."""

    job = fields.String(required=True)


class ItemAnswer(Answer):
    """One puzzle of a batch, in its place."""

    index = fields.Integer(required=True)
    status = fields.String(required=True, validate=validate.OneOf([*STATUSES, "invalid", "refused", "expired"]))
    job_id = fields.String()
    length = fields.Integer(allow_none=True, metadata=told("Number of moves, once solved."))
    detail = fields.String(metadata=told("Why it was refused."))
    errors = fields.List(fields.Nested(FaultAnswer), metadata=told("Its errors, if it is invalid."))
    links = fields.Nested(JobLinkAnswer)


class LinkAnswer(Answer):
    """Where to find it."""

    self = fields.String(required=True)


class BatchAnswer(Answer):
    """Many puzzles asked for at once, and how each stands."""

    id = fields.String(required=True)
    status = fields.String(required=True, validate=validate.OneOf(["running", "ended", "cancelled"]))
    created = fields.DateTime(required=True)
    total = fields.Integer(required=True)
    progress = fields.Dict(
        keys=fields.String(), values=fields.Integer(), required=True, metadata=told("Number of items by status.")
    )
    items = fields.List(fields.Nested(ItemAnswer), required=True)
    links = fields.Nested(LinkAnswer, required=True)


class NextMoveAnswer(Answer):
    """A next move, and how far from the goal it leads."""

    move = Integers(1, required=True, json_schema=PLACE)
    removed = Integers(1, json_schema=PLACE)
    piece = fields.Integer()
    status = fields.String(required=True, metadata=told("How the search from there stands or ended."))
    distance = fields.Integer(
        required=True, allow_none=True, metadata=told("Fewest moves from there; null if none leads on, or not known.")
    )


class HintAnswer(Answer):
    """A position's distance from the goal, and every next move with its own."""

    id = fields.String(required=True)
    status = fields.String(required=True, validate=validate.OneOf(["running", "ended"]))
    distance = fields.Integer(
        required=True, allow_none=True, metadata=told("Fewest moves; null if not known, or if it cannot be solved.")
    )
    solvable = fields.Boolean(required=True, allow_none=True, metadata=told("null while it is not known."))
    moves = fields.List(fields.Nested(NextMoveAnswer), required=True)
    links = fields.Nested(LinkAnswer, required=True)


class SolutionLinksAnswer(Answer):
    """Where to go from a solution."""

    self = fields.String()
    solution = fields.String()
    picture = fields.String(required=True)
    embed = fields.String(required=True)
    all = fields.String(metadata=told("All optimal solutions, page by page."))


class LookupAnswer(Answer):
    """An answer that was known."""

    status = fields.String(required=True, validate=validate.OneOf([status.value for status in Status]))
    kind = fields.String(required=True)
    want = fields.String(required=True)
    solution_id = fields.String(required=True)
    result = fields.Nested(ResultAnswer, required=True)
    links = fields.Nested(SolutionLinksAnswer, required=True)


class SolutionAnswer(Answer):
    """A puzzle with its result."""

    id = fields.String(required=True)
    kind = fields.String(required=True)
    puzzle = Component("Puzzle", required=True)
    result = fields.Nested(ResultAnswer, required=True)
    links = fields.Nested(SolutionLinksAnswer, required=True)


class ListedAnswer(Answer):
    """One of all optimal solutions."""

    moves = Integers(2, required=True, json_schema=PLACE)
    removed = Integers(2, json_schema=PLACE)
    pieces = Integers(1)


class PageAnswer(Answer):
    """A page of all optimal solutions, in an order that never changes."""

    id = fields.String(required=True)
    count = fields.Integer(required=True)
    offset = fields.Integer(required=True)
    limit = fields.Integer(required=True)
    solutions = fields.List(fields.Nested(ListedAnswer), required=True)
    next = fields.String(required=True, allow_none=True)


class CheckAnswer(Answer):
    """A valid puzzle, looked at without a search."""

    kind = fields.String(required=True)
    key = fields.String(required=True, metadata=told("The same for all puzzles equal up to symmetry and renumbering."))
    holes = fields.Integer()
    jumps = fields.Integer()
    pegs = fields.Integer()
    cells = fields.Integer()
    edges = fields.Integer()
    pieces = fields.Integer()
    empty_cells = fields.Integer()
    symmetries = fields.Integer(required=True, metadata=told("Renumberings that leave the puzzle as it is."))
    solvable = fields.Boolean(required=True, allow_none=True, metadata=told("false if proven not to be; else null."))
    proof = fields.Dict(required=True, allow_none=True)
    lower_bound = fields.Integer(required=True, allow_none=True)


class ReplayAnswer(Answer):
    """A claimed solution, judged by the plain rules."""

    legal = fields.Boolean(required=True)
    reaches_goal = fields.Boolean(required=True)
    length = fields.Integer(required=True, allow_none=True, metadata=told("Number of moves, as the rules count them."))
    fault = fields.String(required=True, allow_none=True)
    position = fields.Dict(required=True, allow_none=True, metadata=told("Where it ends: `pegs`, or `pieces`."))


class BoardEntryAnswer(Answer):
    """A board in the catalogue's list."""

    name = fields.String(required=True)
    kind = fields.String(required=True)
    title = fields.String(required=True)
    source = fields.String(required=True)
    size = fields.Integer(required=True, metadata=told("Holes or cells."))
    links = fields.Nested(LinkAnswer, required=True)


class CatalogueAnswer(Answer):
    """All boards with a name."""

    boards = fields.List(fields.Nested(BoardEntryAnswer), required=True)


class ExampleAnswer(Answer):
    """A puzzle on a board, and its known answer."""

    title = fields.String(required=True)
    puzzle = Component("Puzzle", required=True)
    expect = fields.Dict(required=True)


class BoardAnswer(Answer):
    """A board with its layout and examples."""

    name = fields.String(required=True)
    kind = fields.String(required=True)
    title = fields.String(required=True)
    source = fields.String(required=True)
    board = fields.Dict(required=True)
    layout = fields.List(fields.List(fields.Float()), required=True)
    examples = fields.List(fields.Nested(ExampleAnswer), required=True)


class LimitAnswer(Answer):
    """A limit."""

    name = fields.String(required=True)
    default = fields.Float(required=True, allow_none=True, metadata=told("null where a client has no say in it."))
    maximum = fields.Float(required=True)
    unit = fields.String(required=True)
    bounds = fields.String(required=True)


class LimitListAnswer(Answer):
    """Every limit of the service."""

    limits = fields.List(fields.Nested(LimitAnswer), required=True)


class AliveAnswer(Answer):
    """The process answers."""

    status = fields.String(required=True)


class ReadyAnswer(Answer):
    """Whether puzzles would be solved now, and what is missing if not."""

    status = fields.String(required=True, validate=validate.OneOf(["ready", "not ready"]))
    missing = fields.List(fields.String(), required=True)
    workers = fields.Integer(required=True)


class ProblemKindAnswer(Answer):
    """A kind of problem."""

    type = fields.String(required=True)
    title = fields.String(required=True)
    status = fields.Integer(required=True)
