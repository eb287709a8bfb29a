"""``python -m workers``: compile the kernels, then run the searches of the queue, one at a time."""

from __future__ import annotations

import gc
import os

from schemas.logs import log_lines
from schemas.settings import load_settings
from workers.memory import Memory, machine_bytes
from workers.reaper_process import ReaperProcess
from workers.tasks import store_of
from workers.warm import warm
from workers.worker import Worker


def main() -> None:
    """Run one worker until a signal stops it."""
    log_lines()
    settings = load_settings(os.environ)
    warm()
    gc.freeze()  # the garbage collector of a forked process would copy the pages it shares with this one
    memory = Memory(settings.data / "memory", machine_bytes(settings.machine_bytes))
    reaper = ReaperProcess()
    try:
        Worker(store_of(settings), settings.tables, memory, reaper.keep_running).work(logging_level="WARNING")
    finally:
        reaper.end()


if __name__ == "__main__":
    main()
