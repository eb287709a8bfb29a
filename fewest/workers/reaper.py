"""Queues lost searches again and keeps the store within its memory.

Each host has one, forked by the parent of its workers. Only one works at a time.
"""

from __future__ import annotations

import logging
import os
import time

from fewest.config.logs import log_lines
from fewest.config.settings import load_settings
from fewest.store import StoreError, connect
from fewest.store.recovery import requeue_lost

EVERY_SECONDS = 5.0
LOST_SECONDS = 15.0

JUMP_SECONDS = 5.0
"""If the clocks of the server and of this process drift apart by this much between two checks, one of them was set."""

log = logging.getLogger("fewest.reaper")


def main(parent: int) -> None:
    """Work every few seconds as long as the process is a child of ``parent``."""
    log_lines()
    settings = load_settings(os.environ)
    store = connect(
        settings.redis_url, job_retention_seconds=settings.job_retention_seconds, store_bytes=settings.store_bytes
    )
    ahead: float | None = None
    while os.getppid() == parent:
        try:
            # Only the second clock cannot be set.
            before, ahead = ahead, store.now() - time.monotonic()
            drift = 0.0 if before is None else ahead - before
            jumped = abs(drift) >= JUMP_SECONDS
            if jumped:
                log.warning("the clock of Redis was set by %.0f s; lost searches are looked for later", drift)
            # The lock is never given back: it keeps the reapers of other hosts from working in the same round.
            if store.lock_recovery(os.getpid(), EVERY_SECONDS):
                store.sweep()
                if not jumped:  # before the next check, all workers send heartbeats by the new time
                    requeue_lost(store, LOST_SECONDS)
        except StoreError as error:
            log.warning("store: %s", error)
        time.sleep(EVERY_SECONDS)
