"""Known answers: found by canonical key, renumbered for the client, stored as solutions."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass

from fewest.schemas.documents.base import encode
from fewest.schemas.job import Request
from fewest.schemas.result import dump_result, load_result
from fewest.service.documents import Document, result_for_job, solution
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
from fewest.store.results import Answer, SolutionNumbering

UNSOUND = (*PARSE_ERRORS, FewestError)
"""Raised for a stored result that is damaged or does not fit its puzzle."""


@dataclass(frozen=True, slots=True)
class KnownAnswer:
    """A known result in the client's numbering, and its solution.

    Attributes
    ----------
    solution
        The document of the solution, which is not stored yet.
    numbering
        The numbering of its answer; it is stored, since it might not be found in time again.
    is_hit
        Whether the puzzle was first submitted in this numbering.
    """

    solution_id: str
    solution: bytes
    numbering: SolutionNumbering
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

    def repeat(self, request_digest: str, ask: Callable[[str], bytes | None]) -> bytes | None:
        """The document of the finished job of a byte-identical request; nothing is parsed.

        Parameters
        ----------
        ask
            Asks the store for it by the digest of the request; called if it is not in the cache.
        """
        document = self._repeats.get(request_digest)
        if document is None:
            document = ask(request_digest)
            if document is not None:
                self._repeats.put(request_digest, document)
        return document

    def identify(self, request: Request, deadline: Deadline = NONE) -> KeyedRequest[Request]:
        """Find the canonical form of a request's puzzle."""
        puzzle = request.loaded.puzzle
        exact_digest = digest(puzzle)
        form = self._forms.find(puzzle, exact_digest, deadline)
        return KeyedRequest(request, puzzle.kind, request.want, request.loaded.written, form.key, exact_digest, form)

    def find(self, keyed: KeyedRequest[Request], *names: str) -> KnownAnswer | tuple[str, bytes] | None:
        """The answer to a request, if a result good enough is known; or the id and document of an earlier, equal job.

        Parameters
        ----------
        names
            Digests of the request (:func:`equal_requests`, and of its bytes), to find a finished job of an equal one.
        """
        found = self._store.known.find(keyed.key, keyed.want, *names)
        return self._renumbered(keyed, found) if isinstance(found, Answer) else found

    def look_up(self, keyed: KeyedRequest[Request], language: str) -> tuple[str, Document] | None:
        """The id of the solution and the result, if one good enough is known. The solution is stored."""
        answer = self.find(keyed)
        if not isinstance(answer, KnownAnswer):
            return None
        stored = self._store.results.store_solution(answer.solution_id, answer.solution, answer.numbering)
        return answer.solution_id, result_of(answer, keyed, language, hit=stored or answer.is_hit)

    def store(self, raw_puzzle: Document, result: Document, want: str, form: Canonical) -> str:
        """Store a puzzle as its client wrote it with the result of its search; returns the id of the solution."""
        name, document = solution(raw_puzzle, result, want)
        self._store.results.store_solution(name, document, SolutionNumbering(form.key, form.order), admitted=True)
        return name

    def _renumbered(self, keyed: KeyedRequest[Request], answer: Answer) -> KnownAnswer | None:
        """The answer in the numbering of the request; an invalid one is deleted, and None returned."""
        form = keyed.form
        assert form is not None
        try:
            result = renumber(form, answer.result, keyed.request.loaded.puzzle)
        except UNSOUND as error:
            self._store.results.discard(form.key, error)
            return None
        name, document = solution(keyed.raw, result, answer.strength)
        is_hit = answer.exact_digest == keyed.exact_digest
        return KnownAnswer(name, document, SolutionNumbering(form.key, form.order), result, is_hit)


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
