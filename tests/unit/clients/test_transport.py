"""Connections of the client for event loops."""

from __future__ import annotations

import asyncio
import threading
from typing import Any

from clients.python.fewest_client import AsyncFewest
from tests.hang import HANG_SECONDS
from tests.unit.clients.recording import Sent, recording

REQUESTS = 120
"""More than httpx sends at once by default."""


def test_requests_do_not_wait_for_each_other() -> None:
    """One client can have any number of requests open at the same time."""
    arrived = threading.Barrier(REQUESTS, timeout=HANG_SECONDS)

    def respond(_number: int, _request: Sent) -> tuple[int, dict[str, str], object]:
        arrived.wait()
        return 200, {}, {}

    async def run(address: str) -> list[Any]:
        async with AsyncFewest(address, timeout=HANG_SECONDS) as fewest:
            return await asyncio.gather(*(fewest.version() for _ in range(REQUESTS)))

    with recording(respond) as (address, _):
        assert asyncio.run(run(address)) == [{}] * REQUESTS
