"""Readiness: it never waits long, and looks at the store once at a time."""

from __future__ import annotations

import threading
from typing import Any

import pytest

from service import readiness
from service.readiness import Readiness
from store import StoreError
from tests.conftest import until


class Stand:
    """A store whose answer is held back until it is released."""

    def __init__(self, workers: int | None = 1) -> None:
        self.released, self.looks, self.queue = threading.Event(), 0, self
        self._workers = workers

    def workers(self) -> int:
        """The number of workers, once it is released."""
        self.looks += 1
        assert self.released.wait(30)
        if self._workers is None:
            raise StoreError("away")
        return self._workers

    def explain(self, error: StoreError) -> str:
        """The error."""
        return str(error)


@pytest.mark.parametrize(("workers", "found"), [(2, ([], 2)), (0, (["worker"], 0)), (None, (["store", "worker"], 0))])
def test_what_is_missing(workers: int | None, found: tuple[list[str], int]) -> None:
    """A store that does not answer and workers that are not there are missing."""
    stand: Any = Stand(workers)
    stand.released.set()
    assert Readiness(stand).check() == found


def test_hanging_store_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    """While the store hangs, every request is answered, and only one look is under way; then all is as before."""
    monkeypatch.setattr(readiness, "DEADLINE_SECONDS", 0.01)
    stand: Any = Stand()
    ready = Readiness(stand)
    assert [ready.check() for _ in range(3)] == [(["store", "worker"], 0)] * 3
    assert stand.looks == 1
    stand.released.set()
    until(lambda: ready.check() == ([], 1), 5)
