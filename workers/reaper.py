"""Queues lost searches again and keeps the store within its memory.

Run as ``python -m workers.reaper``; if there are several, one works at a time.
"""

from __future__ import annotations

import logging
import os
import time

from schemas.logs import log_lines
from schemas.settings import load_settings
from store import StoreError, connect
from store.recovery import requeue_lost

EVERY_SECONDS = 5.0
LOST_SECONDS = 15.0

log = logging.getLogger("fewest.reaper")


def main() -> None:
    """Work every few seconds until the parent process exits."""
    log_lines()
    settings, parent = load_settings(os.environ), os.getppid()
    store = connect(settings.redis_url, job_seconds=settings.job_seconds, memory_bytes=settings.memory_bytes)
    while os.getppid() == parent:
        try:
            if store.lock_recovery(os.getpid(), EVERY_SECONDS):
                store.sweep()
                requeue_lost(store, LOST_SECONDS)
        except StoreError as error:
            log.warning("store: %s", error)
        time.sleep(EVERY_SECONDS)


if __name__ == "__main__":
    main()
