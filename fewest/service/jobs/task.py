"""What the service must know of each kind of task: what identifies a request, and what answers it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from fewest.notation import JsonObject
from fewest.notation.errors import InvalidRequest
from fewest.schemas.task import TaskSchema
from fewest.service.jobs.deadline import Deadline
from fewest.service.jobs.requests import Caller, KeyedRequest, ValidRequest
from fewest.solver.errors import FewestError
from fewest.store.damage import PARSE_ERRORS
from fewest.store.jobs import Job
from fewest.store.results import Answer, NewSolution
from fewest.store.searches import Search

R = TypeVar("R", bound=ValidRequest)

UNUSABLE = (*PARSE_ERRORS, FewestError, InvalidRequest)
"""Errors of a stored value that is damaged or does not fit its puzzle."""


@dataclass(frozen=True, slots=True)
class KnownResult:
    """The result of a request that needs no search.

    Attributes
    ----------
    hit
        The fields of its job's document besides those that all jobs have.
    symmetry
        The same, if the solution was not stored before; None if that makes no difference.
    solution
        The solution to store; None if the result has none.
    """

    status: str
    hit: JsonObject
    symmetry: JsonObject | None = None
    solution: NewSolution | None = None


class ServedTask(Protocol[R]):
    """A kind of task.

    Attributes
    ----------
    schema
        How it is written.
    no_progress
        The progress of a search that has not reported yet.
    """

    schema: TaskSchema[R, Any]
    no_progress: JsonObject

    def identify(self, request: R, deadline: Deadline) -> KeyedRequest[R]:
        """Find what identifies the work of a request."""

    def names(self, keyed: KeyedRequest[R], caller: Caller, result: JsonObject | None = None) -> tuple[str, ...]:
        """Digests of the equal requests and of the bytes of a request. They all get the same job.

        Parameters
        ----------
        result
            Its result. Without it, the list is empty if a later equal request may get a better result.
        """

    def known(self, keyed: KeyedRequest[R], answer: Answer, language: str) -> KnownResult | None:
        """The result of a request with a stored answer; None if the answer is unusable, and then it is deleted."""

    def ended(self, job: Job, search: Search) -> JsonObject:
        """The fields of the document of a job whose search has ended with a result.

        Raises
        ------
        UNUSABLE
            If the search is damaged.
        """
