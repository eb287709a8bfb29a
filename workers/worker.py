"""The worker: RQ's, with a process for every search, and no search lost when one of them ends."""

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
from store.lost import put_back
from workers.standby import Standby
from workers.tasks import rehearse

HEARD_SECONDS = 30
"""An idle worker is heard of twice in this time, and counted as gone after it."""


class Worker(RqWorker):
    """Takes searches off the queue one at a time.

    Told to stop, it does not wait for the search it runs: it ends it and puts it back for another worker. The
    process of the next search is forked in advance, since all a fresh process touches it pays for: some 20 ms.

    Parameters
    ----------
    store
        Where searches are queued.
    folder
        Where searches keep large tables.
    """

    def __init__(self, store: Store, folder: Path) -> None:
        self._store, self._folder = store, folder
        self._standby: Standby | None = None
        super().__init__(
            [queue.NAME],
            connection=store.redis,
            serializer=JSONSerializer,
            worker_ttl=HEARD_SECONDS,
            log_job_description=False,
        )

    def work(self, *arguments: Any, **named: Any) -> bool:
        """Take searches until told to stop."""
        self._standby = self._next()
        try:
            return super().work(*arguments, **named)
        finally:
            if self._standby is not None:
                self._standby.dismiss()

    def execute_job(self, job: Any, queue: Any) -> None:
        """Run a job, then have the process for the next one ready."""
        super().execute_job(job, queue)
        self._standby = self._next()

    def fork_work_horse(self, job: Any, queue: Any) -> None:
        """Give the job to the process that waits for it, or to a fresh one."""
        standby, self._standby = self._standby, None
        assert self.execution is not None
        if standby is not None and standby.send(json.dumps([job.id, self.execution.id]).encode()):
            self._horse_pid = standby.pid
        else:
            super().fork_work_horse(job, queue)

    def _next(self) -> Standby:
        tables.check(self._folder)
        rehearsals = [partial(rehearse, name) for name in ("hoppers", "8-puzzle")]
        return Standby([self._store.redis.ping, *rehearsals], self._perform)

    def _perform(self, errand: bytes) -> None:
        """Run a job in this process, which is the work horse, and end it."""
        job_id, execution_id = json.loads(errand)
        job = self.job_class.fetch(job_id, connection=self.connection, serializer=self.serializer)
        self.execution = Execution.fetch(execution_id, job_id, connection=self.connection)
        self.main_work_horse(job, self.queues[0])

    def handle_warm_shutdown_request(self) -> None:
        """End the search that is running; called when the worker is told to stop."""
        if self.horse_pid:
            self.kill_horse()

    def handle_work_horse_killed(self, job: Any, *_: Any) -> None:
        """Put back the search whose process was killed: by us, or by the system for want of memory."""
        put_back(self._store, job.args[0])
