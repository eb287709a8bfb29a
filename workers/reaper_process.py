"""The reaper as a child of its worker: started again, with growing delays, whenever it ends."""

from __future__ import annotations

import logging
import subprocess
import sys
import time

DELAY_SECONDS_MOST = 30.0
STABLE_SECONDS = 60.0
"""A reaper that ran for longer is restarted at once; otherwise starts are further and further apart."""

log = logging.getLogger("fewest.worker")


class ReaperProcess:
    """Keeps ``python -m workers.reaper`` running, as long as :meth:`keep_running` is called every few seconds."""

    def __init__(self) -> None:
        self._delay = self._restart_at = 0.0
        self._start()

    @property
    def pid(self) -> int:
        """The process that runs, or ran last."""
        return self._process.pid

    def keep_running(self) -> None:
        """Restart the reaper if it has ended and its delay is over."""
        code = self._process.poll()
        if code is None:
            return
        now = time.monotonic()
        if not self._restart_at:
            stable = now - self._started > STABLE_SECONDS
            self._delay = 0.0 if stable else min(DELAY_SECONDS_MOST, 2 * self._delay + 0.1)
            self._restart_at = self._started + self._delay
            log.warning("the reaper ended with code %d", code)
        if now >= self._restart_at:
            self._start()

    def end(self) -> None:
        """End it."""
        self._process.terminate()

    def _start(self) -> None:
        self._process = subprocess.Popen([sys.executable, "-m", "workers.reaper"])
        self._started, self._restart_at = time.monotonic(), 0.0
