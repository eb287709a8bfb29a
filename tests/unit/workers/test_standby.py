"""A process that waits for the one message it will run."""

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
    """Writes a message to a file."""
    return (tmp_path / "note").write_bytes


def test_a_message_is_run_and_the_child_exits(note: Callable[[bytes], object], tmp_path: Path) -> None:
    """The child runs what it is sent, and exits with status 0."""
    waiting = Standby([], note)
    assert waiting.send(b"message")
    assert os.waitpid(waiting.pid, 0)[1] == 0
    assert (tmp_path / "note").read_bytes() == b"message"


def test_it_warms_up_while_nothing_is_sent(
    note: Callable[[bytes], object], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Warm-ups come first if the child is idle, and are left out if the message is there."""
    monkeypatch.setattr(standby, "IDLE_SECONDS", 60)
    busy = Standby([int, lambda: note(b"warmed up")], len)
    busy.send(b"message")
    os.waitpid(busy.pid, 0)
    assert not (tmp_path / "note").exists()
    monkeypatch.setattr(standby, "IDLE_SECONDS", 0)
    reader, writer = os.pipe()
    idle = Standby([int, lambda: note(b"warmed up"), lambda: os.write(writer, b"x")], len)
    os.read(reader, 1)
    idle.send(b"message")
    assert os.waitpid(idle.pid, 0)[1] == 0
    assert (tmp_path / "note").read_bytes() == b"warmed up"


def test_a_closed_child_runs_nothing(note: Callable[[bytes], object], tmp_path: Path) -> None:
    """Without a message nothing is run."""
    Standby([], note).close()
    assert not (tmp_path / "note").exists()


def test_a_child_that_has_died_takes_no_message(note: Callable[[bytes], object]) -> None:
    """Sending to a dead child returns False."""
    waiting = Standby([], note)
    os.kill(waiting.pid, signal.SIGKILL)
    os.waitid(os.P_PID, waiting.pid, os.WEXITED | os.WNOWAIT)
    assert not waiting.send(b"message")


def test_a_message_that_fails_is_seen() -> None:
    """The exit status of a child whose message failed is 1."""
    waiting = Standby([], lambda message: message[100])
    assert waiting.send(b"message")
    assert os.waitstatus_to_exitcode(os.waitpid(waiting.pid, 0)[1]) == 1


def test_it_exits_with_its_parent() -> None:
    """A parent that is killed leaves no child behind: the output both share is closed."""
    with subprocess.Popen([sys.executable, "-c", PARENT], stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        child = int(parent.stdout.readline())
        parent.kill()
        assert parent.stdout.read() == ""
    assert not Path(f"/proc/{child}/cmdline").exists() or not Path(f"/proc/{child}/cmdline").read_bytes()
