"""The path under which the service is reached, such as ``/fewest``: removed from requests, prepended to links.

All stored and rendered links start at the root, so they do not depend on the address of the service.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from flask import Request

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

PREFIX = re.compile(r"(?:/[A-Za-z0-9._~-]+)*")

LINK = re.compile(rb'(?<=:")/(?=(?:v1|s|embed|problems|docs)/|(?:openapi\.json|version|livez|readyz|metrics)")')
"""The start of a link in compact JSON. Quotes within a text are escaped, so no text contains this."""


class Prefix:
    """Removes the prefix from the path of a request, unless the proxy already has, and sets ``SCRIPT_NAME``.

    Parameters
    ----------
    prefix
        The prefix; if it is empty, that of ``X-Forwarded-Prefix``, where a trusted proxy sends it.
    proxied
        Whether there is a trusted proxy.
    """

    def __init__(self, app: WSGIApplication, prefix: str, *, proxied: bool) -> None:
        self._app = app
        self._prefix = prefix
        self._proxied = proxied

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Answer a request."""
        prefix = self._prefix or (forwarded_prefix(environ) if self._proxied else "")
        path = environ.get("PATH_INFO", "")
        environ["SCRIPT_NAME"] = prefix
        if prefix and (path == prefix or path.startswith(f"{prefix}/")):
            environ["PATH_INFO"] = path[len(prefix) :] or "/"
        return self._app(environ, start_response)


def forwarded_prefix(environ: WSGIEnvironment) -> str:
    """The prefix that werkzeug's ``ProxyFix`` found; empty if it is not valid."""
    given = str(environ.get("SCRIPT_NAME", "")).rstrip("/")
    return given if PREFIX.fullmatch(given) else ""


def prefix_of(request: Request) -> str:
    """The prefix of a request, without a slash at its end."""
    return str(request.environ.get("SCRIPT_NAME", ""))


def put_before_links(prefix: str, document: bytes) -> bytes:
    """Put the prefix before every link of a JSON document."""
    return LINK.sub(prefix.encode() + b"/", document) if prefix else document
