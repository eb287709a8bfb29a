"""``python -m fewest.workers [quick [long]]``: load the kernels and run this many workers of each lane; by default 1
and 0."""

from __future__ import annotations

import logging
import os
import sys
import time

from fewest.config.libraries import lacking
from fewest.config.logs import log_lines
from fewest.config.machine import memory_warnings
from fewest.config.settings import load_settings
from fewest.solver.quota import set_quota
from fewest.store import Store, connect
from fewest.workers.fork import name_process
from fewest.workers.parent import Parent
from fewest.workers.warm import use_folder

PAUSE_SECONDS = 1.0
"""Time between two attempts to reach Redis."""

log = logging.getLogger("fewest.worker")


def await_store(store: Store) -> None:
    """Wait until Redis answers. Log each reason why it does not, once."""
    logged = ""
    while reason := store.failure():
        if reason != logged:
            log.error(reason)
            logged = reason
        time.sleep(PAUSE_SECONDS)


def main() -> None:
    """Run workers until a signal stops them."""
    if reason := lacking("redis", "rq"):
        sys.exit(reason)
    # The defaults fill up what is not given.
    quick, long = (*map(int, sys.argv[1:]), *(1, 0)[len(sys.argv) - 1 :])
    name_process("workers")
    log_lines()
    settings = load_settings(os.environ)
    use_folder(settings)
    store = connect(settings.redis_url, store_bytes=settings.store_bytes)
    await_store(store)
    for text in (*store.warnings(), *memory_warnings(settings)):
        log.warning(text)
    set_quota(settings.tables, settings.tables_bytes)
    Parent(settings, store, quick, long).run()


if __name__ == "__main__":
    main()
