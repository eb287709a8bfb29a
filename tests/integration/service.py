"""A running service, as a client sees it."""

from __future__ import annotations

import subprocess
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx


@dataclass
class Service:
    """A running `fewest up` and a client of it."""

    process: subprocess.Popen[str]
    data: Path
    client: httpx.Client

    def post(self, body: Any, wait: int = 0) -> httpx.Response:
        """POST a request for a job."""
        return self.client.post("/v1/jobs", json=body, headers={"Prefer": f"wait={wait}"} if wait else {})

    def solve(self, puzzle: Any, want: str = "one", **limits: float) -> dict[str, Any]:
        """Ask for a puzzle and wait for the end of its job."""
        answer = self.post({"puzzle": puzzle, "want": want, "limits": limits}, wait=25)
        assert answer.status_code in (200, 202), answer.text
        return self.end_of(answer.json())

    def end_of(self, job: dict[str, Any], seconds: float = 120) -> dict[str, Any]:
        """Wait for the end of a job."""
        end_at = time.monotonic() + seconds
        while job["status"] in ("queued", "running"):
            assert time.monotonic() < end_at, job
            job = self.client.get(job["links"]["self"], headers={"Prefer": "wait=5"}).json()
        return job
