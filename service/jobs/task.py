"""What the service needs to know of each kind of task: what identifies a request, and what answers it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from fewest.schemas import JsonObject
from fewest.schemas.errors import InvalidRequest
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
"""Raised for what is stored and is damaged, or does not fit its puzzle."""


@dataclass(frozen=True, slots=True)
class KnownResult:
    """The result of a request that needs no search.

    Attributes
    ----------
    hit
        What the document of its job has beside what those of all jobs have.
    symmetry
        The same, in case that the solution was not stored before; None if that makes no difference.
    solution
        The solution to store; None if the result is none.
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
    request
        Class of its valid requests.
    no_progress
        How far a search is that has not reported anything.
    """

    schema: TaskSchema[R, Any]
    request: type[R]
    no_progress: JsonObject

    def identify(self, request: R, deadline: Deadline) -> KeyedRequest[R]:
        """Find what identifies the work of a request."""

    def names(self, keyed: KeyedRequest[R], caller: Caller, result: JsonObject | None = None) -> tuple[str, ...]:
        """Digests of all requests that are equal to one, and of its bytes, if there are any: they get the same job.

        Parameters
        ----------
        result
            The result that it gets. Without it there are no names if a later equal request may get a better one.
        """

    def known(self, keyed: KeyedRequest[R], answer: Answer, language: str) -> KnownResult | None:
        """The result of a request to which there is a stored answer; None if the answer is unusable: it is deleted."""

    def ended(self, job: Job, search: Search) -> JsonObject:
        """What the document of a job has whose search has ended with a result.

        Raises
        ------
        UNUSABLE
            If the search is damaged.
        """
