"""Settings of gunicorn; its own options and ``GUNICORN_CMD_ARGS`` override them."""

from __future__ import annotations

import logging
import os
import shutil
import tempfile
from typing import Any

from schemas.logs import log_lines
from schemas.settings import load_settings
from store import StoreError, connect

_settings = load_settings(os.environ)

worker_class = "gthread"
workers = _settings.processes
threads = _settings.threads
timeout = 60
graceful_timeout = 5
keepalive = 30
accesslog = None
loglevel = "warning"
limit_request_line = 8190
worker_tmp_dir = "/dev/shm"

METRICS = "PROMETHEUS_MULTIPROC_DIR"
if METRICS not in os.environ:
    os.environ[METRICS] = tempfile.mkdtemp(prefix="fewest-metrics-")


def when_ready(_server: object) -> None:
    """Log once whether API keys restrict who may use the service."""
    log_lines()
    try:
        clients = connect(_settings.redis_url).clients.all()
    except StoreError:
        return
    access = f"{len(clients)} API keys" if clients else "no API keys: anyone who reaches this port may use the service"
    logging.getLogger("fewest.service").warning(access)


def child_exit(_server: object, worker: Any) -> None:
    """Drop the gauges of a process that has ended."""
    from prometheus_client.multiprocess import mark_process_dead

    mark_process_dead(worker.pid)  # type: ignore[no-untyped-call]


def on_exit(_server: object) -> None:
    """Remove the counts of the processes that have ended."""
    shutil.rmtree(os.environ[METRICS], ignore_errors=True)
