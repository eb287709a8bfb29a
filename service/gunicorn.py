"""Settings of gunicorn; its own options and ``GUNICORN_CMD_ARGS`` override them."""

from __future__ import annotations

import logging
import os
import resource
import shutil
import tempfile
from pathlib import Path
from typing import Any

from schemas.logs import GUNICORN, log_lines
from schemas.settings import load_settings
from service.metric_files import metrics_folder
from store import StoreError, connect

_settings = load_settings(os.environ)

worker_class = "service.server.Worker"
workers = _settings.processes
backlog = 4096
timeout = 60
graceful_timeout = 3
keepalive = 30
accesslog = None
loglevel = "warning"
logconfig_dict = GUNICORN
control_socket_disable = True  # nothing uses it, and it needs a folder to write to
limit_request_line = 8190
worker_tmp_dir = "/dev/shm"

METRICS = "PROMETHEUS_MULTIPROC_DIR"
if METRICS not in os.environ:
    os.environ[METRICS] = metrics_folder(Path(tempfile.gettempdir()))


def on_starting(_server: object) -> None:
    """Allow as many open connections as the system does."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def post_worker_init(worker: Any) -> None:
    """In the first process, log whether API keys restrict who may use the service."""
    if worker.age > 1:
        return
    log_lines()
    try:
        store = connect(_settings.redis_url)
        access = store.clients.access()
    except StoreError as error:
        logging.getLogger("fewest.service").warning(store.explain(error))
        return
    if access.clients:
        text = f"{len(access.clients)} API keys"
    elif access.mode == "closed":
        text = "all API keys are revoked: every request for work is refused; `fewest keys open` admits everyone"
    else:
        text = "no API keys: anyone who reaches this port may use the service"
    logging.getLogger("fewest.service").warning(text)


def child_exit(_server: object, worker: Any) -> None:
    """Drop the gauges of a process that has ended."""
    from prometheus_client.multiprocess import mark_process_dead

    mark_process_dead(worker.pid)  # type: ignore[no-untyped-call]


def on_exit(_server: object) -> None:
    """Remove the counts of the processes that have ended."""
    shutil.rmtree(os.environ[METRICS], ignore_errors=True)
