"""Readiness: whether puzzles can be solved now, answered within a second even if the store hangs."""

from __future__ import annotations

import logging
import shutil
import threading
from dataclasses import dataclass, field
from pathlib import Path

from fewest.schemas.lanes import Lane, LaneState
from fewest.store import Store, StoreError

DEADLINE_SECONDS = 0.7
"""How long a request waits for the store before it is reported as missing."""

MIN_FREE_BYTES = 4_000_000
"""The disk of the data folder counts as full with less than this."""

log = logging.getLogger("fewest.service")


@dataclass(slots=True)
class ReadinessCheck:
    """One check of the store, in a thread of its own: it may take as long as a DNS lookup."""

    done: threading.Event = field(default_factory=threading.Event)
    missing: list[str] = field(default_factory=lambda: ["store", "worker"])
    lanes: dict[Lane, LaneState] = field(default_factory=dict)


class Readiness:
    """Checks the store and the lanes. Concurrent requests share one check.

    Parameters
    ----------
    folder
        The data folder of this machine. It counts as missing only if it existed when the process started: a web process
        may need none.
    """

    def __init__(self, store: Store, folder: Path) -> None:
        self._store = store
        self._lock = threading.Lock()
        self._folder = folder if folder.is_dir() else None
        self._check: ReadinessCheck | None = None

    def check(self) -> tuple[list[str], dict[Lane, LaneState]]:
        """What is missing, and the state of each lane; no lanes if Redis does not answer.

        * "store": Redis does not answer, or refuses writes;
        * "worker": a lane has searches but no worker, or the quick lane has no worker;
        * "progress": searches of a lane wait although it has idle workers;
        * "data": the data folder is gone;
        * "disk": the disk is full.
        """
        with self._lock:
            check = self._check
            if check is None:
                check = self._check = ReadinessCheck()
                threading.Thread(target=self._look, args=(check,), daemon=True).start()
        if not check.done.wait(DEADLINE_SECONDS):
            return ReadinessCheck().missing, {}
        return check.missing, check.lanes

    def _look(self, check: ReadinessCheck) -> None:
        try:
            refusal = self._store.refusal()
            if refusal:
                log.warning("the store takes no writes: %s", refusal)
            missing = {"disk" if refusal.startswith("MISCONF") else "store"} if refusal else set()
            check.lanes = self._store.lanes()
            missing |= {state.missing for state in check.lanes.values() if state.missing is not None}
            check.missing = sorted(missing | self._of_folder())
        except StoreError as error:
            log.warning(self._store.explain(error))
        finally:
            # In this order: a request that comes after the end begins a new check.
            self._check = None
            check.done.set()

    def _of_folder(self) -> set[str]:
        if self._folder is None:
            return set()
        try:
            return {"disk"} if shutil.disk_usage(self._folder).free < MIN_FREE_BYTES else set()
        except OSError as error:
            log.warning("the data folder cannot be read: %s", error)
            return {"data"}
