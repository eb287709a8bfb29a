"""A worker with a persistent process for its searches. If the process dies, its search is queued again."""

from __future__ import annotations

import logging
import os
import random
import signal
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fewest.notation.kinds import KINDS
from fewest.schemas.lanes import Lane
from fewest.schemas.statuses import WaitsFor
from fewest.solver import tables
from fewest.store import Store, queue
from fewest.store.lane_worker import HEARTBEAT_SECONDS, LaneWorker
from fewest.store.recovery import requeue
from fewest.store.runs import RunState
from fewest.store.units import is_unit
from fewest.workers.admission import Admission
from fewest.workers.fork import name_process
from fewest.workers.horse import Horse
from fewest.workers.memory import MachineMemory
from fewest.workers.runs import stop_overdue, warm_up
from fewest.workers.warm import missing

if TYPE_CHECKING:
    from rq.executions import Execution

WATCH_SECONDS = 1.0
"""Time between two checks of the process of a search."""

OVERTIME_SECONDS = 2.0
"""A search is ended when it has exceeded its limit of seconds by this much."""

CONCLUSION_SECONDS = 60.0
"""Time after its limit for storing the result of a search."""

OVER_SECONDS = 5.0
"""A process is killed if it has not noticed for this long that its search was cancelled or has ended."""

ROOM_SECONDS = 0.05
"""Time between two checks whether a waiting search can get memory."""

SUCCESSOR_SECONDS = 3.0
"""How long a task that must make way waits for another worker in place of its own. Then it moves to the long lane and
starts over there.
"""

LONG_NICENESS = 10
"""Searches of the long lane, and tasks that have made way, give way to those of the quick lane."""

log = logging.getLogger("fewest.worker")


class Worker(LaneWorker):
    """Runs searches one at a time.

    When it is stopped, it kills its search and queues it again for another worker. The process of its searches is
    forked and warmed up in advance and stays after a clean end (:mod:`fewest.workers.horse`).

    Parameters
    ----------
    store
        The store with the queue.
    folder
        The folder for large tables.
    memory
        The memory of the machine, from which its searches are granted theirs.
    tick
        Called with every heartbeat.
    lane
        The lane it takes its searches from.
    load
        Loads the kernels of a kind, or returns False while they are being compiled. None if all are loaded.
    standby
        Its name as a standby worker; empty if it was none.
    leave
        Asks the parent for another worker in its place. The parent then sends SIGUSR1.
    """

    def __init__(
        self,
        store: Store,
        folder: Path,
        memory: MachineMemory,
        tick: Callable[[], object] = int,
        lane: Lane = Lane.QUICK,
        load: Callable[[str], bool] | None = None,
        standby: str = "",
        leave: Callable[[], object] = int,
    ) -> None:
        self._folder = folder
        self._leave = leave
        self._admission = Admission(store, lane, memory, load)
        self._horse: Horse | None = None
        self._stopping = self._forked_late = False
        self._heartbeat_at = 0.0
        self._overdue = self._moves_over = self._has_left = False
        super().__init__(store, tick, lane, standby)

    # RQ's loop has no hook before and after it.
    def work(self, *arguments: Any, **named: Any) -> bool:
        """Run searches until a signal stops the worker. SIGUSR1 stops it after the running search."""
        signal.signal(signal.SIGUSR1, self.stop_after_current)
        self._horse = self._next()
        try:
            return super().work(*arguments, **named)
        finally:
            if self._horse is not None:
                self._horse.close()

    # RQ forks a process for each job, at once. Ours stays, and waits until there is memory for the search.
    def execute_job(self, job: Any, rq_queue: Any) -> None:
        """Run a job as soon as it gets memory, then prepare the process for the next one.

        A job that another program put into the queue is dropped.
        """
        if not queue.is_run(job):
            log.error("job %s is not a search; dropped", job.id)
            self._store.queue.drop(job.id)
            return
        execution = self.prepare_execution(job)
        self._execute_when_possible(job, rq_queue, execution)
        self.set_state("idle")
        if self._horse is None:
            self._horse = self._next()

    def _execute_when_possible(self, job: Any, rq_queue: Any, execution: Execution) -> None:
        """Run a job once its kernels are compiled and it gets memory, or put it back."""
        search_id, last_run = queue.search_and_run(job.id)
        claim = self._store.runs.claim(search_id, last_run)
        if claim is None:
            self._execute(job, rq_queue, execution)  # finds by itself that nothing is left to run
            return
        wait = partial(self._wait, job, execution)
        if not self._admission.await_kernels(search_id, claim, wait):
            self._put_back(job, rq_queue, execution)
            return
        began = time.monotonic()
        with self._admission.granted(claim, began, wait) as granted:
            if granted:
                self._execute(job, rq_queue, execution, claim.seconds)
                return
        lane = Lane.LONG if self._admission.moves(claim, began) else None
        self._put_back(job, rq_queue, execution, lane, short=True)

    def _put_back(
        self, job: Any, rq_queue: Any, execution: Execution, lane: Lane | None = None, *, short: bool = False
    ) -> None:
        """Queue a search that has not begun again. Does nothing if it has ended."""
        requeue(self._store, *queue.search_and_run(job.id), died=False, lane=lane, short=short)
        self.handle_job_failure(job, rq_queue, execution=execution)

    def _execute(self, job: Any, rq_queue: Any, execution: Execution, seconds: float = inf) -> None:
        self._hand_over(job)
        if self._stopping:  # the signal came before there was a process to kill
            self.kill_horse()
        self._watch(job, rq_queue, execution, seconds)

    def _wait(self, job: Any, execution: Execution, waits_for: WaitsFor) -> bool:
        """Wait a little, sending the heartbeats of the worker and of its search. Returns False to give up."""
        self._send_heartbeat(job, execution)
        time.sleep(ROOM_SECONDS)
        return not self._stopping and self._store.runs.keep_claimed(*queue.search_and_run(job.id), waits_for)

    def _send_heartbeat(self, job: Any, execution: Execution) -> None:
        now = time.monotonic()
        if now >= self._heartbeat_at:
            self._heartbeat_at = now + HEARTBEAT_SECONDS
            self.maintain_heartbeats(job, execution)

    def _hand_over(self, job: Any) -> None:
        """Give the job to the waiting process, or to a new one if that has died."""
        message = self.message_of(job)
        self._forked_late = self._horse is None or not self._horse.send(message)
        if self._forked_late:
            self._horse = self._next()
            self._horse.send(message)
        assert self._horse is not None
        self._horse_pid = self._horse.pid

    def _watch(self, job: Any, rq_queue: Any, execution: Execution, seconds: float) -> None:
        """Watch the process of a search until the job has ended, and kill it if it must end and does not.

        The search is not lost while it is watched, even if one long step keeps it from reporting.
        """
        assert self._horse is not None
        self._overdue = self._moves_over = self._has_left = False
        began = over = asked = inf
        name = job.id
        while (status := self._horse.wait(WATCH_SECONDS)) is None:
            self._send_heartbeat(job, execution)
            current = self._store.queue.current(job.id)
            if current != name:  # its process goes on with another search, of the same limits
                name, began, over = current, inf, inf
                self._horse.concludes = False
            state = self._store.runs.watch(*queue.search_and_run(name))
            now = time.monotonic()
            if state is RunState.RUNNING:
                began = min(began, now)  # by the clock of this process, since the server's clock may be set meanwhile
            # Most searches notice by themselves, with their next report.
            over = inf if state is not RunState.OVER else min(over, now)
            self._overdue = now - began > seconds + (CONCLUSION_SECONDS if self._horse.concludes else OVERTIME_SECONDS)
            if self._horse.makes_way and not self._has_left:
                # The parent starts another worker, if it may, and sends SIGUSR1 to this one.
                if asked == inf:
                    self._leave()
                asked = min(asked, now)
                self._make_way(name, now - asked)
            if self._overdue or self._moves_over or now - over > OVER_SECONDS:
                self.kill_horse()
        # At a second signal RQ kills the process of this number, which runs nothing from here on.
        self._horse_pid = 0
        self.executions.pop(execution.id, None)
        if status != os.EX_OK and self.is_unfinished(job):
            self._requeue_killed(job, status)
            self.handle_job_failure(job, rq_queue, execution=execution)
        if self._forked_late:  # it has inherited the lock on the memory of this job and would hold it forever
            self._horse.close()
        if not self._horse.stays:
            self._horse = None

    def _make_way(self, run: str, waited: float) -> None:
        """Leave the quick lane together with a task, if the parent has told this worker to end after it.

        Parameters
        ----------
        run
            RQ's id of the run.
        waited
            Seconds since it asked the parent for another worker.
        """
        assert self._horse is not None
        if self._stop_requested:
            search_id, last_run = queue.search_and_run(run)
            self._store.runs.change_lane(search_id, last_run + 1, Lane.LONG)
            with suppress(ProcessLookupError):
                # It goes on beside searches of the quick lane, on the same processors.
                os.setpriority(os.PRIO_PGRP, self._horse.pid, LONG_NICENESS)
            self._has_left = True
        else:
            self._moves_over = waited > SUCCESSOR_SECONDS

    def _next(self) -> Horse:
        tables.check(self._folder)
        lacking = missing()
        boards = [kind.small_board for kind in KINDS.values() if kind.small_board and kind.name not in lacking]
        return Horse([self._begin, *(partial(warm_up, board) for board in boards)], self.perform)

    def _begin(self) -> None:
        """Make this process the work horse, and open its connection to Redis."""
        # All processes are forked from one: they would choose alike.
        random.seed()
        name_process("search")
        self._is_horse = True
        # Opens its connection before the first search comes.
        self._store.reachable()

    # RQ would wait for the end of the search, which may be hours away.
    def handle_warm_shutdown_request(self) -> None:
        """Kill the running search; called when a signal stops the worker."""
        self._stopping = True
        if self.horse_pid:
            self.kill_horse()

    def _requeue_killed(self, job: Any, status: int) -> None:
        """Queue a search again after its process was killed, by the worker or by the system for lack of memory.

        If the search had been taken for lost and queued again before, the job's run is not the current one, and the
        current run is left alone. A search that had exceeded its limit has ended. A task that had to make way and could
        not moves to the long lane.
        """
        search_id, last_run = queue.search_and_run(self._store.queue.current(job.id))
        if self._overdue and not is_unit(search_id):
            stop_overdue(self._store, search_id, last_run + 1)
            return
        search = self._store.searches.load(search_id)
        # Beginning a run raises its number. A process killed before that leaves the number the search was queued with.
        run = last_run + (search is not None and search.status == "running")
        died = not (self._stopping or self._moves_over)
        lane = Lane.LONG if self._moves_over else None
        requeue(self._store, search_id, run, died=died, cause=_cause(status), lane=lane)


def _cause(status: int) -> str:
    """Describe the end of a process, from its wait status."""
    if not os.WIFSIGNALED(status):
        return "ended too soon"
    number = os.WTERMSIG(status)
    killed = f"was killed by {signal.Signals(number).name}"
    return killed + (", as when memory runs out" if number == signal.SIGKILL else "")
