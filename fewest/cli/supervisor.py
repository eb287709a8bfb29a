"""Child processes: kept running, and ended together."""

from __future__ import annotations

import contextlib
import ctypes
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import Any, BinaryIO

STOP_SECONDS = 4.0
"""How long children may take to end before they are killed."""

POLL_SECONDS = 0.1
STABLE_SECONDS = 10.0
"""A child that ran for longer is restarted at once; otherwise every restart waits longer than the last."""

MAX_DELAY_SECONDS = 10.0

LOG_BYTES = 10_000_000
"""A longer log is rotated, and replaces the one before: each child's logs take about twice this much."""

LOG_SECONDS = 1.0
"""Time between two checks of the length of a log."""


@dataclass
class Child:
    """A process that is restarted when it ends. Without a log, its output goes where this process writes."""

    name: str
    command: list[str]
    environment: dict[str, str]
    log: Path | None
    process: subprocess.Popen[bytes] | None = None
    started: float = 0.0
    delay: float = 0.0
    restart_at: float = 0.0
    log_look_at: float = 0.0
    code: int = 0
    """Exit code of the last process that ended; one that was killed has a negative code."""

    def start(self) -> None:
        """Start the process."""
        with self._open_log() as log:
            self.process = start(self.command, env=self.environment, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        self.started = time.monotonic()

    def _open_log(self) -> contextlib.AbstractContextManager[BinaryIO | int | None]:
        """The file that the process writes to: its log, or nothing if that cannot be opened."""
        if self.log is None:
            return contextlib.nullcontext(None)
        try:
            self.log.parent.mkdir(parents=True, exist_ok=True)
            return self.log.open("ab")
        except OSError as error:
            say(f"{self.name} runs without a log: {error}")
            return contextlib.nullcontext(subprocess.DEVNULL)

    def keep_running(self, now: float) -> None:
        """Restart the process if it has ended, and bound its log."""
        if self.log is not None and now >= self.log_look_at:
            self.log_look_at = now + LOG_SECONDS
            put_aside(self.log, LOG_BYTES)
        if self.process is None:
            if now >= self.restart_at:
                self.start()
        elif (code := self.process.poll()) is not None:
            # What it has started is in its session, and would go on as an orphan beside its successor.
            self.signal(signal.SIGKILL)
            stable = now - self.started > STABLE_SECONDS
            self.delay = POLL_SECONDS if stable else min(MAX_DELAY_SECONDS, 2 * self.delay + POLL_SECONDS)
            self.process = None
            self.code = code
            self.restart_at = now + self.delay
            where = "" if self.log is None else f"; its log is {self.log}"
            say(f"{self.name} ended with code {code}; restarting it in {self.delay:.1f} s{where}")

    def signal(self, number: signal.Signals) -> None:
        """Send a signal to the process and all it started."""
        if self.process is not None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self.process.pid, number)


class Supervisor:
    """Keeps children running until a signal asks to stop: SIGINT, SIGTERM or SIGHUP."""

    def __init__(self) -> None:
        self.stopping = False
        self.children: list[Child] = []
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, self._stop)

    def _stop(self, _number: int, _frame: FrameType | None) -> None:
        self.stopping = True

    def start(self, children: Iterable[Child]) -> None:
        """Start children."""
        for child in children:
            self.children.append(child)
            child.start()

    def run_until(self, done: Callable[[], bool], seconds: float = float("inf")) -> bool:
        """Keep the children running until ``done()``, a signal, or the time is over. Returns whether it is done."""
        end_at = time.monotonic() + seconds
        while not self.stopping and (now := time.monotonic()) < end_at:
            if done():
                return True
            for child in self.children:
                child.keep_running(now)
            time.sleep(POLL_SECONDS)
        return False

    @staticmethod
    def end(children: list[Child]) -> None:
        """End children: first with SIGTERM, then with SIGKILL."""
        for child in children:
            child.signal(signal.SIGTERM)
        end_at = time.monotonic() + STOP_SECONDS
        for child in children:
            if child.process is not None:
                with contextlib.suppress(subprocess.TimeoutExpired):
                    child.process.wait(max(0.0, end_at - time.monotonic()))
                # Also if it has ended in time: children that ignored the signal may be left.
                child.signal(signal.SIGKILL)
                child.process.wait()


def start(command: list[str], **options: Any) -> subprocess.Popen[bytes]:
    """Start a process that ends with this one. It has its own session: Ctrl-C does not reach it, and its children can
    be ended with it. ``options`` are those of ``Popen``.
    """
    return subprocess.Popen(command, start_new_session=True, preexec_fn=_end_with_parent, **options)


def put_aside(log: Path, max_bytes: int) -> None:
    """Copy a log that is too long, and empty it. Processes that append to it continue at its new end.

    Lines written between copying and emptying, some milliseconds, are lost. If the disk is full, the copy is lost, too.
    """
    with contextlib.suppress(OSError):
        if log.stat().st_size <= max_bytes:
            return
        with contextlib.suppress(OSError):
            shutil.copyfile(log, log.with_suffix(".old"))
        # Not renamed: the process holds the file open, and would go on writing to the old one.
        os.truncate(log, 0)


def say(text: str) -> None:
    """Print a line for the user on standard error."""
    print(f"fewest: {text}", file=sys.stderr, flush=True)


def _end_with_parent() -> None:
    """In a child: have the kernel send SIGTERM when the parent ends, however it ends."""
    pr_set_pdeathsig = 1
    if sys.platform == "linux":
        # Only Linux has this; elsewhere a killed supervisor leaves its children.
        ctypes.CDLL(None).prctl(pr_set_pdeathsig, signal.SIGTERM)
