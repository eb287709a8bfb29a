"""Fixtures: a running service to break, workers of one kind of endless search, and a table of what was lost."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from solver import kinds
from store import Store
from tests.conftest import serving
from tests.faults.endless import Workers
from tests.faults.report import Report
from tests.integration.service import Service
from tests.receiver import TO_THIS_MACHINE
from tests.unit.workers.test_worker import EndlessKind, url
from workers import worker

REPORTS: list[Report] = []


@pytest.fixture
def report(request: pytest.FixtureRequest) -> Report:
    """A line of the table that is printed at the end."""
    made = Report(request.node.name)
    REPORTS.append(made)
    return made


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print the table."""
    if REPORTS:
        terminalreporter.section("faults")
        for line in (Report.HEAD, *map(str, REPORTS)):
            terminalreporter.write_line(line)


@pytest.fixture(scope="package")
def victim(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """Everything that `fewest up` starts, with webhooks to this machine, for tests that break it and see it heal."""
    with serving(tmp_path_factory.mktemp("victim"), **TO_THIS_MACHINE) as running:
        yield running


@pytest.fixture
def workers(store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Workers]:
    """Starts workers whose searches never end by themselves; they have no reaper."""
    monkeypatch.setitem(kinds.KINDS, "jump", EndlessKind())
    monkeypatch.setattr(worker, "warm_up", str)
    monkeypatch.setenv("REDIS_URL", url(store))
    monkeypatch.setenv("FEWEST_DATA", str(tmp_path))
    started = Workers(store, tmp_path)
    yield started
    started.kill()
