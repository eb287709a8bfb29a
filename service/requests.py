"""Reading a request: its body, its id, how long it is prepared to wait."""

from __future__ import annotations

import json
import math
import re
import secrets

from flask import Request, g

from service.problems import Problem

REQUEST_ID = re.compile(r"[A-Za-z0-9._:-]{1,64}")
WAIT = re.compile(r"(?:^|[,;\s])wait\s*=\s*\"?(\d{1,9})\"?")
DRAIN_BYTES = 20_000_000


def assign_request_id(request: Request) -> None:
    """Note the request's id on ``g``: the client's, if it sent a valid one, or a new one."""
    given = request.headers.get("X-Request-ID", "")
    g.request_id = given if REQUEST_ID.fullmatch(given) else secrets.token_hex(8)


def read_json(request: Request, max_bytes: int) -> object:
    """Read the body as JSON; raises what :func:`read_body` and :func:`parse_json` raise."""
    return parse_json(read_body(request, max_bytes))


def read_body(request: Request, max_bytes: int) -> bytes:
    """Read the body.

    Raises
    ------
    Problem
        If it is not declared as JSON, has a content encoding, or is too long.
    """
    if request.mimetype != "application/json":
        raise Problem(
            "unsupported-media-type",
            f"The Content-Type is {request.mimetype!r}." if request.mimetype else "The Content-Type is missing.",
        )
    if (encoding := request.headers.get("Content-Encoding", "identity")) != "identity":
        raise Problem("unsupported-media-type", f"The Content-Encoding is {encoding[:40]!r}.")
    if (request.content_length or 0) > max_bytes:
        _drain(request)
        raise Problem("body-too-large", f"It has {request.content_length} bytes; the limit is {max_bytes} bytes.")
    body = request.stream.read(max_bytes + 1)
    if len(body) > max_bytes:
        raise Problem("body-too-large", f"The limit is {max_bytes} bytes.")
    return body


def parse_json(body: bytes) -> object:
    """Parse a body.

    Raises
    ------
    Problem
        If it is not JSON, is nested too deeply, or has a number that is not finite (NaN, 1e400).
    """
    try:
        document: object = json.loads(body, parse_constant=_refuse, parse_float=_finite)
    except RecursionError:
        raise Problem("invalid-json", "It is nested too deeply.") from None
    except (json.JSONDecodeError, UnicodeDecodeError) as error:
        raise Problem("invalid-json", str(error)) from None
    except ValueError:
        raise Problem("invalid-json", "A number has too many digits.") from None
    return document


def wait_seconds(request: Request, maximum: int) -> int:
    """Seconds the request asks to wait (``Prefer: wait=10``, RFC 7240), at most ``maximum``; 0 if it does not ask."""
    found = WAIT.search(request.headers.get("Prefer", "").lower())
    return min(int(found[1]), maximum) if found else 0


def number_argument(request: Request, name: str, default: int, minimum: int, maximum: int) -> int:
    """An integer from the query.

    Raises
    ------
    Problem
        If it is not an integer between ``minimum`` and ``maximum``.
    """
    text = request.args.get(name, str(default))
    if not re.fullmatch(r"-?\d{1,30}", text):
        raise Problem("invalid-parameter", f"{name} is not an integer: {text[:40]!r}.")
    if not minimum <= int(text) <= maximum:
        raise Problem("invalid-parameter", f"{name} is {int(text)}; it must be between {minimum} and {maximum}.")
    return int(text)


def _drain(request: Request) -> None:
    """Read and drop the rest, up to a limit: a client that is still sending would not read the response."""
    left = DRAIN_BYTES
    while left > 0 and (piece := request.stream.read(min(65536, left))):
        left -= len(piece)


def _refuse(text: str) -> float:
    raise Problem("invalid-json", f"{text} is not a JSON number.")


def _finite(text: str) -> float:
    number = float(text)
    if math.isinf(number):
        raise Problem("invalid-json", f"The number {text[:40]} is too large.")
    return number
