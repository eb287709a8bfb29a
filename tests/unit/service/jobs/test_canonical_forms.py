"""Canonical forms within their time: what a request may spend, and which forms are remembered."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field

import pytest
from flask import Flask, g

from fewest.service.jobs import canonical_forms
from fewest.service.jobs.canonical_forms import CanonicalForms, _spend
from fewest.service.jobs.deadline import Deadline
from fewest.solver.canonical import canonical, digest
from fewest.solver.errors import DeadlineError
from fewest.solver.graph_process import BusyError
from fewest.solver.jump.board import JumpBoard
from fewest.solver.jump.puzzle import JumpGoal, JumpPuzzle
from tests.hang import HANG_SECONDS

STAR = JumpPuzzle(JumpBoard(5, ((1, 2, 0), (3, 4, 0))), 0b11110, JumpGoal(counts=frozenset([1])))
"""Two jumps into one hole."""

RING = tuple((hole, (hole + 1) % 60, (hole + 2) % 60) for hole in range(60))
HARD = JumpPuzzle(JumpBoard(60, tuple(sorted(RING))), 0, JumpGoal(counts=frozenset([1])))
"""A ring of holes that all look alike: too many edges to be easy."""


@pytest.fixture(autouse=True)
def request_context(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """What is spent is noted with the request, which has time enough for what these tests do."""
    for name in ("EASY_SECONDS", "HARD_SECONDS"):
        monkeypatch.setattr(canonical_forms, name, HANG_SECONDS)
    with Flask("test").app_context():
        yield


def find(forms: CanonicalForms, puzzle: JumpPuzzle = STAR) -> bool:
    return forms.find(puzzle, digest(puzzle)).shared


def test_what_is_spent_adds_up() -> None:
    """Each kind of time is summed over a request, also where the work fails, and does not touch the other kind."""
    times = iter([0.0, 2.0, 10.0, 13.0, 20.0, 20.0, 0.0, 0.0])

    def clock() -> float:
        return next(times)

    with _spend("easy", 9.0, clock) as left:
        assert left == 9.0
    with suppress(DeadlineError), _spend("easy", 9.0, clock) as left:
        assert left == 7.0
        raise DeadlineError
    with _spend("easy", 9.0, clock) as left:
        assert left == 4.0
    with _spend("hard", 9.0, clock) as left:
        assert left == 9.0


def test_a_request_that_has_spent_its_time_keeps_its_own_numbering() -> None:
    """Without time left, a puzzle keeps its own numbering and is counted; the next request with time finds its form."""
    counted: list[str] = []
    forms = CanonicalForms(counted.append)
    g.canonical_seconds = {"easy": HANG_SECONDS}
    form = forms.find(STAR, digest(STAR))
    assert (form.shared, form.order, counted) == (False, (0, 1, 2, 3, 4), ["busy"])
    g.canonical_seconds = {}
    assert find(forms)
    assert forms.find(STAR, digest(STAR)).key == canonical(STAR).key
    g.canonical_seconds = {"easy": HANG_SECONDS}
    assert find(forms)  # it is remembered
    assert counted == ["busy"]


@dataclass
class Failing:
    """A process that has no answer, and notes how much time it is given."""

    error: DeadlineError
    given: list[float] = field(default_factory=list)

    def canonical_order(self, _graph: object, seconds: float) -> list[int]:
        """Fail."""
        self.given.append(seconds)
        raise self.error


@pytest.mark.parametrize(("error", "reason", "asked"), [(DeadlineError(), "deadline", 1), (BusyError(), "busy", 2)])
def test_only_a_hard_graph_is_given_up_for_good(
    monkeypatch: pytest.MonkeyPatch, error: DeadlineError, reason: str, asked: int
) -> None:
    """A graph that was too hard is not tried again; one for which there was no time is."""
    process, counted = Failing(error), list[str]()
    monkeypatch.setattr(canonical_forms, "GraphProcess", lambda: process)
    forms = CanonicalForms(counted.append)
    assert [find(forms, HARD) for _ in range(2)] == [False, False]
    assert (len(process.given), counted) == (asked, [reason] * asked)
    assert all(0 < seconds <= HANG_SECONDS for seconds in process.given)


def test_a_hard_graph_has_no_more_time_than_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    """The time for a hard graph ends at the deadline of whoever asks; after that nothing is asked."""
    process = Failing(BusyError())
    monkeypatch.setattr(canonical_forms, "GraphProcess", lambda: process)
    forms = CanonicalForms(str)
    for until in (1000.125, 999.0):
        assert not forms.find(HARD, digest(HARD), Deadline(until, lambda: 1000.0)).shared
    assert process.given == [0.125]
