"""A process that runs one message after another, as long as each ends properly and leaves nothing behind."""

from __future__ import annotations

import mmap
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from fewest.workers import horse
from fewest.workers.horse import GROWN_BYTES, Horse
from tests.hang import HANG_SECONDS, until
from tests.present import present
from tests.processes import alive

PARENT = """
import os, sys, time
from fewest.workers.horse import Horse

print(Horse([], print).pid, flush=True)
time.sleep(3600)
"""


@pytest.fixture
def note(tmp_path: Path) -> Callable[[bytes], bool]:
    """Writes a message and the number of its process to a file; the process may run another one."""

    def write(message: bytes) -> bool:
        (tmp_path / "note").write_bytes(b"%b %d" % (message, os.getpid()))
        return True

    return write


def test_it_runs_one_message_after_another(note: Callable[[bytes], bool], tmp_path: Path) -> None:
    """After a message that ended properly, the same process runs the next one."""
    staying = Horse([], note)
    for message in (b"first", b"second"):
        assert staying.send(message)
        assert staying.wait(HANG_SECONDS) == 0
        assert staying.stays
        assert (tmp_path / "note").read_bytes() == b"%b %d" % (message, staying.pid)
    staying.close()


def test_its_task_may_have_it_exit() -> None:
    """The process exits after a message that says so, which is no failure."""
    leaving = Horse([], lambda _: False)
    assert leaving.send(b"message")
    assert (leaving.wait(HANG_SECONDS), leaving.stays, leaving.send(b"another")) == (0, False, False)


def test_it_exits_after_so_many(note: Callable[[bytes], bool], monkeypatch: pytest.MonkeyPatch) -> None:
    """After a number of messages the process exits."""
    monkeypatch.setattr(horse, "MAX_JOBS", 2)
    staying = Horse([], note)
    for stays in (True, False):
        assert staying.send(b"message")
        assert (staying.wait(HANG_SECONDS), staying.stays) == (0, stays)


def mapped(size: int) -> mmap.mmap:
    """New memory from the system: an object might lie where the parent has freed some, and the process not grow."""
    memory = mmap.mmap(-1, size, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    memory[:: mmap.PAGESIZE] = bytes(len(memory[:: mmap.PAGESIZE]))
    return memory


held: list[object] = []
"""What messages leave behind in the process that runs them."""


@pytest.mark.parametrize(
    ("leave", "stays"),
    [
        (lambda: mapped(GROWN_BYTES // 2), True),
        (lambda: mapped(2 * GROWN_BYTES), False),
        (lambda: os.open("/dev/null", os.O_RDONLY), False),
        (lambda: threading.Thread(target=time.sleep, args=(HANG_SECONDS,), daemon=True).start(), False),
    ],
    ids=["some memory", "much memory", "a file", "a thread"],
)
def test_it_exits_if_something_is_left(leave: Callable[[], object], stays: bool) -> None:
    """A process that holds more memory, files or threads than before its messages exits; caches may grow a little."""

    def run(_: bytes) -> bool:
        held.append(leave())
        return True

    staying = Horse([], run)
    assert staying.send(b"message")
    assert (staying.wait(HANG_SECONDS), staying.stays) == (0, stays)
    staying.close()


def test_what_is_freed_does_not_count() -> None:
    """Memory that a message has freed again is no reason to exit."""
    staying = Horse([], lambda _: bool(bytearray(4 * GROWN_BYTES)))
    assert staying.send(b"message")
    assert (staying.wait(HANG_SECONDS), staying.stays) == (0, True)
    staying.close()


def test_waiting_has_a_limit() -> None:
    """`wait` returns None when its time is over before the message ends."""
    reader, writer = os.pipe()
    busy = Horse([], lambda _: bool(os.read(reader, 1)))
    assert busy.send(b"message")
    assert (busy.wait(0.01), busy.stays) == (None, False)
    os.write(writer, b"x")
    assert (busy.wait(HANG_SECONDS), busy.stays) == (0, True)
    busy.close()


def test_it_warms_up_while_nothing_is_sent(
    note: Callable[[bytes], bool], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The process warms up while it is idle, not when a message waits."""
    monkeypatch.setattr(horse, "IDLE_SECONDS", HANG_SECONDS)
    busy = Horse([int, lambda: note(b"warmed up")], lambda _: True)
    busy.send(b"message")
    assert busy.wait(HANG_SECONDS) == 0
    busy.close()
    assert not (tmp_path / "note").exists()
    monkeypatch.setattr(horse, "IDLE_SECONDS", 0)
    reader, writer = os.pipe()
    idle = Horse([int, lambda: note(b"warmed up"), lambda: os.write(writer, b"x")], lambda _: True)
    os.read(reader, 1)
    idle.close()
    assert (tmp_path / "note").read_bytes().startswith(b"warmed up")


def test_a_closed_child_runs_nothing(note: Callable[[bytes], bool], tmp_path: Path) -> None:
    """A process that is closed before its first message runs none."""
    Horse([], note).close()
    assert not (tmp_path / "note").exists()


def test_a_child_that_has_died_takes_no_message(note: Callable[[bytes], bool]) -> None:
    """Sending to a dead child returns False, before its first message and between two."""
    for messages in range(2):
        waiting = Horse([], note)
        for _ in range(messages):
            assert waiting.send(b"message")
            assert waiting.wait(HANG_SECONDS) == 0
        os.kill(waiting.pid, signal.SIGKILL)
        os.waitid(os.P_PID, waiting.pid, os.WEXITED | os.WNOWAIT)
        assert not waiting.send(b"message")
        assert not waiting.stays


def test_a_message_that_fails_is_seen() -> None:
    """A failed message has exit status 1, a killed process its signal."""
    failing = Horse([], lambda message: message[100] > 0)
    assert failing.send(b"message")
    assert os.waitstatus_to_exitcode(present(failing.wait(HANG_SECONDS))) == 1
    killed = Horse([], lambda _: time.sleep(300) is None)
    assert killed.send(b"message")
    os.kill(killed.pid, signal.SIGKILL)
    assert os.waitstatus_to_exitcode(present(killed.wait(HANG_SECONDS))) == -signal.SIGKILL


def test_it_exits_with_its_parent() -> None:
    """The process exits when its parent is killed."""
    with subprocess.Popen([sys.executable, "-c", PARENT], stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        child = int(parent.stdout.readline())
        parent.kill()
        assert parent.stdout.read() == ""
    until(lambda: not alive(child))
