"""Waiting: as long as requested, if a place is free."""

from __future__ import annotations

from tests.unit.service.scripted import RUNNING, SOLVED, Scripted


def test_place_is_free_again_after_a_wait() -> None:
    """A wait frees its place when it ends."""
    waiting = Scripted(("1-0", RUNNING), ("2-0", SOLVED))
    for _ in range(3):
        assert waiting.wait(RUNNING, 60.0) == (SOLVED, True)


def test_no_request_waits_for_a_place() -> None:
    """If no place is free, the response is immediate; a job that has ended needs none."""
    waiting = Scripted(("1-0", SOLVED))
    waiting._places.acquire()
    assert waiting.wait(RUNNING, 60.0) == (RUNNING, False)
    assert waiting.wait(SOLVED, 60.0) == (SOLVED, True)


def test_wait_ends_with_its_seconds_or_its_job() -> None:
    """A wait ends when its time is over or its job has expired."""
    assert Scripted(("1-0", RUNNING), ("2-0", SOLVED)).wait(RUNNING, 0.0) == (RUNNING, True)
    assert Scripted(("1-0", RUNNING), ("2-0", None), ("3-0", SOLVED)).wait(RUNNING, 60.0) == (RUNNING, True)
