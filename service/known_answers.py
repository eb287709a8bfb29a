"""Answers that are known: found by canonical key, carried over to the client's numbering, kept as solutions."""

from __future__ import annotations

from dataclasses import dataclass

from schemas.job import Request
from schemas.result import dump_result, load_result
from service.canonical_forms import CanonicalForms
from service.documents import Document, result_for_job, solution
from service.response_cache import ResponseCache
from solver.canonical import Canonical, digest, restore_result
from solver.model import Puzzle
from store.jobs import Jobs
from store.results import Numbering, Results


@dataclass(frozen=True, slots=True)
class CanonicalRequest:
    """A valid request, the canonical form of its puzzle, and the digest of the puzzle exactly as it is numbered."""

    request: Request
    form: Canonical
    exact_digest: str


@dataclass(frozen=True, slots=True)
class KnownAnswer:
    """A known result in the client's numbering, and the id of its solution.

    Attributes
    ----------
    cache
        "hit" if the puzzle was asked in this numbering before, and was the first of its equals or was written in the
        same way; "symmetry" otherwise.
    """

    solution_id: str
    result: Document
    cache: str


class KnownAnswers:
    """Finds answers in the store and keeps solutions there.

    Parameters
    ----------
    repeats
        Documents of ended jobs by the digest of the request they answer.
    forms
        Finds canonical forms.
    """

    def __init__(self, results: Results, jobs: Jobs, repeats: ResponseCache[bytes], forms: CanonicalForms) -> None:
        self._results, self._jobs, self._repeats, self._forms = results, jobs, repeats, forms

    def repeat(self, request_digest: str) -> bytes | None:
        """The document of the ended job that answered exactly this request before; nothing is parsed for it."""
        document = self._repeats.get(request_digest)
        if document is None:
            document = self._jobs.response_to(request_digest)
            if document is not None:
                self._repeats.put(request_digest, document)
        return document

    def identify(self, request: Request) -> CanonicalRequest:
        """Find the canonical form of a request's puzzle."""
        puzzle, exact_digest = request.loaded.puzzle, digest(request.loaded.puzzle)
        return CanonicalRequest(request, self._forms.find(puzzle, exact_digest), exact_digest)

    def find(self, asked: CanonicalRequest) -> KnownAnswer | None:
        """The answer to a request, if a result good enough is known. Its solution is kept under an id."""
        request, exact_digest = asked.request, asked.exact_digest
        answer = self._results.find(asked.form.key, request.want)
        if answer is None:
            return None
        result = carry_over(asked.form, answer.result, request.loaded.puzzle)
        name, document = solution(request.raw_puzzle, result, answer.grade)
        stored = self._keep(name, document, asked.form)
        cache = "hit" if stored or answer.exact_digest == exact_digest else "symmetry"
        return KnownAnswer(name, result_for_job(result, request.want, cache, asked.form.shared), cache)

    def keep(self, raw_puzzle: Document, result: Document, want: str, form: Canonical) -> str:
        """Keep a puzzle as its client wrote it with the result of its search; returns the id of the solution."""
        name, document = solution(raw_puzzle, result, want)
        self._keep(name, document, form, admitted=True)
        return name

    def _keep(self, name: str, document: bytes, form: Canonical, *, admitted: bool = False) -> bool:
        """Keep a solution. While the store is full, only those of searches (``admitted``) are kept.

        The numbering of its answer is kept, too: in the time of another request it might not be found again. Returns
        whether it was kept before.
        """
        return self._results.keep_solution(name, document, Numbering(form.key, form.order), admitted=admitted)


def carry_over(form: Canonical, result: Document, puzzle: Puzzle) -> Document:
    """Rewrite the stored result of a canonical puzzle for ``puzzle``, of which ``form`` is the canonical form.

    Raises
    ------
    ReplayError
        If the solution does not hold on ``puzzle``.
    """
    return dump_result(puzzle, restore_result(form, load_result(form.puzzle, result), puzzle))
