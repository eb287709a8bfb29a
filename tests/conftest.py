"""Fixtures: a real Redis server, a store in it, and a complete running service."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from pathlib import Path

import httpx
import pytest
from hypothesis import settings

from fewest.cli.up import server_command, socket_path
from fewest.config.settings import Settings
from fewest.solver.jump.bounds import program
from fewest.solver.model import Limits
from fewest.store import TIMEOUT_SECONDS, Store, connect
from tests.effort import QUICK
from tests.hang import HANG_SECONDS, until
from tests.integration.service import Service

settings.load_profile(QUICK)  # --hypothesis-profile comes later


LONGEST_FIRST = (
    "faults/test_damaged_values.py",
    "integration/test_openapi.py",
    "faults/test_store_full.py",
    "browser/test_pages.py",
    "unit/workers/test_warm.py",
    "integration/",
    "property/test_levels.py",
    "unit/design/test_features.py",
)
"""Files and folders that take long: begun first, so that none is left over when all else is done."""

FOLDER = Path(__file__).parent


SERVICE_TIMEOUT_SECONDS = TIMEOUT_SECONDS
"""How long a command of the store may take in the service; in tests it may take longer."""


def pytest_configure() -> None:
    """Give all that tests do in their own process the time of a hang, unless it is the test that sets the seconds.

    No search and no linear program ends by the clock, and no command of the store goes without its answer.
    """
    _, *others = Limits.__init__.__defaults__ or ()
    Limits.__init__.__defaults__ = (HANG_SECONDS, *others)
    program.PROGRAM_SECONDS = HANG_SECONDS
    import_module("fewest.store").TIMEOUT_SECONDS = HANG_SECONDS


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the longest files; the others stay in their order."""
    items.sort(key=_place)


def _place(item: pytest.Item) -> int:
    name = str(item.path.relative_to(FOLDER))
    return next((place for place, long in enumerate(LONGEST_FIRST) if name.startswith(long)), len(LONGEST_FIRST))


@pytest.fixture(scope="session")
def server_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A real Redis-compatible server on its own socket."""
    folder = tmp_path_factory.mktemp("server")
    with embedded(folder):
        yield f"unix://{socket_path(folder)}"


@pytest.fixture
def store(server_url: str) -> Store:
    """An empty store."""
    store = connect(server_url)
    store.redis.flushall()
    return store


@pytest.fixture(scope="session")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """Everything that `fewest up` starts, on a free port, with its own data folder: its name would need quotes."""
    with serving(tmp_path_factory.mktemp("data of 100 % it's")) as running:
        yield running


@contextmanager
def embedded(data: Path) -> Iterator[Store]:
    """A store at the server of `fewest up`, which runs without the rest; it is stopped in the end."""
    process = subprocess.Popen(server_command(Settings(), data))
    try:
        store = connect(f"unix://{socket_path(data)}")
        until(store.reachable)
        yield store
    finally:
        until(lambda: ended(process))


def ended(process: subprocess.Popen[bytes]) -> bool:
    """Whether a server has ended, which is asked to; it refuses while its first append-only file is being written."""
    process.terminate()
    with suppress(subprocess.TimeoutExpired):
        process.wait(1)
    return process.poll() is not None


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
    command = [sys.executable, "-m", "fewest.cli", "up", "--port", "0", "--data", str(data), *arguments]
    command += ["--long-workers", str(long_workers)]
    environment = {name: value for name, value in os.environ.items() if name != "REDIS_URL"}
    given = {"FEWEST_RATE_REQUESTS": "10000000", "FEWEST_RATE_SEARCHES": "10000000", "FEWEST_MAX_STREAMS": "4"}
    given["FEWEST_SECONDS"] = str(HANG_SECONDS)
    environment = given | environment
    process = subprocess.Popen(command, stdout=subprocess.PIPE, env=environment, text=True)
    timer = threading.Timer(HANG_SECONDS, process.kill)
    timer.start()
    assert process.stdout is not None
    line = process.stdout.readline()
    timer.cancel()
    assert line.startswith("ready http://"), f"expected a ready line, not {line!r}"
    address = line.split()[1]
    return Service(process, data, httpx.Client(base_url=address, timeout=HANG_SECONDS))


def stop(running: Service) -> None:
    """Stop it as Ctrl-C does, and wait until it has exited."""
    running.client.close()
    if running.process.poll() is None:
        running.process.send_signal(signal.SIGINT)
        running.process.wait(HANG_SECONDS)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Say in a line which tests were not run, and how to run them."""
    reports = terminalreporter.stats.get("skipped", ())
    reasons = Counter(report.longrepr[2].removeprefix("Skipped: ") for report in reports)
    skipped = [f"{number} ({reason})" for reason, number in reasons.items()]
    left_out = [words for marker, words in LEFT_OUT.items() if f"not {marker}" in config.option.markexpr]
    if skipped or left_out:
        terminalreporter.write_line(f"not run: {'; '.join(skipped + left_out)}")


LEFT_OUT = {
    "full": "tests that take longer, and browser, faults, packages (`make test-all`)",
    "slow": "long tests of failures (`make test-faults`)",
}
"""What is left out, by the marker of its tests."""
