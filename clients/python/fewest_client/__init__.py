"""Client of the fewest service: one file, standard library only.

>>> from fewest_client import Fewest
>>> fewest = Fewest("http://127.0.0.1:8000")
>>> puzzle = {"kind": "jump", "board": {"name": "hoppers"}, "start": {"empty": [6]}, "goal": {"pegs": [6]}}
>>> fewest.solve(puzzle)["length"]
7
"""

# Without postponed annotations, which would hide NotRequired from TypedDict at run time.
import http.client
import json
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import Any, Literal, NotRequired, TypeAlias, TypedDict, Unpack
from urllib.parse import quote, urljoin

Puzzle: TypeAlias = Mapping[str, Any]
"""A puzzle in the format of the service: ``kind``, ``board``, ``start``, ``goal`` and, on jump boards, ``opening``."""

Want: TypeAlias = Literal["one", "count", "all", "any"]
ResultStatus: TypeAlias = Literal["solved", "unsolvable", "stopped"]
JobStatus: TypeAlias = Literal["queued", "running", "solved", "unsolvable", "stopped", "failed", "cancelled"]

OPEN = ("queued", "running")


class FieldError(TypedDict):
    """One error of a request, with a JSON Pointer to its place."""

    pointer: str
    detail: str


class Problem(TypedDict, total=False):
    """The body of an error response (RFC 9457)."""

    type: str
    title: str
    status: int
    detail: str
    errors: list[FieldError]
    request_id: str


class Limits(TypedDict, total=False):
    """Limits of a search."""

    seconds: float
    nodes: int
    bytes: int


class Progress(TypedDict):
    """How far a search is."""

    lower_bound: int
    nodes: int
    seconds: float
    length: NotRequired[int]


class Statistics(TypedDict):
    """The cost of a search, and the origin of the answer."""

    nodes: int
    seconds: float
    cache: NotRequired[Literal["miss", "hit", "symmetry"]]
    canonical: NotRequired[bool]


class Found(TypedDict):
    """What is known about a puzzle."""

    status: ResultStatus
    length: int | None
    optimal: bool
    lower_bound: NotRequired[int]
    moves: list[list[int]] | None
    removed: NotRequired[list[list[int]]]
    pieces: NotRequired[list[int]]
    count: NotRequired[int]
    proof: dict[str, Any] | None


class Result(Found):
    """The result of a search, and what it cost."""

    limit: NotRequired[Literal["seconds", "nodes", "bytes"]]
    statistics: Statistics


class JobLinks(TypedDict):
    """Addresses of a job and of its solution."""

    self: str
    events: str
    solution: NotRequired[str]
    picture: NotRequired[str]
    embed: NotRequired[str]


class Job(TypedDict):
    """One request for the solution of a puzzle, and its state."""

    id: str
    status: JobStatus
    kind: Literal["jump", "slide"]
    want: Want
    limits: Limits
    created: str
    started: str | None
    ended: str | None
    queue_position: NotRequired[int]
    progress: NotRequired[Progress | None]
    solution_id: NotRequired[str]
    result: NotRequired[Result]
    error: NotRequired[str | None]
    links: JobLinks


class JobLink(TypedDict):
    """Address of an item's job."""

    job: str


class Item(TypedDict):
    """One puzzle of a batch."""

    index: int
    status: JobStatus | Literal["invalid", "refused", "expired"]
    job_id: NotRequired[str]
    length: NotRequired[int | None]
    detail: NotRequired[str]
    errors: NotRequired[list[FieldError]]
    links: NotRequired[JobLink]


class Link(TypedDict):
    """Its own address."""

    self: str


class NextMove(TypedDict):
    """A next move, and the distance from there to the goal."""

    move: list[int]
    removed: NotRequired[list[int]]
    piece: NotRequired[int]
    status: str
    distance: int | None


class Hint(TypedDict):
    """The distance from a position to the goal, and from every position one move later."""

    id: str
    status: Literal["running", "ended"]
    distance: int | None
    solvable: bool | None
    moves: list[NextMove]
    links: Link


class Check(TypedDict):
    """A valid puzzle, described without a search."""

    kind: str
    key: str
    holes: NotRequired[int]
    jumps: NotRequired[int]
    pegs: NotRequired[int]
    cells: NotRequired[int]
    edges: NotRequired[int]
    pieces: NotRequired[int]
    empty_cells: NotRequired[int]
    symmetries: int | None
    solvable: bool | None
    proof: dict[str, Any] | None
    lower_bound: int | None


class Replay(TypedDict):
    """A claimed solution, judged by the plain rules."""

    legal: bool
    reaches_goal: bool
    length: int | None
    fault: str | None
    position: dict[str, Any] | None


class SolutionLinks(TypedDict):
    """Addresses of a solution, its picture and its player."""

    self: NotRequired[str]
    solution: NotRequired[str]
    picture: str
    embed: str
    all: NotRequired[str]


class Solution(TypedDict):
    """A puzzle with its result, which never changes."""

    id: str
    kind: str
    puzzle: dict[str, Any]
    result: Found
    links: SolutionLinks


class Listed(TypedDict):
    """One of all optimal solutions."""

    moves: list[list[int]]
    removed: NotRequired[list[list[int]]]
    pieces: NotRequired[list[int]]


class BoardEntry(TypedDict):
    """A board in the catalogue's list."""

    name: str
    kind: str
    title: str
    source: str
    size: int
    links: Link


class Example(TypedDict):
    """A puzzle on a board, and its known answer."""

    title: str
    puzzle: dict[str, Any]
    expect: dict[str, Any]


class Board(TypedDict):
    """A board with its layout and examples."""

    name: str
    kind: str
    title: str
    source: str
    board: dict[str, Any]
    layout: list[list[float]]
    examples: list[Example]


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

    def solve(self, puzzle: Puzzle, want: Want = "one", wait: float = 600.0, **limits: Unpack[Limits]) -> Result:
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
            return self.wait(job, wait)["result"]

    def submit(self, puzzle: Puzzle, want: Want = "one", wait: int = 0, **limits: Unpack[Limits]) -> Job:
        """Submit a puzzle, wait at most ``wait`` seconds, and return the job in its state then."""
        return self._send("POST", "/v1/jobs", {"puzzle": puzzle, "want": want, "limits": limits}, wait=wait)

    def job(self, job_id: str, wait: int = 0) -> Job:
        """Return the state of a job, after waiting at most ``wait`` seconds for its end."""
        return self._send("GET", f"/v1/jobs/{job_id}", wait=wait)

    def wait(self, job: Job, seconds: float = 600.0) -> Job:
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

    def events(self, job: Job) -> Iterator[Job]:
        """Yield every state of a job until its end. Reconnects if the stream breaks."""
        last, path, pause, connected = "", f"/v1/jobs/{job['id']}/events", 2.0, False
        while last != "end":
            try:
                with self._open("GET", path, headers={"Last-Event-ID": last} if last else {}) as answer:
                    connected = True
                    if answer.status == 204:
                        return
                    fields: dict[str, str] = {}
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
            except (OSError, http.client.HTTPException):
                if not connected:
                    raise
            if last != "end":
                time.sleep(pause)

    def cancel(self, job: Job) -> Job:
        """Cancel a job."""
        return self._send("DELETE", f"/v1/jobs/{job['id']}")

    def batch(
        self, puzzles: Sequence[Puzzle], want: Want = "one", wait: float = 3600.0, **limits: Unpack[Limits]
    ) -> list[Item]:
        """Submit many puzzles and wait for all: one item per puzzle, in order (``status``, ``job_id``, ``length``)."""
        batch = self._send("POST", "/v1/batches", {"puzzles": list(puzzles), "want": want, "limits": limits})
        path, until = f"/v1/batches/{batch['id']}", time.monotonic() + wait
        with self._cancelling(path):
            while batch["status"] == "running":
                if time.monotonic() > until:
                    raise TimeoutError(f"batch {batch['id']} is not done after {wait} s: {batch['progress']}")
                time.sleep(1.0)
                batch = self._send("GET", path)
        return batch["items"]

    def hint(self, puzzle: Puzzle) -> Hint:
        """The distance to the goal, from the start and after every next move, as far as known within a second."""
        return self._send("POST", "/v1/hints", {"puzzle": puzzle})

    def check(self, puzzle: Puzzle) -> Check:
        """Symmetries, simple proofs and a lower bound of a puzzle, without a search."""
        return self._send("POST", "/v1/puzzles/check", {"puzzle": puzzle})

    def replay(self, puzzle: Puzzle, moves: Sequence[Sequence[int]]) -> Replay:
        """Check whether moves are legal and lead to the goal."""
        return self._send("POST", "/v1/replays", {"puzzle": puzzle, "moves": moves})

    def boards(self) -> list[BoardEntry]:
        """The boards of the catalogue."""
        return self._send("GET", "/v1/boards")["boards"]

    def board(self, name: str) -> Board:
        """A board of the catalogue: its holes or cells, their layout, and example puzzles."""
        return self._send("GET", f"/v1/boards/{quote(name, safe='')}")

    def solution(self, solution_id: str) -> Solution:
        """A puzzle and its result."""
        return self._send("GET", f"/v1/solutions/{solution_id}")

    def picture(self, solution_id: str, move: int = 0, *, animate: bool = False) -> str:
        """The solution as SVG text: its start, the position after ``move`` moves, or all of it, animated."""
        query = "animate=1" if animate else f"move={move}"
        return self._read("GET", f"/v1/solutions/{solution_id}/picture.svg?{query}").decode()

    def solutions(self, solution_id: str) -> Iterator[Listed]:
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

    def _send(self, method: str, path: str, body: Any = None, wait: int = 0) -> Any:
        return json.loads(self._read(method, path, body, wait))

    def _read(self, method: str, path: str, body: Any = None, wait: int = 0) -> bytes:
        headers = {"Prefer": f"wait={wait}"} if wait else {}
        try:
            with self._open(method, path, body, headers, self.timeout + wait) as answer:
                return answer.read()
        except http.client.HTTPException as error:
            raise ConnectionError(f"{self.address} closed the connection: {error!r}") from None

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
