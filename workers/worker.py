"""RQ's worker, with a process for its searches that stays; a search whose process dies is queued again."""

from __future__ import annotations

import json
import logging
import os
import random
import signal
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from rq import Worker as RqWorker
from rq import worker_registration
from rq.executions import Execution
from rq.serializers import JSONSerializer
from rq.utils import now

from solver import tables
from store import Store, queue
from store.recovery import requeue
from workers.horse import Horse
from workers.memory import Memory
from workers.tasks import warm_up

LIFE_SECONDS = 30
"""A worker without a heartbeat for this long counts as dead."""

HEARTBEAT_SECONDS = 5
"""Longest time between two heartbeats, whether it is idle or not."""

LEAST_SECONDS = 1.0
"""Around every job, RQ sends heartbeats and asks whether workers are suspended; here, at most this often."""

OVERTIME_SECONDS = 60
"""A process that has not ended this long after RQ's timeout is killed."""

ROOM_SECONDS = 0.05
"""Time between two looks at whether there is room for a search that waits for memory."""

log = logging.getLogger("fewest.worker")


class Worker(RqWorker):
    """Runs searches one at a time.

    When it is stopped, it does not wait for its search but kills it and queues it again for another worker. The
    process of its searches is forked and warmed up in advance and stays after a clean end (:mod:`workers.horse`). RQ
    asks Redis some twenty times for each job; this class asks a few times, in pipelines.

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
        self._horse: Horse | None = None
        self._stopping = self._stays = self._forked_late = False
        self._heartbeat_at = self._beat_at = self._asked_at = 0.0
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
        self._horse = self._next()
        try:
            return super().work(*arguments, **named)
        finally:
            if self._horse is not None:
                self._horse.close()

    def heartbeat(self, _timeout: int | None = None, pipeline: Any = None) -> None:
        """Report that this worker is alive, and register it again: Redis may have come back empty.

        RQ would have it count as alive for a minute longer than we do, so the timeout it passes is ignored.
        """
        present = time.monotonic()
        if pipeline is None and present < self._beat_at + LEAST_SECONDS:
            return
        self._beat_at = present
        pipe = self.connection.pipeline() if pipeline is None else pipeline
        super().heartbeat(LIFE_SECONDS, pipe)
        super().set_state(self.get_state(), pipe)
        worker_registration.register(self, pipe)
        if pipeline is None:
            pipe.execute()
        self._tick()

    def set_state(self, state: str, pipeline: Any = None) -> None:
        """Note the state, which is written with the next heartbeat or in a pipeline."""
        if pipeline is None:
            self._state = state
        else:
            super().set_state(state, pipeline)

    def check_for_suspension(self, burst: bool) -> None:
        """Wait while workers are suspended; ask at most once a second."""
        present = time.monotonic()
        if present >= self._asked_at + LEAST_SECONDS:
            self._asked_at = present
            super().check_for_suspension(burst)

    def prepare_execution(self, job: Any) -> Execution:
        """Record that this worker runs a job; the process of the job need not."""
        ttl = self.get_heartbeat_ttl(job)
        with self.connection.pipeline() as pipe:
            self.execution = Execution.create(job, ttl, pipe, self.name)
            self.set_state("busy", pipe)
            self.set_current_job_id(job.id, pipe)
            job.prepare_for_execution(self.name, pipe)
            pipe.lrem(self.queues[0].intermediate_queue_key, 1, job.id)
            pipe.execute()
        return self.execution

    def execute_job(self, job: Any, rq_queue: Any) -> None:
        """Run a job as soon as there is memory for it, then prepare the process for the next one.

        A job that another program has put into the queue is dropped.
        """
        if not queue.is_run(job):
            log.error("job %s is no search and is dropped", job.id)
            self._store.queue.drop(job.id)
            return
        self.prepare_execution(job)
        if self._memory is None:
            self._execute(job, rq_queue)
        else:
            size = self._store.searches.take(*queue.search_and_run(job.id))
            with self._memory.granted(size, partial(self._wait_for_room, job)) as granted:
                if granted:
                    self._execute(job, rq_queue)
                else:
                    requeue(
                        self._store, *queue.search_and_run(job.id), died=False
                    )  # does nothing if the search has ended
                    self.handle_job_failure(job, rq_queue, exc_string="It did not start.")
        self.set_state("idle")
        if self._horse is None:
            self._horse = self._next()

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

    def fork_work_horse(self, job: Any, _queue: Any) -> None:
        """Give the job to the process that waits for it, or to a new one if that has died."""
        assert self.execution is not None
        fields = job.to_dict() | {"data": job.data.decode()}
        message = json.dumps([job.id, self.execution.id, fields]).encode()
        self._forked_late = self._horse is None or not self._horse.send(message)
        if self._forked_late:
            self._horse = self._next()
            self._horse.send(message)
        assert self._horse is not None
        self._horse_pid = self._horse.pid

    def monitor_work_horse(self, job: Any, queue: Any) -> None:
        """Send heartbeats until the job has ended, and kill a process that does not observe RQ's timeout."""
        assert self._horse is not None
        began = time.monotonic()
        while (status := self._horse.wait(HEARTBEAT_SECONDS)) is None:
            self.set_current_job_working_time(time.monotonic() - began)
            if self.current_job_working_time > job.timeout + OVERTIME_SECONDS:
                self.kill_horse()
            self.maintain_heartbeats(job)
        if status == os.EX_OK:
            self._horse_pid = 0
        else:
            super().monitor_work_horse(job, queue)
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
        examples = [partial(warm_up, name) for name in ("hoppers", "8-puzzle")]
        return Horse([self._begin, *examples], self._perform)

    def _begin(self) -> None:
        """Make this process the work horse, and open its connection to Redis."""
        random.seed()
        self._is_horse = True
        self._store.reachable()

    def _perform(self, message: bytes) -> bool:
        """Run a job in this process, the work horse. Returns whether it may run another one: its task says so."""
        job_id, execution_id, fields = json.loads(message)
        job = self.job_class(job_id, connection=self.connection, serializer=self.serializer)
        job.restore({name: str(value).encode() for name, value in fields.items()})
        self.execution = Execution(execution_id, job_id, self.connection)
        self._stays = False
        self.perform_job(job, self.queues[0])
        return self._stays

    def prepare_job_execution(self, job: Any, remove_from_intermediate_queue: bool = False) -> None:
        """Do nothing: the worker itself has recorded it (:meth:`prepare_execution`)."""

    def handle_execution_ended(self, job: Any, _queue: Any, _ttl: int) -> None:
        """Note when a job has ended; its record is about to be removed."""
        job.ended_at = now()

    def handle_job_success(self, job: Any, queue: Any, started_job_registry: Any) -> None:
        """Remove a job that has ended, unless its result is to be kept."""
        if job.result_ttl != 0:
            super().handle_job_success(job, queue, started_job_registry)
        else:
            with self.connection.pipeline() as pipe:
                self.increment_successful_job_count(pipe)
                self.increment_total_working_time(job.ended_at - job.started_at, pipe)
                self.cleanup_execution(job, pipe)
                pipe.delete(job.key, job.dependents_key, job.execution_registry.key)
                pipe.execute()
        self._stays = job._result is True

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
