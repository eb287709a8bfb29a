"""A search that workers share: the side of the search, which offers units, and the side of a worker, which runs one."""

from __future__ import annotations

import logging
import os
import time
from dataclasses import replace

from fewest.config.settings import Settings
from fewest.notation.puzzle import load_puzzle
from fewest.schemas.lanes import Lane
from fewest.solver.kinds import Divisible, kind_of
from fewest.solver.model import INFINITE, Limits
from fewest.solver.units import Round, Unit, UnitResult, UnitWork
from fewest.solver.version import ANSWERS
from fewest.store import Store, StoreFull
from fewest.store.searches import Search
from fewest.store.units import UNIT_BYTES, UNIT_SECONDS, Instruction, Owner, kept_of, owner_of

UNIT_WORK_SECONDS = 4.0
"""A unit ends after this long and returns the rest. With shorter units, workers would spend more time on getting units
than on running them; with longer ones, others would wait for this worker."""

HEARTBEAT_SECONDS = 0.2
"""Time between two polls of a search for its units, and between two heartbeats of a unit."""

IDLE_SECONDS = 0.05
"""Time between two polls of a search that waits for its units."""

KEEP_SECONDS = 5.0
"""Time between two records of an unfinished iteration: at most this much work is lost if a worker dies."""

LOOK_SECONDS = 2.0
"""Time between two checks for other workers."""

MAX_WAITING = 16
"""Largest number of units of a search that wait for a worker."""

log = logging.getLogger("fewest.worker")


class RunLost(Exception):
    """The run must end: the server has lost parts of its search, or another run has replaced it."""


class StoredHelpers:
    """Offers units of a search to the workers of the long lane, see :class:`fewest.solver.units.Helpers`.

    It offers as many units as are running, at least one: when idle workers take units, the number doubles. It offers
    none until a worker could run one.

    Parameters
    ----------
    run
        Number of the search's run.
    share_seconds
        Time before the search is divided.
    """

    def __init__(self, store: Store, search: Search, run: int, share_seconds: float) -> None:
        self._store = store
        self._owner = Owner(search.id, run)
        self._own_workers = int(search.lane == Lane.LONG)
        self._others = False
        self._look_at = time.monotonic() + share_seconds
        self._poll_at = 0.0
        self._keep_at = time.monotonic() + KEEP_SECONDS
        self._steps = 0
        self._round = Round()
        self._kept = kept_result(search)
        self.units = 0

    def poll(self, *, idle: bool) -> Round:
        """The state of the units, a moment ago.

        Raises
        ------
        RunLost
            If the server has lost steps of this run.
        """
        now = time.monotonic()
        return replace(self._polled(now, idle=idle), keep=now >= self._keep_at)

    def _polled(self, now: float, *, idle: bool) -> Round:
        """The state of the units, at a time by the monotonic clock.

        Raises
        ------
        RunLost
            If the server has lost steps of this run.
        """
        if not self._steps:
            return replace(self._round, wanted=self._has_helpers(now))
        if now < self._poll_at:
            return replace(self._round, wanted=False)
        self._poll_at = now + (IDLE_SECONDS if idle else HEARTBEAT_SECONDS)
        state = self._store.units.poll(self._owner, idle=idle)
        # A server that has restarted may have lost the last second: results of units, too.
        if state is None or state.steps != self._steps:
            raise RunLost
        waiting = state.open - state.running
        wanted = waiting < min(max(1, state.running), MAX_WAITING) and self._has_helpers(now)
        next_limit = INFINITE if state.next_limit is None else state.next_limit
        self._round = Round(state.open, wanted, state.nodes, next_limit, state.count, state.solution)
        return self._round

    def offer(self, unit: Unit) -> None:
        """Queue a unit.

        Raises
        ------
        RunLost
            If another run has replaced this one.
        """
        ids = self._store.units.offer(self._owner, self._steps + 1, [unit])
        if ids is None:
            raise RunLost
        self._steps = self._steps + 1
        self._poll_at = 0.0
        self.units = self.units + 1
        put(self._store, self._owner, ids)

    def take(self) -> Unit | None:
        """Take back a unit that no worker has begun, or that has killed its workers."""
        taken = self._store.units.take(self._owner, self._steps + 1)
        if taken is None:
            return None
        unit_id, run, unit = taken
        self._steps = self._steps + 1
        self._poll_at = 0.0
        self._store.queue.withdraw(unit_id, run, Lane.LONG)
        return unit

    def end(self) -> None:
        """Drop all units."""
        if self._steps:
            ended = self._owner
            # What units of the old round still report must not count in the next one.
            self._owner = self._owner._replace(round=self._owner.round + 1)
            self._steps = 0
            self._round = Round()
            for unit_id, run in self._store.units.end_round(ended):
                self._store.queue.withdraw(unit_id, run, Lane.LONG)

    def keep(self, done: UnitResult) -> None:
        """Store an iteration in the record of the search."""
        self._keep_at = time.monotonic() + KEEP_SECONDS
        # Another version of the solver may divide an iteration in another way.
        own = {"answers": ANSWERS, "next_limit": done.next_limit, "count": done.count, "left": list(done.left)}
        self._store.units.keep(self._owner, self._steps, own)

    def kept(self) -> UnitResult:
        """The iteration in the record of the search when its run began."""
        return self._kept

    def _has_helpers(self, now: float) -> bool:
        """Whether the long lane had other workers, and room for units, some seconds ago."""
        if now >= self._look_at:
            self._look_at = now + LOOK_SECONDS
            others = self._store.queue.workers(Lane.LONG) > self._own_workers
            self._others = others and not self._store.memory.usage().full
        return self._others


class Heartbeat:
    """Says when a heartbeat is due. Ends this process if its worker has died; the unit is then queued again."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._parent = os.getppid()
        self._at = time.monotonic() + seconds

    def is_due(self) -> bool:
        """Whether the last heartbeat is old enough; then this is the next one."""
        now = time.monotonic()
        if now < self._at:
            return False
        self._at = now + self._seconds
        if os.getppid() != self._parent:
            os._exit(1)
        return True


def kept_result(search: Search) -> UnitResult:
    """The iteration that earlier runs stored, if they used this version of the solver."""
    kept = kept_of(search)
    own = kept.own
    if own.get("answers") != ANSWERS:
        return UnitResult()
    next_limit = min(own["next_limit"], kept.next_limit)
    return UnitResult(0, next_limit, own["count"] + kept.count, left=(*own["left"], *kept.units))


def put(store: Store, owner: Owner, ids: list[str]) -> None:
    """Queue new units. Their searches take turns, as clients do."""
    try:
        for unit_id in ids:
            store.queue.put(unit_id, 0, UNIT_SECONDS, lane=Lane.LONG, client=owner.search_id)
    except StoreFull:
        log.warning("the store is full: search %s takes back what it has offered", owner.search_id)


def run_unit(settings: Settings, store: Store, unit_id: str, last_run: int) -> bool:
    """Run a unit for some seconds, unless it was taken back or was queued again after ``last_run``.

    Returns
    -------
    bool
        Whether it ran; False if it did not begin or must not continue.
    """
    record = store.searches.load(unit_id)
    if record is None:
        return False
    owner = owner_of(record)
    search = store.searches.load(owner.search_id)
    if search is None:
        return False
    # The puzzle is stored once, with the search.
    puzzle = load_puzzle(search.work).puzzle
    kind = kind_of(puzzle)
    assert isinstance(kind, Divisible), kind
    work = kind.unit_work(puzzle, record.unit["part"], Limits(bytes=UNIT_BYTES), settings.tables, settings.cores)
    if not _prepare(store, owner, unit_id, last_run, work):
        return False
    run = store.units.start(owner, unit_id, last_run)
    return bool(run) and _do(store, owner, unit_id, run, work)


def _prepare(store: Store, owner: Owner, unit_id: str, last_run: int, work: UnitWork) -> bool:
    """Prepare a unit, which its search may take back meanwhile. Returns whether the unit can run."""
    heartbeat = Heartbeat(HEARTBEAT_SECONDS)
    try:
        for progress in work.prepare():
            if progress.wait_seconds:
                time.sleep(progress.wait_seconds)
            if heartbeat.is_due() and not store.runs.keep_claimed(unit_id, last_run) and not _runs(store, owner):
                return False  # as long as the search runs, its next unit will need the same tables
    except MemoryError:
        log.warning("no memory to build the tables of unit %s; `fewest tables` builds them beforehand", unit_id)
        return False
    return True


def _runs(store: Store, owner: Owner) -> bool:
    search = store.searches.load(owner.search_id)
    return search is not None and (search.status, search.run, search.cancel) == ("running", owner.run, False)


def _do(store: Store, owner: Owner, unit_id: str, run: int, work: UnitWork) -> bool:
    """Run a unit that has begun, and report its result. Returns False if the result is no longer needed."""
    began = time.monotonic()
    heartbeat = Heartbeat(HEARTBEAT_SECONDS)
    steps = work.run()
    try:
        for _ in steps:
            answer = store.units.heartbeat(owner, unit_id, run) if heartbeat.is_due() else Instruction.CONTINUE
            if answer is Instruction.ABORT:
                return False
            if answer is Instruction.SPLIT or time.monotonic() >= began + UNIT_WORK_SECONDS:
                break
    except Exception:
        error = {"error": "The solver failed. The error is in the worker's log."}
        store.runs.finish(unit_id, run, "failed", error)
        log.exception("unit failed", extra={"search": unit_id})
        raise
    finally:
        steps.close()
    result = work.result()
    left = store.units.end(
        owner,
        unit_id,
        run,
        nodes=result.nodes,
        count=result.count,
        next_limit=result.next_limit,
        solution=result.solution,
        left=result.left,
    )
    put(store, owner, left)
    seconds = round(time.monotonic() - began, 3)
    log.info("unit ended", extra={"search": unit_id, "nodes": result.nodes, "seconds": seconds, "units": len(left)})
    return True
