"""RQ's worker, with a process for every search; a search whose process dies is queued again."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path
from typing import Any

from rq import Worker as RqWorker
from rq.executions import Execution
from rq.serializers import JSONSerializer

from solver import tables
from store import Store, queue
from store.recovery import requeue
from workers.standby import Standby
from workers.tasks import warm_up

LIFE_SECONDS = 30
"""An idle worker sends two heartbeats in this time; without any it counts as dead."""


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
    """

    def __init__(self, store: Store, folder: Path) -> None:
        self._store, self._folder = store, folder
        self._standby: Standby | None = None
        super().__init__(
            [queue.NAME],
            connection=store.redis,
            serializer=JSONSerializer,
            worker_ttl=LIFE_SECONDS,
            log_job_description=False,
        )

    def work(self, *arguments: Any, **named: Any) -> bool:
        """Run searches until a signal stops the worker."""
        self._standby = self._next()
        try:
            return super().work(*arguments, **named)
        finally:
            if self._standby is not None:
                self._standby.close()

    def execute_job(self, job: Any, queue: Any) -> None:
        """Run a job, then prepare the process for the next one."""
        super().execute_job(job, queue)
        self._standby = self._next()

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

    def handle_warm_shutdown_request(self) -> None:
        """Kill the running search; called when a signal stops the worker."""
        if self.horse_pid:
            self.kill_horse()

    def handle_work_horse_killed(self, job: Any, *_: Any) -> None:
        """Queue the search again whose process was killed, by the worker or by the system for lack of memory."""
        requeue(self._store, job.args[0])
