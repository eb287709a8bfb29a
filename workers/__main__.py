"""``python -m workers [lane]``: compile the kernels, then run the searches of a lane, one at a time."""

from __future__ import annotations

import gc
import logging
import os
import sys
import time

from schemas.logs import log_lines
from schemas.settings import load_settings
from store import Store, connect
from store.queue import Lane
from workers.memory import Memory, machine_bytes
from workers.reaper_process import ReaperProcess
from workers.tasks import store_of
from workers.warm import warm
from workers.worker import Worker

LONG_NICENESS = 10
"""Searches of the long lane give way to those of the quick lane."""

PAUSE_SECONDS = 1.0
"""Time between two attempts to reach Redis."""

log = logging.getLogger("fewest.worker")


def await_store(store: Store) -> None:
    """Wait until Redis answers, and log why it does not, once for each reason."""
    logged = ""
    while reason := store.failure():
        if reason != logged:
            log.error(reason)
            logged = reason
        time.sleep(PAUSE_SECONDS)


def main() -> None:
    """Run one worker until a signal stops it."""
    lane = Lane(sys.argv[1]) if len(sys.argv) > 1 else Lane.QUICK
    if lane is Lane.LONG:
        os.nice(LONG_NICENESS)
    log_lines()
    settings = load_settings(os.environ)
    await_store(connect(settings.redis_url))
    warm()
    gc.freeze()  # the garbage collector of a forked process would copy the pages it shares with this one
    memory = Memory(settings.data / "memory", machine_bytes(settings.machine_bytes), lane)
    reaper = ReaperProcess()
    try:
        Worker(store_of(settings), settings.tables, memory, reaper.keep_running, lane).work(logging_level="WARNING")
    finally:
        reaper.end()


if __name__ == "__main__":
    main()
