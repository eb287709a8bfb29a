"""Readiness: it never waits long, and looks at the store once at a time."""

from __future__ import annotations

import shutil
import threading
from pathlib import Path
from typing import Any

import pytest

from fewest.schemas.lanes import Lane, LaneState, Missing
from fewest.service.monitoring import readiness
from fewest.service.monitoring.readiness import Readiness
from fewest.store import StoreError
from tests.hang import HANG_SECONDS, until

NOWHERE = Path("/nonexistent")

WORKING = {Lane.QUICK: LaneState(1, 0, 0.0, None), Lane.LONG: LaneState(0, 0, 0.0, None)}
"""Lanes that miss nothing."""


@pytest.fixture(autouse=True)
def _patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """The thread that looks at the store may be slow."""
    monkeypatch.setattr(readiness, "DEADLINE_SECONDS", HANG_SECONDS)


class Stand:
    """A store whose answer is held back until it is released."""

    def __init__(self, lanes: dict[Lane, LaneState] | None = WORKING) -> None:
        self.released, self.looks = threading.Event(), 0
        self._lanes = lanes
        self.refuses = ""

    def lanes(self) -> dict[Lane, LaneState]:
        """How the lanes stand, once it is released."""
        self.looks += 1
        assert self.released.wait(HANG_SECONDS)
        if self._lanes is None:
            raise StoreError("away")
        return self._lanes

    def refusal(self) -> str:
        """Writes are taken."""
        return self.refuses

    def explain(self, error: StoreError) -> str:
        """The error."""
        return str(error)


def lanes_missing(quick: Missing | None, long: Missing | None) -> dict[Lane, LaneState]:
    """Lanes in each of which a search waits."""
    return {Lane.QUICK: LaneState(1, 1, 40.0, quick), Lane.LONG: LaneState(0, 1, 50.0, long)}


@pytest.mark.parametrize(
    ("lanes", "refusal", "missing"),
    [
        (WORKING, "", []),
        (lanes_missing(None, None), "", []),
        (lanes_missing(Missing.WORKER, Missing.WORKER), "", ["worker"]),
        (lanes_missing(Missing.WORKER, Missing.PROGRESS), "", ["progress", "worker"]),
        (None, "", ["store", "worker"]),
        (WORKING, "MISCONF Errors writing to the AOF file", ["disk"]),
        (WORKING, "READONLY", ["store"]),
    ],
)
def test_what_is_missing(lanes: dict[Lane, LaneState] | None, refusal: str, missing: list[str]) -> None:
    """What any lane misses is missing; so is a store that refuses writes, or its disk if that is why.

    Of a store that does not answer, nothing is known of the lanes.
    """
    stand = ready_stand(lanes)
    stand.refuses = refusal
    assert Readiness(stand, NOWHERE).check() == (missing, lanes or {})


def test_hanging_store_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    """While the store hangs, every request is answered, and only one look is under way; then all is as before."""
    monkeypatch.setattr(readiness, "DEADLINE_SECONDS", 0.01)
    stand: Any = Stand()
    ready = Readiness(stand, NOWHERE)
    assert [ready.check() for _ in range(3)] == [(["store", "worker"], {})] * 3
    assert stand.looks == 1
    monkeypatch.setattr(readiness, "DEADLINE_SECONDS", HANG_SECONDS)
    stand.released.set()
    until(lambda: ready.check() == ([], WORKING))


def ready_stand(lanes: dict[Lane, LaneState] | None = WORKING) -> Any:
    stand = Stand(lanes)
    stand.released.set()
    return stand


def test_a_data_folder_that_is_deleted(tmp_path: Path) -> None:
    """A data folder that existed at the start is reported as missing while it is gone."""
    folder = tmp_path / "data"
    assert Readiness(ready_stand(), folder).check() == ([], WORKING)
    folder.mkdir()
    ready = Readiness(ready_stand(), folder)
    found = [ready.check()]
    folder.rmdir()
    found.append(ready.check())
    folder.mkdir()
    assert [*found, ready.check()] == [([], WORKING), (["data"], WORKING), ([], WORKING)]


@pytest.mark.parametrize(("free", "missing"), [(4_000_000, []), (3_999_999, ["disk"])])
def test_a_full_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, free: int, missing: list[str]) -> None:
    """With less than four megabytes left, the disk is missing."""
    monkeypatch.setattr(shutil, "disk_usage", lambda _: shutil._ntuple_diskusage(10**9, 10**9, free))  # type: ignore[attr-defined]
    assert Readiness(ready_stand(), tmp_path).check() == (missing, WORKING)
