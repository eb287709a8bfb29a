"""A deadline for compiled code that checks for signals, as igraph does."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

from solver.errors import DeadlineError

AGAIN_SECONDS = 1.0
"""Between two tries to end the body. An exception is lost where Python ignores it: in a finaliser or a weak reference's
callback, which the garbage collector may call at any time. One that is not lost has left the body long before this."""


@contextmanager
def deadline(seconds: float) -> Iterator[None]:
    """Interrupt the body after some seconds.

    Only the main thread of a process receives signals. A timer that is already set (RQ limits a job's time by one)
    ends the body, too, if it expires first; it is set again afterwards with the time that is left.

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

    began = time.monotonic()
    before = signal.signal(signal.SIGALRM, expire)
    left, interval = signal.setitimer(signal.ITIMER_REAL, seconds, AGAIN_SECONDS)
    try:
        if 0 < left < seconds:
            signal.setitimer(signal.ITIMER_REAL, left, AGAIN_SECONDS)
        try:
            yield
        finally:
            armed = False
    except SystemError as error:
        # igraph sets an error of its own on top of the handler's exception.
        if isinstance(error.__cause__, DeadlineError):
            raise error.__cause__ from None
        raise
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, signal.SIG_DFL if before is None else before)
        if left:
            signal.setitimer(signal.ITIMER_REAL, max(left - (time.monotonic() - began), 1e-6), interval)
