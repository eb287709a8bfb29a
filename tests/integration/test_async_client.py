"""The Python client for event loops, with the running service."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from clients.python.fewest_client import AsyncFewest, Fewest, FewestProblem, async_session
from tests.hang import HANG_SECONDS, until
from tests.integration.service import Service
from tests.integration.test_python_client import HARD, HOPPERS


@pytest.fixture
def address(service: Service) -> str:
    """Where the service is."""
    return str(service.client.base_url).rstrip("/")


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


def test_searches_side_by_side(address: str) -> None:
    """Many requests wait at the same time in one thread; a problem is raised where it belongs."""

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
    """When the task that waits for a result is cancelled, so is the job."""
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
