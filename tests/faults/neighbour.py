"""Another client, who asks for small puzzles while something breaks: how long it waits."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from threading import Event

from tests.faults.parts import beside
from tests.faults.report import Report
from tests.faults.test_random_kills import lengths, patiently
from tests.integration.service import Service
from tests.integration.test_jobs import eight

PAUSE_SECONDS = 0.05

FIRST = count(700_000, 100_000)
"""Each neighbour has seeds of its own, so that no answer is known."""


@contextmanager
def neighbour(service: Service, report: Report) -> Iterator[None]:
    """Ask for one small puzzle after another; the report gets their number, those that are wrong, and the waits."""
    waits, seeds = list[float](), count(next(FIRST))

    def ask(enough: Event) -> None:
        for seed in seeds:
            if enough.wait(PAUSE_SECONDS):
                return
            puzzle, began = eight(seed), time.monotonic()
            headers = {"Prefer": "wait=20"}
            job = patiently(service.client, "POST", "/v1/jobs", json={"puzzle": puzzle}, headers=headers).json()
            while job["status"] in ("queued", "running"):
                job = patiently(service.client, "GET", job["links"]["self"], headers=headers).json()
            waits.append(time.monotonic() - began)
            report.accepted += 1
            report.wrong += job.get("result", {}).get("length") != lengths()[tuple(puzzle["start"])]

    try:
        with beside(ask):
            yield
    finally:
        if waits:
            report.others = max(report.others, sorted(waits)[len(waits) * 99 // 100])
    assert waits
    assert report.wrong == 0
