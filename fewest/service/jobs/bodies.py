"""The bodies of requests: every route reads them in the same order, and a refusal leaves no memory behind.

1. Media type, encoding and length are checked before the body is read.
2. The request is counted.
3. It waits for a computing slot.
4. Its body is parsed and read, until it has as many errors as are listed.
5. If it is refused, all its memory is freed.

The last step needs care. An exception keeps the frames that it passed through, and so the body; those of marshmallow
form cycles as well. They would stay until the garbage collector visits its oldest generation: sixty refused bodies of a
megabyte took two processes from 80 MB to more than a gigabyte.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeAlias, TypeVar

from flask import Request

from fewest.notation import JsonObject
from fewest.notation.errors import FieldError, InvalidRequest
from fewest.service.http.computing import Computing
from fewest.service.http.requests import JSON, TEXT, parse_json, parse_text, read_body

T = TypeVar("T")

OfText: TypeAlias = Callable[[str, Callable[[], object]], object]
"""Makes the body of a request of a text and of what is called before each of its puzzles is read."""

LARGE_BYTES = 20_000
"""After refusing a body of this length, garbage is collected at once, which takes some milliseconds."""


TEXT_BYTES = 1000
"""A text counts as one more request for so many bytes: a megabyte of it takes as long as many small ones."""


def text_cost(request: Request, body: bytes) -> int:
    """What a request with a text counts beyond the request itself."""
    return len(body) // TEXT_BYTES if request.mimetype == TEXT else 0


class Bodies:
    """Receives and reads bodies.

    Parameters
    ----------
    count
        Counts the cost of a request against its client's rate; raises ``Problem`` if the rate is exceeded.
    """

    def __init__(self, count: Callable[[int], object], computing: Computing) -> None:
        self._count = count
        self._computing = computing

    def receive(self, request: Request, max_bytes: int, cost: int = 1, media: Sequence[str] = (JSON,)) -> bytes:
        """The body of a request, unread; the request is counted: a text once more for each thousand bytes.

        Raises
        ------
        Problem
            If the body is not declared to be of one of these media types, has a content encoding or is too long, or if
            the client exceeds its rate.
        """
        body = read_body(request, max_bytes, media)
        self._count(cost + text_cost(request, body))
        return body

    def count_more(self, number: int) -> None:
        """Count what a request costs beyond what was counted when it was received."""
        if number > 0:
            self._count(number)

    def read(self, body: bytes, load: Callable[[object], T], of_text: OfText | None = None) -> T:
        """Parse JSON and load it, in a computing slot.

        Parameters
        ----------
        load
            Reads parsed JSON.
        of_text
            If the body is a text: makes what ``load`` reads.

        Raises
        ------
        InvalidRequest
            As ``load`` raises it, but as a new exception, which does not hold the body.
        Problem
            If the body is not JSON, or if there was no slot in time.
        """
        if of_text is not None:
            return self.read_text(body, lambda text: load(of_text(text, self._computing.give_way)))
        return self._loaded(body, lambda: load(parse_json(body)))

    def read_text(self, body: bytes, load: Callable[[str], T]) -> T:
        """Decode a text and load it, like :meth:`read`."""
        return self._loaded(body, lambda: load(parse_text(body)))

    def _loaded(self, body: bytes, load: Callable[[], T]) -> T:
        with self._computing.slot():
            loaded = _attempt(load)
            if isinstance(loaded, _Refusal):
                if len(body) >= LARGE_BYTES:
                    gc.collect()
                raise InvalidRequest(loaded.errors, loaded.puzzle)
        return loaded


class _Refusal(NamedTuple):
    """The part of an exception that is kept."""

    errors: tuple[FieldError, ...]
    puzzle: JsonObject | None


def _attempt(load: Callable[[], T]) -> T | _Refusal:
    """Load a body, or return its errors: when it has returned, the exception is gone with its frames."""
    try:
        return load()
    except InvalidRequest as invalid:
        return _Refusal(invalid.errors, invalid.puzzle)
