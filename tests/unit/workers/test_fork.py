"""Child processes that run a function."""

from __future__ import annotations

import os
import signal
import sys
from itertools import pairwise
from pathlib import Path

import pytest

from fewest.workers import fork
from fewest.workers.fork import MAX_DELAY_SECONDS, STABLE_SECONDS, Fork
from tests.hang import until
from tests.unit.service.clock import Clock


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """The clock by which children are restarted."""
    clock = Clock(1000.0)
    monkeypatch.setattr(fork, "time", clock)
    return clock


def fails() -> None:
    """Raise an error."""
    raise ArithmeticError


@pytest.mark.parametrize(("run", "code"), [(int, 0), (fails, 1), (lambda: sys.exit(3), 3), (sys.exit, 1)])
def test_the_exit_code(run: type[int], code: int) -> None:
    """A child exits with 0 if its function returns, 1 if it raises an error, and its own code if it exits."""
    child = Fork("child", run)
    child.start()
    until(lambda: child.poll() is not None)
    assert child.poll() == code


def test_the_name_and_the_signals_of_a_child(tmp_path: Path) -> None:
    """A child has a name of its own and the default signal handlers."""
    before = signal.signal(signal.SIGTERM, lambda *_: (tmp_path / "handled").touch())
    try:
        child = Fork("child", signal.pause)
        child.start()
        until(lambda: Path(f"/proc/{child.pid}/comm").read_text() == "fewest-child\n")
        child.send(signal.SIGTERM)
        until(lambda: child.poll() == -signal.SIGTERM)
    finally:
        signal.signal(signal.SIGTERM, before)
    assert not (tmp_path / "handled").exists()


def test_a_child_is_killed(clock: Clock) -> None:
    """After `kill` a child has ended, even if it was stopped; killing it again does nothing."""
    child = Fork("child", signal.pause)
    child.start()
    os.kill(child.pid, signal.SIGSTOP)
    for _ in range(2):
        child.kill()
        assert child.poll() == -signal.SIGKILL
    clock.now += MAX_DELAY_SECONDS
    child.keep_running()
    assert child.poll() is None
    child.kill()


def test_a_start_that_fails_is_tried_again(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    """If a process cannot be created, the child is started later."""
    child = Fork("child", signal.pause)

    def fork() -> int:
        raise BlockingIOError("Resource temporarily unavailable")

    with monkeypatch.context() as patch:
        patch.setattr(os, "fork", fork)
        child.keep_running()
    assert child.poll() is not None
    child.keep_running()
    assert child.poll() is not None
    clock.now += 1.0
    child.keep_running()
    assert child.poll() is None
    child.kill()


def starts(child: Fork, clock: Clock, seconds: float, life_seconds: float = 0.0) -> list[float]:
    """When a child is started within some seconds, if each lives for so long."""
    times = list[float]()
    end_at = clock.now + seconds
    before = child.pid
    while clock.now < end_at:
        child.keep_running()
        if child.pid != before:
            times.append(clock.now)
            before = child.pid
            clock.now += life_seconds
            until(lambda: child.poll() is not None)
        clock.now += 0.1
    return times


def test_restarts_wait(clock: Clock) -> None:
    """A child that ends at once is restarted with growing delays, one that ran for long at once."""
    child = Fork("child", int)
    times = starts(child, clock, 200)
    pauses = [after - before for before, after in pairwise(times)]
    assert times[0] == 1000.0
    assert pauses == sorted(pauses)
    assert pauses[0] < 0.5
    assert pauses[-1] == pytest.approx(MAX_DELAY_SECONDS, abs=0.2)
    clock.now += MAX_DELAY_SECONDS
    assert len(starts(child, clock, 300, 2 * STABLE_SECONDS)) == 3
