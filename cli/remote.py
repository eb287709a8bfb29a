"""Solve a puzzle with a service, over HTTP."""

from __future__ import annotations

import http.client
import json
import socket
import ssl
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any
from urllib.parse import urljoin, urlsplit

import click

WAIT_SECONDS = 2
"""How long the service is asked to hold a response; each one redraws the progress."""

HINT_SECONDS = 1.0
"""Time between two looks at a hint."""

TIMEOUT_SECONDS = 30.0
OURS = {"links", "symmetries", "legal"}
"""Every document that is used here has one of these."""

OPEN = ("queued", "running")

ADVICE: tuple[tuple[type[BaseException], str], ...] = (
    (ssl.SSLCertVerificationError, "its certificate is not trusted: {error}"),
    (ssl.SSLError, "the TLS handshake fails: does it need http:// instead of https://?"),
    (socket.gaierror, "the host is unknown"),
    (ConnectionRefusedError, "the connection is refused: is the service running there?"),
    (TimeoutError, "it does not answer in time"),
)
"""Kind of error: what is wrong. The first that fits counts."""

Document = dict[str, Any]


class RefusedForNow(click.ClickException):
    """The service asks to try again later."""

    def __init__(self, message: str, seconds: float) -> None:
        super().__init__(message)
        self.seconds = seconds


class Remote:
    """A service at an address, such as ``https://host/fewest``.

    Every method raises :class:`click.ClickException` with a line for the user.
    """

    def __init__(self, address: str, key: str = "") -> None:
        self._address = address.rstrip("/")
        self._headers = {"Authorization": f"Bearer {key}"} if key else {}
        if urlsplit(address).scheme not in ("http", "https"):
            raise click.ClickException(f"the address {address!r} must begin with http:// or https://")

    def solve(self, body: Document, observe: Callable[[Document], object] = lambda _: None) -> Document:
        """Submit a request and wait until its job has ended; if that is interrupted, the job is cancelled.

        Parameters
        ----------
        observe
            Called with every state of the job.
        """
        job = self._send("POST", f"{self._address}/v1/jobs", body)
        place = urljoin(f"{self._address}/", job["links"]["self"])
        with self._cancelling(place):
            while job["status"] in OPEN:
                observe(job)
                try:
                    job = self._send("GET", place)
                except RefusedForNow as refused:
                    time.sleep(refused.seconds)
        observe(job)
        return job

    def check(self, body: Document) -> Document:
        """Describe a puzzle without a search."""
        return self._send("POST", f"{self._address}/v1/puzzles/check", body)

    def replay(self, body: Document) -> Document:
        """Judge a claimed solution."""
        return self._send("POST", f"{self._address}/v1/replays", body)

    def hint(self, body: Document) -> Document:
        """Every next move with its distance to the goal, once all are known."""
        hint = self._send("POST", f"{self._address}/v1/hints", body)
        while hint["status"] == "running":
            time.sleep(HINT_SECONDS)
            hint = self._send("GET", urljoin(f"{self._address}/", hint["links"]["self"]))
        return hint

    @contextmanager
    def _cancelling(self, place: str) -> Iterator[None]:
        try:
            yield
        except BaseException:
            with suppress(click.ClickException):
                self._send("DELETE", place)
            raise

    def _send(self, method: str, url: str, body: Document | None = None) -> Document:
        data = None if body is None else json.dumps(body).encode()
        headers = self._headers | {"Prefer": f"wait={WAIT_SECONDS}"}
        headers |= {} if data is None else {"Content-Type": "application/json"}
        try:
            request = urllib.request.Request(url, data, headers, method=method)
            with urllib.request.urlopen(request, timeout=TIMEOUT_SECONDS) as answer:
                document = dict(json.load(answer))
        except urllib.error.HTTPError as error:
            raise self._refused(error) from None
        except (OSError, http.client.HTTPException) as error:
            raise self._failed(getattr(error, "reason", error)) from None
        except (ValueError, TypeError):
            raise self._stranger() from None
        if not document.keys() & OURS:
            raise self._stranger()
        return document

    def _stranger(self) -> click.ClickException:
        return click.ClickException(f"what answers at {self._address} is not this service")

    def _failed(self, error: object) -> click.ClickException:
        advice = next((advice for kind, advice in ADVICE if isinstance(error, kind)), "{error}")
        text = advice.format(error=getattr(error, "verify_message", "") or error)
        return click.ClickException(f"{self._address} cannot be reached: {text}")

    def _refused(self, error: urllib.error.HTTPError) -> click.ClickException:
        try:
            problem = json.load(error)
            lines = [f"{problem['title']} {problem['detail']}"]
            lines += [f"{each['pointer'] or 'the file'}: {each['detail']}" for each in problem.get("errors", ())]
        except (ValueError, TypeError, KeyError):
            return self._stranger()
        if error.code == 401:
            lines.append("Give a key with --key, or in FEWEST_KEY.")
        retry = error.headers.get("Retry-After", "")
        text = "\n".join(lines)
        return RefusedForNow(text, float(retry)) if retry.isdigit() else click.ClickException(text)
