"""A child process that runs a function. It is forked, so it shares what its parent has loaded."""

from __future__ import annotations

import logging
import os
import signal
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

MAX_DELAY_SECONDS = 30.0
"""Longest delay between two starts."""

STABLE_SECONDS = 60.0
"""A child that ran for longer is restarted at once; otherwise the delays between starts grow."""

NAME = Path("/proc/self/comm")

log = logging.getLogger("fewest.worker")


class Fork:
    """A child process that can be restarted, with growing delays.

    Parameters
    ----------
    name
        Its role. The name of the process is "fewest-" and this, cut to the length that the system allows.
    run
        Runs in the child, whose exit code is 0 if it returns.

    Attributes
    ----------
    pid
        Id of the running or last process; 0 before the first start.
    began
        Time of the last start, by the monotonic clock.
    """

    def __init__(self, name: str, run: Callable[[], object]) -> None:
        self.name = name
        self.pid = 0
        self._run = run
        self._code: int | None = 0
        self.began = float("-inf")
        self._delay = 0.0

    def start(self) -> None:
        """Start it. The process must have no threads but this one.

        Raises
        ------
        OSError
            If the system has no room for another process.
        """
        self.began = time.monotonic()
        pid = os.fork()
        if pid == 0:
            _live(self.name, self._run)
        self.pid, self._code = pid, None

    def poll(self) -> int | None:
        """The exit code, negative for a signal; None while it runs."""
        if self._code is None and (found := os.waitpid(self.pid, os.WNOHANG))[0]:
            self._code = os.waitstatus_to_exitcode(found[1])
            stable = time.monotonic() - self.began > STABLE_SECONDS
            # A child that fails at its start would fail again at once, many times a second.
            self._delay = 0.0 if stable else self._longer_delay()
            if self._code:
                # That is how we stop it ourselves.
                level = logging.INFO if self._code == -signal.SIGTERM else logging.WARNING
                log.log(level, "%s ended with code %d", self.name, self._code)
        return self._code

    def may_start(self) -> bool:
        """Whether it has ended and its delay is over."""
        return self.poll() is not None and time.monotonic() >= self.began + self._delay

    def keep_running(self) -> None:
        """Restart it if it may start now. If the system has no room, try again later."""
        if self.may_start():
            try:
                self.start()
            except OSError as error:
                log.warning("%s cannot be started: %s", self.name, error)
                self._delay = self._longer_delay()

    def _longer_delay(self) -> float:
        return min(MAX_DELAY_SECONDS, 2 * self._delay + 0.1)

    def send(self, number: signal.Signals) -> None:
        """Send it a signal if it runs."""
        if self.poll() is None:
            with suppress(ProcessLookupError):
                os.kill(self.pid, number)

    def kill(self) -> None:
        """End it at once."""
        self.send(signal.SIGKILL)
        if self._code is None:
            self._code = os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])


def name_process(name: str) -> None:
    """Give this process a name for lists of processes, of which Linux keeps 15 characters."""
    with suppress(OSError):
        NAME.write_text(f"fewest-{name}", encoding="ascii")


def _live(name: str, run: Callable[[], object]) -> None:
    """In the child: run the function, and exit without running the parent's cleanup."""
    code = 1
    try:
        # The parent's handlers would only note that it is to stop.
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, signal.SIG_DFL)
        name_process(name)
        run()
        code = 0
    except SystemExit as ended:
        code = ended.code if isinstance(ended.code, int) else 1
    except BaseException:
        log.exception("%s failed", name)
    finally:
        os._exit(code)
