"""Odd headers: whatever a client writes into them, the service answers, and never with an error of its own."""

from __future__ import annotations

import logging
from random import Random

import pytest

from fewest.store import Store
from tests.effort import examples
from tests.unit.service.worker import client_of

HEADERS = """
Accept Accept-Charset Accept-Encoding Accept-Language Range If-Range If-Match If-None-Match If-Modified-Since
If-Unmodified-Since Prefer Idempotency-Key Last-Event-ID Authorization Content-Type Content-Encoding Content-Length
Cookie Host Origin Access-Control-Request-Method Access-Control-Request-Headers Cache-Control Pragma TE X-Request-ID
X-Forwarded-For X-Forwarded-Host X-Forwarded-Port X-Forwarded-Prefix X-Forwarded-Proto Forwarded Date
"""
"""Headers that the service reads, or the libraries it uses."""

NAMES = HEADERS.split()

WORDS = """
* a "a" W/"a" " "" - -1 +1 0 1_0 0x1 \xb2 \xe4 \x80 nan inf 1e999 bytes= bytes=0- bytes=-0 bytes=9-1 0-0 wait= q= q=1
q=\xb2 en ja-JP zstd gzip text/html application/json text/plain charset= charset=utf-7 charset*=utf-8''%ff a*0=x Bearer
Basic YTpi %00 %ff [::1 localhost :99999 //evil Mon 01 Jan 2020 99999999999999 00:00:00 99:99:99 GMT +9999
=?utf-8?q?=ff?=
"""
PARTS = (*WORDS.split(), "", "9" * 400, "\\" * 99, "(" * 99, "x" * 2000)

BETWEEN = ("", " ", ",", ", ", ";", "; ", "=", "/", ":")

PATHS = ("/v1/limits", "/v1/jobs", "/static/fewest.js", "/docs/api/index.css", "/s/none", "/")


DATED = ("If-Modified-Since", "If-Unmodified-Since", "If-Range")
DATE = ["Mon,", " ", "01", " ", "Jan", " ", "2020", " ", "00:00:00", " ", "GMT"]
NUMBERS = ("99999999999999", "-1", "0", "\xb2", "9" * 400, "99:99:99", "+9999", "+99999999999999")


def odd(name: str, choice: Random) -> str:
    """A value that no client should send in a header: a date with one wrong piece, or a few parts of anything."""
    if name in DATED and choice.random() < 0.8:
        pieces = list(DATE)
        pieces[choice.randrange(len(pieces))] = choice.choice(choice.choice((NUMBERS, PARTS)))
        return "".join(pieces)
    return "".join(choice.choice(PARTS) + choice.choice(BETWEEN) for _ in range(choice.randint(1, 8))).strip()


@pytest.mark.parametrize("path", PATHS)
def test_no_header_is_an_error_of_the_service(store: Store, path: str, caplog: pytest.LogCaptureFixture) -> None:
    """An odd value is ignored, or the request is refused; it is neither status 500 nor an exception."""
    caplog.set_level(logging.ERROR)
    client = client_of(store, proxies=1, wait_seconds=0)
    choice = Random(path)
    for _ in range(examples(2_000)):
        names = {choice.choice(DATED), *choice.sample(NAMES, choice.randint(1, 4))}
        headers = [(name, odd(name, choice)) for name in sorted(names)]
        body = {"data": b'{"puzzle": 1}'} if path == "/v1/jobs" else {}
        answer = client.open(path, method="POST" if body else "GET", headers=headers, **body)
        assert answer.status_code < 500, headers
        answer.close()
