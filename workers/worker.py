"""A worker with a process for its searches that stays; a search whose process dies is queued again."""

from __future__ import annotations

import logging
import os
import random
import signal
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from solver import tables
from store import Store, queue
from store.lane_worker import HEARTBEAT_SECONDS, LaneWorker
from store.recovery import requeue
from store.units import owner_of
from workers.fork import name_process
from workers.horse import Horse
from workers.memory import MachineMemory
from workers.tasks import warm_up
from workers.warm import missing

if TYPE_CHECKING:
    from rq.executions import Execution

OVERTIME_SECONDS = 60
"""A process that has not ended this long after RQ's timeout is killed."""

EXAMPLES = {"jump": "hoppers", "slide": "8-puzzle", "block": "dads-puzzle"}
"""By kind, the board whose first example the process of searches solves to warm up."""

KERNELS_SECONDS = 0.5
"""Time between two looks at whether kernels have been compiled."""

ROOM_SECONDS = 0.05
"""Time between two looks at whether there is room for a search that waits for memory."""

log = logging.getLogger("fewest.worker")


class Worker(LaneWorker):
    """Runs searches one at a time.

    When it is stopped, it does not wait for its search but kills it and queues it again for another worker. The
    process of its searches is forked and warmed up in advance and stays after a clean end (:mod:`workers.horse`).

    Parameters
    ----------
    store
        The store with the queue.
    folder
        The folder for large tables.
    memory
        The memory from which its searches are granted theirs; None grants all they ask for.
    tick
        Called with every heartbeat.
    lane
        Where it takes its searches from.
    load
        Loads the kernels of a kind, or returns False while they are being compiled; None if all are there.
    on_call
        The name under which it was on call; empty if it was not.
    """

    def __init__(
        self,
        store: Store,
        folder: Path,
        memory: MachineMemory | None = None,
        tick: Callable[[], object] = int,
        lane: queue.Lane = queue.Lane.QUICK,
        load: Callable[[str], bool] | None = None,
        on_call: str = "",
    ) -> None:
        self._folder = folder
        self._load = load
        self._memory = memory
        self._horse: Horse | None = None
        self._stopping = self._forked_late = False
        self._heartbeat_at = 0.0
        super().__init__(store, tick, lane, on_call)

    def work(self, *arguments: Any, **named: Any) -> bool:
        """Run searches until a signal stops the worker; SIGUSR1 after the search that runs."""
        signal.signal(signal.SIGUSR1, self.leave)
        self._horse = self._next()
        try:
            return super().work(*arguments, **named)
        finally:
            if self._horse is not None:
                self._horse.close()

    def execute_job(self, job: Any, rq_queue: Any) -> None:
        """Run a job as soon as there is memory for it, then prepare the process for the next one.

        A job that another program has put into the queue is dropped.
        """
        if not queue.is_run(job):
            log.error("job %s is no search and is dropped", job.id)
            self._store.queue.drop(job.id)
            return
        execution = self.prepare_execution(job)
        if self._memory is None:
            self._execute(job, rq_queue, execution)
        else:
            size = self._store.searches.claim(*queue.search_and_run(job.id))
            compiled = self._await_kernels(job, execution)
            with self._memory.granted(size, partial(self._wait_for_room, job, execution)) as granted:
                if compiled and granted:
                    self._execute(job, rq_queue, execution)
                else:
                    requeue(
                        self._store, *queue.search_and_run(job.id), died=False
                    )  # does nothing if the search has ended
                    self.handle_job_failure(job, rq_queue, exc_string="It did not start.", execution=execution)
        self.set_state("idle")
        if self._horse is None:
            self._horse = self._next()

    def _execute(self, job: Any, rq_queue: Any, execution: Execution) -> None:
        self.fork_work_horse(job, rq_queue)
        if self._stopping:  # the signal came when there was no process to kill yet
            self.kill_horse()
        self.monitor_work_horse(job, rq_queue, execution)

    def _await_kernels(self, job: Any, execution: Execution) -> bool:
        """Wait while the kernels of a search are being compiled, as on a first start. Returns False to give up."""
        search = None if self._load is None else self._store.searches.load(queue.search_and_run(job.id)[0])
        if search is not None and search.unit:
            search = self._store.searches.load(owner_of(search).search_id)  # which has the puzzle
        look_at = 0.0
        while search is not None and self._load is not None:
            if time.monotonic() >= look_at:
                if self._load(search.puzzle["kind"]):
                    break
                look_at = time.monotonic() + KERNELS_SECONDS
            if not self._wait_for_room(job, execution):
                return False
        return True

    def _wait_for_room(self, job: Any, execution: Execution) -> bool:
        """Wait a little, as a worker that is alive with a search that is not lost. Returns False to give up."""
        now = time.monotonic()
        if now >= self._heartbeat_at:
            self._heartbeat_at = now + HEARTBEAT_SECONDS
            self.maintain_heartbeats(job, execution)
        time.sleep(ROOM_SECONDS)
        return not self._stopping and self._store.searches.keep_claimed(*queue.search_and_run(job.id))

    def fork_work_horse(self, job: Any, _queue: Any) -> None:
        """Give the job to the process that waits for it, or to a new one if that has died."""
        message = self.message_of(job)
        self._forked_late = self._horse is None or not self._horse.send(message)
        if self._forked_late:
            self._horse = self._next()
            self._horse.send(message)
        assert self._horse is not None
        self._horse_pid = self._horse.pid

    def monitor_work_horse(self, job: Any, queue: Any, execution: Execution) -> None:
        """Send heartbeats until the job has ended, and kill a process that does not observe RQ's timeout."""
        assert self._horse is not None
        began = time.monotonic()
        while (status := self._horse.wait(HEARTBEAT_SECONDS)) is None:
            if time.monotonic() - began > job.timeout + OVERTIME_SECONDS:
                self.kill_horse()
            self.maintain_heartbeats(job, execution)
        if status == os.EX_OK:
            self._horse_pid = 0
            self.executions.pop(execution.id, None)
        else:
            super().monitor_work_horse(job, queue, execution)
        if self._forked_late:  # it has inherited the lock on the memory of this job, and would hold it for ever
            self._horse.close()
        if not self._horse.stays:
            self._horse = None

    def wait_for_horse(self) -> tuple[int, int | None, None]:
        """Wait until the job has ended: the process, its wait status, and nothing about its use of resources."""
        assert self._horse is not None
        return self._horse.pid, self._horse.wait(None), None

    def _next(self) -> Horse:
        tables.check(self._folder)
        lacking = missing()
        examples = [partial(warm_up, board) for kind, board in EXAMPLES.items() if kind not in lacking]
        return Horse([self._begin, *examples], self.perform)

    def _begin(self) -> None:
        """Make this process the work horse, and open its connection to Redis."""
        random.seed()
        name_process("search")
        self._is_horse = True
        self._store.reachable()

    def handle_warm_shutdown_request(self) -> None:
        """Kill the running search; called when a signal stops the worker."""
        self._stopping = True
        if self.horse_pid:
            self.kill_horse()

    def handle_work_horse_killed(self, job: Any, _pid: int, status: int | None, _usage: object) -> None:
        """Queue the search again whose process was killed, by the worker or by the system for lack of memory.

        The process may have been given up before, when its search was taken for lost: then the job's run is not the
        current one, and its successor is left alone.
        """
        search_id, last_run = queue.search_and_run(job.id)
        search = self._store.searches.load(search_id)
        run = last_run + (search is not None and search.status == "running")
        requeue(self._store, search_id, run, died=not self._stopping, cause=_cause(status))


def _cause(status: int | None) -> str:
    """What a process died of, from its wait status."""
    if status is None or not os.WIFSIGNALED(status):
        return ""
    number = os.WTERMSIG(status)
    return f"by {signal.Signals(number).name}" + (", as when memory runs out" if number == signal.SIGKILL else "")
