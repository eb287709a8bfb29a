"""Another client, who asks for small puzzles while something breaks: all are solved."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from threading import Event

from tests.faults.parts import beside
from tests.faults.test_random_kills import end_of, lengths, patiently
from tests.integration.service import Service
from tests.integration.test_jobs import eight

PAUSE_SECONDS = 0.05

FIRST = count(700_000, 100_000)
"""Each neighbour has seeds of its own, so that no answer is known."""


@contextmanager
def neighbour(service: Service) -> Iterator[None]:
    """Ask for one small puzzle after another; all answers are right."""
    answers, seeds = list[bool](), count(next(FIRST))

    def ask(enough: Event) -> None:
        for seed in seeds:
            if enough.wait(PAUSE_SECONDS):
                return
            puzzle, headers = eight(seed), {"Prefer": "wait=20"}
            job = patiently(service.client, "POST", "/v1/jobs", json={"puzzle": puzzle}, headers=headers).json()
            job = end_of(service.client, job)
            answers.append(job.get("result", {}).get("length") == lengths()[tuple(puzzle["start"])])

    with beside(ask):
        yield
    assert answers
    assert all(answers)
