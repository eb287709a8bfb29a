"""Entry point for gunicorn: ``gunicorn -c python:service.gunicorn 'service.wsgi:create()'``."""

from __future__ import annotations

import logging
import os

from flask import Flask

from schemas.settings import load_settings
from service import create_app
from store import connect


def create() -> Flask:
    """Make the application from the environment."""
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(levelname)s %(name)s %(message)s")
    settings = load_settings(os.environ)
    return create_app(settings, connect(settings.redis_url, job_seconds=settings.job_seconds))
