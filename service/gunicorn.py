"""How gunicorn runs the service; ``GUNICORN_CMD_ARGS`` and its own options override it."""

from __future__ import annotations

import os

from schemas.settings import load_settings

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
