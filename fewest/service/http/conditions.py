"""Removes invalid dates from the conditions of a request, before any parser reads them.

Invalid dates are ignored (RFC 9110, section 13.1.3), but the parser of the standard library fails for some, such as one
with a year of 14 digits.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

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


class Conditions:
    """Removes the conditions that have neither a date nor a tag. No range fulfils such a condition: all is sent."""

    def __init__(self, app: WSGIApplication) -> None:
        self._app = app

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Answer a request."""
        for name in DATES & environ.keys():
            if not DATE.fullmatch(environ[name]):
                del environ[name]
        condition = environ.get("HTTP_IF_RANGE")
        if condition is not None and not (DATE.fullmatch(condition) or TAG.fullmatch(condition)):
            del environ["HTTP_IF_RANGE"]
            environ.pop("HTTP_RANGE", None)
        return self._app(environ, start_response)
