"""Fixtures: a running service to break, and workers of one kind of endless search."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from fewest.solver import kinds
from fewest.store import Store
from fewest.workers import worker
from tests.conftest import serving
from tests.faults.endless import Workers
from tests.integration.service import Service
from tests.receiver import TO_THIS_MACHINE
from tests.unit.workers.test_worker import EndlessKind, url


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
