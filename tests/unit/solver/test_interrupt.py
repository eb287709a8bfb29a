"""Deadlines: they interrupt, they leave no trace, and they keep the timer they found."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator

import pytest

from fewest.solver import interrupt
from fewest.solver.errors import DeadlineError
from fewest.solver.interrupt import deadline
from tests.hang import HANG_SECONDS, until


@pytest.fixture
def rung() -> Iterator[list[int]]:
    """The alarms that a handler of the caller's has received."""
    received: list[int] = []
    before = signal.signal(signal.SIGALRM, lambda *_: received.append(1))
    try:
        yield received
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def timer() -> tuple[float, float]:
    """Seconds left of the timer, and its interval."""
    return signal.getitimer(signal.ITIMER_REAL)


def test_what_takes_too_long_is_interrupted(rung: list[int]) -> None:
    """A body that takes too long is interrupted, and the previous handler is restored."""
    handler = signal.getsignal(signal.SIGALRM)
    with pytest.raises(DeadlineError, match=r"not done after 0\.02 s"), deadline(0.02):
        time.sleep(HANG_SECONDS)
    assert timer() == (0.0, 0.0)
    assert signal.getsignal(signal.SIGALRM) is handler
    assert not rung


ASLEEP = """
import signal, time
from fewest.solver.interrupt import PROCESSOR, deadline

handler = signal.getsignal(signal.SIGPROF)
try:
    with deadline(0.05, PROCESSOR):
        time.sleep(0.2)
        print("slept")
        while True:
            pass
except Exception as error:
    print(type(error).__name__, error)
print(signal.getitimer(PROCESSOR), signal.getsignal(signal.SIGPROF) is handler)
"""


def test_processor_time_is_what_the_body_computes() -> None:
    """A deadline of processor time does not count sleep."""
    # In a process of its own: threads that other tests have left compute, too, and count.
    ran = subprocess.run([sys.executable, "-c", ASLEEP], capture_output=True, text=True, timeout=HANG_SECONDS)
    assert ran.stdout.splitlines() == ["slept", "DeadlineError not done after 0.05 s", "(0.0, 0.0) True"], ran.stderr


def test_what_ends_in_time_leaves_no_timer(rung: list[int]) -> None:
    """No timer is left after a body that ends in time or raises."""
    with deadline(HANG_SECONDS):
        assert 0 < timer()[0] <= HANG_SECONDS
    assert timer() == (0.0, 0.0)
    for error in (KeyError("own"), SystemError("own")):
        with pytest.raises(type(error), match="own"), deadline(HANG_SECONDS):
            raise error
        assert timer() == (0.0, 0.0)
    assert not rung


def test_an_error_on_top_of_the_deadline_is_the_deadline(rung: list[int]) -> None:
    """If compiled code raises on top of a handler's error, the handler's error is raised."""
    for cause in (DeadlineError("late"), KeyError("late")):  # that of another timer is no other case
        with pytest.raises(type(cause), match="late"), deadline(HANG_SECONDS):
            raise SystemError from cause
    assert not rung


def test_only_the_main_thread_can_be_interrupted() -> None:
    """In another thread the deadline raises before the body begins."""
    errors: list[str] = []

    def body() -> None:
        with pytest.raises(DeadlineError, match="main thread") as caught, deadline(HANG_SECONDS):
            errors.append("the body was begun")
        errors.append(str(caught.value))

    thread = threading.Thread(target=body)
    thread.start()
    thread.join()
    assert len(errors) == 1


@pytest.mark.parametrize("seconds", [60.0, 1.5, 0.8])
def test_a_later_timer_is_set_again(rung: list[int], monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    """A timer that was set goes on afterwards with the time left and its interval."""
    monkeypatch.setattr(interrupt, "AGAIN_SECONDS", interrupt.AGAIN_SECONDS * HANG_SECONDS)
    seconds *= HANG_SECONDS
    signal.setitimer(signal.ITIMER_REAL, seconds, 7)
    with deadline(seconds / 2):
        assert timer()[0] <= seconds / 2
        time.sleep(0.01)
    assert 0 < timer()[0] <= seconds - 0.01
    assert timer()[1] == 7
    assert not rung


@pytest.mark.parametrize("seconds", [0.02, 1.5 * HANG_SECONDS])
def test_an_earlier_timer_comes_first(rung: list[int], seconds: float) -> None:
    """A timer that expires before the deadline ends the body, and then calls its own handler."""
    signal.setitimer(signal.ITIMER_REAL, seconds)
    if seconds > 1:
        with deadline(2 * HANG_SECONDS):
            assert 0 < timer()[0] <= seconds
        return
    with pytest.raises(DeadlineError), deadline(HANG_SECONDS):
        time.sleep(HANG_SECONDS)
    assert timer()[0] < 0.5
    until(lambda: rung)
