"""Processes that tests start: their children, and whether they still run."""

from __future__ import annotations

import os
import signal
from contextlib import suppress
from pathlib import Path

from tests.hang import until


def children(pid: int | None) -> list[int]:
    """The children of all threads of a process; none if it has ended, or was never started (None)."""
    found = list[int]()
    for task in Path(f"/proc/{pid}/task").glob("*/children"):
        with suppress(OSError):
            found += map(int, task.read_text(encoding="ascii").split())
    return found


def descendants(pid: int) -> list[int]:
    """The children of a process, and theirs."""
    return [each for child in children(pid) for each in (child, *descendants(child))]


def alive(pid: int) -> bool:
    """Whether a process runs; one that has ended, but whose parent has not asked for its status, does not."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()[0]
    except OSError:  # also if it goes between opening and reading
        return False
    return state not in "ZX"


def end_family(pid: int) -> None:
    """Kill a process and its descendants, and wait for the latter: what they still do is seen by the next test."""
    with suppress(ProcessLookupError):
        os.kill(pid, signal.SIGSTOP)  # so that it starts no more
    family = descendants(pid)
    for each in [pid, *family]:
        with suppress(ProcessLookupError):
            os.kill(each, signal.SIGKILL)
    until(lambda: not any(map(alive, family)))
