"""What is read off a request: its JSON, its id, how long it is ready to wait."""

from __future__ import annotations

import json
import math
import re
import secrets
from typing import Any

from flask import Request, g

from service.problems import Problem

SANE_ID = re.compile(r"[A-Za-z0-9._:-]{1,64}")
WAIT = re.compile(r"(?:^|[,;\s])wait\s*=\s*\"?(\d{1,9})\"?")
DRAIN_BYTES = 20_000_000


def name_request(request: Request) -> None:
    """Give the request the client's id, if it sent a sane one, or a new one."""
    given = request.headers.get("X-Request-ID", "")
    g.request_id = given if SANE_ID.fullmatch(given) else secrets.token_hex(8)


def read_json(request: Request, most_bytes: int) -> Any:
    """Read the body as JSON; see :func:`read_body` and :func:`parse_json` for what is refused."""
    return parse_json(read_body(request, most_bytes))


def read_body(request: Request, most_bytes: int) -> bytes:
    """Read the body.

    Raises
    ------
    Problem
        If it is not said to be JSON, is encoded, or is too long.
    """
    if request.mimetype != "application/json":
        raise Problem("unsupported-media-type", f"Content-Type is {request.mimetype or 'not given'!r}.")
    if (encoding := request.headers.get("Content-Encoding", "identity")) != "identity":
        raise Problem("unsupported-media-type", f"Content-Encoding is {encoding[:40]!r}; the body is taken as it is.")
    if (request.content_length or 0) > most_bytes:
        _drain(request)
        raise Problem("body-too-large", f"{request.content_length} bytes; at most {most_bytes} are taken.")
    body = request.stream.read(most_bytes + 1)
    if len(body) > most_bytes:
        raise Problem("body-too-large", f"More than {most_bytes} bytes; at most {most_bytes} are taken.")
    return body


def parse_json(body: bytes) -> Any:
    """Parse a body.

    Raises
    ------
    Problem
        If it is no JSON, nested too deeply, or has a number that is none here (NaN, 1e400).
    """
    try:
        return json.loads(body, parse_constant=_refuse, parse_float=_finite)
    except RecursionError:
        raise Problem("invalid-json", "The body is nested too deeply.") from None
    except (json.JSONDecodeError, UnicodeDecodeError) as error:
        raise Problem("invalid-json", str(error)) from None
    except ValueError:
        raise Problem("invalid-json", "A number has too many digits.") from None


def wait_seconds(request: Request, most: int) -> int:
    """How long the request asks to wait (``Prefer: wait=10``), at most the server's maximum; 0 if it does not."""
    found = WAIT.search(request.headers.get("Prefer", "").lower())
    return min(int(found[1]), most) if found else 0


def number_argument(request: Request, name: str, default: int, least: int, most: int) -> int:
    """An integer from the query.

    Raises
    ------
    Problem
        If it is no integer between ``least`` and ``most``.
    """
    text = request.args.get(name, str(default))
    if not re.fullmatch(r"-?\d{1,30}", text):
        raise Problem("invalid-parameter", f"{name} is not an integer: {text[:40]!r}.")
    if not least <= int(text) <= most:
        raise Problem("invalid-parameter", f"{name} is {int(text)}; it must be from {least} to {most}.")
    return int(text)


def _drain(request: Request) -> None:
    """Read what is being sent, within reason: a client still sending would not read the answer."""
    left = DRAIN_BYTES
    while left > 0 and (piece := request.stream.read(min(65536, left))):
        left -= len(piece)


def _refuse(text: str) -> float:
    raise Problem("invalid-json", f"{text} is no number here")


def _finite(text: str) -> float:
    number = float(text)
    if math.isinf(number):
        raise Problem("invalid-json", f"{text[:40]} is too large a number")
    return number
