"""What methods of the clients raise."""

from __future__ import annotations

from typing import Any

from .documents import Job, Problem


class FewestProblem(Exception):
    """The service returned an error.

    Attributes
    ----------
    status
        The HTTP status.
    document
        The body (RFC 9457): ``type``, ``title``, ``detail``, and ``errors``, each with a JSON Pointer.
    retry_seconds
        When to retry, in seconds; None if retrying does not help.
    """

    def __init__(self, status: int, document: Problem, retry_seconds: float | None) -> None:
        self.status, self.document, self.retry_seconds = status, document, retry_seconds
        errors = "".join(f"\n  {error['pointer']}: {error['detail']}" for error in document.get("errors", ()))
        super().__init__(f"{status} {document.get('title', '')} {document.get('detail', '')}{errors}")


class JobEnded(Exception):
    """A job ended without a result: it failed or was cancelled. ``job`` is its document."""

    def __init__(self, job: Job) -> None:
        self.job = job
        super().__init__(f"job {job['id']} {job['status']}: {job.get('error') or ''}")


class StillOpen(TimeoutError):
    """The time to wait is over, and what was waited for has not ended. ``document`` is its last state."""

    def __init__(self, path: str, document: Any, seconds: float) -> None:
        self.document = document
        super().__init__(f"{path} is {document['status']} after {seconds} s")


class WrongSignature(Exception):
    """An event was not sent by the service that has the secret, or too long ago."""
