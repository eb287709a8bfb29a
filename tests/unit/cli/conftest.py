"""Fixtures for tests of the command."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator

import pytest
from werkzeug.serving import make_server

from fewest.config.settings import Settings
from fewest.store import Store
from fewest.wsgi import create_app
from tests.unit.service.worker import set_worker


@pytest.fixture(autouse=True)
def _signal_handlers() -> Iterator[None]:
    """A supervisor replaces the signal handlers of the process for good; here the process goes on with other tests."""
    numbers = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
    before = [signal.getsignal(number) for number in numbers]
    yield
    for number, handler in zip(numbers, before, strict=True):
        signal.signal(number, handler)


@pytest.fixture
def served(store: Store) -> Iterator[str]:
    """The address of a service whose only search is solved as soon as there is one."""
    set_worker(store, alive=True)
    server = make_server("127.0.0.1", 0, create_app(Settings(), store), threaded=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
