"""HTTP in, JSON out. Never solves, never loads the compiled kernels."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from flask import Flask

    from schemas.settings import Settings
    from store import Store


def create_app(settings: Settings, store: Store, closed_mark: Path | None = None) -> Flask:
    """Make the web application: see :func:`service.app.create_app`.

    It is imported here and not above: a server process patches the standard library for gevent before it loads the
    application and the client of Redis.
    """
    from service import app

    return app.create_app(settings, store, closed_mark)
