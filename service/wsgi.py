"""Entry point for gunicorn, ``fewest.service.wsgi:create()``; the command is the last line of the Dockerfile."""

from __future__ import annotations

import os

from flask import Flask

from fewest.schemas.logs import log_lines
from fewest.schemas.settings import load_settings
from fewest.service import create_app
from fewest.store import connect


def create() -> Flask:
    """Make the application from the environment."""
    log_lines()
    settings = load_settings(os.environ)
    store = connect(
        settings.redis_url, job_retention_seconds=settings.job_retention_seconds, store_bytes=settings.store_bytes
    )
    return create_app(settings, store, settings.data / "closed")
