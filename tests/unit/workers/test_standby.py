"""A process that waits for the one errand it will do."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from workers import standby
from workers.standby import Standby

PARENT = """
import os, sys, time
from workers.standby import Standby
print(Standby([], print).pid, flush=True)
time.sleep(60)
"""


@pytest.fixture
def note(tmp_path: Path) -> Callable[[bytes], object]:
    """An errand that is written down."""
    return (tmp_path / "note").write_bytes


def test_the_errand_is_done_once_and_the_child_ends(note: Callable[[bytes], object], tmp_path: Path) -> None:
    """The child does what it is sent, and is gone."""
    waiting = Standby([], note)
    assert waiting.send(b"errand")
    assert os.waitpid(waiting.pid, 0)[1] == 0
    assert (tmp_path / "note").read_bytes() == b"errand"


def test_it_rehearses_while_nothing_is_sent(
    note: Callable[[bytes], object], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Rehearsals come first where it is quiet, and not at all where the errand is there."""
    monkeypatch.setattr(standby, "QUIET_SECONDS", 60)
    busy = Standby([int, lambda: note(b"rehearsed")], len)
    busy.send(b"errand")
    os.waitpid(busy.pid, 0)
    assert not (tmp_path / "note").exists()
    monkeypatch.setattr(standby, "QUIET_SECONDS", 0)
    reader, writer = os.pipe()
    quiet = Standby([int, lambda: note(b"rehearsed"), lambda: os.write(writer, b"x")], len)
    os.read(reader, 1)
    quiet.send(b"errand")
    assert os.waitpid(quiet.pid, 0)[1] == 0
    assert (tmp_path / "note").read_bytes() == b"rehearsed"


def test_a_dismissed_child_ends_without_an_errand(note: Callable[[bytes], object], tmp_path: Path) -> None:
    """No errand, nothing done."""
    Standby([], note).dismiss()
    assert not (tmp_path / "note").exists()


def test_a_child_that_has_died_takes_no_errand(note: Callable[[bytes], object]) -> None:
    """Whoever sends is told."""
    waiting = Standby([], note)
    os.kill(waiting.pid, signal.SIGKILL)
    os.waitid(os.P_PID, waiting.pid, os.WEXITED | os.WNOWAIT)
    assert not waiting.send(b"errand")


def test_an_errand_that_fails_is_seen() -> None:
    """The exit status of a failed errand is not 0."""
    waiting = Standby([], lambda errand: errand[100])
    assert waiting.send(b"errand")
    assert os.waitstatus_to_exitcode(os.waitpid(waiting.pid, 0)[1]) == 1


def test_it_ends_with_its_parent() -> None:
    """A parent that is killed leaves no child behind: its output, which the child shares, is closed."""
    with subprocess.Popen([sys.executable, "-c", PARENT], stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        child = int(parent.stdout.readline())
        parent.kill()
        assert parent.stdout.read() == ""
    assert not Path(f"/proc/{child}/cmdline").exists() or not Path(f"/proc/{child}/cmdline").read_bytes()
