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
from typing import TypeVar

from flask import Request

from schemas.errors import FieldError, InvalidRequest
from service.http.computing import Computing
from service.http.requests import parse_json, read_body

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

    def receive(self, request: Request, max_bytes: int, cost: int = 1) -> bytes:
        """The body of a request, unread; the request is counted.

        Raises
        ------
        Problem
            If the body is not declared as JSON, has a content encoding or is too long, or if the client exceeds its
            rate.
        """
        body = read_body(request, max_bytes)
        self._count(cost)
        return body

    def count_more(self, number: int) -> None:
        """Count what a request costs beyond what was counted when it was received."""
        if number > 0:
            self._count(number)

    def read(self, body: bytes, load: Callable[[object], T]) -> T:
        """Parse a body and load it, in a computing slot.

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
        with self._computing.slot():
            loaded = _attempt(body, load)
            if isinstance(loaded, _Errors):
                if len(body) >= LARGE_BYTES:
                    gc.collect()
                raise InvalidRequest(loaded)
        return loaded


class _Errors(tuple[FieldError, ...]):
    """The errors of a body."""


def _attempt(body: bytes, load: Callable[[object], T]) -> T | _Errors:
    """Parse a body and load it, or return its errors: when it has returned, the exception is gone with its frames."""
    try:
        return load(parse_json(body))
    except InvalidRequest as invalid:
        return _Errors(invalid.errors)
