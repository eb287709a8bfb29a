"""A work horse (RQ's word for the process of a job) that stays: it runs one job after another.

It is forked and warmed up before its first job. After each job it reports whether it may run another. If not, it exits,
and its worker forks a new one. A horse that did not end a job properly, or that holds more resources than before, is
also replaced.
"""

from __future__ import annotations

import logging
import os
import select
import signal
import socket
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple, NoReturn, Self

log = logging.getLogger("fewest.worker")

IDLE_SECONDS = 0.1
"""Pause before the second warm-up: while jobs follow each other closely, they need the processor."""

MESSAGE_BYTES = 65536
"""Longest message."""

MAX_JOBS = 500
"""A horse is replaced after this many jobs."""

GROWN_BYTES = 64_000_000
"""A horse that holds this much more memory than before its first job is replaced."""

STAYS = b"+"
CONCLUDES = b"."
MAKES_WAY = b">"

PROCESS = Path("/proc/self")


_connection: socket.socket | None = None
"""In a horse: its end of the connection to its parent."""


def conclude() -> None:
    """In a horse: tell the parent that the job is done and only its result must still be stored."""
    if _connection is not None:
        _connection.send(CONCLUDES)


def make_way() -> bool:
    """In a horse: tell the parent that the job takes long while others wait. Returns False elsewhere."""
    if _connection is None:
        return False
    _connection.send(MAKES_WAY)
    return True


class Footprint(NamedTuple):
    """Resources of a process: bytes of private memory, open files, threads."""

    bytes: int
    files: int
    threads: int

    @classmethod
    def now(cls) -> Self:
        """The resources of this process. Mapped tables are shared and do not count."""
        _, resident, shared = map(int, (PROCESS / "statm").read_text(encoding="ascii").split()[:3])
        memory = (resident - shared) * os.sysconf("SC_PAGE_SIZE")
        return cls(memory, len(os.listdir(PROCESS / "fd")), threading.active_count())

    def exceeds(self, before: Footprint) -> bool:
        """Whether it is more than before, apart from caches."""
        return self.bytes > before.bytes + GROWN_BYTES or self.files > before.files or self.threads > before.threads


class Horse:
    """A child process that runs messages, one at a time. It exits if its parent does.

    Parameters
    ----------
    warm_ups
        What the child does before its first message: the first at once, the others only while no message has come.
    run
        Runs a message. Returns whether the process may run another one.

    Attributes
    ----------
    concludes, makes_way
        Whether the running job is known to have called :func:`conclude`, or :func:`make_way`.
    """

    def __init__(self, warm_ups: Sequence[Callable[[], object]], run: Callable[[bytes], bool]) -> None:
        # Packets, so that a message is received whole; and the end of either process closes the connection.
        self._connection, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._status: int | None = None
        self._runs = False
        self.concludes = self.makes_way = False
        self.pid = os.fork()
        if self.pid == 0:
            self._connection.close()
            _live(theirs, warm_ups, run)
        theirs.close()
        with suppress(OSError):  # the child does the same: whichever is first, it is done before any kill
            os.setpgid(self.pid, self.pid)

    @property
    def stays(self) -> bool:
        """Whether it is known to wait for a message."""
        return self._status is None and not self._runs

    def send(self, message: bytes) -> bool:
        """Send a message to a horse that waits for one. Returns False if it has exited or died."""
        if not self.stays:
            return False
        try:
            self._connection.send(message)
        except OSError:
            self._reap()
            return False
        self._runs = True
        self.concludes = self.makes_way = False
        return True

    def wait(self, seconds: float | None) -> int | None:
        """Wait for the end of a message.

        Parameters
        ----------
        seconds
            Longest time to wait; None for no limit.

        Returns
        -------
        int or None
            0 if the message was run, otherwise the process's wait status; None if it still runs.
        """
        while self._runs:
            if not select.select([self._connection], [], [], seconds)[0]:
                return None
            word = self._hear()
            if word in (CONCLUDES, MAKES_WAY):
                self.concludes = self.concludes or word == CONCLUDES
                self.makes_way = self.makes_way or word == MAKES_WAY
                continue
            self._runs = False
            if word != STAYS:
                self._reap()
        return self._status or 0

    def close(self) -> None:
        """Make a waiting horse exit, and wait for its exit."""
        if self._status is None:
            self._reap()

    def _hear(self) -> bytes:
        """The bytes it sends; empty if it has exited."""
        try:
            return self._connection.recv(len(STAYS))
        except ConnectionResetError:  # it died before it read the message
            return b""

    def _reap(self) -> None:
        self._connection.close()
        self._status = os.EX_OK
        with suppress(ChildProcessError):  # at a second SIGTERM, RQ kills the process and waits for it itself
            self._status = os.waitpid(self.pid, 0)[1]


def _live(
    connection: socket.socket, warm_ups: Sequence[Callable[[], object]], run: Callable[[bytes], bool]
) -> NoReturn:
    """In the child: run messages until one is the last."""
    global _connection
    _connection = connection
    try:
        os.setpgrp()
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        for index, warm_up in enumerate(warm_ups):
            if index and select.select([connection], [], [], IDLE_SECONDS if index == 1 else 0)[0]:
                break
            warm_up()
        # Where there is no /proc, each job has a process of its own.
        before = Footprint.now() if PROCESS.exists() else None
        jobs = 0
        while message := connection.recv(MESSAGE_BYTES):
            jobs += 1
            if not run(message) or before is None or jobs == MAX_JOBS or Footprint.now().exceeds(before):
                break
            connection.send(STAYS)
        os._exit(0)
    except Exception:
        log.exception("the process of a search failed")
    finally:
        os._exit(1)
