"""Reading a request: its body, its id, the time it is willing to wait."""

from __future__ import annotations

import json
import math
import re
import secrets
from collections.abc import Iterator, Sequence
from itertools import accumulate, islice
from typing import NamedTuple

from flask import Request, g

from fewest.notation.errors import FieldError, InvalidRequest, Path, TextPlace, field_error
from fewest.notation.fields import MAX_ERRORS, half_character
from fewest.service.http.problems import Problem
from fewest.solver.errors import Message

REQUEST_ID = re.compile(r"[A-Za-z0-9._:-]{1,64}")
WAIT = re.compile(r"(?:^|[,;\s])wait\s*=\s*\"?(\d{1,9})\"?")

MAX_DEPTH = 500
"""How deep arrays and objects of a body may be nested. The interpreter's own limit is too high for the small stacks of
the server's threads: with Python 3.13, 9,000 levels crashed a process."""

JSON, TEXT = "application/json", "text/plain"

NOT_BRACKETS = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"|[^][{}"]+|"', re.DOTALL)
MAY_BE_HALF = re.compile(r"[\ud800-\udfff]|\\u[dD][89a-fA-F]")
STEPS = {"[": 1, "{": 1, "]": -1, "}": -1}


class IntegerParameter(NamedTuple):
    """An integer in the query: its name, its meaning, and its bounds, inclusive."""

    name: str
    text: str
    default: int
    minimum: int
    maximum: int

    def read(self, request: Request) -> int:
        """Read it from a request.

        Raises
        ------
        Problem
            If it is not an integer within the bounds.
        """
        text = request.args.get(self.name, str(self.default))
        if not re.fullmatch(r"-?\d{1,30}", text):
            detail = Message("{name} is not an integer: {text!r}.", name=self.name, text=text[:40])
            raise Problem("invalid-parameter", detail)
        if not self.minimum <= int(text) <= self.maximum:
            template = "{name} is {value}; it must be between {least} and {most}."
            detail = Message(template, name=self.name, value=int(text), least=self.minimum, most=self.maximum)
            raise Problem("invalid-parameter", detail)
        return int(text)


def assign_request_id(request: Request) -> None:
    """Note the request's id on ``g``: the client's, if it sent a valid one, or a new one."""
    given = request.headers.get("X-Request-ID", "")
    g.request_id = given if REQUEST_ID.fullmatch(given) else secrets.token_hex(8)


def read_body(request: Request, max_bytes: int, media: Sequence[str] = (JSON,)) -> bytes:
    """Read the body.

    Raises
    ------
    Problem
        If the body is not declared with one of these media types, has a content encoding, or is too long.
    """
    if request.mimetype not in media:
        wanted = ", ".join(media)
        detail = Message("The Content-Type is missing; it must be {wanted}.", wanted=wanted)
        if request.mimetype:
            text = "The Content-Type is {given!r}; it must be {wanted}."
            detail = Message(text, given=request.mimetype, wanted=wanted)
        raise Problem("unsupported-media-type", detail)
    if (encoding := request.headers.get("Content-Encoding", "identity")) != "identity":
        raise Problem("unsupported-media-type", Message("The Content-Encoding is {given!r}.", given=encoding[:40]))
    if (request.content_length or 0) > max_bytes:
        text = "It has {given} bytes; the limit is {most} bytes."
        raise Problem("body-too-large", Message(text, given=request.content_length, most=max_bytes))
    body = request.stream.read(max_bytes + 1)
    if len(body) > max_bytes:
        raise Problem("body-too-large", Message("The limit is {most} bytes.", most=max_bytes))
    return body


def parse_json(body: bytes) -> object:
    """Parse a body.

    Raises
    ------
    Problem
        If it is not JSON, is nested too deeply, or has a number that is not finite (NaN, 1e400).
    InvalidRequest
        If it has half of a character, such as ``"\\ud83d"``.
    """
    try:
        # As json.loads would; but how deep it is must be known before it is parsed.
        written = body.decode(json.detect_encoding(body), "surrogatepass")
        if _is_deep(written):
            raise Problem("invalid-json", Message("It is nested more than {most} deep.", most=MAX_DEPTH))
        document: object = json.loads(written, parse_constant=_refuse, parse_float=_finite)
    except json.JSONDecodeError as error:
        text = "{reason}: line {line} column {column} (char {at})"
        detail = Message(text, reason=error.msg, line=error.lineno, column=error.colno, at=error.pos)
        raise Problem("invalid-json", detail) from None
    except UnicodeDecodeError as error:
        raise Problem("invalid-json", Message("It cannot be decoded as text: {reason}.", reason=error)) from None
    except ValueError:
        raise Problem("invalid-json", Message("A number has too many digits.")) from None
    if MAY_BE_HALF.search(written) and (halves := list(islice(_halves(document), MAX_ERRORS + 1))):
        raise InvalidRequest(halves)
    return document


def parse_text(body: bytes) -> str:
    """Decode a body.

    Raises
    ------
    InvalidRequest
        If it is not UTF-8.
    """
    try:
        return body.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = body.count(b"\n", 0, error.start) + 1
        text = Message("this is not UTF-8: byte {at} of the text", at=error.start + 1)
        raise InvalidRequest([FieldError("", text, TextPlace(line, 1, 1))]) from None


def refuse_wait_parameter(request: Request) -> None:
    """Raise ``Problem`` if the query of an address of the API asks to wait, which only a header does."""
    if request.path.startswith("/v1/") and "wait" in request.args:
        text = "There is no parameter wait. To wait, send the header Prefer: wait=10."
        raise Problem("invalid-parameter", Message(text))


def wait_seconds(request: Request, maximum: int) -> int:
    """Seconds that the request asks to wait (``Prefer: wait=10``, RFC 7240), at most ``maximum``; 0 by default."""
    found = WAIT.search(request.headers.get("Prefer", "").lower())
    return min(int(found[1]), maximum) if found else 0


def _is_deep(text: str) -> bool:
    if text.count("[") + text.count("{") <= MAX_DEPTH:
        return False
    return max(accumulate(map(STEPS.__getitem__, NOT_BRACKETS.sub("", text))), default=0) > MAX_DEPTH


def _halves(document: object) -> Iterator[FieldError]:
    """An error for every text that has half of a character; for the name of a field, at the object it is in."""
    waiting: list[tuple[Path, object]] = [((), document)]
    while waiting:
        path, value = waiting.pop()
        texts = [value] if isinstance(value, str) else value if isinstance(value, dict) else ()
        yield from (field_error(path, half) for text in texts if (half := half_character(text)))
        if isinstance(value, (dict, list)):
            parts = value.items() if isinstance(value, dict) else enumerate(value)
            waiting += [((*path, name), part) for name, part in parts if not half_character(str(name))][::-1]


def _refuse(text: str) -> float:
    raise Problem("invalid-json", Message("{text} is not a JSON number.", text=text))


def _finite(text: str) -> float:
    number = float(text)
    if math.isinf(number):
        raise Problem("invalid-json", Message("The number {text} is too large.", text=text[:40]))
    return number
