"""Children are kept running, patiently, and ended together."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from fewest.cli import supervisor
from fewest.cli.supervisor import MAX_DELAY_SECONDS, POLL_SECONDS, STABLE_SECONDS, Child, Supervisor
from tests.hang import HANG_SECONDS, until
from tests.processes import alive

ENVIRONMENT = dict(os.environ)

FAMILY = """
import signal, subprocess, sys, time
{}
print(subprocess.Popen(["sleep", "3600"]).pid, flush=True)
time.sleep(3600)
"""
"""A process that starts another and prints its id."""


class Ended:
    """A process that has ended with code 3."""

    pid = 2**30  # beyond all that Linux gives out

    def poll(self) -> int:
        """Its exit code."""
        return 3


class FakeChild(Child):
    """A child whose processes run for a given time on a clock that is set by hand, and then end."""

    def __init__(self, folder: Path, *lives: float) -> None:
        super().__init__("fake", [], {}, folder / "fake.log")
        self.lives = list(lives)
        self.now, self.ends_at = 1000.0, 0.0
        self.killed = 0
        self.starts: list[float] = []

    def start(self) -> None:
        """Begin the next life."""
        self.starts.append(self.now)
        self.started, self.ends_at = self.now, self.now + self.lives.pop(0)
        process: Any = Ended()
        self.process = process

    def signal(self, number: signal.Signals) -> None:
        """Count those killed."""
        self.killed += number == signal.SIGKILL

    def run(self) -> list[float]:
        """Watch it as a supervisor does until it has lived all its lives. How long it was down between two of them."""
        self.start()
        pauses = []
        while self.lives:
            ended = self.ends_at
            self.now = ended
            while self.process is not None or self.now < self.restart_at:
                self.keep_running(self.now)
                assert self.process is None
                self.now = max(self.restart_at, self.now + POLL_SECONDS)
            self.keep_running(self.now)
            pauses.append(self.now - ended)
        return pauses


def test_restarts_wait_longer_and_longer(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Each restart is reported, and waits at least twice as long as the last, up to a maximum. Before it, the rest of
    the process group is killed.
    """
    child = FakeChild(tmp_path, *[1.0] * 12)
    pauses = child.run()
    growing = [pause for pause in pauses if pause < MAX_DELAY_SECONDS]
    assert len(growing) >= 5
    assert all(b >= 2 * a for a, b in pairwise(growing))
    assert growing[0] <= 1.0
    assert max(pauses) == pytest.approx(MAX_DELAY_SECONDS)
    assert pauses[-3:] == pytest.approx([MAX_DELAY_SECONDS] * 3)
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 11
    assert lines[0].startswith("fewest: fake ended with code 3; restarting it in ")
    assert child.killed == 11


def test_a_healthy_run_ends_the_waiting(tmp_path: Path) -> None:
    """A child that ran for more than ten seconds is restarted at once, however often it failed before."""
    pauses = FakeChild(tmp_path, *[1.0] * 6, STABLE_SECONDS + 1, 1.0, STABLE_SECONDS - 1, 1.0).run()
    assert pauses[5] > 2.0
    assert pauses[6] == pytest.approx(POLL_SECONDS)
    assert pauses[6] < pauses[7] < pauses[8]


def test_no_restart_before_its_time(tmp_path: Path) -> None:
    """A child is not restarted before its delay is over."""
    child = FakeChild(tmp_path, 1.0, 1.0)
    child.start()
    child.keep_running(1001.0)
    for number in range(10):
        child.keep_running(1001.0 + number / 1000)
    assert len(child.starts) == 1
    child.keep_running(child.restart_at)
    assert len(child.starts) == 2


@pytest.mark.parametrize("deaf", ["", "signal.signal(signal.SIGTERM, signal.SIG_IGN)"], ids=["heeds", "ignores"])
def test_no_process_is_left(tmp_path: Path, deaf: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ending a child also ends the processes it started, even if it ignores SIGTERM."""
    monkeypatch.setattr(supervisor, "STOP_SECONDS", 0.1 if deaf else HANG_SECONDS)
    child = Child("family", [sys.executable, "-c", FAMILY.format(deaf)], ENVIRONMENT, tmp_path / "log")
    child.start()
    until(lambda: child.log.read_bytes().endswith(b"\n"))
    grandchild = int(child.log.read_text())
    assert child.process is not None
    Supervisor.end([child])
    assert child.process.returncode == (-signal.SIGKILL if deaf else -signal.SIGTERM)
    until(lambda: not alive(grandchild))


ORPHAN = """
import os, pathlib, sys
from fewest.cli.supervisor import Child

child = Child("orphan", ["sleep", "3600"], dict(os.environ), pathlib.Path(sys.argv[1]))
child.start()
print(child.process.pid, flush=True)
os.kill(os.getpid(), 9)
"""


def test_children_end_with_a_killed_supervisor(tmp_path: Path) -> None:
    """A supervisor that is killed leaves no child behind."""
    ran = subprocess.run(
        [sys.executable, "-c", ORPHAN, str(tmp_path / "log")], capture_output=True, text=True, check=False
    )
    until(lambda: not alive(int(ran.stdout)))


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_asks_to_stop(number: signal.Signals) -> None:
    """Ctrl-C, SIGTERM and a closed terminal end the supervision at once."""
    watching = Supervisor()
    looked: list[int] = []

    def done() -> bool:
        looked.append(1)
        os.kill(os.getpid(), number)
        return False

    assert not watching.run_until(done, HANG_SECONDS)
    assert (watching.stopping, len(looked)) == (True, 1)


def test_a_log_folder_that_is_deleted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A child starts even if the folder of its log was deleted; if that cannot be made again, it has no log."""
    folder = tmp_path / "log"
    child = Child("one", [sys.executable, "-c", ""], ENVIRONMENT, folder / "one.log")
    child.start()
    assert child.process is not None
    assert (child.process.wait(HANG_SECONDS), folder.exists()) == (0, True)
    shutil.rmtree(folder)
    folder.write_text("a file")
    child.start()
    assert child.process.wait(HANG_SECONDS) == 0
    assert "one runs without a log" in capsys.readouterr().err
