"""The parent of a host's workers: it loads the kernels once, and forks everything else from there.

Its children are the workers of the quick lane, those of the long lane as long as there is work for them, and the
reaper. It has no threads, so that it can fork at any time.
"""

from __future__ import annotations

import gc
import logging
import os
import signal
import socket
import time
from contextlib import suppress
from functools import partial
from itertools import count

from fewest.config.machine import machine_bytes
from fewest.config.settings import Settings
from fewest.schemas.lanes import Lane
from fewest.solver import tables
from fewest.solver.kernels import cached_kernels
from fewest.solver.kinds import KINDS
from fewest.store import Store, StoreError
from fewest.workers import reaper
from fewest.workers.fork import Fork
from fewest.workers.memory import MachineMemory
from fewest.workers.runs import store_of
from fewest.workers.warm import Compilation, load, load_cached, missing
from fewest.workers.worker import LONG_NICENESS, Worker

POLL_SECONDS = 0.2
"""Time between two checks of the children and of the long lane."""

COMPILING_SECONDS = 1.0
STANDBY_SECONDS = 5.0
"""Time between two reports: that the solver is being compiled, or of the standby workers unless they have changed."""

IDLE_SECONDS = 60
"""A worker that has been idle this long ends if it belongs to the long lane, or if it lacks kernels compiled after its
start.
"""

END_SECONDS = 3.0
"""How long children may take to end before they are killed."""

STARTING_SECONDS = 2.0
"""A worker that was started takes a search within this time, if one waits."""

log = logging.getLogger("fewest.worker")


class Parent:
    """Keeps workers running until a signal.

    Parameters
    ----------
    store
        A store that does not wait long while Redis is unreachable.
    quick, long
        Number of workers of each lane.
    """

    def __init__(self, settings: Settings, store: Store, quick: int, long: int) -> None:
        self._settings, self._store = settings, store
        self._numbers = count(1)
        self._stopping = self._store_failed = False
        self._standby: list[str] = []
        self._reported: list[str] = []
        self._report_at = 0.0
        self._asking, self._ask = os.pipe()
        # It is read at each check, whether a worker asks or not.
        os.set_blocking(self._asking, False)
        self._quick = [self._worker(Lane.QUICK) for _ in range(quick)]
        names = [f"standby-{socket.gethostname()}-{os.getpid()}-{number}" for number in range(long)]
        self._long = {name: self._worker(Lane.LONG, name) for name in names}
        self._reaper = Fork("reaper", partial(reaper.main, os.getpid()))
        self._retiring: list[Fork] = []

    def run(self) -> None:
        """Load or compile the kernels, then keep the children running."""
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, self._stop)
        lacking = load_cached()
        compilation = Compilation(lacking) if lacking else None
        tables.check(self._settings.tables)
        gc.freeze()  # the garbage collector of a child would copy the pages it shares with this process
        try:
            while not self._stopping:
                if compilation is not None and self._compiled(compilation):
                    compilation = None
                kinds_missing = KINDS.keys() & missing()
                if len(kinds_missing) < len(KINDS):
                    self._look()
                self._speak(compiling=bool(kinds_missing))
                time.sleep(POLL_SECONDS)
        finally:
            self._end([] if compilation is None else compilation.forks())

    def _stop(self, *_: object) -> None:
        self._stopping = True

    def _compiled(self, compilation: Compilation) -> bool:
        """Take a step of the compilation; returns whether all is compiled.

        Workers start when one kind is loaded. When all sets are loaded, new workers, which share them, replace these.
        """
        if not compilation.step() or missing():
            return not missing()
        gc.freeze()
        # The new workers are started before the old ones are told to end, so that the lane has workers all the time.
        self._retiring = self._quick
        self._quick = [self._worker(Lane.QUICK) for _ in self._quick]
        self._look()
        for worker in self._retiring:
            worker.send(signal.SIGUSR1)
        return True

    def _look(self) -> None:
        """Start what has ended, and note the standby workers."""
        self._reaper.keep_running()
        self._relieve()
        for worker in self._quick:
            worker.keep_running()
        self._retiring = [worker for worker in self._retiring if worker.poll() is None]
        self._standby = [name for name, worker in self._long.items() if worker.poll() is not None]

    def _relieve(self) -> None:
        """Replace workers of the quick lane whose tasks take long, as many at once as the long lane has workers."""
        with suppress(BlockingIOError):
            asking = {*map(int, os.read(self._asking, 1 << 16).split())}
            for place, worker in enumerate(self._quick):
                if worker.pid in asking and worker.poll() is None and len(self._retiring) < len(self._long):
                    self._quick[place] = self._worker(Lane.QUICK)
                    self._retiring.append(worker)
                    worker.send(signal.SIGUSR1)

    def _speak(self, *, compiling: bool) -> None:
        """Start workers for the long lane's searches; report standby workers, or that the solver is being compiled."""
        store, report = self._store, time.monotonic() >= self._report_at or self._standby != self._reported
        try:
            if compiling and report:
                store.presence.report_compiling(cached_kernels())
            elif not compiling and self._standby:
                if report:
                    store.presence.report_standby(self._standby, Lane.LONG)
                # One that has just failed waits for its delay, and holds up no other.
                ready = [worker for worker in self._long.values() if worker.may_start()]
                for worker in ready[: max(0, store.queue.depth(Lane.LONG) - self._starting())]:
                    worker.keep_running()
        except StoreError as error:
            if not self._store_failed:
                log.warning(store.explain(error))
            self._store_failed = True
        else:
            self._store_failed = False
            self._reported = self._standby
        if report:
            self._report_at = time.monotonic() + (COMPILING_SECONDS if compiling else STANDBY_SECONDS)

    def _starting(self) -> int:
        """Number of workers of the long lane that were just started: each is about to take a waiting search."""
        since = time.monotonic() - STARTING_SECONDS
        return sum(worker.began > since and worker.poll() is None for worker in self._long.values())

    def _worker(self, lane: Lane, standby: str = "") -> Fork:
        run = partial(run_worker, self._settings, lane, os.getpid(), standby, self._ask)
        return Fork(f"{lane}-{next(self._numbers)}", run)

    def _end(self, compiling: list[Fork]) -> None:
        """End all children: first with SIGTERM, then with SIGKILL."""
        children = [*compiling, self._reaper, *self._quick, *self._retiring, *self._long.values()]
        for child in children:
            child.send(signal.SIGTERM)
        end_at = time.monotonic() + END_SECONDS
        while time.monotonic() < end_at and any(child.poll() is None for child in children):
            time.sleep(POLL_SECONDS / 10)
        for child in children:
            child.kill()
        try:
            self._store.presence.remove_standby(self._long, Lane.LONG)
        except StoreError as error:
            log.warning("store: %s", error)


def run_worker(settings: Settings, lane: Lane, parent: int, standby: str, ask: int) -> None:
    """In a child: run searches until a signal, until the parent has died, or until the long lane has no more work.

    Parameters
    ----------
    standby
        Its name as a standby worker; empty if it was none.
    ask
        Where it writes its process's id to ask for another worker in its place.
    """

    def end_with_parent() -> None:
        if os.getppid() != parent:
            os.kill(os.getpid(), signal.SIGTERM)

    if lane is Lane.LONG:
        os.nice(LONG_NICENESS)
    memory = MachineMemory(settings.data / "memory", machine_bytes(settings.machine_bytes))
    # Asked for before each search, until this worker is replaced by one that has inherited all kernels.
    compiled = load if missing() else None
    leave = partial(os.write, ask, b"%d\n" % os.getpid())
    worker = Worker(store_of(settings), settings.tables, memory, end_with_parent, lane, compiled, standby, leave)
    ends = lane is Lane.LONG or bool(missing())
    worker.work(logging_level="WARNING", max_idle_time=IDLE_SECONDS if ends else None)
