"""A client of the fewest service, in one file and with the standard library only. Copy it into your program.

>>> from fewest_client import Fewest
>>> fewest = Fewest("http://127.0.0.1:8000")
>>> puzzle = {"kind": "jump", "board": {"name": "hoppers"}, "start": {"empty": [6]}, "goal": {"pegs": [6]}}
>>> fewest.solve(puzzle)["length"]
7
"""

from __future__ import annotations

import http.client
import json
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any
from urllib.parse import quote

Document = dict[str, Any]

OPEN = ("queued", "running")


class FewestProblem(Exception):
    """The service said no.

    Attributes
    ----------
    status
        The HTTP status.
    document
        What the service said (RFC 9457): ``type``, ``title``, ``detail``, and ``errors`` with the place of each fault.
    retry_seconds
        When to ask again, if that makes sense.
    """

    def __init__(self, status: int, document: Document, retry_seconds: float | None) -> None:
        self.status, self.document, self.retry_seconds = status, document, retry_seconds
        faults = "".join(f"\n  {fault['pointer']}: {fault['detail']}" for fault in document.get("errors", ()))
        super().__init__(f"{status} {document.get('title', '')} {document.get('detail', '')}{faults}")


class JobEnded(Exception):
    """A job ended without a result: failed or cancelled. ``job`` is its document."""

    def __init__(self, job: Document) -> None:
        self.job = job
        super().__init__(f"job {job['id']} {job['status']}: {job.get('error') or ''}")


class Fewest:
    """A service at an address.

    Every method raises :class:`FewestProblem` if the service says no, and an OSError (``ConnectionError``,
    ``TimeoutError``) if it does not answer.

    Parameters
    ----------
    address
        Like ``http://127.0.0.1:8000``.
    key
        An API key, where the service asks for one.
    timeout
        Seconds to wait for any one answer, beyond what the service was asked to wait.
    """

    def __init__(self, address: str, key: str | None = None, timeout: float = 30.0) -> None:
        self.address, self.timeout = address.rstrip("/"), timeout
        self._headers = {"Authorization": f"Bearer {key}"} if key else {}

    def solve(self, puzzle: Document, want: str = "one", wait: float = 600.0, **limits: float) -> Document:
        """Submit a puzzle and wait for its result (``status``, ``length``, ``moves`` …).

        Parameters
        ----------
        want
            "one", "count", "all" or "any".
        wait
            How long to wait, in seconds. The limits of the search itself are given by name, like ``seconds=300``.

        Raises
        ------
        JobEnded, TimeoutError
            As for :meth:`wait`; a search nobody waits for any more is cancelled.
        """
        job = self.submit(puzzle, want, **limits)  # answers at once: only what has an id can be cancelled
        with self._cancelling(f"/v1/jobs/{job['id']}"):
            result: Document = self.wait(job, wait)["result"]
        return result

    def submit(self, puzzle: Document, want: str = "one", wait: int = 0, **limits: float) -> Document:
        """Submit a puzzle; the job, ended if the answer is known or found while waiting."""
        return self._send("POST", "/v1/jobs", {"puzzle": puzzle, "want": want, "limits": limits}, wait=wait)

    def job(self, job_id: str, wait: int = 0) -> Document:
        """How a job stands, after waiting for its end for so many seconds at most."""
        return self._send("GET", f"/v1/jobs/{job_id}", wait=wait)

    def wait(self, job: Document, seconds: float = 600.0) -> Document:
        """Wait for the end of a job.

        Raises
        ------
        JobEnded
            If it failed or was cancelled.
        TimeoutError
            If it has not ended in time; it goes on.
        """
        until = time.monotonic() + seconds
        while job["status"] in OPEN:
            left = until - time.monotonic()
            if left <= 0:
                raise TimeoutError(f"job {job['id']} is {job['status']} after {seconds} s")
            asked = time.monotonic()
            job = self.job(job["id"], wait=max(1, min(20, int(left))))
            if job["status"] in OPEN and time.monotonic() - asked < 0.5:
                time.sleep(min(1.0, left))  # the service had no room to hold the answer
        if "result" not in job:
            raise JobEnded(job)
        return job

    def events(self, job: Document) -> Iterator[Document]:
        """The job's document whenever it changes, its end last; a broken stream is taken up again."""
        last, path, pause = "", f"/v1/jobs/{job['id']}/events", 2.0
        while True:
            with self._open("GET", path, headers={"Last-Event-ID": last} if last else {}) as answer:
                fields: dict[str, str] = {}
                with suppress(OSError, http.client.HTTPException):
                    for line in answer:
                        name, _, value = line.decode().rstrip("\n").partition(": ")
                        if name == "retry":
                            pause = int(value) / 1000
                        elif name:
                            fields[name] = value
                        elif "data" in fields:
                            last = fields["id"]
                            yield json.loads(fields["data"])
                            fields = {}
            if last == "end" or answer.status == 204:
                return
            time.sleep(pause)

    def cancel(self, job: Document) -> Document:
        """Cancel a job."""
        return self._send("DELETE", f"/v1/jobs/{job['id']}")

    def batch(
        self, puzzles: Sequence[Document], want: str = "one", wait: float = 3600.0, **limits: float
    ) -> list[Document]:
        """Submit many puzzles and wait for all: one item each, in order (``status``, ``job_id``, ``length``)."""
        batch = self._send("POST", "/v1/batches", {"puzzles": list(puzzles), "want": want, "limits": limits})
        path, until = f"/v1/batches/{batch['id']}", time.monotonic() + wait
        with self._cancelling(path):
            while batch["status"] == "running":
                if time.monotonic() > until:
                    raise TimeoutError(f"batch {batch['id']} is not done after {wait} s: {batch['progress']}")
                time.sleep(1.0)
                batch = self._send("GET", path)
        items: list[Document] = batch["items"]
        return items

    def hint(self, puzzle: Document) -> Document:
        """The distance of a position from its goal and of every next move, as far as known within a second."""
        return self._send("POST", "/v1/hints", {"puzzle": puzzle})

    def check(self, puzzle: Document) -> Document:
        """What is known of a puzzle without solving it."""
        return self._send("POST", "/v1/puzzles/check", {"puzzle": puzzle})

    def replay(self, puzzle: Document, moves: list[list[int]]) -> Document:
        """Whether moves are legal and lead to the goal."""
        return self._send("POST", "/v1/replays", {"puzzle": puzzle, "moves": moves})

    def boards(self) -> list[Document]:
        """The boards with a name."""
        boards: list[Document] = self._send("GET", "/v1/boards")["boards"]
        return boards

    def board(self, name: str) -> Document:
        """A board with a name: its holes or cells, their layout, and problems on it."""
        return self._send("GET", f"/v1/boards/{quote(name, safe='')}")

    def solution(self, solution_id: str) -> Document:
        """A puzzle with its result."""
        return self._send("GET", f"/v1/solutions/{solution_id}")

    def solutions(self, solution_id: str) -> Iterator[Document]:
        """All optimal solutions of a puzzle that was solved with ``want="all"``."""
        path: str | None = f"/v1/solutions/{solution_id}/all"
        while path:
            page = self._send("GET", path)
            yield from page["solutions"]
            path = page["next"]

    @contextmanager
    def _cancelling(self, path: str) -> Iterator[None]:
        """Cancel what is at the path if waiting for it is broken off."""
        try:
            yield
        except JobEnded:
            raise
        except BaseException:
            with suppress(OSError, FewestProblem):
                self._open("DELETE", path, timeout=5).close()
            raise

    def _send(self, method: str, path: str, body: Any = None, wait: int = 0) -> Document:
        headers = {"Prefer": f"wait={wait}"} if wait else {}
        try:
            with self._open(method, path, body, headers, self.timeout + wait) as answer:
                document: Document = json.load(answer)
        except http.client.HTTPException as error:
            raise ConnectionError(f"{self.address} broke off: {error!r}") from None
        return document

    def _open(
        self, method: str, path: str, body: Any = None, headers: dict[str, str] | None = None, timeout: float = 30.0
    ) -> Any:
        data = None if body is None else json.dumps(body).encode()
        sent = self._headers | (headers or {}) | ({"Content-Type": "application/json"} if data is not None else {})
        request = urllib.request.Request(self.address + path, data, sent, method=method)
        try:
            return urllib.request.urlopen(request, timeout=timeout)
        except urllib.error.HTTPError as error:
            retry = error.headers.get("Retry-After", "")
            try:
                document = json.load(error)
            except ValueError:
                document = {"title": error.reason}
            raise FewestProblem(error.code, document, float(retry) if retry.isdigit() else None) from None
        except urllib.error.URLError as error:
            raise ConnectionError(f"{self.address} does not answer: {error.reason}") from None
        except http.client.HTTPException as error:
            raise ConnectionError(f"{self.address} broke off: {error!r}") from None
