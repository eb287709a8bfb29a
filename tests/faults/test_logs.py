"""Logs: bounded for ever, while the processes that write them run."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from fewest.cli import supervisor
from fewest.cli.supervisor import Child, Supervisor
from tests.hang import HANG_SECONDS

TALKATIVE = """
import os, time

for number in range(10**6):
    os.write(2, b"%07d\\n" % number)
    time.sleep(0.0002)
"""


def test_a_log_is_bounded_while_it_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A child that writes for ever fills no disk: its log is rotated, and it writes on in an empty one."""
    monkeypatch.setattr(supervisor, "LOG_BYTES", 10_000)
    monkeypatch.setattr(supervisor, "LOG_SECONDS", 0.0)
    child = Child("talkative", [sys.executable, "-c", TALKATIVE], dict(os.environ), tmp_path / "talkative.log")
    watching = Supervisor()
    watching.start([child])
    old, largest, rounds = tmp_path / "talkative.old", 0, 0
    seen = b""

    def three_times() -> bool:
        nonlocal largest, rounds, seen
        largest = max(largest, *(path.stat().st_size for path in tmp_path.iterdir()))
        if old.exists() and old.read_bytes() != seen:
            seen, rounds = old.read_bytes(), rounds + 1
        return rounds == 3

    assert watching.run_until(three_times, HANG_SECONDS)
    watching.end([child])
    assert largest < 10 * 10_000
    assert b"\0" not in child.log.read_bytes()  # no hole where the text was that is gone
    assert {path.name for path in tmp_path.iterdir()} == {"talkative.log", "talkative.old"}


def test_a_log_that_cannot_be_copied_is_emptied(tmp_path: Path) -> None:
    """If there is no room for a copy, or no way to make one, the log is emptied nevertheless."""
    log = tmp_path / "a.log"
    log.write_text("x" * 100)
    (tmp_path / "a.old").mkdir()
    supervisor.put_aside(log, 100)
    assert log.stat().st_size == 100
    supervisor.put_aside(log, 99)
    assert log.stat().st_size == 0
    supervisor.put_aside(tmp_path / "none.log", 99)
