"""Solutions, and what is said of a puzzle without a search."""

from __future__ import annotations

from marshmallow import fields

from fewest.schemas import meanings
from fewest.schemas.answers.base import PLACE, AnswerSchema, NoticeAnswer
from fewest.schemas.answers.jobs import RESULT_STATUS, FoundAnswer, ResultAnswer
from fewest.schemas.answers.proofs import ProofAnswer
from fewest.schemas.fields import Component, Integers
from fewest.schemas.meanings import describe

COUNTED = """Number of moves, as the rules count them: jumps in a row by the same peg are one move, and the metric of
sliding blocks says what is one."""


class SolutionLinksAnswer(AnswerSchema):
    """Addresses of a solution, its picture and its player."""

    self = fields.String(metadata=describe(meanings.SELF))
    solution = fields.String(metadata=describe(meanings.SOLUTION_LINK))
    picture = fields.String(required=True, metadata=describe(meanings.PICTURE))
    embed = fields.String(required=True, metadata=describe(meanings.EMBED))
    all = fields.String(metadata=describe("All optimal solutions, in pages."))


class LookupAnswer(AnswerSchema):
    """A known answer."""

    status = RESULT_STATUS
    kind = fields.String(required=True, metadata=describe(meanings.KIND))
    want = fields.String(required=True, metadata=describe(meanings.WANT))
    solution_id = fields.String(required=True, metadata=describe(meanings.SOLUTION_ID))
    result = fields.Nested(ResultAnswer, required=True, metadata=describe("The answer, as a job has it."))
    links = fields.Nested(SolutionLinksAnswer, required=True, metadata=describe(meanings.LINKS))


class SolutionAnswer(AnswerSchema):
    """A puzzle with its result, which never changes; what the search cost is in the job's result."""

    id = fields.String(required=True, metadata=describe(meanings.ID))
    kind = fields.String(required=True, metadata=describe(meanings.KIND))
    puzzle = Component("Puzzle", required=True, metadata=describe(meanings.AS_SUBMITTED))
    result = fields.Nested(FoundAnswer, required=True, metadata=describe("What is known about the puzzle."))
    links = fields.Nested(SolutionLinksAnswer, required=True, metadata=describe(meanings.LINKS))


class ListedAnswer(AnswerSchema):
    """One of all optimal solutions."""

    moves = Integers(2, required=True, json_schema=PLACE, metadata=describe(meanings.MOVES))
    removed = Integers(2, json_schema=PLACE, metadata=describe(meanings.REMOVED))
    pieces = Integers(1, metadata=describe(meanings.PIECES))
    blocks = fields.List(fields.String(), metadata=describe(meanings.BLOCKS))


class PageAnswer(AnswerSchema):
    """A page of all optimal solutions; their order never changes."""

    id = fields.String(required=True, metadata=describe("Id of the puzzle with its result."))
    count = fields.Integer(required=True, metadata=describe(f"{meanings.COUNT} All pages together have so many."))
    offset = fields.Integer(required=True, metadata=describe("Number of solutions before this page."))
    limit = fields.Integer(
        required=True, metadata=describe("The most solutions that were asked for; there may be fewer.")
    )
    solutions = fields.List(
        fields.Nested(ListedAnswer), required=True, metadata=describe("The solutions of this page.")
    )
    next = fields.String(required=True, allow_none=True, metadata=describe(meanings.NEXT))


class GameAnswer(AnswerSchema):
    """A game that solves a puzzle; its moves were replayed."""

    moves = Integers(2, required=True, json_schema=PLACE, metadata=describe(meanings.MOVES))
    removed = Integers(2, json_schema=PLACE, metadata=describe(meanings.REMOVED))
    length = fields.Integer(required=True, metadata=describe(COUNTED))


class ShareLinksAnswer(AnswerSchema):
    """Addresses of a shared puzzle, of the page that opens it, and of its picture for other sites."""

    self = fields.String(required=True, metadata=describe(meanings.SELF))
    page = fields.String(required=True, metadata=describe("The short link: a page that opens the puzzle."))
    card = fields.String(required=True, metadata=describe("The picture that other sites show, as PNG."))


class ShareAnswer(AnswerSchema):
    """A shared puzzle, which never changes, with the game that others are challenged to beat, if there is one."""

    id = fields.String(required=True, metadata=describe(meanings.ID))
    kind = fields.String(required=True, metadata=describe(meanings.KIND))
    puzzle = Component("Puzzle", required=True, metadata=describe(meanings.AS_SUBMITTED))
    game = fields.Nested(
        GameAnswer, required=True, allow_none=True, metadata=describe("The game to beat; null if there is none.")
    )
    links = fields.Nested(ShareLinksAnswer, required=True, metadata=describe(meanings.LINKS))


class CheckAnswer(AnswerSchema):
    """A valid puzzle, described without a search."""

    kind = fields.String(required=True, metadata=describe(meanings.KIND))
    key = fields.String(
        required=True, metadata=describe("The same for all puzzles equal up to symmetry and renumbering.")
    )
    holes = fields.Integer(metadata=describe("Jump boards: number of holes."))
    jumps = fields.Integer(metadata=describe("Jump boards: number of jumps; a way there and back counts as two."))
    pegs = fields.Integer(metadata=describe("Jump boards: number of pegs at the start."))
    cells = fields.Integer(metadata=describe("Other boards: number of cells."))
    edges = fields.Integer(metadata=describe("Sliding pieces: number of pairs of adjacent cells."))
    pieces = fields.Integer(metadata=describe("Other boards: number of pieces."))
    empty_cells = fields.Integer(metadata=describe("Other boards: number of empty cells at the start."))
    symmetries = fields.Integer(
        required=True,
        allow_none=True,
        metadata=describe("Number of renumberings that do not change the puzzle; null if they take too long to count."),
    )
    solvable = fields.Boolean(
        required=True, allow_none=True, metadata=describe("false if proven unsolvable, else null.")
    )
    proof = fields.Nested(ProofAnswer, required=True, allow_none=True, metadata=describe(meanings.PROOF))
    lower_bound = fields.Integer(
        required=True, allow_none=True, metadata=describe(f"{meanings.LOWER_BOUND} null if there is no solution.")
    )
    estimate = fields.String(
        metadata=describe("How long a search may take, if it may take long and puzzles of this size are known.")
    )
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

    legal = fields.Boolean(required=True, metadata=describe("Whether every move is possible where it is made."))
    reaches_goal = fields.Boolean(required=True, metadata=describe("Whether the last position meets the goal."))
    length = fields.Integer(required=True, allow_none=True, metadata=describe(f"{COUNTED} null if one is not legal."))
    fault = fields.String(
        required=True, allow_none=True, metadata=describe("Why the moves are not legal; null if they are.")
    )
    position = fields.Dict(
        required=True,
        allow_none=True,
        metadata=describe(
            "The last position: `pegs`, the holes with a peg, or `pieces`, the piece on each cell; null if a move "
            "is not legal.",
            {"pegs": [4]},
        ),
    )


class ReadingAnswer(AnswerSchema):
    """A puzzle that a text may be."""

    puzzle = Component(
        "Puzzle", required=True, metadata=describe("The puzzle, complete: it can be submitted as it is.")
    )
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
