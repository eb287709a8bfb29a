"""Solutions, and what is said of a puzzle without a search."""

from __future__ import annotations

from marshmallow import fields, validate

from schemas.answers.base import PLACE, AnswerSchema, NoticeAnswer, describe
from schemas.answers.jobs import FoundAnswer, ResultAnswer
from schemas.answers.proofs import ProofAnswer
from schemas.fields import Component, Integers
from solver.model import Status


class SolutionLinksAnswer(AnswerSchema):
    """Addresses of a solution, its picture and its player."""

    self = fields.String()
    solution = fields.String()
    picture = fields.String(required=True)
    embed = fields.String(required=True)
    all = fields.String(metadata=describe("All optimal solutions, in pages."))


class LookupAnswer(AnswerSchema):
    """A known answer."""

    status = fields.String(required=True, validate=validate.OneOf([status.value for status in Status]))
    kind = fields.String(required=True)
    want = fields.String(required=True)
    solution_id = fields.String(required=True)
    result = fields.Nested(ResultAnswer, required=True)
    links = fields.Nested(SolutionLinksAnswer, required=True)


class SolutionAnswer(AnswerSchema):
    """A puzzle with its result, which never changes; what the search cost is in the job's result."""

    id = fields.String(required=True)
    kind = fields.String(required=True)
    puzzle = Component("Puzzle", required=True)
    result = fields.Nested(FoundAnswer, required=True)
    links = fields.Nested(SolutionLinksAnswer, required=True)


class ListedAnswer(AnswerSchema):
    """One of all optimal solutions."""

    moves = Integers(2, required=True, json_schema=PLACE)
    removed = Integers(2, json_schema=PLACE)
    pieces = Integers(1)
    blocks = fields.List(fields.String())


class PageAnswer(AnswerSchema):
    """A page of all optimal solutions; their order never changes."""

    id = fields.String(required=True)
    count = fields.Integer(required=True)
    offset = fields.Integer(required=True)
    limit = fields.Integer(required=True)
    solutions = fields.List(fields.Nested(ListedAnswer), required=True)
    next = fields.String(required=True, allow_none=True)


class GameAnswer(AnswerSchema):
    """A game that solves a puzzle; its moves were replayed."""

    moves = Integers(2, required=True, json_schema=PLACE)
    removed = Integers(2, json_schema=PLACE)
    length = fields.Integer(required=True, metadata=describe("Number of moves, as the rules count them."))


class ShareLinksAnswer(AnswerSchema):
    """Addresses of a shared puzzle, of the page that opens it, and of its picture for other sites."""

    self = fields.String(required=True)
    page = fields.String(required=True)
    card = fields.String(required=True)


class ShareAnswer(AnswerSchema):
    """A shared puzzle, which never changes, with the game that others are challenged to beat, if there is one."""

    id = fields.String(required=True)
    kind = fields.String(required=True)
    puzzle = Component("Puzzle", required=True)
    game = fields.Nested(GameAnswer, required=True, allow_none=True)
    links = fields.Nested(ShareLinksAnswer, required=True)


class CheckAnswer(AnswerSchema):
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
    proof = fields.Nested(ProofAnswer, required=True, allow_none=True)
    lower_bound = fields.Integer(required=True, allow_none=True)
    notices = fields.List(
        fields.Nested(NoticeAnswer),
        required=True,
        metadata=describe(
            "What is odd: a board without jumps, a hole that no jump touches, a triangular board without jumps along "
            "one of its directions, a single piece, a start that meets the goal."
        ),
    )


class ReplayAnswer(AnswerSchema):
    """A claimed solution, judged by the plain rules."""

    legal = fields.Boolean(required=True)
    reaches_goal = fields.Boolean(required=True)
    length = fields.Integer(
        required=True, allow_none=True, metadata=describe("Number of moves, as the rules count them.")
    )
    fault = fields.String(required=True, allow_none=True)
    position = fields.Dict(required=True, allow_none=True, metadata=describe("The last position: `pegs` or `pieces`."))


class ReadingAnswer(AnswerSchema):
    """A puzzle that a text may be."""

    puzzle = Component("Puzzle", required=True)
    text = fields.String(required=True, metadata=describe("What was understood and what was assumed, in sentences."))
    assumed = fields.List(
        fields.String(),
        required=True,
        metadata=describe("JSON Pointers to the parts of the puzzle that the text does not have, such as its goal."),
    )
    notices = fields.List(
        fields.Nested(NoticeAnswer), required=True, metadata=describe("What is odd, as for a check of the puzzle.")
    )


class ReadingsAnswer(AnswerSchema):
    """What a text was read as."""

    readings = fields.List(
        fields.Nested(ReadingAnswer),
        required=True,
        metadata=describe("Every puzzle that it may be, the most probable first; at least one."),
    )
