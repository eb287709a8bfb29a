"""Cuts long lists in request headers, and removes invalid dates, before any parser reads them.

Parsing time grows with the length of a list, for some parsers faster than linearly: 62 kB of ``Accept-Language`` took
werkzeug a quarter of a second, before any key was checked or any request counted. Invalid dates are ignored (RFC 9110,
section 13.1.3), but the parser of the standard library fails for some, such as one with a year of 14 digits.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

MAX_BYTES = 1024
MAX_TAGS = 12
"""Largest part of a header that is read. Browsers send up to 200 bytes and ten tags."""

NEGOTIATED = (
    *("ACCEPT", "ACCEPT_CHARSET", "ACCEPT_ENCODING", "ACCEPT_LANGUAGE", "PREFER", "TE", "CACHE_CONTROL", "PRAGMA"),
    *("IF_MATCH", "IF_NONE_MATCH", "IF_RANGE", "IF_MODIFIED_SINCE", "IF_UNMODIFIED_SINCE", "RANGE"),
    *("ACCESS_CONTROL_REQUEST_HEADERS", "COOKIE"),
)
"""Headers that clients write: the most important tags come first."""

FORWARDED = ("X_FORWARDED_FOR", "X_FORWARDED_PROTO", "X_FORWARDED_HOST", "X_FORWARDED_PORT", "X_FORWARDED_PREFIX")
"""Headers to which every proxy appends: only the end can be trusted."""

HEADERS = {f"HTTP_{name}": False for name in NEGOTIATED} | {f"HTTP_{name}": True for name in FORWARDED}
"""Name in a WSGI environment: whether the end counts."""


DATES = {"HTTP_IF_MODIFIED_SINCE", "HTTP_IF_UNMODIFIED_SINCE"}

DATE = re.compile(
    r"[a-z]{3}, \d\d [a-z]{3} \d{4} \d\d:\d\d:\d\d GMT"
    r"|[a-z]{6,9}, \d\d-[a-z]{3}-\d\d \d\d:\d\d:\d\d GMT"
    r"|[a-z]{3} [a-z]{3} [ \d]\d \d\d:\d\d:\d\d \d{4}",
    re.ASCII | re.IGNORECASE,
)
"""The three forms of a date (RFC 9110, section 5.6.7)."""

TAG = re.compile(r'(?:W/)?"[^"\s]*"')
"""An entity tag. Those of the service have no blanks, and no date is without."""


class Negotiation:
    """Prepares the headers of a request for their parsers."""

    def __init__(self, app: WSGIApplication) -> None:
        self._app = app

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Answer a request."""
        for name in HEADERS.keys() & environ.keys():
            environ[name] = shortened(environ[name], from_end=HEADERS[name])
        remove_invalid_dates(environ)
        return self._app(environ, start_response)


def remove_invalid_dates(environ: WSGIEnvironment) -> None:
    """Remove the conditions that have neither a date nor a tag. No range fulfils such a condition: all is sent."""
    for name in DATES & environ.keys():
        if not DATE.fullmatch(environ[name]):
            del environ[name]
    condition = environ.get("HTTP_IF_RANGE")
    if condition is not None and not (DATE.fullmatch(condition) or TAG.fullmatch(condition)):
        del environ["HTTP_IF_RANGE"]
        environ.pop("HTTP_RANGE", None)


def shortened(value: str, *, from_end: bool = False) -> str:
    """The tags of a list that are read: at most 12, in at most a kilobyte, without a partial tag.

    Parameters
    ----------
    value
        Tags, separated by commas.
    from_end
        Whether to read the last tags rather than the first.
    """
    if len(value) <= MAX_BYTES and value.count(",") < MAX_TAGS:
        return value
    if from_end:
        part = value[-MAX_BYTES:]
        whole = part if len(value) <= MAX_BYTES else part.partition(",")[2]
        return ",".join(whole.rsplit(",", MAX_TAGS)[-MAX_TAGS:])
    part = value[:MAX_BYTES]
    whole = part if len(value) <= MAX_BYTES else part.rpartition(",")[0]
    return ",".join(whole.split(",", MAX_TAGS)[:MAX_TAGS])
