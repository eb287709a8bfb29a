"""The Python clients, blocking and for event loops, with the running service."""

from __future__ import annotations

import asyncio
import doctest
import socket
import threading
from collections.abc import Callable
from typing import Any

import pytest

from clients.python import fewest_client
from clients.python.fewest_client import AsyncFewest, Fewest, FewestProblem, JobEnded, StillOpen, async_session, session
from tests.hang import HANG_SECONDS, until
from tests.integration.service import Service
from tests.unit.clients.recording import breaking

HOPPERS = {"kind": "jump", "board": {"name": "hoppers"}, "start": {"empty": [6]}, "goal": {"pegs": [6]}}
HARD = {
    "kind": "slide",
    "board": {"rows": 5, "columns": 5},
    "start": [*range(24, 0, -1), 0],
    "goal": [*range(1, 25), 0],
}


@pytest.fixture
def address(service: Service) -> str:
    """Where the service is."""
    return str(service.client.base_url).rstrip("/")


@pytest.fixture
def fewest(address: str) -> Fewest:
    return Fewest(address)


def test_solve_list_and_draw(address: str) -> None:
    """A puzzle is solved, all its solutions are listed, and one is drawn; a batch has its items in order."""

    async def run() -> Any:
        async with AsyncFewest(address) as fewest:
            job = await fewest.wait(await fewest.submit(HOPPERS, want="all"))
            listed = [each async for each in fewest.solutions(job["solution_id"])]
            items = await fewest.batch([HOPPERS, {"kind": "chess"}])
            picture = await fewest.picture(job["solution_id"], move=3)
            return job["result"], listed, [item["status"] for item in items], picture

    result, listed, statuses, picture = asyncio.run(run())
    assert (result["length"], len(listed), statuses) == (7, 72, ["solved", "invalid"])
    assert "The position after move 3 of 7." in picture


def test_text_is_read(fewest: Fewest) -> None:
    """The most probable puzzle of a text comes first; an error has its line, column and length."""
    first = fewest.read("● ● ○")[0]
    assert (first["puzzle"]["kind"], first["assumed"]) == ("jump", ["/puzzle/goal"])
    with pytest.raises(FewestProblem) as refused:
        fewest.read("[[(1 2)]\n [(2 9)]\n []]")
    (error,) = refused.value.document["errors"]
    assert (error["line"], error["column"], error["length"]) == (2, 6, 1)


def test_searches_side_by_side(address: str) -> None:
    """Many requests wait at the same time in one thread; the one that is refused raises its problem."""

    async def run() -> list[Any]:
        async with AsyncFewest(address) as fewest:
            asked = (fewest.solve(puzzle) for puzzle in [HOPPERS, {"kind": "chess"}, HOPPERS])
            return await asyncio.gather(*asked, return_exceptions=True)

    first, second, third = asyncio.run(run())
    assert first["length"] == third["length"] == 7
    assert isinstance(second, FewestProblem)
    assert second.status == 422
    assert "/puzzle/kind" in str(second)


def test_a_cancelled_task_cancels_its_job(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Cancelling the asyncio task that waits for a result cancels the job."""
    monkeypatch.setattr(async_session, "CANCEL_SECONDS", HANG_SECONDS)
    jobs = []

    async def run() -> None:
        async with AsyncFewest(address) as fewest:
            begun = asyncio.Event()

            def note(job: Any) -> None:
                jobs.append(job)
                begun.set()

            waiting = asyncio.create_task(fewest.solve(HARD, progress=note))
            await begun.wait()
            waiting.cancel()
            with pytest.raises(asyncio.CancelledError):
                await waiting

    asyncio.run(run())
    until(lambda: Fewest(address).job(jobs[0]["id"])["status"] == "cancelled")


def test_events_and_cancel(fewest: Fewest) -> None:
    """A stream reports progress until the job is cancelled; waiting for it then fails."""
    job = fewest.submit(HARD)
    statuses = []
    for document in fewest.events(job):
        statuses.append(document["status"])
        if statuses.count("running") == 2:
            fewest.cancel(job)
    assert statuses[-1] == "cancelled"
    with pytest.raises(JobEnded):
        fewest.wait(job)


@pytest.mark.parametrize("ask", [lambda fewest: fewest.solve(HARD, wait=1), lambda f: f.batch([HARD], wait=1)])
def test_timeout_cancels(fewest: Fewest, ask: Callable[[Fewest], object], monkeypatch: pytest.MonkeyPatch) -> None:
    """A job or batch is cancelled when waiting for it times out."""
    monkeypatch.setattr(session, "CANCEL_SECONDS", HANG_SECONDS)
    with pytest.raises(StillOpen) as caught:
        ask(fewest)
    state = fewest.request("GET", caught.value.document["links"]["self"])
    assert state["status"] == "cancelled"


def test_requests_without_a_method(fewest: Fewest) -> None:
    """`request` sends any request; a response that is not JSON raises ValueError."""
    assert fewest.request("GET", "/v1/limits")["limits"]
    with pytest.raises(ValueError, match="Expecting value"):
        fewest.request("GET", "/metrics")


def test_errors_in_another_language(address: str) -> None:
    """Errors are in English unless another language is asked for."""
    for language, title in (("en", "Not found."), ("ja", "見つかりません。")):
        with pytest.raises(FewestProblem) as caught:
            Fewest(address, language=language).board("unknown")
        assert caught.value.document["title"] == title


def test_unreachable_service() -> None:
    """The error for an unreachable service names its address."""
    with socket.create_server(("127.0.0.1", 0)) as silent:
        address = f"http://127.0.0.1:{silent.getsockname()[1]}"
        with pytest.raises(TimeoutError):
            Fewest(address, timeout=0.2).boards()
    with pytest.raises(ConnectionError, match=address):
        Fewest(address).solve(HOPPERS)


def test_response_that_is_not_http() -> None:
    """A response that is not HTTP raises ConnectionError."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        address = f"http://127.0.0.1:{listening.getsockname()[1]}"

        def answer() -> None:
            with listening.accept()[0] as asked:
                asked.recv(4096)
                asked.sendall(b"nonsense\r\n\r\n")

        thread = threading.Thread(target=answer)
        thread.start()
        with pytest.raises(ConnectionError, match=address):
            Fewest(address).boards()
        thread.join()


Following = Callable[[str, Callable[[Any], None]], None]


def followed(address: str, take: Callable[[Any], None]) -> None:
    for document in Fewest(address).events({"id": "x"}):
        take(document)


def followed_on_a_loop(address: str, take: Callable[[Any], None]) -> None:
    async def run() -> None:
        async with AsyncFewest(address) as client:
            async for document in client.events({"id": "x"}):
                take(document)

    asyncio.run(run())


@pytest.mark.parametrize("following", [followed, followed_on_a_loop])
def test_stream_reconnects(following: Following) -> None:
    """A stream that breaks resumes after the last event received, even if the service does not respond for a while."""
    received: list[object] = []
    read = threading.Event()

    def take(document: Any) -> None:
        received.append(document["at"])
        read.set()

    with breaking(read) as (address, last_ids):
        following(address, take)
    assert received == ["7-0", "end"]
    assert last_ids == [None, "7-0", "7-0"]


def test_docstring_example(fewest: Fewest) -> None:
    """The example in the docstring of the package prints what it says."""
    text = str(fewest_client.__doc__).replace("http://127.0.0.1:8000", fewest.address)
    text = text.replace("from fewest_client", "from clients.python.fewest_client")
    examples = doctest.DocTestParser().get_doctest(text, {}, "head", None, None)
    assert doctest.DocTestRunner().run(examples).failed == 0
