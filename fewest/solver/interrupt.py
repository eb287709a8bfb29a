"""A deadline for compiled code that checks for signals, as igraph does."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

from fewest.solver.errors import DeadlineError

REAL, PROCESSOR = signal.ITIMER_REAL, signal.ITIMER_PROF
"""The clock of a deadline: real time, or processor time of this process."""

TIMERS = {REAL: (signal.SIGALRM, time.monotonic), PROCESSOR: (signal.SIGPROF, time.process_time)}
"""The signal of each timer, and its clock."""

AGAIN_SECONDS = 1.0
"""Seconds between two attempts to end the body. Python ignores an exception in a finaliser or in the callback of a weak
reference, which the garbage collector may call at any time; then the next attempt ends the body."""


@contextmanager
def deadline(seconds: float, timer: int = REAL) -> Iterator[None]:
    """Interrupt the body after some seconds, of real or of processor time.

    Only the main thread of a process receives signals. If this timer is already set (RQ limits a job's time by the real
    one) it ends the body, too, if it expires first; it is set again afterwards with the time that is left.

    Raises
    ------
    DeadlineError
        If the body takes longer, or at once in any other thread.
    """
    if threading.current_thread() is not threading.main_thread():
        raise DeadlineError("only the main thread can be interrupted")
    armed = True

    def expire(*_: object) -> None:
        if armed:
            raise DeadlineError(f"not done after {seconds} s")

    expired, clock = TIMERS[timer]
    began = clock()
    before = signal.signal(expired, expire)
    # The handler is set first: the default action of the signal ends the process.
    left, interval = signal.setitimer(timer, seconds, AGAIN_SECONDS)
    try:
        # The timer that was set before would have expired first, so it ends the body.
        if 0 < left < seconds:
            signal.setitimer(timer, left, AGAIN_SECONDS)
        try:
            yield
        finally:
            # Before the timer is taken back: a signal that is pending now must not raise after the body has ended.
            armed = False
    except SystemError as error:
        # igraph raises its own error on top of the exception of a handler, of this timer or of another one.
        if error.__cause__ is not None:
            raise error.__cause__ from None
        raise
    finally:
        signal.setitimer(timer, 0)
        signal.signal(expired, signal.SIG_DFL if before is None else before)
        if left:
            # 0 would switch it off; one that has expired meanwhile shall expire at once.
            signal.setitimer(timer, max(left - (clock() - began), 1e-6), interval)
