"""Client of the fewest service: one file, standard library only. Copy it into your program.

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
from urllib.parse import quote, urljoin

Document = dict[str, Any]

OPEN = ("queued", "running")


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

    def __init__(self, status: int, document: Document, retry_seconds: float | None) -> None:
        self.status, self.document, self.retry_seconds = status, document, retry_seconds
        errors = "".join(f"\n  {error['pointer']}: {error['detail']}" for error in document.get("errors", ()))
        super().__init__(f"{status} {document.get('title', '')} {document.get('detail', '')}{errors}")


class JobEnded(Exception):
    """A job ended without a result: it failed or was cancelled. ``job`` is its document."""

    def __init__(self, job: Document) -> None:
        self.job = job
        super().__init__(f"job {job['id']} {job['status']}: {job.get('error') or ''}")


class Fewest:
    """A service at an address.

    Every method raises :class:`FewestProblem` if the service returns an error, and an OSError (``ConnectionError``,
    ``TimeoutError``) if it does not respond.

    Parameters
    ----------
    address
        Base URL, like ``http://127.0.0.1:8000``.
    key
        An API key, if the service requires one.
    timeout
        Seconds to wait for a response, on top of the time the service is asked to wait.
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
            Seconds to wait for the result.
        **limits
            Limits of the search itself, such as ``seconds=300``.

        Raises
        ------
        JobEnded, TimeoutError
            As for :meth:`wait`. If waiting ends early, the job is cancelled.
        """
        job = self.submit(puzzle, want, **limits)  # without waiting: cancelling needs the id
        with self._cancelling(f"/v1/jobs/{job['id']}"):
            result: Document = self.wait(job, wait)["result"]
        return result

    def submit(self, puzzle: Document, want: str = "one", wait: int = 0, **limits: float) -> Document:
        """Submit a puzzle, wait at most ``wait`` seconds, and return the job in its state then."""
        return self._send("POST", "/v1/jobs", {"puzzle": puzzle, "want": want, "limits": limits}, wait=wait)

    def job(self, job_id: str, wait: int = 0) -> Document:
        """Return the state of a job, after waiting at most ``wait`` seconds for its end."""
        return self._send("GET", f"/v1/jobs/{job_id}", wait=wait)

    def wait(self, job: Document, seconds: float = 600.0) -> Document:
        """Wait until a job ends.

        Raises
        ------
        JobEnded
            If it failed or was cancelled.
        TimeoutError
            If it has not ended in time. The job continues.
        """
        until = time.monotonic() + seconds
        while job["status"] in OPEN:
            left = until - time.monotonic()
            if left <= 0:
                raise TimeoutError(f"job {job['id']} is {job['status']} after {seconds} s")
            asked = time.monotonic()
            job = self.job(job["id"], wait=max(1, min(20, int(left))))
            if job["status"] in OPEN and time.monotonic() - asked < 0.5:
                time.sleep(min(1.0, left))  # the long polls of the service are exhausted
        if "result" not in job:
            raise JobEnded(job)
        return job

    def events(self, job: Document) -> Iterator[Document]:
        """Yield every state of a job until its end. Reconnects if the stream breaks."""
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
        """Submit many puzzles and wait for all: one item per puzzle, in order (``status``, ``job_id``, ``length``)."""
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
        """The distance to the goal, from the start and after every next move, as far as known within a second."""
        return self._send("POST", "/v1/hints", {"puzzle": puzzle})

    def check(self, puzzle: Document) -> Document:
        """Symmetries, simple proofs and a lower bound of a puzzle, without a search."""
        return self._send("POST", "/v1/puzzles/check", {"puzzle": puzzle})

    def replay(self, puzzle: Document, moves: list[list[int]]) -> Document:
        """Check whether moves are legal and lead to the goal."""
        return self._send("POST", "/v1/replays", {"puzzle": puzzle, "moves": moves})

    def boards(self) -> list[Document]:
        """The boards of the catalogue."""
        boards: list[Document] = self._send("GET", "/v1/boards")["boards"]
        return boards

    def board(self, name: str) -> Document:
        """A board of the catalogue: its holes or cells, their layout, and example puzzles."""
        return self._send("GET", f"/v1/boards/{quote(name, safe='')}")

    def solution(self, solution_id: str) -> Document:
        """A puzzle and its result."""
        return self._send("GET", f"/v1/solutions/{solution_id}")

    def solutions(self, solution_id: str) -> Iterator[Document]:
        """Iterate over all optimal solutions of a puzzle solved with ``want="all"``."""
        path: str | None = f"/v1/solutions/{solution_id}/all"
        while path:
            page = self._send("GET", path)
            yield from page["solutions"]
            path = page["next"] and urljoin(f"{self.address}/", page["next"])

    @contextmanager
    def _cancelling(self, path: str) -> Iterator[None]:
        """Cancel the job or batch at the path if waiting for it ends early."""
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
            raise ConnectionError(f"{self.address} closed the connection: {error!r}") from None
        return document

    def _open(
        self, method: str, path: str, body: Any = None, headers: dict[str, str] | None = None, timeout: float = 30.0
    ) -> Any:
        data = None if body is None else json.dumps(body).encode()
        sent = self._headers | (headers or {}) | ({"Content-Type": "application/json"} if data is not None else {})
        url = path if path.startswith(self.address) else self.address + path
        request = urllib.request.Request(url, data, sent, method=method)
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
            raise ConnectionError(f"{self.address} does not respond: {error.reason}") from None
        except http.client.HTTPException as error:
            raise ConnectionError(f"{self.address} closed the connection: {error!r}") from None
