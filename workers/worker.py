"""RQ's worker, with a process for every search; a search whose process dies is queued again."""

from __future__ import annotations

import json
import os
import signal
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from rq import Worker as RqWorker
from rq import worker_registration
from rq.exceptions import InvalidJobOperation
from rq.executions import Execution
from rq.serializers import JSONSerializer

from solver import tables
from solver.model import Limits
from store import Store, queue
from store.recovery import requeue
from workers.memory import Memory
from workers.standby import Standby
from workers.tasks import warm_up

LIFE_SECONDS = 30
"""A worker without a heartbeat for this long counts as dead."""

HEARTBEAT_SECONDS = 5
"""Longest time between two heartbeats, whether it is idle or not."""

ROOM_SECONDS = 0.05
"""Time between two looks at whether there is room for a search that waits for memory."""


class Worker(RqWorker):
    """Runs searches one at a time.

    When it is stopped, it does not wait for its search but kills it and queues it again for another worker. The
    process of the next search is forked and warmed up in advance, which saves some 20 ms of page faults.

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
    """

    def __init__(
        self,
        store: Store,
        folder: Path,
        memory: Memory | None = None,
        tick: Callable[[], object] = int,
        lane: queue.Lane = queue.Lane.QUICK,
    ) -> None:
        self._store, self._folder, self._memory, self._tick = store, folder, memory, tick
        self._standby: Standby | None = None
        self._stopping = False
        self._heartbeat_at = 0.0
        super().__init__(
            [queue.NAMES[lane]],
            connection=store.redis,
            serializer=JSONSerializer,
            worker_ttl=LIFE_SECONDS,
            log_job_description=False,
            job_monitoring_interval=HEARTBEAT_SECONDS,
        )
        self.max_connection_wait_time = HEARTBEAT_SECONDS

    @property
    def dequeue_timeout(self) -> int:
        """How long an idle worker waits for a search before it sends a heartbeat."""
        return HEARTBEAT_SECONDS

    def work(self, *arguments: Any, **named: Any) -> bool:
        """Run searches until a signal stops the worker."""
        self._standby = self._next()
        try:
            return super().work(*arguments, **named)
        finally:
            if self._standby is not None:
                self._standby.close()

    def heartbeat(self, _timeout: int | None = None, pipeline: Any = None) -> None:
        """Report that this worker is alive, and register it again: Redis may have come back empty.

        RQ would have it count as alive for a minute longer than we do, so the timeout it passes is ignored.
        """
        if self.is_horse:
            super().heartbeat(LIFE_SECONDS, pipeline)
            return
        pipe = self.connection.pipeline() if pipeline is None else pipeline
        super().heartbeat(LIFE_SECONDS, pipe)
        worker_registration.register(self, pipe)
        if pipeline is None:
            pipe.execute()
        self._tick()

    def execute_job(self, job: Any, rq_queue: Any) -> None:
        """Run a job as soon as there is memory for it, then prepare the process for the next one."""
        self.prepare_execution(job)
        if self._memory is None:
            self._execute(job, rq_queue)
        else:
            search = self._store.searches.load(queue.search_and_run(job.id)[0])
            size = Limits(**search.limits).bytes if search is not None and search.open else 0
            with self._memory.granted(size, partial(self._wait_for_room, job)) as granted:
                if granted:
                    self._execute(job, rq_queue)
                else:
                    requeue(
                        self._store, *queue.search_and_run(job.id), died=False
                    )  # does nothing if the search has ended
                    self.handle_job_failure(job, rq_queue, exc_string="It did not start.")
        self.set_state("idle")
        if self._standby is None:
            self._standby = self._next()

    def _execute(self, job: Any, rq_queue: Any) -> None:
        self.fork_work_horse(job, rq_queue)
        if self._stopping:  # the signal came when there was no process to kill yet
            self.kill_horse()
        self.monitor_work_horse(job, rq_queue)

    def _wait_for_room(self, job: Any) -> bool:
        """Wait a little, as a worker that is alive with a search that is not lost. Returns False to give up."""
        now = time.monotonic()
        if now >= self._heartbeat_at:
            self._heartbeat_at = now + HEARTBEAT_SECONDS
            self.maintain_heartbeats(job)
        time.sleep(ROOM_SECONDS)
        return not self._stopping and self._store.searches.hold(*queue.search_and_run(job.id))

    def fork_work_horse(self, job: Any, queue: Any) -> None:
        """Give the job to the process on standby, or to a new one if that has died."""
        standby, self._standby = self._standby, None
        assert self.execution is not None
        if standby is not None and standby.send(json.dumps([job.id, self.execution.id]).encode()):
            self._horse_pid = standby.pid
        else:
            super().fork_work_horse(job, queue)

    def _next(self) -> Standby:
        tables.check(self._folder)
        examples = [partial(warm_up, name) for name in ("hoppers", "8-puzzle")]
        return Standby([self._store.reachable, *examples], self._perform)

    def _perform(self, message: bytes) -> None:
        """Run a job in this process, the work horse, and exit."""
        job_id, execution_id = json.loads(message)
        job = self.job_class.fetch(job_id, connection=self.connection, serializer=self.serializer)
        self.execution = Execution.fetch(execution_id, job_id, connection=self.connection)
        self.main_work_horse(job, self.queues[0])

    def handle_job_success(self, job: Any, queue: Any, started_job_registry: Any) -> None:
        """Remove a job that has ended, unless Redis lost it meanwhile with all other data."""
        try:
            super().handle_job_success(job, queue, started_job_registry)
        except InvalidJobOperation:
            self.connection.delete(job.key)  # RQ has just written to it

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
