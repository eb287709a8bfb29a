"""``python -m workers``: compile the kernels, then run the searches of the queue, one at a time."""

from __future__ import annotations

import gc
import os
import subprocess
import sys

from schemas.logs import log_lines
from schemas.settings import load_settings
from workers.tasks import store_of
from workers.warm import warm
from workers.worker import Worker


def main() -> None:
    """Run one worker until a signal stops it."""
    log_lines()
    settings = load_settings(os.environ)
    warm()
    gc.freeze()  # the garbage collector of a forked process would copy the pages it shares with this one
    reaper = subprocess.Popen([sys.executable, "-m", "workers.reaper"])
    try:
        Worker(store_of(settings), settings.tables).work(logging_level="WARNING")
    finally:
        reaper.terminate()


if __name__ == "__main__":
    main()
