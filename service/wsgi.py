"""Entry point for gunicorn: ``python -P -m service -c python:service.gunicorn 'service.wsgi:create()'``."""

from __future__ import annotations

import os

from flask import Flask

from schemas.logs import log_lines
from schemas.settings import load_settings
from service import create_app
from store import connect


def create() -> Flask:
    """Make the application from the environment."""
    log_lines()
    settings = load_settings(os.environ)
    store = connect(settings.redis_url, job_seconds=settings.job_seconds, memory_bytes=settings.memory_bytes)
    return create_app(settings, store, settings.data / "closed")
