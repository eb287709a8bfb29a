"""A worker of RQ that sends Redis 10 messages for the smallest search, of which RQ's own methods would send 37.

The process of its searches stays, and they leave no connection open in it: forking one for each takes 20 ms of
processor time, the smallest search 3.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from rq import Worker as RqWorker
from rq import worker_registration
from rq.exceptions import StopRequested
from rq.executions import Execution
from rq.serializers import JSONSerializer

from fewest.config.version import full_version
from fewest.schemas.lanes import Lane
from fewest.store import queue
from fewest.store.turns import TurnQueue

if TYPE_CHECKING:
    from fewest.store import Store

LIFE_SECONDS = 30
"""A worker without a heartbeat for this long counts as dead."""

HEARTBEAT_SECONDS = 5
"""Longest time between two heartbeats, whether it is idle or not."""

MIN_SECONDS = 1.0
"""RQ sends several heartbeats around every job; here, at most this often."""


class LaneWorker(RqWorker):
    """RQ's worker of a lane.

    Parameters
    ----------
    tick
        Called with every heartbeat.
    lane
        The lane it takes its searches from.
    standby
        Its name as a standby worker; empty if it was none.
    """

    def __init__(self, store: Store, tick: Callable[[], object], lane: Lane, standby: str = "") -> None:
        self._store = store
        self._standby = standby
        self._tick = tick
        self._lane = lane
        self._succeeded = False
        self._heartbeat_at = 0.0
        super().__init__(
            [queue.NAMES[lane]],
            connection=store.redis,
            queue_class=queue.QuickQueue if lane is Lane.QUICK else TurnQueue,
            serializer=JSONSerializer,
            worker_ttl=HEARTBEAT_SECONDS + 15,  # RQ waits 15 s less than this for a job before it sends a heartbeat
            log_job_description=False,
            job_monitoring_interval=HEARTBEAT_SECONDS,
        )
        self.max_connection_wait_time = HEARTBEAT_SECONDS
        self.version = full_version()  # RQ registers it, and would register its own

    # RQ has no hook after the registration.
    def register_birth(self) -> None:
        """Register this worker; only then remove its standby record, so that its lane always has a worker."""
        super().register_birth()  # type: ignore[no-untyped-call]
        if self._standby:
            self._store.presence.remove_standby([self._standby], self._lane)

    # Half of all messages would be heartbeats. RQ registers a worker once: nobody would count it after FLUSHALL.
    def heartbeat(self, _timeout: int | None = None, pipeline: Any = None) -> None:
        """Report that this worker is alive, and register it again: Redis may have come back empty.

        RQ counts a worker as alive for a minute longer than we do, so the timeout it passes is ignored.
        """
        present = time.monotonic()
        if pipeline is None and present < self._heartbeat_at + MIN_SECONDS:
            return
        self._heartbeat_at = present
        # One message for state, heartbeat and registration.
        pipe = self.connection.pipeline() if pipeline is None else pipeline
        super().heartbeat(LIFE_SECONDS, pipe)
        super().set_state(self.get_state(), pipe)
        worker_registration.register(self, pipe)
        if pipeline is None:
            pipe.execute()
        self._tick()

    # Two messages for each search, whose worker is busy before anybody could read that it is idle.
    def set_state(self, state: str, pipeline: Any = None) -> None:
        """Note the state, which is written with the next heartbeat or in a pipeline."""
        if pipeline is None:
            self._state = state
        else:
            super().set_state(state, pipeline)

    def stop_after_current(self, *_: object) -> None:
        """End after the running search; at once if none runs. A signal handler, like RQ's own for the first signal."""
        # RQ's loop looks at this after each job.
        self._stop_requested = True
        if self.get_state() != "busy":
            raise StopRequested

    # RQ prepares a job twice, in the worker and in the process of the job: one message of ten, and 14 commands.
    def prepare_execution(self, job: Any) -> Execution:
        """Record that this worker runs a job, so the process of the job need not."""
        ttl = self.get_heartbeat_ttl(job)
        with self.connection.pipeline() as pipe:
            execution = Execution.create(job, ttl, pipe, self.name)
            self.set_state("busy", pipe)
            job.prepare_for_execution(self.name, pipe)
            # RQ takes a job that stays in this list for a minute for stuck, and has it fail.
            pipe.lrem(self.queues[0].intermediate_queue_key, 1, job.id)
            pipe.execute()
        self.executions[execution.id] = execution
        return execution

    def is_unfinished(self, job: Any) -> bool:
        """Whether a job whose process has died had not ended: at its end its record is removed."""
        return bool(self.connection.exists(job.key))

    def message_of(self, job: Any) -> bytes:
        """A job that was prepared, for the process that runs it."""
        assert self.execution is not None
        fields = job.to_dict() | {"data": job.data.decode()}
        return json.dumps([job.id, self.execution.id, fields]).encode()

    def perform(self, message: bytes) -> bool:
        """Run a job in this process. Returns whether it may run another one: its task says so."""
        job_id, execution_id, fields = json.loads(message)
        job = self.job_class(job_id, connection=self.connection, serializer=self.serializer)
        job.restore({name: str(value).encode() for name, value in fields.items()})
        execution = Execution(execution_id, job_id, self.connection, self.name)
        self._succeeded = False
        self.perform_job(job, self.queues[0], execution)
        return self._succeeded

    def prepare_job_execution(self, job: Any, remove_from_intermediate_queue: bool = False) -> None:
        """Do nothing: the worker itself has recorded it (:meth:`prepare_execution`)."""

    # RQ prolongs the record of the job here, in one message of ten; it is about to be removed.
    def handle_execution_ended(self, job: Any, queue: Any, ttl: int) -> None:
        """Do nothing."""

    # RQ watches the dependents of a job, of which ours have none, over a second connection: the process would count as
    # grown and be replaced after each search.
    def handle_job_success(self, job: Any, *_: Any, execution: Execution | None = None, **__: Any) -> None:
        """Remove RQ's records of a job that has ended."""
        self._remove(job, execution)
        self._succeeded = job._result is True

    # RQ would keep the record for people who look for failed jobs. The search has its own.
    def handle_job_failure(self, job: Any, *_: Any, execution: Execution | None = None, **__: Any) -> None:
        """Remove RQ's records of a job that has failed, or was not begun."""
        self._remove(job, execution)

    def _remove(self, job: Any, execution: Execution | None) -> None:
        with self.connection.pipeline() as pipe:
            self.cleanup_execution(job, pipe, execution)
            pipe.delete(job.key, job.dependents_key, job.execution_registry.key)
            pipe.execute()
