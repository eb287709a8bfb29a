"""Entry point for gunicorn, ``fewest.wsgi:create()``; the command is the last line of the Dockerfile.

Here the service gets its pages.
"""

from __future__ import annotations

import os
from pathlib import Path

from flask import Flask

from fewest import service
from fewest.config.logs import log_lines
from fewest.config.settings import Settings, load_settings
from fewest.notation import JsonObject
from fewest.service import Parts, Studio
from fewest.service.http.identity import LOCAL
from fewest.service.openapi.document import openapi
from fewest.store import Store, connect
from fewest.studio.pictures import Pictures
from fewest.studio.rasters import Rasters
from fewest.studio.routes import atlas, daily, guide, pages, sets, shares


def create() -> Flask:
    """Make the application from the environment."""
    log_lines()
    settings = load_settings(os.environ)
    store = connect(
        settings.redis_url, job_retention_seconds=settings.job_retention_seconds, store_bytes=settings.store_bytes
    )
    return create_app(settings, store, settings.data / "closed", local=os.environ.get(LOCAL) == "1")


def create_app(settings: Settings, store: Store, closed_mark: Path | None = None, *, local: bool = False) -> Flask:
    """Make the application with its pages (see :func:`fewest.service.create_app`)."""
    return service.create_app(settings, store, closed_mark, open_studio, local=local)


def describe_api(settings: Settings) -> JsonObject:
    """The OpenAPI document of a service with these settings; no store is needed."""
    return openapi(create_app(settings, connect("redis://")), settings)


def open_studio(parts: Parts) -> Studio:
    """Make the pictures and pages of a service."""
    settings, results, computing = parts.settings, parts.store.results, parts.computing
    rasters = Rasters(parts.metrics.count_refused_computation)
    to_print = sets.Sets(results, parts.rates, computing)
    blueprints = (
        shares.routes(settings, results, parts.admission, rasters),
        sets.routes(settings, results, parts.admission, to_print),
        pages.routes(settings, results, parts.rates, computing),
        atlas.routes(settings, parts.rates, computing, rasters),
        daily.routes(),
        guide.routes(),
        guide.reference(),
    )
    return Studio(Pictures(computing, rasters, to_print), blueprints)
