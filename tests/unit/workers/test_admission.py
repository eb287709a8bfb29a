"""Admission: a search begins when its kernels are loaded; until then it does not count as lost."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from fewest.schemas.lanes import Lane
from fewest.store import Store
from fewest.store.units import Owner
from fewest.workers import admission
from fewest.workers.admission import Admission
from fewest.workers.memory import MachineMemory
from fewest.workers.worker import Worker
from tests.hang import HANG_SECONDS
from tests.present import present
from tests.unit.store.request import start_run
from tests.unit.workers.searches import created, loaded

MACHINE_BYTES = 10**13


def has_kernels(store: Store, folder: Path, search_id: str, load: Callable[[str], bool]) -> bool:
    """Wait for the kernels of a search that a worker has taken. Returns whether it may begin."""
    waiting = Admission(store, Lane.QUICK, MachineMemory(folder, MACHINE_BYTES), load)
    claim = present(store.runs.claim(search_id, 0))
    return waiting.await_kernels(search_id, claim, lambda why: store.runs.keep_claimed(search_id, 0, why))


def test_a_search_waits_for_its_kernels(store: Store, tmp_path: Path) -> None:
    """A search begins when its kernels are loaded, and does not wait after it was cancelled."""
    asked = list[str]()

    def load(name: str) -> bool:
        asked.append(name)
        return len(asked) == 2

    search_id = created(store)
    assert has_kernels(store, tmp_path, search_id, load)
    assert asked == ["jump"] * 2

    def cancel(_: str) -> bool:
        store.runs.finish(search_id, None, "cancelled", {})
        return False

    assert not has_kernels(store, tmp_path, search_id, cancel)


def test_a_search_whose_kernels_are_being_loaded_says_so(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The record of a search says that it waits before its worker loads kernels that another process has compiled."""
    monkeypatch.setattr(admission, "missing", lambda: ["jump"])
    said = list[str]()
    search_id = created(store)

    def load(_: str) -> bool:
        said.append(loaded(store, search_id).waits_for)
        return True

    assert has_kernels(store, tmp_path, search_id, load)
    assert said == ["compilation"]


def test_a_unit_waits_for_the_kernels_of_its_search(store: Store, tmp_path: Path) -> None:
    """The record of a unit has no puzzle; its search says which kernels it needs."""
    asked = list[str]()
    search_id = created(store)
    (unit,) = present(store.units.offer(Owner(search_id, start_run(store, search_id)), 1, [{"routes": []}]))
    assert has_kernels(store, tmp_path, unit, lambda name: bool(asked.append(name)) or True)
    assert asked == ["jump"]


def test_a_search_without_kernels_holds_nobody(store: Store, tmp_path: Path) -> None:
    """If another search waits, a worker puts back a search whose kernels are being compiled."""
    waiting = Worker(store, tmp_path, MachineMemory(tmp_path, MACHINE_BYTES), load=lambda _: False)
    search_id = created(store)
    store.queue.put(search_id, 0, 3600)
    job, _ = present(waiting.dequeue_job_and_maintain_ttl(1, max_idle_time=int(HANG_SECONDS)))
    store.queue.put("other", 0, 3600)
    waiting.execute_job(job, waiting.queues[0])
    search = loaded(store, search_id)
    assert (search.status, search.deaths, search.waits_for, search.short_since) == ("queued", 0, "compilation", None)
    assert (store.queue.first(), store.queue.position(search_id, search.run)) == ("other", 1)
