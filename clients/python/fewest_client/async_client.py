"""The client for programs with an event loop. The module ``client`` is made from this one, without the waiting."""

from __future__ import annotations

import uuid
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from typing import Any, Unpack
from urllib.parse import quote, urlencode

from .async_session import ignore
from .async_tasks import AsyncTasks
from .documents import (
    Alive,
    Batch,
    Board,
    BoardEntry,
    Check,
    ClassSet,
    Conversion,
    Format,
    Hint,
    Item,
    Job,
    JobStatus,
    Limit,
    Listed,
    ListedJob,
    Lookup,
    Overview,
    Page,
    ProblemKind,
    Reading,
    Ready,
    Replay,
    Share,
    Solution,
    Survey,
    Version,
    Want,
    Webhook,
)
from .problems import JobEnded
from .puzzles import LimitKeywords, Puzzle, TextResult, asked, body_of, result_of, segment


class AsyncFewest(AsyncTasks):
    """A service at an address.

    Every method raises :class:`FewestProblem` if the service returns an error, and an OSError (``ConnectionError``,
    ``TimeoutError``) if it does not respond. Before that, a request is sent again while the service is busy or away, if
    it is one that may arrive twice; the pauses are those that the service asks for. To submit a job, and to read,
    cancel or judge, may arrive twice; to submit a batch may not, and is sent again only if nothing of it was accepted.

    Parameters
    ----------
    address
        Base URL, like ``http://127.0.0.1:8000``.
    key
        An API key, if the service requires one.
    timeout
        Seconds to wait for a response, on top of the time the service is asked to wait.
    patience
        Seconds for which a request is sent again, or a broken stream of events opened; 0 for never. Before the service
        has ever responded, it is not.
    language
        Language of errors: ``en`` or ``ja``.
    """

    async def solve(
        self,
        puzzle: Puzzle | str,
        want: Want = "one",
        wait: float = 600.0,
        progress: Callable[[Job], object] = ignore,
        reading: int = 1,
        **limits: Unpack[LimitKeywords],
    ) -> TextResult:
        """Submit a puzzle and wait for its result (``status``, ``length``, ``moves`` …; of a text, its ``reading``).

        Parameters
        ----------
        puzzle, reading
            As for :meth:`submit`.
        want
            "one", "count", "all" or "any".
        wait
            Seconds to wait for the result.
        progress
            Called with every state of the job.
        **limits
            Limits of the search itself, such as ``limits={"seconds": 300}``; or each by itself, ``seconds=300``.

        Raises
        ------
        JobEnded, StillOpen
            As for :meth:`wait`. If waiting ends early, the job is cancelled.
        """
        job = await self.submit(puzzle, want, reading=reading, **limits)  # without waiting: cancelling needs the id
        async with self._cancelling(f"/v1/jobs/{job['id']}"):
            return result_of(await self.wait(job, wait, progress))

    async def submit(
        self,
        puzzle: Puzzle | str,
        want: Want = "one",
        wait: int = 0,
        *,
        reading: int = 1,
        webhook: Webhook | None = None,
        **limits: Unpack[LimitKeywords],
    ) -> Job:
        """Submit a puzzle, wait at most ``wait`` seconds, and return the job in its state then.

        A string is a puzzle as people write it, of which ``reading`` is solved, from 1. The job says in its own
        ``reading`` how the text was read. With a text, the only limit is seconds, and there is no webhook.
        """
        path, body = asked("/v1/jobs", puzzle, body_of({"puzzle": puzzle}, want, webhook, limits), reading)
        return await self.request("POST", path, body, wait, {"Idempotency-Key": str(uuid.uuid4())})

    async def put(
        self,
        job_id: str,
        puzzle: Puzzle,
        want: Want = "one",
        wait: int = 0,
        *,
        webhook: Webhook | None = None,
        **limits: Unpack[LimitKeywords],
    ) -> Job:
        """Submit a puzzle under an id of your own, of 16 to 64 letters, digits, - and _; repeating it is harmless."""
        body = body_of({"puzzle": puzzle}, want, webhook, limits)
        return await self.request("PUT", f"/v1/jobs/{segment(job_id)}", body, wait)

    async def job(self, job_id: str | Job, wait: int = 0) -> Job:
        """Return the state of a job, after waiting at most ``wait`` seconds for its end."""
        return await self.request("GET", f"/v1/jobs/{segment(job_id)}", wait=wait)

    def jobs(self, status: JobStatus | None = None) -> AsyncIterator[ListedJob]:
        """Iterate over the jobs of the API key, the last ones first; only those with a status, if it is given."""
        return self._items("/v1/jobs" + (f"?status={status}" if status else ""), "jobs")

    async def wait(self, job: Job | str, seconds: float = 600.0, progress: Callable[[Job], object] = ignore) -> Job:
        """Wait until a job ends, which is given as its state or by its id; ``progress`` is called with every state.

        Parameters
        ----------
        seconds
            Seconds to wait; ``math.inf`` for as long as it takes.

        Raises
        ------
        JobEnded
            If it failed or was cancelled.
        StillOpen
            If it has not ended in time. The job continues.
        """
        state = await self.job(job) if isinstance(job, str) else job
        ended: Job = await self.wait_at(f"/v1/jobs/{segment(job)}", state, seconds, progress)
        if "result" not in ended:
            raise JobEnded(ended)
        return ended

    def events(self, job: Job | str) -> AsyncIterator[Job]:
        """Iterate over the states of a job until its end. Reconnects within ``patience`` if the stream breaks."""
        return self._states(f"/v1/jobs/{segment(job)}/events")

    async def cancel(self, job: Job | str) -> Job:
        """Cancel a job."""
        return await self.request("DELETE", f"/v1/jobs/{segment(job)}")

    async def batch(
        self,
        puzzles: Sequence[Puzzle] | str,
        want: Want = "one",
        wait: float = 3600.0,
        progress: Callable[[Batch], object] = ignore,
        **limits: Unpack[LimitKeywords],
    ) -> list[Item]:
        """Submit many puzzles and wait for all: one item per puzzle, in order (``status``, ``job_id``, ``length``)."""
        batch = await self.submit_batch(puzzles, want, **limits)
        path = f"/v1/batches/{batch['id']}"
        async with self._cancelling(path):
            return (await self.wait_at(path, batch, wait, progress))["items"]

    async def submit_batch(
        self,
        puzzles: Sequence[Puzzle] | str,
        want: Want = "one",
        wait: int = 0,
        *,
        webhook: Webhook | None = None,
        **limits: Unpack[LimitKeywords],
    ) -> Batch:
        """Submit many puzzles, also in one text, and wait at most ``wait`` seconds; ``webhook`` is that of each job."""
        path, body = asked("/v1/batches", puzzles, body_of({"puzzles": list(puzzles)}, want, webhook, limits))
        return await self.request("POST", path, body, wait, {"Idempotency-Key": str(uuid.uuid4())})

    async def get_batch(self, batch_id: str | Batch, wait: int = 0) -> Batch:
        """A batch as it stands, after waiting at most ``wait`` seconds for the end of all its jobs."""
        return await self.request("GET", f"/v1/batches/{segment(batch_id)}", wait=wait)

    async def cancel_batch(self, batch: Batch | str) -> Batch:
        """Cancel the jobs of a batch."""
        return await self.request("DELETE", f"/v1/batches/{segment(batch)}")

    async def batch_sheet(self, batch_id: str, offset: int = 0) -> str:
        """An HTML page to print, with the solved puzzles of a batch after the first ``offset`` of them."""
        return (await self._read("GET", f"/v1/batches/{segment(batch_id)}/sheet?offset={offset}")).decode()

    # Surveys

    async def survey(
        self,
        kind: str,
        board: Mapping[str, Any] | None = None,
        want: Want = "one",
        wait: float = 3600.0,
        progress: Callable[[Survey], object] = ignore,
        *,
        starts: Sequence[Any] | None = None,
        goals: Sequence[Any] | None = None,
        rules: Mapping[str, Any] | None = None,
        **limits: Unpack[LimitKeywords],
    ) -> Survey:
        """Submit every problem of a board and wait for all (see :meth:`submit_survey`).

        Raises
        ------
        StillOpen
            If they have not ended after ``wait`` seconds. Then, and if waiting ends otherwise, they are cancelled.
        """
        survey = await self.submit_survey(kind, board, want, starts=starts, goals=goals, rules=rules, **limits)
        path = f"/v1/surveys/{survey['id']}"
        async with self._cancelling(path):
            return await self.wait_at(path, survey, wait, progress)

    async def submit_survey(
        self,
        kind: str,
        board: Mapping[str, Any] | None = None,
        want: Want = "one",
        wait: int = 0,
        *,
        starts: Sequence[Any] | None = None,
        goals: Sequence[Any] | None = None,
        rules: Mapping[str, Any] | None = None,
        webhook: Webhook | None = None,
        **limits: Unpack[LimitKeywords],
    ) -> Survey:
        """Submit every problem of a board, those that are symmetric to each other once.

        Parameters
        ----------
        starts, goals
            As in a puzzle. On jump boards, by default: every hole empty, and one peg in every hole. Of sliding blocks,
            the starts may show the board; by default, every block to every place that it gets to alone.
        rules
            The ``metric``, ``axis`` and ``doors`` of sliding blocks.
        webhook
            That of each of their jobs.
        """
        problems = {"kind": kind, "board": board, "starts": starts, "goals": goals, **(rules or {})}
        body = body_of(problems, want, webhook, limits)
        return await self.request("POST", "/v1/surveys", body, wait, {"Idempotency-Key": str(uuid.uuid4())})

    async def put_survey(
        self,
        survey_id: str,
        kind: str,
        board: Mapping[str, Any] | None = None,
        want: Want = "one",
        wait: int = 0,
        *,
        starts: Sequence[Any] | None = None,
        goals: Sequence[Any] | None = None,
        rules: Mapping[str, Any] | None = None,
        webhook: Webhook | None = None,
        **limits: Unpack[LimitKeywords],
    ) -> Survey:
        """Submit a survey under an id of your own, of 16 to 64 letters, digits, - and _; repeating it is harmless."""
        problems = {"kind": kind, "board": board, "starts": starts, "goals": goals, **(rules or {})}
        body = body_of(problems, want, webhook, limits)
        return await self.request("PUT", f"/v1/surveys/{segment(survey_id)}", body, wait)

    async def get_survey(self, survey_id: str | Survey, wait: int = 0) -> Survey:
        """A survey as it stands, after waiting at most ``wait`` seconds for the end of all its jobs."""
        return await self.request("GET", f"/v1/surveys/{segment(survey_id)}", wait=wait)

    async def cancel_survey(self, survey: Survey | str) -> Survey:
        """Cancel the jobs of a survey."""
        return await self.request("DELETE", f"/v1/surveys/{segment(survey)}")

    async def survey_picture(self, survey_id: str) -> str:
        """The fewest moves of all problems of a survey, drawn on the board, as SVG text."""
        return (await self._read("GET", f"/v1/surveys/{segment(survey_id)}/picture.svg")).decode()

    async def survey_sheet(self, survey_id: str, offset: int = 0) -> str:
        """An HTML page to print, with the solved problems of a survey after the first ``offset`` of them."""
        return (await self._read("GET", f"/v1/surveys/{segment(survey_id)}/sheet?offset={offset}")).decode()

    async def hint(self, puzzle: Puzzle, wait: int = 0) -> Hint:
        """The distance to the goal, from the start and after every next move, as far as known within a second.

        Parameters
        ----------
        wait
            Seconds to wait beyond that for those that are not known.
        """
        return await self.request("POST", "/v1/hints", {"puzzle": puzzle}, wait)

    async def hint_again(self, hint_id: str, wait: int = 0) -> Hint:
        """A hint as it stands, after waiting at most ``wait`` seconds for all distances."""
        return await self.request("GET", f"/v1/hints/{segment(hint_id)}", wait=wait)

    async def check(self, puzzle: Puzzle) -> Check:
        """Symmetries, simple proofs and a lower bound of a puzzle, without a search."""
        return await self.request("POST", "/v1/puzzles/check", {"puzzle": puzzle})

    async def read(self, text: str) -> list[Reading]:
        """Every valid puzzle that a text may be, most exact first; of several puzzles, the first reading of each."""
        return (await self.request("POST", "/v1/readings", text))["readings"]

    async def look_up(self, puzzle: Puzzle, want: Want = "one", **limits: Unpack[LimitKeywords]) -> Lookup:
        """The answer if it is known; a problem ``answer-unknown`` (404) otherwise, never a search."""
        return await self.request("POST", "/v1/lookups", body_of({"puzzle": puzzle}, want, None, limits))

    async def replay(self, puzzle: Puzzle, moves: Sequence[Sequence[int]] | str) -> Replay:
        """Check whether moves are legal and lead to the goal."""
        return await self.request("POST", "/v1/replays", {"puzzle": puzzle, "moves": moves})

    async def convert(self, puzzle: Puzzle, to: str, moves: Sequence[Sequence[int]] | str | None = None) -> Conversion:
        """A puzzle in a format that ``formats`` lists as written, with moves if they are given: its ``files``."""
        given = {"puzzle": puzzle} if moves is None else {"puzzle": puzzle, "moves": moves}
        return await self.request("POST", f"/v1/conversions?to={quote(to, safe='')}", given)

    async def share(
        self,
        puzzle: Puzzle,
        moves: Sequence[Sequence[int]] | None = None,
        removed: Sequence[Sequence[int]] | None = None,
    ) -> Share:
        """A short link to a puzzle; with the moves of a game, as :meth:`replay` takes them, a challenge to beat it."""
        game = {"moves": moves, "removed": removed}
        given = {name: value for name, value in game.items() if value is not None}
        return await self.request("POST", "/v1/shares", {"puzzle": puzzle} | given)

    async def shared(self, share_id: str) -> Share:
        """What was shared under an id."""
        return await self.request("GET", f"/v1/shares/{segment(share_id)}")

    async def make_set(self, title: str, puzzles: Sequence[Mapping[str, str]]) -> ClassSet:
        """Put puzzles under one address: each has an ``id``, of the atlas or stored, and may have an ``aim``."""
        return await self.request("POST", "/v1/sets", {"title": title, "puzzles": puzzles})

    async def class_set(self, set_id: str) -> ClassSet:
        """A class set."""
        return await self.request("GET", f"/v1/sets/{segment(set_id)}")

    async def solution(self, solution_id: str) -> Solution:
        """A puzzle and its result."""
        return await self.request("GET", f"/v1/solutions/{segment(solution_id)}")

    async def picture(self, solution_id: str, move: int = 0, *, animate: bool = False) -> str:
        """The solution as SVG text: its start, the position after ``move`` moves, or all of it, animated."""
        query = "animate=1" if animate else f"move={move}"
        return (await self._read("GET", f"/v1/solutions/{segment(solution_id)}/picture.svg?{query}")).decode()

    async def page(self, solution_id: str, offset: int = 0, limit: int = 100) -> Page:
        """A page of all optimal solutions of a puzzle solved with ``want="all"``."""
        query = urlencode({"offset": offset, "limit": limit})
        return await self.request("GET", f"/v1/solutions/{segment(solution_id)}/all?{query}")

    def solutions(self, solution_id: str) -> AsyncIterator[Listed]:
        """Iterate over all optimal solutions of a puzzle solved with ``want="all"``."""
        return self._items(f"/v1/solutions/{segment(solution_id)}/all", "solutions")

    async def player(self, solution_id: str) -> str:
        """An HTML page that plays the solution, for an iframe."""
        return (await self._read("GET", f"/embed/{segment(solution_id)}")).decode()

    async def film(self, solution_id: str) -> bytes:
        """The solution as an animated GIF."""
        return await self._read("GET", f"/v1/solutions/{segment(solution_id)}/film.gif")

    async def shared_page(self, share_id: str) -> str:
        """The HTML page that opens a solution or what was shared."""
        return (await self._read("GET", f"/s/{segment(share_id)}")).decode()

    async def card(self, share_id: str) -> bytes:
        """The start of a solution or of what was shared, as a PNG."""
        return await self._read("GET", f"/s/{segment(share_id)}/card.png")

    async def formats(self) -> list[Format]:
        """The formats in which the service reads texts: where each is from, how it is read, an example."""
        return (await self.request("GET", "/v1/formats"))["formats"]

    async def boards(self) -> list[BoardEntry]:
        """The boards of the catalogue."""
        return (await self.request("GET", "/v1/boards"))["boards"]

    async def board(self, name: str) -> Board:
        """A board of the catalogue: its holes or cells, their layout, and example puzzles."""
        return await self.request("GET", f"/v1/boards/{segment(name)}")

    async def limits(self) -> list[Limit]:
        """The limits of the service."""
        return (await self.request("GET", "/v1/limits"))["limits"]

    async def problem(self, code: str) -> ProblemKind:
        """A kind of problem, by the last part of its ``type``."""
        return await self.request("GET", f"/problems/{segment(code)}")

    async def overview(self) -> Overview:
        """The version of the service, and links to what it offers."""
        return await self.request("GET", "/v1")

    async def version(self) -> Version:
        """The version of the service."""
        return await self.request("GET", "/version")

    async def alive(self) -> Alive:
        """Whether the service responds."""
        return await self.request("GET", "/livez")

    async def ready(self) -> Ready:
        """Whether puzzles would be solved now, and what is missing if not."""
        return await self.request("GET", "/readyz", accepted=503)

    async def metrics(self) -> str:
        """Metrics in the text format of Prometheus."""
        return (await self._read("GET", "/metrics")).decode()
