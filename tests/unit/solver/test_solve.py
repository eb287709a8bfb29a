"""The driver of every search."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import pytest

from fewest.solver.jump.board import board_from_grid
from fewest.solver.jump.puzzle import JumpGoal, JumpPuzzle
from fewest.solver.kinds import KINDS, kind_of
from fewest.solver.model import Findings, Limits, Outcome, Progress, Search, Solution, Solved, Status, Stopped
from fewest.solver.solve import solve


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

    kind: str = "scripted"
    start: tuple[int, ...] = ()


class Anything:
    """Rules by which every solution is legal and ends in the goal."""

    def play(self, solution: Solution) -> int:
        """Where a solution ends: its number of moves."""
        return len(solution)

    def is_goal(self, position: int) -> bool:
        """Whether that many moves end in the goal."""
        return position >= 0


GIVEN_UP = Stopped("patience")


@dataclass
class ScriptedKind:
    """A kind whose search reports what it was given and ends so, and notes that it was closed."""

    reports: list[Progress]
    end: Outcome | type[Exception] = GIVEN_UP
    closed: bool = False

    def rules(self, puzzle: Puzzle) -> Anything:
        """No rules."""
        return Anything()

    def prove(self, puzzle: Puzzle, *, thorough: bool = True) -> None:
        """No proof."""

    def search(self, *arguments: Any) -> Search:
        """Report, and end."""
        try:
            yield from self.reports
        finally:
            self.closed = True
        if isinstance(self.end, type):
            raise self.end
        return self.end


def scripted(
    monkeypatch: pytest.MonkeyPatch, *reports: Progress, end: Outcome | type[Exception] = GIVEN_UP
) -> ScriptedKind:
    """Make the toy puzzle one that is searched like that."""
    kind = ScriptedKind(list(reports), end)
    monkeypatch.setitem(KINDS, "scripted", kind)
    return kind


def test_a_waiting_search_neither_spins_nor_passes_its_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """The driver pauses as long as a search asks, and stops it at its limit of seconds."""
    scripted(monkeypatch, *[Progress(0, 1, wait_seconds=0.25)] * 9)
    time = Time()
    result = solve(Puzzle(), limits=Limits(seconds=1), clock=time.clock, sleep=time.sleep)
    assert (result.status, result.limit) == (Status.STOPPED, "seconds")
    assert time.sleeps == [0.25] * 4


LIMITS = Limits(seconds=10, nodes=100, bytes=1000)

PROGRESSES = {
    "below all": (Progress(1, 99, 1000), "patience"),
    "nodes": (Progress(1, 100), "nodes"),
    "bytes": (Progress(1, 5, 1001), "bytes"),
}


@pytest.mark.parametrize("name", PROGRESSES)
def test_a_limit_ends_a_search_exactly_when_it_is_reached(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A search ends at the limit of nodes, and above that of bytes, and is closed."""
    report, limit = PROGRESSES[name]
    kind = scripted(monkeypatch, report)
    result = solve(Puzzle(), limits=LIMITS, clock=Time().clock)
    assert (result.status, result.limit, result.nodes) == (Status.STOPPED, limit, report.nodes)
    assert kind.closed


def test_the_bound_and_the_best_solution_survive_a_stop(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bound that falls is not reported; the result has the largest bound."""
    scripted(monkeypatch, Progress(5, 1), Progress(3, 2), Progress(4, 100))
    seen: list[int] = []
    result = solve(
        Puzzle(), limits=LIMITS, clock=Time().clock, observe=lambda progress, _: seen.append(progress.lower_bound)
    )
    assert seen == [5, 5, 5]
    assert (result.lower_bound, result.optimal, result.solution) == (5, False, None)


def test_what_the_observer_raises_ends_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """An exception of the observer is raised, and the search is closed."""

    def observe(progress: Progress, seconds: float) -> None:
        raise KeyError(progress.nodes, seconds)

    kind = scripted(monkeypatch, Progress(0, 7))
    with pytest.raises(KeyError):
        solve(Puzzle(), clock=Time().clock, observe=observe)
    assert kind.closed


LONG_LINE = board_from_grid([".........."], "orthogonal")[0]


def test_an_exhausted_search_is_followed_by_the_thorough_proofs() -> None:
    """A small board is searched before linear programs, but its result has a certificate if there is one."""
    puzzle = JumpPuzzle(LONG_LINE, 0b1111, JumpGoal(frozenset([1 << 9])))
    kind = kind_of(puzzle)
    assert kind.prove(puzzle, thorough=False) is None
    result = solve(puzzle)
    assert (result.status, result.lower_bound) == (Status.UNSOLVABLE, None)
    assert result.proof is not None
    assert result.proof["by"] == "pagoda"


@pytest.mark.parametrize("reports", [(), (Progress(1, 1, best=(((0, 1, 2),),) * 4),)], ids=["none", "worse"])
def test_findings_hold_whatever_the_search_reports(monkeypatch: pytest.MonkeyPatch, reports: tuple[Progress]) -> None:
    """Bound and best solution of earlier runs are kept if a search reports nothing better."""
    scripted(monkeypatch, *reports)
    best = (((0, 1, 2),),) * 3
    seen: list[tuple[int, Solution | None]] = []
    result = solve(
        Puzzle(),
        findings=Findings(2, best),
        observe=lambda progress, _: seen.append((progress.lower_bound, progress.best)),
    )
    assert (result.status, result.lower_bound, result.solution) == (Status.STOPPED, 2, best)
    assert seen == [(2, best)] * len(reports)


def test_seconds_begin_with_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """Seconds are counted from the beginning of the search, whatever the clock shows."""
    scripted(monkeypatch, *(Progress(0, nodes, wait_seconds=0.5) for nodes in range(3)))
    time, seen = Time(100.0), list[float]()
    result = solve(Puzzle(), clock=time.clock, sleep=time.sleep, observe=lambda _, seconds: seen.append(seconds))
    assert seen == [0.0, 0.5, 1.0]
    assert result.seconds == 1.5


def test_a_process_without_memory_stops(monkeypatch: pytest.MonkeyPatch) -> None:
    """A search that runs out of memory stops with all it has found."""
    best = ((0, 1), (1, 2), (2, 3))
    scripted(monkeypatch, Progress(2, 7, best=best), end=MemoryError)
    result = solve(Puzzle(), clock=Time().clock)
    assert (result.status, result.limit, result.nodes) == (Status.STOPPED, "bytes", 7)
    assert (result.solution, result.optimal, result.lower_bound) == (best, False, 2)


@pytest.mark.parametrize(("optimal", "proven", "bound"), [(True, 1, 2), (False, 1, 1), (False, 2, 2), (False, 3, 2)])
def test_the_bound_of_a_solution(monkeypatch: pytest.MonkeyPatch, optimal: bool, proven: int, bound: int) -> None:
    """The bound of an optimal solution is its length, of another the proven one, at most its length."""
    scripted(monkeypatch, Progress(proven, 1), end=Solved(((0, 1), (1, 2)), optimal, 5))
    result = solve(Puzzle(), clock=Time().clock)
    assert (result.status, result.length, result.count) == (Status.SOLVED, 2, 5)
    assert (result.optimal, result.lower_bound) == (optimal, bound)
