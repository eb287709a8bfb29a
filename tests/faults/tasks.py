"""Work of every kind, the newer ones beside plain jobs, with what is right for each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import httpx

from fewest.service.routes.tasks import LEVELS
from tests.integration.service import Service
from tests.integration.test_jobs import EIGHT, eight

ENGLISH: dict[str, Any] = {"kind": "jump", "board": {"name": "english"}, "start": {"empty": [16]}}
"""The central vacancy."""

ENGLISH_POSITIONS = 187_636_299
"""Reachable from it: OEIS A112737 counts 23,475,688 up to symmetry, see docs/05-for-designers.md."""

LONG_LEVELS = LEVELS | {"board": {"rows": 3, "columns": 4}, "number": 12, "length": {"min": 34, "max": 40}}
"""Levels of some seconds."""


@dataclass(frozen=True)
class Task:
    """A noun, the body of a request, and fields of the document once it has ended."""

    noun: str
    body: dict[str, Any]
    right: dict[str, Any]

    def post(self, service: Service) -> httpx.Response:
        """Submit it."""
        return service.client.post(f"/v1/{self.noun}", json=self.body)

    def is_right(self, document: dict[str, Any]) -> bool:
        """Whether a document is that of its end."""
        return {name: document.get(name) for name in self.right} == self.right


def tasks(seed: int) -> list[Task]:
    """One of each noun; those of another seed are others."""
    space = {"kind": "slide", "board": EIGHT["board"], "goal": EIGHT["goal"], "draw": {"seed": seed}}
    board = {"kind": "jump", "board": {"name": "triangle-15"}, "want": "count", "limits": {"seconds": 60 + seed}}
    puzzles = [eight(1000 * seed + number) for number in range(5)]
    finished = {"status": "finished"}
    return [
        Task("jobs", {"puzzle": eight(1000 * seed + 99)}, {"status": "solved"}),
        Task("spaces", space, finished | {"positions": 181_440, "depth": 31}),  # OEIS A089473
        Task("generations", LEVELS | {"seed": seed}, finished),
        Task("features", {"puzzle": eight(1000 * seed + 98)}, finished),
        Task("batches", {"puzzles": puzzles}, {"status": "ended", "progress": {"solved": 5}}),
        Task("surveys", board, {"status": "ended"}),
    ]


def long_tasks() -> list[Task]:
    """A space and levels, of some seconds each."""
    return [
        Task("spaces", ENGLISH, {"status": "finished", "positions": ENGLISH_POSITIONS}),
        Task("generations", LONG_LEVELS, {"status": "finished"}),
    ]
