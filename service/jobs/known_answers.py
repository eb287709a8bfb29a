"""Known answers: found by canonical key, renumbered for the client, stored as solutions."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass

from fewest.schemas.errors import InvalidRequest
from fewest.schemas.job import Request
from fewest.schemas.result import dump_result, load_result
from fewest.service.documents import Document, encode, result_for_job, solution
from fewest.service.http.response_cache import ResponseCache
from fewest.service.jobs.canonical_forms import CanonicalForms
from fewest.service.jobs.deadline import NONE, Deadline
from fewest.service.jobs.requests import KeyedRequest
from fewest.solver.canonical import Canonical, digest, restore_result
from fewest.solver.errors import FewestError
from fewest.solver.model import Puzzle
from fewest.solver.version import ANSWERS
from fewest.store import Store
from fewest.store.damage import PARSE_ERRORS
from fewest.store.results import Answer, NewSolution, SolutionNumbering

UNUSABLE = (*PARSE_ERRORS, FewestError, InvalidRequest)
"""Raised for what is stored and is damaged, or does not fit its puzzle."""


@dataclass(frozen=True, slots=True)
class KnownAnswer:
    """A known result in the client's numbering, and its solution.

    Attributes
    ----------
    is_hit
        Whether the puzzle was first submitted in this numbering.
    """

    solution: NewSolution
    result: Document
    is_hit: bool


class KnownAnswers:
    """Finds answers in the store and stores solutions.

    Parameters
    ----------
    repeats
        Documents of finished jobs by the digest of their request.
    forms
        Finds canonical forms.
    """

    def __init__(self, store: Store, repeats: ResponseCache[bytes], forms: CanonicalForms) -> None:
        self._store = store
        self._repeats = repeats
        self._forms = forms

    def repeat(self, request_digest: str, count: Callable[[str], bytes | None]) -> bytes | None:
        """The document of the finished job of a byte-identical request; nothing is parsed.

        Parameters
        ----------
        count
            Counts the request of a digest, unless the store has such a job: then it returns its document. Both are one
            round trip, as most requests are not repeated.
        """
        document = self._repeats.get(request_digest)
        if document is None:
            document = count(request_digest)
            if document is not None:
                self._repeats.put(request_digest, document)
        return document

    def identify(self, request: Request, deadline: Deadline = NONE) -> KeyedRequest[Request]:
        """Find the canonical form of a request's puzzle."""
        puzzle = request.loaded.puzzle
        exact_digest = digest(puzzle)
        form = self._forms.find(puzzle, exact_digest, deadline)
        raw = request.loaded.written
        return KeyedRequest(request, "solve", puzzle.kind, request.want, raw, form.key, exact_digest, form)

    def look_up(self, keyed: KeyedRequest[Request], language: str) -> tuple[str, Document] | None:
        """The id of the solution and the result, if one good enough is known. The solution is stored."""
        found = self._store.known.find(keyed.key, keyed.want)
        answer = self.renumbered(keyed, found) if isinstance(found, Answer) else None
        if answer is None:
            return None
        stored = self._store.results.store_solution(answer.solution)
        return answer.solution.id, result_of(answer, keyed, language, hit=stored or answer.is_hit)

    def store(self, raw: Document, result: Document, want: str, form: Canonical) -> str:
        """Store a puzzle as its client wrote it with the result of its search; returns the id of the solution."""
        found = _solution(raw, result, want, form)
        self._store.results.store_solution(found, admitted=True)
        return found.id

    def renumbered(self, keyed: KeyedRequest[Request], answer: Answer) -> KnownAnswer | None:
        """The answer in the numbering of the request; an invalid one is deleted, and None returned."""
        form = keyed.form
        assert form is not None
        try:
            result = renumber(form, answer.result, keyed.request.loaded.puzzle)
        except UNUSABLE as error:
            self._store.results.discard(form.key, error)
            return None
        found = _solution(keyed.raw, result, answer.strength, form)
        return KnownAnswer(found, result, answer.exact_digest == keyed.exact_digest)


def _solution(raw: Document, result: Document, want: str, form: Canonical) -> NewSolution:
    name, document = solution(raw, result, want)
    return NewSolution(name, document, SolutionNumbering(form.key, form.order))


def result_of(answer: KnownAnswer, keyed: KeyedRequest[Request], language: str, *, hit: bool) -> Document:
    """The result for a request.

    It is a hit if the puzzle was submitted in this numbering before, as the first of its equals or written in the same
    way; otherwise the answer is known by symmetry.
    """
    origin = "hit" if hit else "symmetry"
    return result_for_job(answer.result, keyed.want, origin, keyed.shared, language)


def equal_requests(keyed: KeyedRequest[Request], owner: str, language: str, result: str = "") -> str:
    """Digest of what makes two requests of a client equal, however they are written, and of a result."""
    request = keyed.request
    wanted = keyed.want, request.written_limits, request.loaded.layout
    parts = ANSWERS, owner, language, *wanted, keyed.exact_digest, keyed.shared, result
    return hashlib.sha256(encode(parts)).hexdigest()


def renumber(form: Canonical, result: Document, puzzle: Puzzle) -> Document:
    """Rewrite the stored result of a canonical puzzle for ``puzzle``, of which ``form`` is the canonical form.

    Raises
    ------
    ReplayError
        If the solution does not hold on ``puzzle``.
    """
    return dump_result(puzzle, restore_result(form, load_result(form.puzzle, result), puzzle))
