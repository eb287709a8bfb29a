"""Requests of clients: who sends one, and what identifies the requested work."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, NamedTuple, Protocol, TypeAlias, TypeVar

from fewest.config.targets import parse_target
from fewest.notation import JsonObject
from fewest.notation.puzzle import dump_puzzle
from fewest.schemas.job import dump_limits
from fewest.schemas.texts import TextBody
from fewest.schemas.webhook import Webhook
from fewest.service.jobs.bodies import OfText
from fewest.service.translations import ENGLISH, translator
from fewest.solver.canonical import Canonical
from fewest.solver.model import Limits
from fewest.store.webhooks import registration


class TextQuery(NamedTuple):
    """What the query adds to a puzzle in plain text.

    Attributes
    ----------
    others
        The fields of the request: what is wanted, and limits.
    number
        Which reading of the text is meant; the first is 1.
    """

    others: JsonObject
    number: int


@dataclass(frozen=True, slots=True)
class Caller:
    """Who sends a request.

    Attributes
    ----------
    request_id
        Id of the request, for the logs.
    owner
        The client of the API key; empty without keys.
    client
        The client whose turn its search takes in the queue: that of the API key, or the address.
    request_digest
        Digest of the client and of the body's bytes; empty where repeated requests are not recognized.
    job_id
        The id that the client has chosen for its job; empty if it gets a new one.
    language
        The language of stored sentences: errors and explanations of answers.
    text
        Of a body of plain text: what the query adds to it; None for JSON.
    """

    request_id: str
    owner: str
    client: str
    request_digest: str = ""
    job_id: str = ""
    language: str = ENGLISH
    text: TextQuery | None = None

    @property
    def of_text(self) -> OfText | None:
        """Makes the body of its request, if that is a text."""
        query = self.text
        if query is None:
            return None
        return lambda text, pause: TextBody(text, *query, translator(self.language), pause)


class ValidRequest(Protocol):
    """A request in which no error was found."""

    @property
    def limits(self) -> Limits:
        """The limits in force."""

    @property
    def webhook(self) -> Webhook | None:
        """The webhook that reports its job."""


R = TypeVar("R", bound=ValidRequest)

MakeRequest: TypeAlias = Callable[[], R]
"""Makes a valid request when it is its turn, since many take long; raises ``InvalidRequest`` if it has errors."""


def made(request: R) -> MakeRequest[R]:
    """A request that is there already."""
    return lambda: request


@dataclass(frozen=True, slots=True)
class KeyedRequest(Generic[R]):
    """A valid request, and what identifies the requested work.

    Attributes
    ----------
    task
        What kind of task it is (:data:`fewest.schemas.tasks.TASKS`).
    kind, want
        The kind of puzzle, and the answers wanted; empty for tasks other than solving.
    document
        The puzzle as the client sent it, or the work of another task.
    key
        Digest of the work, the same for equal puzzles.
    exact_digest
        Digest of the work in the client's numbering.
    form
        The canonical form of the puzzle; None for tasks other than solving, which keep the client's numbering.
    reading
        How the text of the puzzle was read; None if it came as JSON.
    """

    request: R
    task: str
    kind: str
    want: str
    document: JsonObject
    key: str
    exact_digest: str
    form: Canonical | None = None
    reading: JsonObject | None = None

    @property
    def work(self) -> JsonObject:
        """What the search is about, as it is stored."""
        return self.document if self.form is None else dump_puzzle(self.form.puzzle)

    @property
    def numbering(self) -> tuple[int, ...]:
        """The client's hole or cell at each canonical place; empty without a canonical form."""
        return () if self.form is None else self.form.order

    @property
    def shared(self) -> bool:
        """Whether puzzles in other numberings share the search."""
        return self.form is None or self.form.shared

    @property
    def request_key(self) -> str:
        """Digest of everything that makes two requests equal: they share a search."""
        parts = self.key, str(self.want), sorted(dump_limits(self.request.limits).items())
        return hashlib.sha256(repr(parts).encode()).hexdigest()[:32]


def webhook_registration(webhook: Webhook | None, owner: str) -> str:
    """A webhook in the form that the store registers; empty without a webhook."""
    return "" if webhook is None else registration(webhook.url, parse_target(webhook.url).origin, webhook.events, owner)


def new_id() -> str:
    """An id that cannot be guessed: 128 random bits."""
    return secrets.token_urlsafe(16)
