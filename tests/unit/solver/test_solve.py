"""The driver of every search."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import pytest

from solver.jump.board import board_from_grid
from solver.jump.puzzle import JumpGoal, JumpPuzzle
from solver.kinds import KINDS, kind_of
from solver.model import Limits, Progress, Search, Status, Stopped, Want
from solver.solve import solve
from tests.jump_puzzles import single


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


@dataclass
class ScriptedKind:
    """A kind whose search reports what it was given, and notes that it was closed."""

    reports: list[Progress]
    closed: bool = False

    def prove(self, puzzle: Puzzle, *, thorough: bool = True) -> None:
        """No proof."""

    def search(self, *arguments: Any) -> Search:  # noqa: ARG002
        """Report, and give up in the end."""
        try:
            yield from self.reports
        finally:
            self.closed = True
        return Stopped("patience")


def scripted(monkeypatch: pytest.MonkeyPatch, *reports: Progress) -> ScriptedKind:
    """Make the toy puzzle one that is searched like that."""
    kind = ScriptedKind(list(reports))
    monkeypatch.setitem(KINDS, "waiting", kind)
    return kind


LIMITS = Limits(seconds=10, nodes=100, bytes=1000)

PROGRESSES = {
    "below all": (Progress(1, 99, 1000), "patience"),
    "nodes": (Progress(1, 100), "nodes"),
    "bytes": (Progress(1, 5, 1001), "bytes"),
}


@pytest.mark.parametrize("name", PROGRESSES)
def test_a_limit_ends_a_search_exactly_when_it_is_reached(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nodes end a search at the limit, bytes above it; the search is closed then."""
    report, limit = PROGRESSES[name]
    kind = scripted(monkeypatch, report)
    result = solve(Puzzle(), limits=LIMITS, clock=Time().clock)
    assert (result.status, result.limit, result.nodes) == (Status.STOPPED, limit, report.nodes)
    assert kind.closed


def test_the_bound_and_the_best_solution_survive_a_stop(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bound reported lower than before does not count, to the observer either; the best so far is returned."""
    scripted(monkeypatch, Progress(5, 1), Progress(3, 2), Progress(4, 100))
    seen: list[int] = []
    result = solve(
        Puzzle(), limits=LIMITS, clock=Time().clock, observe=lambda progress, _: seen.append(progress.lower_bound)
    )
    assert seen == [5, 5, 5]
    assert (result.lower_bound, result.optimal, result.solution) == (5, False, None)


def test_what_the_observer_raises_ends_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """An exception of the observer is passed on, and the search is closed."""

    def observe(progress: Progress, seconds: float) -> None:
        raise KeyError(progress.nodes, seconds)

    kind = scripted(monkeypatch, Progress(0, 7))
    with pytest.raises(KeyError):
        solve(Puzzle(), clock=Time().clock, observe=observe)
    assert kind.closed


LONG_LINE = board_from_grid([".........."], "orthogonal")[0]


def test_the_node_limit_stops_a_search_after_a_slice() -> None:
    """A search is stopped in the slice that passes its nodes, with what it has proven; it would have found more."""
    puzzle = single((".", "..", "...", "....", ".....", "......"), "triangular", 1, 1)
    nodes: list[int] = []
    result = solve(puzzle, Want.COUNT, Limits(nodes=2_000), observe=lambda progress, _: nodes.append(progress.nodes))
    assert (result.status, result.limit, result.solution) == (Status.STOPPED, "nodes", None)
    assert nodes[-2] < 2_000 <= nodes[-1] == result.nodes < 22_763
    assert result.lower_bound is not None
    # 13 moves: tests/unit/solver/jump/test_signature.py solves it; the bound cannot exceed its length.
    assert 0 < result.lower_bound <= 13


def test_an_exhausted_search_is_followed_by_the_thorough_proofs() -> None:
    """On a small board the search comes before pagoda functions, but a certificate is given if there is one."""
    puzzle = JumpPuzzle(LONG_LINE, 0b1111, JumpGoal(frozenset([1 << 9])))
    kind = kind_of(puzzle)
    assert kind.prove(puzzle, thorough=False) is None
    result = solve(puzzle)
    assert (result.status, result.lower_bound) == (Status.UNSOLVABLE, None)
    assert result.proof is not None
    assert result.proof["by"] == "pagoda"
