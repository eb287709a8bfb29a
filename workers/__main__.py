"""``python -m workers``: warm the kernels, then take searches off the queue, one at a time."""

from __future__ import annotations

import logging
import os
import subprocess
import sys

from rq import Worker
from rq.serializers import JSONSerializer

from schemas.settings import load_settings
from store import connect, queue
from workers.warm import warm

HEARD_SECONDS = 30


def main() -> None:
    """Run one worker until it is told to stop."""
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(levelname)s %(name)s %(message)s")
    logging.getLogger("rq.worker").setLevel(logging.WARNING)
    settings = load_settings(os.environ)
    warm()
    reaper = subprocess.Popen([sys.executable, "-m", "workers.reaper"])
    store = connect(settings.redis_url, patient=True, job_seconds=settings.job_seconds)
    worker = Worker(
        [queue.NAME],
        connection=store.redis,
        serializer=JSONSerializer,
        worker_ttl=HEARD_SECONDS,
        log_job_description=False,
    )
    try:
        worker.work(logging_level="WARNING")
    finally:
        reaper.terminate()


if __name__ == "__main__":
    main()
