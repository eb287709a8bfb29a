"""The driver of every search."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import pytest

from solver.kinds import KINDS
from solver.model import Limits, Progress, Search, Status, Stopped
from solver.solve import solve


@dataclass
class Time:
    """A clock that only sleeping moves on."""

    seconds: float = 0.0
    sleeps: list[float] = field(default_factory=list)

    def clock(self) -> float:
        """Seconds so far."""
        return self.seconds

    def sleep(self, seconds: float) -> None:
        """Pass some seconds."""
        self.sleeps.append(seconds)
        self.seconds += seconds


@dataclass(frozen=True)
class Puzzle:
    """A puzzle of the kind below."""

    kind: str = "waiting"
    start: tuple[int, ...] = ()


class WaitingKind:
    """A kind whose search waits for another process for ever."""

    def prove(self, puzzle: Puzzle, *, thorough: bool = True) -> None:
        """No proof."""

    def search(self, *arguments: Any) -> Search:  # noqa: ARG002
        """Wait."""
        for nodes in range(1_000_000):
            yield Progress(0, nodes, wait_seconds=0.25)
        return Stopped("nodes")


def test_a_waiting_search_neither_spins_nor_passes_its_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """The driver pauses as long as the search asks to, and still stops it when its seconds are spent."""
    monkeypatch.setitem(KINDS, "waiting", WaitingKind())
    time = Time()
    result = solve(Puzzle(), limits=Limits(seconds=1), clock=time.clock, sleep=time.sleep)
    assert (result.status, result.limit) == (Status.STOPPED, "seconds")
    assert time.sleeps == [0.25] * 4
