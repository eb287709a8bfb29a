"""Fixtures: a real Redis server, a store in it, and a complete running service."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from hypothesis import settings

from cli.up import server_command, socket_path
from schemas.settings import Settings
from store import Store, connect
from tests.integration.service import Service

START_SECONDS = 300

settings.register_profile("calm", deadline=None)
settings.load_profile("calm")


@pytest.fixture(scope="session")
def server_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A real Redis-compatible server on its own socket."""
    folder = tmp_path_factory.mktemp("server")
    process = subprocess.Popen(server_command(Settings(), folder))
    url = f"unix://{socket_path(folder)}"
    try:
        store = connect(url, patient=True)
        until(store.reachable, 20)
        yield url
    finally:
        process.terminate()
        process.wait(10)


@pytest.fixture
def store(server_url: str) -> Store:
    """An empty store."""
    store = connect(server_url)
    store.redis.flushall()
    return store


@pytest.fixture(scope="session")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """Everything that `fewest up` starts, on a free port, with its own data folder."""
    with serving(tmp_path_factory.mktemp("data")) as running:
        yield running


@contextmanager
def serving(data: Path, *arguments: str, long_workers: int = 0, **environment: str) -> Iterator[Service]:
    """What :func:`start` starts, with variables in its environment; it is stopped in the end."""
    with pytest.MonkeyPatch.context() as patch:
        for name, value in environment.items():
            patch.setenv(name, value)
        running = start(data, *arguments, long_workers=long_workers)
    try:
        yield running
    finally:
        stop(running)


def start(data: Path, *arguments: str, long_workers: int = 0) -> Service:
    """Start `fewest up` and wait until it reports that it is ready."""
    command = [sys.executable, "-m", "cli", "up", "--port", "0", "--data", str(data), *arguments]
    command += ["--long-workers", str(long_workers)]
    environment = {name: value for name, value in os.environ.items() if name != "REDIS_URL"}
    given = {"FEWEST_RATE_REQUESTS": "10000000", "FEWEST_RATE_SEARCHES": "10000000", "FEWEST_STREAMS": "4"}
    environment = given | environment
    process = subprocess.Popen(command, stdout=subprocess.PIPE, env=environment, text=True)
    timer = threading.Timer(START_SECONDS, process.kill)
    timer.start()
    assert process.stdout is not None
    line = process.stdout.readline()
    timer.cancel()
    assert line.startswith("ready http://"), f"expected a ready line, not {line!r}"
    address = line.split()[1]
    return Service(process, data, httpx.Client(base_url=address, timeout=60))


def stop(running: Service) -> None:
    """Stop it as Ctrl-C does, and wait until it has exited."""
    running.client.close()
    if running.process.poll() is None:
        running.process.send_signal(signal.SIGINT)
        running.process.wait(20)


def until(done: object, seconds: float) -> None:
    """Wait until ``done()``; fail after ``seconds``."""
    assert callable(done)
    end_at = time.monotonic() + seconds
    while not done():
        assert time.monotonic() < end_at, f"not done after {seconds} s"
        time.sleep(0.05)
