"""The shape of what clients read, for the OpenAPI document.

Nothing is loaded or dumped by these: ``service.documents`` renders, and tests/unit/service/test_documents.py proves
that each document and its schema agree.
"""

from __future__ import annotations

from marshmallow import INCLUDE, Schema, fields, validate

from schemas.fields import Component, Integers
from schemas.puzzle import KINDS
from solver.model import Status, Want

ENDED = [status.value for status in Status] + ["failed", "cancelled"]
STATUSES = ["queued", "running", *ENDED]
EVENTS = ["running", *ENDED]

PLACE = {"minimum": 0, "maximum": 63}


def describe(text: str) -> dict[str, str]:
    """The meaning of a field, for readers of the document."""
    return {"description": text}


class Answer(Schema):
    """Base of all. Later versions may add fields, so clients must ignore unknown ones."""

    class Meta:
        """Allow unknown fields."""

        unknown = INCLUDE


class ProblemAnswer(Answer):
    """A failure (RFC 9457)."""

    type = fields.String(required=True, metadata=describe("The kind of problem; the address describes it."))
    title = fields.String(required=True)
    status = fields.Integer(required=True)
    detail = fields.String(required=True)
    errors = fields.List(fields.Nested(lambda: FaultAnswer()))
    request_id = fields.String(required=True)


class FaultAnswer(Answer):
    """One error of a body."""

    pointer = fields.String(required=True, metadata=describe("JSON Pointer to the place of the error."))
    detail = fields.String(required=True)


class ProgressAnswer(Answer):
    """How far a search is. No number ever decreases, but for `length`, which never increases."""

    lower_bound = fields.Integer(required=True, metadata=describe("No solution has fewer moves."))
    nodes = fields.Integer(required=True)
    seconds = fields.Float(required=True)
    length = fields.Integer(metadata=describe("Moves of the best solution found so far."))


class StatisticsAnswer(Answer):
    """The cost of the search, and the origin of the answer."""

    nodes = fields.Integer(required=True)
    seconds = fields.Float(required=True)
    cache = fields.String(validate=validate.OneOf(["miss", "hit", "symmetry"]))
    canonical = fields.Boolean(
        metadata=describe("False if the board is too symmetric in too complicated a way to share its answer.")
    )


class FoundAnswer(Answer):
    """What is known about a puzzle: it never changes."""

    status = fields.String(required=True, validate=validate.OneOf([status.value for status in Status]))
    length = fields.Integer(required=True, allow_none=True, metadata=describe("Number of moves."))
    optimal = fields.Boolean(required=True, metadata=describe("Whether it is proven that no solution is shorter."))
    lower_bound = fields.Integer()
    moves = Integers(
        2,
        required=True,
        allow_none=True,
        json_schema=PLACE,
        metadata=describe("The holes one peg visits, or [from, to] of a slide."),
    )
    removed = Integers(2, json_schema=PLACE, metadata=describe("Jump boards: the holes jumped over, move by move."))
    pieces = Integers(1, metadata=describe("Sliding puzzles: the piece that moves."))
    count = fields.Integer(metadata=describe("Number of distinct optimal solutions; an integer of any size."))
    proof = fields.Dict(required=True, allow_none=True, metadata=describe("Why there is no solution; `by` names how."))


class ResultAnswer(FoundAnswer):
    """The result of a search, and what it cost."""

    limit = fields.String(
        validate=validate.OneOf(["seconds", "nodes", "bytes"]), metadata=describe("Which limit ended the search.")
    )
    statistics = fields.Nested(StatisticsAnswer, required=True)


class JobLinksAnswer(Answer):
    """Addresses of a job and of its solution."""

    self = fields.String(required=True)
    events = fields.String(required=True)
    solution = fields.String()
    picture = fields.String()
    embed = fields.String()


class JobAnswer(Answer):
    """One request for the solution of a puzzle, and its state."""

    id = fields.String(required=True)
    status = fields.String(required=True, validate=validate.OneOf(STATUSES))
    kind = fields.String(required=True, validate=validate.OneOf(KINDS))
    want = fields.String(required=True, validate=validate.OneOf([want.value for want in Want]))
    limits = Component("Limits", required=True)
    created = fields.DateTime(required=True)
    started = fields.DateTime(required=True, allow_none=True)
    ended = fields.DateTime(required=True, allow_none=True)
    queue_position = fields.Integer(metadata=describe("Number of searches ahead of this one, while it is queued."))
    progress = fields.Nested(ProgressAnswer, allow_none=True)
    solution_id = fields.String(metadata=describe("Id of the puzzle with its result, which never changes."))
    result = fields.Nested(ResultAnswer)
    error = fields.String(allow_none=True, metadata=describe("Why the job failed."))
    links = fields.Nested(JobLinksAnswer, required=True)


class ListedJobAnswer(Answer):
    """A job in a list."""

    id = fields.String(required=True)
    status = fields.String(required=True, validate=validate.OneOf(STATUSES))
    created = fields.DateTime(required=True)
    length = fields.Integer(required=True, allow_none=True, metadata=describe("Number of moves, once solved."))
    links = fields.Nested(lambda: LinkAnswer(), required=True)


class JobListAnswer(Answer):
    """A page of a client's jobs, the last ones first."""

    jobs = fields.List(fields.Nested(ListedJobAnswer), required=True)
    next = fields.String(required=True, allow_none=True)


class DroppedJobAnswer(Answer):
    """A job that was dropped, because memory is short, before its end could be delivered."""

    id = fields.String(required=True)
    status = fields.String(required=True, validate=validate.OneOf(STATUSES))
    links = fields.Nested(lambda: LinkAnswer(), required=True)


class EventAnswer(Answer):
    """An event, as a webhook reports it."""

    type = fields.String(required=True, validate=validate.OneOf([f"job.{status}" for status in EVENTS]))
    timestamp = fields.DateTime(required=True, metadata=describe("When it happened."))
    data = fields.Dict(required=True)


class JobLinkAnswer(Answer):
    """Address of an item's job."""

    job = fields.String(required=True)


class ItemAnswer(Answer):
    """One puzzle of a batch."""

    index = fields.Integer(required=True)
    status = fields.String(required=True, validate=validate.OneOf([*STATUSES, "invalid", "refused", "expired"]))
    job_id = fields.String()
    length = fields.Integer(allow_none=True, metadata=describe("Number of moves, once solved."))
    detail = fields.String(metadata=describe("Why it was refused."))
    errors = fields.List(fields.Nested(FaultAnswer), metadata=describe("Its errors, if it is invalid."))
    links = fields.Nested(JobLinkAnswer)


class LinkAnswer(Answer):
    """Its own address."""

    self = fields.String(required=True)


class BatchAnswer(Answer):
    """Many puzzles submitted at once, and the state of each."""

    id = fields.String(required=True)
    status = fields.String(required=True, validate=validate.OneOf(["running", "ended", "cancelled"]))
    created = fields.DateTime(required=True)
    total = fields.Integer(required=True)
    progress = fields.Dict(
        keys=fields.String(), values=fields.Integer(), required=True, metadata=describe("Number of items by status.")
    )
    items = fields.List(fields.Nested(ItemAnswer), required=True)
    links = fields.Nested(LinkAnswer, required=True)


class NextMoveAnswer(Answer):
    """A next move, and the distance from there to the goal."""

    move = Integers(1, required=True, json_schema=PLACE)
    removed = Integers(1, json_schema=PLACE)
    piece = fields.Integer()
    status = fields.String(required=True, metadata=describe("Status of the search from there."))
    distance = fields.Integer(
        required=True, allow_none=True, metadata=describe("Fewest moves from there; null if unsolvable or not known.")
    )


class HintAnswer(Answer):
    """The distance from a position to the goal, and from every position one move later."""

    id = fields.String(required=True)
    status = fields.String(required=True, validate=validate.OneOf(["running", "ended"]))
    distance = fields.Integer(
        required=True, allow_none=True, metadata=describe("Fewest moves; null if unsolvable or not known.")
    )
    solvable = fields.Boolean(required=True, allow_none=True, metadata=describe("null if not known."))
    moves = fields.List(fields.Nested(NextMoveAnswer), required=True)
    links = fields.Nested(LinkAnswer, required=True)


class SolutionLinksAnswer(Answer):
    """Addresses of a solution, its picture and its player."""

    self = fields.String()
    solution = fields.String()
    picture = fields.String(required=True)
    embed = fields.String(required=True)
    all = fields.String(metadata=describe("All optimal solutions, in pages."))


class LookupAnswer(Answer):
    """A known answer."""

    status = fields.String(required=True, validate=validate.OneOf([status.value for status in Status]))
    kind = fields.String(required=True)
    want = fields.String(required=True)
    solution_id = fields.String(required=True)
    result = fields.Nested(ResultAnswer, required=True)
    links = fields.Nested(SolutionLinksAnswer, required=True)


class SolutionAnswer(Answer):
    """A puzzle with its result, which never changes; what the search cost is in the job's result."""

    id = fields.String(required=True)
    kind = fields.String(required=True)
    puzzle = Component("Puzzle", required=True)
    result = fields.Nested(FoundAnswer, required=True)
    links = fields.Nested(SolutionLinksAnswer, required=True)


class ListedAnswer(Answer):
    """One of all optimal solutions."""

    moves = Integers(2, required=True, json_schema=PLACE)
    removed = Integers(2, json_schema=PLACE)
    pieces = Integers(1)


class PageAnswer(Answer):
    """A page of all optimal solutions; their order never changes."""

    id = fields.String(required=True)
    count = fields.Integer(required=True)
    offset = fields.Integer(required=True)
    limit = fields.Integer(required=True)
    solutions = fields.List(fields.Nested(ListedAnswer), required=True)
    next = fields.String(required=True, allow_none=True)


class CheckAnswer(Answer):
    """A valid puzzle, described without a search."""

    kind = fields.String(required=True)
    key = fields.String(
        required=True, metadata=describe("The same for all puzzles equal up to symmetry and renumbering.")
    )
    holes = fields.Integer()
    jumps = fields.Integer()
    pegs = fields.Integer()
    cells = fields.Integer()
    edges = fields.Integer()
    pieces = fields.Integer()
    empty_cells = fields.Integer()
    symmetries = fields.Integer(
        required=True,
        allow_none=True,
        metadata=describe("Number of renumberings that do not change the puzzle; null if they take too long to count."),
    )
    solvable = fields.Boolean(
        required=True, allow_none=True, metadata=describe("false if proven unsolvable, else null.")
    )
    proof = fields.Dict(required=True, allow_none=True)
    lower_bound = fields.Integer(required=True, allow_none=True)


class ReplayAnswer(Answer):
    """A claimed solution, judged by the plain rules."""

    legal = fields.Boolean(required=True)
    reaches_goal = fields.Boolean(required=True)
    length = fields.Integer(
        required=True, allow_none=True, metadata=describe("Number of moves, as the rules count them.")
    )
    fault = fields.String(required=True, allow_none=True)
    position = fields.Dict(required=True, allow_none=True, metadata=describe("The last position: `pegs` or `pieces`."))


class BoardEntryAnswer(Answer):
    """A board in the catalogue's list."""

    name = fields.String(required=True)
    kind = fields.String(required=True)
    title = fields.String(required=True)
    source = fields.String(required=True)
    size = fields.Integer(required=True, metadata=describe("Holes or cells."))
    links = fields.Nested(LinkAnswer, required=True)


class CatalogueAnswer(Answer):
    """All boards of the catalogue."""

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
    default = fields.Float(required=True, allow_none=True, metadata=describe("null if clients cannot choose."))
    maximum = fields.Float(required=True)
    unit = fields.String(required=True)
    bounds = fields.String(required=True)


class LimitListAnswer(Answer):
    """All limits of the service."""

    limits = fields.List(fields.Nested(LimitAnswer), required=True)


class AliveAnswer(Answer):
    """The process responds."""

    status = fields.String(required=True)


class ReadyAnswer(Answer):
    """Whether puzzles can be solved now, and what is missing if not."""

    status = fields.String(required=True, validate=validate.OneOf(["ready", "not ready"]))
    missing = fields.List(fields.String(), required=True)
    workers = fields.Integer(required=True)


class ProblemKindAnswer(Answer):
    """A kind of problem."""

    type = fields.String(required=True)
    title = fields.String(required=True)
    status = fields.Integer(required=True)
