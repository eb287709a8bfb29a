"""``python -m fewest.service.webhooks.deliver``: send the events of webhooks, until a signal stops it."""

from __future__ import annotations

import logging
import os
import signal
import threading

from fewest.config.logs import log_lines
from fewest.config.settings import load_settings
from fewest.service.jobs.canonical_forms import CanonicalForms
from fewest.service.jobs.solving import Solving
from fewest.service.jobs.tasks import served_tasks
from fewest.service.jobs.views import JobReader
from fewest.service.webhooks.events import Deliverer
from fewest.service.webhooks.outbound import Outbound
from fewest.store import connect

log = logging.getLogger("fewest.webhooks")


def main() -> None:
    """Deliver events; several processes may do so."""
    log_lines()
    settings = load_settings(os.environ)
    stopped = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: stopped.set())
    store = connect(
        settings.redis_url,
        retry=True,
        job_retention_seconds=settings.job_retention_seconds,
        store_bytes=settings.store_bytes,
    )
    tasks = served_tasks(Solving(store, CanonicalForms(lambda _: None)))
    outbound = Outbound(settings.webhook_targets, settings.webhook_seconds)
    log.info("webhooks may be sent to %s", settings.webhook_hosts)
    Deliverer(settings, store, JobReader(store, tasks), outbound).run(stopped.is_set)


if __name__ == "__main__":
    main()
