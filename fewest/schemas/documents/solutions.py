"""Solutions, and pages of all optimal ones."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from marshmallow import fields

from fewest.notation import JsonObject, meanings
from fewest.notation.fields import Component, Integers
from fewest.notation.meanings import always, describe
from fewest.schemas.documents.base import PLACE, AnswerSchema, SolutionLinksAnswer, encode, solution_links
from fewest.schemas.documents.jobs import FoundAnswer


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


def solution(document: JsonObject, result: JsonObject, want: str) -> tuple[str, bytes]:
    """A puzzle with its result: the id of the solution, and its document as JSON.

    The id is a digest of the document with an empty id, so the document of an id never changes. The cost of the search
    is left out: the same search finds the same solution again, but rarely in the same time.

    Parameters
    ----------
    document
        The puzzle as its client sent it, in full forms.
    result
        From :func:`fewest.notation.result.dump_result`, in the numbering of that puzzle.
    want
        The answers that the search gave; "all" means that all solutions are stored and linked.
    """
    found = {name: value for name, value in result.items() if name != "statistics"}
    listed = want == "all" and result["status"] == "solved"
    # Encoded once, for the digest and for the document.
    parts = encode(document["kind"]), encode(document), encode(found)
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


def page_document(name: str, count: int, offset: int, limit: int, solutions: Sequence[JsonObject]) -> JsonObject:
    """A page of all optimal solutions. The next one begins where it ends, which may be before its limit.

    Parameters
    ----------
    count
        Number of all optimal solutions.
    offset, limit
        Number of solutions before the page, and the most that were asked for.
    solutions
        From :func:`fewest.notation.result.dump_solution`.
    """
    following = offset + len(solutions)
    more = f"/v1/solutions/{name}/all?offset={following}&limit={limit}" if following < count else None
    return {"id": name, "count": count, "offset": offset, "limit": limit, "solutions": solutions, "next": more}
