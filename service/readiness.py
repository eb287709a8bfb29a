"""Readiness: whether puzzles would be solved now, answered in less than a second whatever hangs."""

from __future__ import annotations

import logging
import threading
from dataclasses import dataclass, field

from store import Store, StoreError

DEADLINE_SECONDS = 0.7
"""How long a request waits for the store; then it counts as missing."""

log = logging.getLogger("fewest.service")


@dataclass(slots=True)
class Check:
    """One look at the store, made by a thread of its own: it may take as long as looking up a host takes."""

    done: threading.Event = field(default_factory=threading.Event)
    reachable: bool = False
    workers: int = 0


class Readiness:
    """Looks at the store and counts workers. At most one look is under way, however many requests wait for it."""

    def __init__(self, store: Store) -> None:
        self._store, self._lock = store, threading.Lock()
        self._check: Check | None = None

    def check(self) -> tuple[list[str], int]:
        """What is missing, "store" or "worker", and the number of workers."""
        with self._lock:
            check = self._check
            if check is None:
                check = self._check = Check()
                threading.Thread(target=self._look, args=(check,), daemon=True).start()
        if not check.done.wait(DEADLINE_SECONDS) or not check.reachable:
            return ["store", "worker"], 0
        return ([] if check.workers else ["worker"]), check.workers

    def _look(self, check: Check) -> None:
        try:
            check.workers = self._store.queue.workers()
            check.reachable = True
        except StoreError as error:
            log.warning(self._store.explain(error))
        finally:
            self._check = None
            check.done.set()
