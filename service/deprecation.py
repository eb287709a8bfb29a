"""Operations that are going to be removed: announced by headers and in the OpenAPI document."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, time
from email.utils import format_datetime

from flask import Request, Response

from service.documents import Document
from service.prefix import prefix_of

HEADERS: Document = {
    "Deprecation": {"description": "Since when not to use it any more (RFC 9745).", "schema": {"type": "string"}},
    "Sunset": {"description": "Until when it is there (RFC 8594).", "schema": {"type": "string"}},
    "Link": {"description": 'What to use instead, with `rel="successor-version"`.', "schema": {"type": "string"}},
}

PARAMETER = re.compile(r"<(?:\w+:)?(\w+)>")


@dataclass(frozen=True)
class Deprecation:
    """When an operation was given up, and what comes after it.

    Attributes
    ----------
    since
        The day from which clients should not use it any more.
    sunset
        The day from which on it may be missing.
    successor
        Path of what to use instead.
    """

    since: date
    sunset: date
    successor: str


DEPRECATED: dict[str, Deprecation] = {}
"""The deprecated operations by method and path, as in the OpenAPI document: ``"GET /v1/boards"``."""


def announce(request: Request, response: Response, deprecated: Mapping[str, Deprecation]) -> None:
    """Write the headers of a deprecated operation: Deprecation (RFC 9745), Sunset (RFC 8594), and a link (RFC 5829)."""
    if not deprecated or request.url_rule is None:
        return
    path = PARAMETER.sub(r"{\1}", request.url_rule.rule)
    found = deprecated.get(f"{'GET' if request.method == 'HEAD' else request.method} {path}")
    if found is not None:
        response.headers["Deprecation"] = f"@{int(midnight(found.since).timestamp())}"
        response.headers["Sunset"] = format_datetime(midnight(found.sunset), usegmt=True)
        response.headers.add("Link", f'<{prefix_of(request)}{found.successor}>; rel="successor-version"')


def midnight(day: date) -> datetime:
    """The beginning of a day."""
    return datetime.combine(day, time(), UTC)


def describe(paths: Mapping[str, Document], deprecated: Mapping[str, Deprecation]) -> None:
    """Mark deprecated operations in the paths of an OpenAPI document."""
    for name, found in deprecated.items():
        method, path = name.split()
        operation = paths[path][method.lower()]
        operation |= {"deprecated": True, "x-sunset": found.sunset.isoformat()}
        operation["description"] += f"\n\nDeprecated: use {found.successor}. It may be missing from {found.sunset} on."
        responses = operation["responses"]
        shown = {status: response for status, response in responses.items() if "headers" in response}
        for status, response in shown.items():  # the responses themselves are shared with other operations
            responses[status] = response | {"headers": HEADERS | response["headers"]}
