"""The worker: RQ's, with a process for every search, and no search lost when one of them ends."""

from __future__ import annotations

from typing import Any

from rq import Worker as RqWorker
from rq.serializers import JSONSerializer

from store import Store, queue
from store.lost import put_back

HEARD_SECONDS = 30
"""An idle worker is heard of twice in this time, and counted as gone after it."""


class Worker(RqWorker):
    """Takes searches off the queue one at a time.

    Told to stop, it does not wait for the search it runs: it ends it and puts it back for another worker.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        super().__init__(
            [queue.NAME],
            connection=store.redis,
            serializer=JSONSerializer,
            worker_ttl=HEARD_SECONDS,
            log_job_description=False,
        )

    def handle_warm_shutdown_request(self) -> None:
        """End the search that is running; called when the worker is told to stop."""
        if self.horse_pid:
            self.kill_horse()

    def handle_work_horse_killed(self, job: Any, *_: Any) -> None:
        """Put back the search whose process was killed: by us, or by the system for want of memory."""
        put_back(self._store, job.args[0])
