"""Threads for requests: as many as are needed, and no more for long."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest

from fewest.service.http.threads import Threads
from tests.hang import HANG_SECONDS, until

LONG, SHORT = 3600.0, 0.02


class Gate:
    """Work that lasts until a test opens the gate.

    Attributes
    ----------
    threads
        Those that have come to the gate, in order.
    """

    def __init__(self) -> None:
        self.threads: list[threading.Thread] = []
        self._open = threading.Event()

    def __call__(self) -> None:
        """Wait at the gate."""
        self.threads.append(threading.current_thread())
        assert self._open.wait(HANG_SECONDS)

    def open(self) -> None:
        """Let all go, also those to come."""
        self._open.set()


class Pool(Threads):
    """A pool that can say how many threads it has."""

    def count(self) -> tuple[int, int]:
        """Threads, and how many of them are idle."""
        with self._lock:
            return self._number, len(self._idle)


@pytest.fixture
def pools() -> Iterator[list[Pool]]:
    """Pools that are shut down in the end."""
    made: list[Pool] = []
    yield made
    for pool in made:
        pool.shutdown()
    until(lambda: all(pool.count() == (0, 0) for pool in made))


def make(pools: list[Pool], most: int, idle_seconds: float) -> Pool:
    pools.append(Pool(most, idle_seconds))
    return pools[-1]


def passes(pool: Pool) -> Gate:
    gate = Gate()
    gate.open()
    pool.submit(gate)
    until(lambda: gate.threads)
    return gate


def test_one_for_each_that_works_at_once(pools: list[Pool]) -> None:
    """What is submitted at once is worked on at once, up to the bound; what is beyond it waits and is done."""
    pool, gate = make(pools, 5, LONG), Gate()
    for _ in range(8):
        pool.submit(gate)
    until(lambda: len(gate.threads) == 5)
    assert pool.count() == (5, 0)
    gate.open()
    until(lambda: len(gate.threads) == 8)
    until(lambda: pool.count() == (5, 5))
    assert len(set(gate.threads)) == 5


def test_idle_threads_end(pools: list[Pool]) -> None:
    """Threads that have nothing to do end; later ones do what is submitted then."""
    pool, gate = make(pools, 20, SHORT), Gate()
    for _ in range(20):
        pool.submit(gate)
    until(lambda: len(gate.threads) == 20)
    gate.open()
    until(lambda: pool.count() == (0, 0))
    for thread in gate.threads:
        thread.join(HANG_SECONDS)
        assert not thread.is_alive()
    passes(pool)


def test_the_last_to_become_idle_is_the_first_to_work(pools: list[Pool]) -> None:
    """The same thread does one piece of work after the other, so all others stay idle and end."""
    pool = make(pools, 3, LONG)
    gates = [Gate() for _ in range(3)]
    for number, gate in enumerate(gates):
        pool.submit(gate)
        until(lambda gate=gate: gate.threads)
        assert pool.count() == (number + 1, 0)
    for number, gate in enumerate(gates):
        gate.open()
        until(lambda number=number: pool.count() == (3, number + 1))
    for _ in range(5):
        assert passes(pool).threads == gates[2].threads
        until(lambda: pool.count() == (3, 3))


def test_a_thread_that_cannot_start(pools: list[Pool], monkeypatch: pytest.MonkeyPatch) -> None:
    """While the system allows no further thread, work waits for those there are."""
    pool, gate, later = make(pools, 5, LONG), Gate(), Gate()
    pool.submit(gate)
    until(lambda: gate.threads)

    def refuse(_: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    with monkeypatch.context() as patch:
        patch.setattr(threading.Thread, "start", refuse)
        pool.submit(later)
    assert pool.count() == (1, 0)
    gate.open()
    until(lambda: later.threads)
    assert later.threads == gate.threads
    later.open()


def test_a_thread_that_dies_is_replaced(pools: list[Pool], monkeypatch: pytest.MonkeyPatch) -> None:
    """Work that ends its thread with an error takes no place of others."""
    seen: list[object] = []
    monkeypatch.setattr(threading, "excepthook", seen.append)
    pool = make(pools, 1, LONG)
    for _ in range(3):
        pool.submit(divmod, 1, 0)
    until(lambda: len(seen) == 3 or pool.count() == (0, 0))
    passes(pool)


def test_shutdown_ends_idle_threads_and_lets_others_finish(pools: list[Pool]) -> None:
    """Idle threads end at once, those at work when they have done all there is."""
    pool = make(pools, 2, LONG)
    passes(pool)
    gate, waiting = Gate(), Gate()
    waiting.open()
    for work in (gate, gate, waiting):
        pool.submit(work)
    until(lambda: len(gate.threads) == 2)
    pool.shutdown(wait=False)
    assert pool.count() == (2, 0)
    gate.open()
    until(lambda: pool.count() == (0, 0))
    assert len(waiting.threads) == 1
