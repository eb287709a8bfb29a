"""Workers whose searches never end by themselves, in processes that tests may kill."""

from __future__ import annotations

import multiprocessing
import os
import signal
from multiprocessing.process import BaseProcess
from pathlib import Path

from fewest.store import Store
from fewest.store.searches import Search
from fewest.workers.memory import MachineMemory
from fewest.workers.worker import Worker
from tests.hang import HANG_SECONDS, until
from tests.processes import children
from tests.unit.workers.searches import created, loaded
from tests.unit.workers.test_worker import MACHINE_BYTES


class Workers:
    """Starts workers; what they have started ends with them."""

    def __init__(self, store: Store, folder: Path) -> None:
        self._store, self._folder = store, folder
        self.processes: list[BaseProcess] = []

    def start(self, machine_bytes: int = MACHINE_BYTES) -> BaseProcess:
        """Start a worker on a machine with so much memory: enough for all that its searches ask for unless given."""
        memory = MachineMemory(self._folder / "memory", machine_bytes)
        process = multiprocessing.get_context("fork").Process(target=self._work, args=(memory,))
        process.start()
        self.processes.append(process)
        return process

    def _work(self, memory: MachineMemory) -> None:
        Worker(self._store, self._folder, memory).work(logging_level="CRITICAL")

    def kill(self) -> None:
        """Kill all that still run."""
        for process in self.processes:
            process.kill()
            process.join()


def queued(store: Store, name: str = "a", **limits: float) -> str:
    """Create a search and queue it; those of different names are different."""
    search_id = created(store, name=name, **{"seconds": 10 * HANG_SECONDS} | limits)
    store.queue.put(search_id, 0, 3600)
    return search_id


def until_running(store: Store, search_id: str) -> Search:
    """Wait until a search has reported."""
    until(lambda: (now := loaded(store, search_id)).status == "running" and now.progress != {})
    return loaded(store, search_id)


def horse(worker: BaseProcess) -> int:
    """The only child of a worker: the process of its search."""
    (pid,) = children(worker.pid)
    return pid


def end(worker: BaseProcess) -> None:
    """Stop a worker as its supervisor does, and wait for it."""
    assert worker.pid is not None
    os.kill(worker.pid, signal.SIGTERM)
    worker.join(HANG_SECONDS)
    assert worker.exitcode == 0
