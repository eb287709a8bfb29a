"""Settings of gunicorn; its own options and ``GUNICORN_CMD_ARGS`` override them."""

from __future__ import annotations

import gc
import logging
import os
import resource
import shutil
import tempfile
from importlib import import_module
from pathlib import Path
from typing import Any

from fewest.config.logs import GUNICORN
from fewest.config.settings import load_settings
from fewest.service.http.identity import LOCAL, is_loopback
from fewest.service.monitoring.metric_files import METRICS, metrics_folder
from fewest.store import StoreError, connect

_settings = load_settings(os.environ)

worker_class = "fewest.service.http.server.WebWorker"
workers = _settings.processes
backlog = 4096
timeout = 60
graceful_timeout = 3
# Only that it is not 0 matters: the worker closes idle connections by FEWEST_IDLE_SECONDS.
keepalive = 30
accesslog = None
loglevel = "warning"
logconfig_dict = GUNICORN
control_socket_disable = True  # unused, and it needs a writable folder
http_parser = "python"  # the one that is tested, whatever else is installed
limit_request_line = 8190
forwarder_headers = ""  # no header of a client is taken for a variable such as SCRIPT_NAME
secure_scheme_headers: dict[str, str] = {}  # FEWEST_PROXIES decides which X-Forwarded-Proto is trusted
# A process reports that it is alive through a file there: on a busy disk it would look dead.
worker_tmp_dir = "/dev/shm"

SHARED = ("fewest.wsgi", "fewest.service.http.server")

if METRICS not in os.environ:
    os.environ[METRICS] = metrics_folder(Path(tempfile.gettempdir()))


def on_starting(server: Any) -> None:
    """Raise the limit of open files to what the system allows, and note whether only this machine can connect."""
    hosts = [address[0] if isinstance(address, tuple) else "" for address in server.cfg.address]
    os.environ[LOCAL] = str(int(all(map(is_loopback, hosts))))
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def when_ready(_server: object) -> None:
    """Load what all processes need before the first is forked, so that they share it.

    Each makes its own application, with its own threads and connections.
    """
    for name in SHARED:
        import_module(name)
    gc.freeze()  # the garbage collector of a process would copy the pages that it shares


def post_worker_init(worker: Any) -> None:
    """In the first process, log whether API keys restrict access, and warnings about Redis."""
    if worker.age > 1:
        return
    try:
        store = connect(_settings.redis_url, store_bytes=_settings.store_bytes)
        access = store.clients.access()
        warnings = store.warnings()
    except StoreError as error:
        logging.getLogger("fewest.service").warning(store.explain(error))
        return
    if access.clients:
        text = f"{len(access.clients)} API keys"
    elif access.mode == "closed":
        text = "all API keys are revoked: every request for work is refused; `fewest keys open` admits everyone"
    else:
        text = "no API keys: anyone who reaches this port may use the service"
    for warning in (text, *warnings):
        logging.getLogger("fewest.service").warning(warning)


def child_exit(_server: object, worker: Any) -> None:
    """Drop the gauges of a process that has ended."""
    # Imported here: when it is imported, the library reads METRICS.
    from prometheus_client.multiprocess import mark_process_dead

    mark_process_dead(worker.pid)


def on_exit(_server: object) -> None:
    """Remove the counts of the processes that have ended."""
    shutil.rmtree(os.environ[METRICS], ignore_errors=True)
