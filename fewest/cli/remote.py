"""An engine that uses a service over HTTP."""

from __future__ import annotations

import math
import socket
import ssl
import uuid
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import cast
from urllib.parse import urlsplit

import click

from fewest.cli.client import Fewest, FewestProblem, Job, JobEnded, StillOpen
from fewest.cli.engine import Document, Engine, Observe, ignore
from fewest.schemas.tasks import TASKS

WAIT_SECONDS = 2
"""How long the service should hold its first response."""

CANCEL_SECONDS = 5.0
"""Timeout for cancelling abandoned work."""

NOT_RESULT = {"id", "kind", "limits", "created", "started", "ended", "progress", "error", "links"}
"""Fields of a task's document that are neither its status nor its result."""

OURS = {"links", "symmetries", "legal"}
"""Every document of the service that is used here has one of these fields."""

ADVICE: tuple[tuple[type[BaseException], str], ...] = (
    (ssl.SSLCertVerificationError, "its certificate is not trusted: {error}"),
    (ssl.SSLError, "the TLS handshake fails: does it need http:// instead of https://?"),
    (socket.gaierror, "the host is unknown"),
    (ConnectionRefusedError, "the connection is refused: is the service running there?"),
    (TimeoutError, "it does not answer in time"),
)
"""The advice for each class of error. The first match counts."""


class Remote(Engine):
    """A service at an address, such as ``https://host/fewest``. Work that is interrupted is cancelled there."""

    def __init__(self, address: str, key: str = "") -> None:
        self._address, self._key = address, key
        self._client = Fewest(address, key, patience=0)  # a refusal is shown at once
        self._retrying = Fewest(address, key)  # work that has begun survives a short outage
        if urlsplit(address).scheme not in ("http", "https"):
            raise click.ClickException(f"the address {address!r} must begin with http:// or https://")

    def solve(self, body: Document, observe: Observe = ignore) -> Document:
        """Submit a request and wait until its job has ended."""
        job_id = str(uuid.uuid4())  # chosen here, so that the job can be cancelled before the service has answered
        with self._cancelling(f"/v1/jobs/{job_id}"), self._explained():
            job = self._send("/v1/jobs", body, {"Idempotency-Key": job_id})
            try:
                return dict(self._retrying.wait(cast("Job", job), math.inf, lambda state: observe(dict(state))))
            except JobEnded as ended:
                return dict(ended.job)

    def check(self, body: Document) -> Document:
        """Describe a puzzle without a search."""
        return self._send("/v1/puzzles/check", body)

    def replay(self, body: Document) -> Document:
        """Judge a claimed solution."""
        return self._send("/v1/replays", body)

    def hint(self, body: Document, observe: Observe = ignore) -> Document:
        """List the next moves, with the distances to the goal that are found within the limits."""
        hint = self._send("/v1/hints", body)
        with self._explained():
            try:
                return dict(self._retrying.wait_at(f"/v1/hints/{hint['id']}", hint, body["limits"]["seconds"], observe))
            except StillOpen as still:
                return dict(still.document)

    def survey(self, body: Document, observe: Observe = ignore) -> Document:
        """Submit a survey and wait until it has ended."""
        survey_id = str(uuid.uuid4())
        path = f"/v1/surveys/{survey_id}"
        with self._cancelling(path), self._explained():
            survey = self._send("/v1/surveys", body, {"Idempotency-Key": survey_id})
            return dict(self._retrying.wait_at(path, survey, math.inf, observe))

    def run(self, task: str, body: Document, observe: Observe = ignore) -> Document:
        """Submit a task, wait for its end, and return its result with its ``status``."""
        path, task_id = f"/v1/{TASKS[task].noun}", str(uuid.uuid4())
        with self._cancelling(f"{path}/{task_id}"), self._explained():
            document = self._send(path, body, {"Idempotency-Key": task_id})
            try:
                document = self._retrying.wait_for_task(document, math.inf, observe)
            except JobEnded as ended:
                raise click.ClickException(f"the task {ended.job['status']}: {ended.job.get('error')}") from None
        return {name: value for name, value in document.items() if name not in NOT_RESULT}

    @contextmanager
    def _cancelling(self, path: str) -> Iterator[None]:
        """Cancel the job, survey or task at a path unless the context ends without an error."""
        try:
            yield
        # Ctrl-C too, and what an observer raises to end the wait.
        except BaseException:
            with suppress(FewestProblem, OSError, ValueError):
                brief = Fewest(self._address, self._key, CANCEL_SECONDS, patience=0)
                brief.request("DELETE", path)
            raise

    def _send(self, path: str, body: Document, headers: dict[str, str] | None = None) -> Document:
        with self._explained():
            document = self._client.request("POST", path, body, WAIT_SECONDS, headers)
            if not isinstance(document, dict) or not document.keys() & OURS:
                raise self._not_our_service()
        return document

    @contextmanager
    def _explained(self) -> Iterator[None]:
        """Turn exceptions of the client into lines for the user."""
        try:
            yield
        except FewestProblem as problem:
            raise self._refused(problem) from None
        except OSError as error:
            cause = error.__cause__ or error
            raise self._unreachable(getattr(cause, "reason", cause)) from None
        except ValueError:
            raise self._not_our_service() from None

    def _not_our_service(self) -> click.ClickException:
        return click.ClickException(f"the server at {self._client.address} is not this service")

    def _unreachable(self, error: object) -> click.ClickException:
        advice = next((advice for kind, advice in ADVICE if isinstance(error, kind)), "{error}")
        text = advice.format(error=getattr(error, "verify_message", "") or error)
        return click.ClickException(f"{self._client.address} cannot be reached: {text}")

    def _refused(self, problem: FewestProblem) -> click.ClickException:
        document = problem.document
        if not document.keys() >= {"title", "detail"}:
            return self._not_our_service()
        lines = [f"{document['title']} {document['detail']}"]
        lines += [f"{each['pointer'] or 'the file'}: {each['detail']}" for each in document.get("errors", ())]
        if problem.status == 401:
            lines.append("Give a key with --key, or in FEWEST_KEY.")
        return click.ClickException("\n".join(lines))
