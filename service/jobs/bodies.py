"""The bodies of requests: read by every route in the same order, and what a refusal leaves behind is freed.

1. What can be bounded unread is: media type, encoding, length.
2. The request is counted.
3. It waits for a computing slot.
4. Its body is parsed and read, until it has as many errors as are listed.
5. If it is refused, nothing of it is kept.

The last step needs care. An exception keeps the frames that it came through, and so the body; marshmallow's keep
themselves, too. They would stay until the garbage collector looks at its oldest generation: sixty refused bodies of a
megabyte took two processes from 80 MB to more than a gigabyte.
"""

from __future__ import annotations

import gc
from collections.abc import Callable
from typing import NamedTuple, TypeVar

from flask import Request

from fewest.schemas import JsonObject
from fewest.schemas.errors import FieldError, InvalidRequest
from fewest.service.http.computing import Computing
from fewest.service.http.requests import JSON, parse_json, parse_text, read_body

T = TypeVar("T")

LARGE_BYTES = 20_000
"""After the refusal of a body of this length, what only cycles hold is freed at once: it takes some milliseconds."""


class Bodies:
    """Receives and reads bodies.

    Parameters
    ----------
    count
        Counts a request that costs so much to its client's rate; raises ``Problem`` if that is exceeded.
    """

    def __init__(self, count: Callable[[int], object], computing: Computing) -> None:
        self._count = count
        self._computing = computing

    def receive(self, request: Request, max_bytes: int, cost: int = 1, media: str = JSON) -> bytes:
        """The body of a request, unread; the request is counted.

        Raises
        ------
        Problem
            If the body is not declared to be of this media type, has a content encoding or is too long, or if the
            client exceeds its rate.
        """
        body = read_body(request, max_bytes, media)
        self._count(cost)
        return body

    def count_more(self, number: int) -> None:
        """Count what a request costs beyond what was counted when it was received."""
        if number > 0:
            self._count(number)

    def read(self, body: bytes, load: Callable[[object], T]) -> T:
        """Parse JSON and load it, in a computing slot.

        Parameters
        ----------
        load
            Reads parsed JSON.

        Raises
        ------
        InvalidRequest
            What ``load`` raises, as a new exception, which keeps nothing of the body.
        Problem
            If the body is not JSON, or if there was no slot in time.
        """
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
    """What is kept of an exception."""

    errors: tuple[FieldError, ...]
    puzzle: JsonObject | None


def _attempt(load: Callable[[], T]) -> T | _Refusal:
    """Load a body, or return its errors: when it has returned, the exception is gone with its frames."""
    try:
        return load()
    except InvalidRequest as invalid:
        return _Refusal(invalid.errors, invalid.puzzle)
