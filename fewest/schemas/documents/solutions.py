"""Solutions, and descriptions of a puzzle without a search."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from marshmallow import fields

from fewest.notation.puzzle import KINDS
from fewest.solver.model import Puzzle
from fewest.solver.verify import Verdict

if TYPE_CHECKING:
    from fewest.notation.text import Reading
from fewest.notation import JsonObject, meanings
from fewest.notation.errors import Say, dump_errors
from fewest.notation.fields import Component, Integers
from fewest.notation.meanings import always, describe
from fewest.schemas.documents.base import PLACE, AnswerSchema, encode, solution_links
from fewest.schemas.documents.jobs import RESULT_STATUS, FoundAnswer, ResultAnswer
from fewest.schemas.documents.problems import NoticeAnswer
from fewest.schemas.documents.proofs import ProofAnswer

COUNTED = """Number of moves, as the rules count them: jumps in a row by the same peg are one move, and the metric of
sliding blocks says what is one."""


class SolutionLinksAnswer(AnswerSchema):
    """Addresses of a solution, its picture and its player."""

    self = fields.String(metadata=describe(meanings.SELF))
    solution = fields.String(metadata=describe(meanings.SOLUTION_LINK))
    picture = fields.String(**always(meanings.PICTURE))
    embed = fields.String(**always(meanings.EMBED))
    all = fields.String(metadata=describe("All optimal solutions, in pages."))


class LookupAnswer(AnswerSchema):
    """A known answer."""

    status = RESULT_STATUS
    kind = fields.String(**always(meanings.KIND))
    want = fields.String(**always(meanings.WANT))
    solution_id = fields.String(**always(meanings.SOLUTION_ID))
    result = fields.Nested(ResultAnswer, **always("The answer, in the form of a job's result."))
    links = fields.Nested(SolutionLinksAnswer, **always(meanings.LINKS))


class SolutionAnswer(AnswerSchema):
    """A puzzle with its result, which never changes; what the search cost is in the job's result."""

    id = fields.String(**always(meanings.ID))
    kind = fields.String(**always(meanings.KIND))
    puzzle = Component("Puzzle", **always(meanings.AS_SUBMITTED))
    result = fields.Nested(FoundAnswer, **always("What is known about the puzzle."))
    links = fields.Nested(SolutionLinksAnswer, **always(meanings.LINKS))


class ListedAnswer(AnswerSchema):
    """One of all optimal solutions."""

    moves = Integers(2, json_schema=PLACE, **always(meanings.MOVES))
    removed = Integers(2, json_schema=PLACE, metadata=describe(meanings.REMOVED))
    pieces = Integers(1, metadata=describe(meanings.PIECES))
    blocks = fields.List(fields.String(), metadata=describe(meanings.BLOCKS))


class PageAnswer(AnswerSchema):
    """A page of all optimal solutions; their order never changes."""

    id = fields.String(**always("Id of the puzzle with its result."))
    count = fields.Integer(**always(f"{meanings.COUNT} The total of all pages."))
    offset = fields.Integer(**always("Number of solutions before this page."))
    limit = fields.Integer(**always("The requested number of solutions; there may be fewer."))
    solutions = fields.List(fields.Nested(ListedAnswer), **always("The solutions of this page."))
    next = fields.String(allow_none=True, **always(meanings.NEXT))


class GameAnswer(AnswerSchema):
    """A game that solves a puzzle; its moves were replayed."""

    moves = Integers(2, json_schema=PLACE, **always(meanings.MOVES))
    removed = Integers(2, json_schema=PLACE, metadata=describe(meanings.REMOVED))
    length = fields.Integer(**always(COUNTED))


class ShareLinksAnswer(AnswerSchema):
    """Addresses of a shared puzzle, of the page that opens it, and of its picture for other sites."""

    self = fields.String(**always(meanings.SELF))
    page = fields.String(**always("The short link: a page that opens the puzzle."))
    card = fields.String(**always("The picture that other sites show, as PNG."))


class ShareAnswer(AnswerSchema):
    """A shared puzzle, which never changes, with the game to beat, if the link has one."""

    id = fields.String(**always(meanings.ID))
    kind = fields.String(**always(meanings.KIND))
    puzzle = Component("Puzzle", **always(meanings.AS_SUBMITTED))
    game = fields.Nested(GameAnswer, allow_none=True, **always("The game to beat; null if the link has none."))
    links = fields.Nested(ShareLinksAnswer, **always(meanings.LINKS))


class StoredAnswer(AnswerSchema):
    """What the service has proven of a puzzle."""

    status = fields.String(**always("`solved` or `unsolvable`."))
    length = fields.Integer(allow_none=True, **always("The fewest moves; null if there is no solution."))
    count = fields.Integer(metadata=describe("Number of optimal solutions, if they were counted."))


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


class ReplayAnswer(AnswerSchema):
    """A claimed solution, judged by the plain rules."""

    legal = fields.Boolean(**always("Whether every move is legal."))
    reaches_goal = fields.Boolean(**always("Whether the last position meets the goal."))
    length = fields.Integer(allow_none=True, **always(f"{COUNTED} null if a move is not legal."))
    fault = fields.String(allow_none=True, **always("Why the moves are not legal; null if they are."))
    position = fields.Dict(
        allow_none=True,
        **always(
            "The last position: `pegs`, the holes with a peg, or `pieces`, the piece on each cell; null if a move "
            "is not legal.",
            {"pegs": [4]},
        ),
    )


class ReadingAnswer(AnswerSchema):
    """A possible reading of a text."""

    puzzle = Component("Puzzle", **always("The complete puzzle, ready to submit."))
    text = fields.String(**always("How the text was read and what was assumed, in sentences."))
    assumed = fields.List(
        fields.String(),
        **always("JSON Pointers to the parts of the puzzle that the text does not have, such as its goal."),
    )
    notices = fields.List(fields.Nested(NoticeAnswer), **always("What is unusual, as for a check of the puzzle."))


class ReadingsAnswer(AnswerSchema):
    """The possible readings of a text."""

    readings = fields.List(
        fields.Nested(ReadingAnswer), **always("Every possible reading, the most probable first; at least one.")
    )


def solution(raw_puzzle: JsonObject, result: JsonObject, want: str) -> tuple[str, bytes]:
    """A puzzle as its client wrote it, with its result: the id of the solution, and its document as JSON.

    The id is a digest of the document with an empty id, so the document of an id never changes. The cost of the search
    is left out: the same search finds the same solution again, but rarely in the same time.
    """
    found = {name: value for name, value in result.items() if name != "statistics"}
    listed = want == "all" and result["status"] == "solved"
    parts = encode(raw_puzzle["kind"]), encode(raw_puzzle), encode(found)
    name = "p_" + hashlib.sha256(_solution_document("", parts, listed=listed)).hexdigest()[:24]
    return name, _solution_document(name, parts, listed=listed)


def _solution_document(name: str, parts: tuple[bytes, bytes, bytes], *, listed: bool) -> bytes:
    """The document as JSON; ``parts`` are the kind, the puzzle and the result as JSON."""
    links = solution_links(name)
    links = {"self": links.pop("solution"), **links}
    if listed:
        links["all"] = f"/v1/solutions/{name}/all"
    ends = encode(name), *parts, encode(links)
    return b'{"id":%b,"kind":%b,"puzzle":%b,"result":%b,"links":%b}' % ends


def share(raw_puzzle: JsonObject, game: JsonObject | None) -> tuple[str, bytes]:
    """A shared puzzle as its client wrote it, with a game that solves it, if any: its id and its document.

    The id is a digest of the rest, so the same content has the same id.
    """
    content: JsonObject = {"kind": raw_puzzle["kind"], "puzzle": raw_puzzle, "game": game}
    name = "p_" + hashlib.sha256(encode(content)).hexdigest()[:24]
    links = {"self": f"/v1/shares/{name}", "page": f"/s/{name}", "card": f"/s/{name}/card.png"}
    return name, encode({"id": name} | content | {"links": links})


def page_document(name: str, count: int, offset: int, limit: int, solutions: Sequence[JsonObject]) -> JsonObject:
    """A page of all optimal solutions. The next one begins where it ends, which may be before its limit."""
    following = offset + len(solutions)
    more = f"/v1/solutions/{name}/all?offset={following}&limit={limit}" if following < count else None
    return {"id": name, "count": count, "offset": offset, "limit": limit, "solutions": solutions, "next": more}


def lookup_document(kind: str, want: str, name: str, result: JsonObject) -> JsonObject:
    """A known answer."""
    return {
        "status": result["status"],
        "kind": kind,
        "want": want,
        "solution_id": name,
        "result": result,
        "links": solution_links(name),
    }


def replay_document(puzzle: Puzzle, verdict: Verdict) -> JsonObject:
    """A claimed solution, judged by the rules."""
    legal = verdict.position is not None
    return {
        "legal": verdict.legal,
        "reaches_goal": verdict.reaches_goal,
        "length": verdict.length,
        "fault": verdict.error,
        "position": KINDS[puzzle.kind].dump_position(verdict.position) if legal else None,
    }


def readings_document(readings: Iterable[Reading], say: Say) -> JsonObject:
    """The possible readings of a text."""
    return {
        "readings": [
            {
                "puzzle": each.puzzle,
                "text": " ".join(map(say, each.sentences)),
                "assumed": list(each.assumed),
                "notices": dump_errors(each.notices, say),
            }
            for each in readings
        ]
    }
