"""Puts lost searches back and keeps the store within its memory.

Run as ``python -m workers.reaper``; of several, one works at a time.
"""

from __future__ import annotations

import logging
import os
import time

from schemas.logs import log_lines
from schemas.settings import load_settings
from store import StoreError, connect, keys
from store.lost import put_back_lost

EVERY_SECONDS = 5.0
LOST_SECONDS = 15.0

log = logging.getLogger("fewest.reaper")


def main() -> None:
    """Sweep for ever, until the process that started this one is gone."""
    log_lines()
    settings, parent = load_settings(os.environ), os.getppid()
    store = connect(settings.redis_url, job_seconds=settings.job_seconds)
    while os.getppid() == parent:
        try:
            if store.redis.set(keys.REAPER, os.getpid(), nx=True, ex=int(EVERY_SECONDS)):
                put_back_lost(store, LOST_SECONDS)
                store.results.trim()
        except StoreError as error:
            log.warning("store: %s", error)
        time.sleep(EVERY_SECONDS)


if __name__ == "__main__":
    main()
