"""Descriptions of a puzzle without a search; ``fewest.notation.result.dump_check`` makes them."""

from __future__ import annotations

from marshmallow import fields

from fewest.notation import meanings
from fewest.notation.meanings import always, describe
from fewest.schemas.documents.base import AnswerSchema
from fewest.schemas.documents.problems import NoticeAnswer
from fewest.schemas.documents.proofs import ProofAnswer


class StoredAnswer(AnswerSchema):
    """What the service has proven of a puzzle."""

    status = fields.String(**always("`solved` or `unsolvable`."))
    length = fields.Integer(allow_none=True, **always("The fewest moves; null if there is no solution."))
    count = fields.Integer(metadata=describe("Number of optimal solutions, if counted; an integer of any size."))


class CheckAnswer(AnswerSchema):
    """A valid puzzle, described without a search."""

    kind = fields.String(**always(meanings.KIND))
    key = fields.String(
        **always("Key of the canonical form: equal for all puzzles that are equal up to symmetry and renumbering.")
    )
    holes = fields.Integer(metadata=describe("Jump boards: number of holes."))
    jumps = fields.Integer(metadata=describe("Jump boards: number of jumps; the reverse of a jump counts as another."))
    pegs = fields.Integer(metadata=describe("Jump boards: number of pegs at the start."))
    cells = fields.Integer(metadata=describe("Other boards: number of cells."))
    edges = fields.Integer(metadata=describe("Sliding pieces: number of pairs of adjacent cells."))
    pieces = fields.Integer(metadata=describe("Other boards: number of pieces."))
    empty_cells = fields.Integer(metadata=describe("Other boards: number of empty cells at the start."))
    symmetries = fields.Integer(
        allow_none=True,
        **always("Number of renumberings that do not change the puzzle; null if they take too long to count."),
    )
    solvable = fields.Boolean(allow_none=True, **always("false if proven unsolvable, else null."))
    proof = fields.Nested(ProofAnswer, allow_none=True, **always(meanings.PROOF))
    lower_bound = fields.Integer(allow_none=True, **always(f"{meanings.LOWER_BOUND} null if there is no solution."))
    estimate = fields.String(
        metadata=describe(
            "How long a search may take. Given only for large puzzles, from measured ones of similar size."
        )
    )
    answer = fields.Nested(
        StoredAnswer,
        allow_none=True,
        **always("What an earlier search has proven; null if there was none. A lookup returns the solution."),
    )
    notices = fields.List(
        fields.Nested(NoticeAnswer),
        **always(
            "What is unusual: a board without jumps, a hole that no jump touches, a triangular board "
            "without jumps along one of its directions, a single piece, a start that meets the goal."
        ),
    )
