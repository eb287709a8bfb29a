"""A running service, as a client sees it."""

from __future__ import annotations

import subprocess
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx

from fewest.cli.up import socket_path
from tests.hang import HANG_SECONDS


@dataclass
class Service:
    """A running `fewest up` and a client of it."""

    process: subprocess.Popen[str]
    data: Path
    client: httpx.Client

    @property
    def redis_url(self) -> str:
        """The address of its embedded server."""
        return f"unix://{socket_path(self.data)}"

    def post(self, body: Any, wait: int = 0) -> httpx.Response:
        """POST a request for a job; ``wait`` is the value of its Prefer header in seconds."""
        return self.client.post("/v1/jobs", json=body, headers={"Prefer": f"wait={wait}"} if wait else {})

    def solve(self, puzzle: Any, want: str = "one", **limits: float) -> dict[str, Any]:
        """Request a puzzle and wait until its job has ended."""
        answer = self.post({"puzzle": puzzle, "want": want, "limits": limits}, wait=25)
        assert answer.status_code in (200, 202), answer.text
        return self.end_of(answer.json())

    def end_of(self, job: dict[str, Any]) -> dict[str, Any]:
        """Wait until a job has ended."""
        end_at = time.monotonic() + HANG_SECONDS
        while job["status"] in ("queued", "running"):
            assert time.monotonic() < end_at, job
            job = self.client.get(job["links"]["self"], headers={"Prefer": "wait=5"}).json()
        return job
